// SPDX-License-Identifier: MIT
// One TCP connection: HTTP requests one after another, until it becomes a WebSocket or ends.
#pragma once
#include <boost/asio/ip/tcp.hpp>
#include <unordered_set>

#include "server/access_control.h"
#include "server/api.h"
#include "server/shares.h"

namespace tambour::server {

// What all connections share; they keep it alive.
struct ServerContext {
  GameHub& hub;
  Api& api;
  std::shared_ptr<AccessControl> door;
  std::shared_ptr<ByteShares> bytes;  // of requests and answers under way
  std::size_t most_queued;            // limit of bytes queued for all clients together
  std::size_t queued = 0;
  int sockets = 0;
  bool stopping = false;
};

void serve_connection(boost::asio::ip::tcp::socket socket, const std::shared_ptr<ServerContext>& context);

}  // namespace tambour::server
