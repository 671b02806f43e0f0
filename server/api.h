// SPDX-License-Identifier: MIT
// HTTP routing, limits and headers, independent of sockets.
#pragma once
#include <functional>
#include <map>
#include <string>

#include "server/game_hub.h"
#include "server/replay.h"

namespace tambour::server {

struct HttpRequest {
  std::string method, target, body, address, if_none_match;
  bool takes_gzip = false;
};
struct HttpAnswer {
  int status = 200;
  std::string type = "application/json", body, etag;
  bool gzip = false, keep = false;  // keep: cacheable for ever, since its name changes with its content
  std::string_view lasting = {};    // a body that lives as long as the server and need not be copied; else `body`
  std::string_view text() const { return lasting.empty() ? body : lasting; }
};

class Api {
 public:
  using Reply = std::function<void(HttpAnswer)>;
  Api(GameHub& hub, const BattleCatalog& catalog, StoreWriter& writer, Metrics& metrics);

  void handle(const HttpRequest& request, const Reply& reply);  // replies once, perhaps later
  static constexpr std::size_t kLargestBody = 5u << 20;         // a game file of 4 MB grows a little as JSON
  bool may_request(const std::string& address, double price = 1) { return requests_.take(address, price); }
  void offer(Accounts& accounts) { accounts_ = &accounts; }
  void drain() { draining_ = true; }  // no new clients: /readyz says so
  static std::size_t body_limit(std::string_view target);

 private:
  void guarded(const HttpRequest& request, const Reply& reply, const std::function<void()>& work);
  void route(const HttpRequest& request, const std::vector<std::string>& path, const Reply& reply);
  void route_accounts(const HttpRequest& request, const std::vector<std::string>& path, const Reply& reply);
  void route_games(const HttpRequest& request, const std::vector<std::string>& path, const Reply& reply);
  void route_invitation(const HttpRequest& request, const std::vector<std::string>& path, const json& body, const GameHub::Reply& reply);
  HttpAnswer state_of_health(const std::string& what) const;
  const HttpAnswer& reading_matter(const std::vector<std::string>& path, const std::string& query);
  std::string read_up(const std::string& what, const std::string& which, const std::string& book, const std::string& language) const;

  GameHub& hub_;
  Replay replay_;
  const BattleCatalog& catalog_;
  StoreWriter& writer_;
  Metrics& metrics_;
  bool draining_ = false;
  Accounts* accounts_ = nullptr;              // null: no accounts on this server
  std::map<std::string, HttpAnswer> matter_;  // reading matter, made on first request; it never changes
  Allowances requests_, reads_, posts_;       // all requests; reads of whole games; writes
};

// Headers of every response.
const std::vector<std::pair<std::string, std::string>>& strict_headers();

}  // namespace tambour::server
