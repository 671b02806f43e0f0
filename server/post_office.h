// SPDX-License-Identifier: MIT
// Connects accounts and notices to the games of a running server.
#pragma once
#include <atomic>

#include "server/accounts.h"
#include "server/api.h"
#include "server/notices.h"

namespace tambour::server {

class PostOffice {
 public:
  PostOffice(const CourierSettings& courier, const std::string& site, Store& store, GameHub& hub, Api& api, Metrics& metrics, boost::asio::io_context& io,
             HashCost cost = HashCost::Usual);
  ~PostOffice() { closing_ = true; }
  void close() { closing_ = true; }  // the network thread no longer answers

 private:
  std::optional<NoticeFacts> ask(const Notice& notice, const std::string& language);
  GameHub& hub_;
  boost::asio::io_context& io_;
  std::atomic<bool> closing_ = false;
  const Courier courier_;
  Accounts accounts_;
  Notices notices_;  // last: its thread uses the other members
};

}  // namespace tambour::server
