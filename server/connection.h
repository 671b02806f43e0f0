// One TCP connection: HTTP requests one after another, until it becomes a WebSocket or ends.
#pragma once
#include <boost/asio/ip/tcp.hpp>
#include <unordered_set>

#include "server/api.h"

namespace tambour::server {

// What all connections share; they keep it alive.
struct Lobby {
  House& house;
  Api& api;
  int most_connections;
  int connections = 0, sockets = 0;
  bool stopping = false;
};

void serve_connection(boost::asio::ip::tcp::socket socket, const std::shared_ptr<Lobby>& lobby);

}  // namespace tambour::server
