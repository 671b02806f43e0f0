// SPDX-License-Identifier: MIT
// Accounts: a player's seats on every device, and how to reach the player (docs/table-protocol.md, section 6). Playing needs no account.
// Requests run on their own thread, one at a time, because checking a passphrase is slow by design.
#pragma once
#include <boost/asio/io_context.hpp>
#include <optional>

#include "server/account_store.h"
#include "server/courier.h"
#include "server/game_hub.h"
#include "server/passphrase.h"
#include "server/store.h"

namespace tambour::server {

class Accounts {
 public:
  using Reply = GameHub::Reply;
  Accounts(Store& store, const Courier& courier, boost::asio::io_context& io, HashCost cost = HashCost::Usual);

  json services() const;
  // Of /api/account/<what>, or "" for /api/account itself. Throws HttpError, or replies once, later.
  void handle(const std::string& what, const json& body, const std::string& address, const Reply& reply);
  void stop_mail(const std::string& token, const std::string& address, const Reply& reply);
  static bool knows(const std::string& what);

  // From any thread; both wait for the store. Nothing: the session has ended, there is no such account.
  std::optional<Who> of_session(const std::string& session) const;
  std::optional<Who> named(const std::string& name) const;

  std::function<void()> mail_waits = [] {};  // a mail is in the store; called on a worker

 private:
  struct Answer {
    int status;
    json body;
  };
  using Work = Answer (Accounts::*)(const json&);
  bool may_try(const std::string& what, const json& body);
  static Work work_of(const std::string& what);
  void away(const std::string& address, const Reply& reply, std::function<Answer()> work);
  Answer create(const json& body);
  Answer login(const json& body);
  Answer link(const json& body);
  Answer enter(const json& body);
  Answer me(const json& body);
  Answer change(const json& body);
  Answer logout(const json& body);
  Answer erase(const json& body);
  Answer entered(Account account) const;  // with a new session
  Account need_session(const json& body) const;
  void send_link(Sql& sql, const Account& account, const std::string& mail) const;
  void need_peace(Sql& sql, const std::string& mail) const;
  void need_mail(const std::string& mail) const;
  void change_webhook(Account& account, const json& wanted) const;
  std::string hashed(const json& body, const char* key) const;

  Store& store_;
  const Courier& courier_;
  boost::asio::io_context& io_;
  const HashCost cost_;
  const std::string nobody_;  // hash to check when there is no such account, so that timing reveals nothing
  Allowances asked_, tried_;  // login attempts: per client address; per account name, mail address or session
  Workers workers_{1};        // last: its jobs use the other members
};

}  // namespace tambour::server
