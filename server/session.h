// SPDX-License-Identifier: MIT
// A WebSocket connection: passes messages to and from the hub, within limits.
#pragma once
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>

#include "server/connection.h"

namespace tambour::server {

namespace beast = boost::beast;

class Session : public Client {
 public:
  Session(beast::tcp_stream stream, std::shared_ptr<ServerContext> context, std::shared_ptr<AccessControl::Place> place);
  ~Session() override;
  void start(beast::http::request<beast::http::string_body> request);

  void send(Text text) override;
  void end(int code, const std::string& reason) override;

 private:
  std::shared_ptr<Session> self() { return std::static_pointer_cast<Session>(shared_from_this()); }
  void read();
  void take_in(std::string_view text);
  void received();
  void complain(const char* code, const char* why, std::string_view message);
  void write();
  void close();
  void gone();

  std::shared_ptr<ServerContext> context_;
  std::shared_ptr<AccessControl::Place> place_;
  beast::websocket::stream<beast::tcp_stream> socket_;
  beast::flat_buffer buffer_;
  boost::asio::steady_timer deadline_;  // for joining, later for closing
  boost::asio::steady_timer pause_;     // until the address may be read again
  std::deque<Text> queue_;
  std::size_t queued_bytes_ = 0;
  Allowance allowance_;
  int over_allowance_ = 0;
  bool writing_ = false, ending_ = false, closed_ = false;
  beast::websocket::close_reason reason_;
};

}  // namespace tambour::server
