// SPDX-License-Identifier: MIT
// Accounts and notices of a running server, joined to its games.
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
  void close() { closing_ = true; }  // nobody answers on the network thread any more

 private:
  std::optional<NoticeFacts> ask(const Notice& notice, const std::string& language);
  GameHub& hub_;
  boost::asio::io_context& io_;
  std::atomic<bool> closing_ = false;
  const Courier courier_;
  Accounts accounts_;
  Notices notices_;  // last: its thread uses the rest
};

}  // namespace tambour::server
