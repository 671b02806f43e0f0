// SPDX-License-Identifier: MIT
// For tests: clients that talk to a server as a browser would.
#pragma once
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "kit/rng.h"

namespace tambour::server::test {

using json = nlohmann::json;
using tcp = boost::asio::ip::tcp;
namespace beast = boost::beast;

// For what must come: only ever waited for if something is wrong, however busy the machine.
constexpr std::chrono::seconds kPatience{60};

inline tcp::endpoint at(unsigned short port) { return {boost::asio::ip::address_v4::loopback(), port}; }

struct HttpResult {
  int status = 0;
  std::string body;
  std::map<std::string, std::string> headers;  // names in lower case
  json parsed() const { return json::parse(body); }
};

inline HttpResult http(unsigned short port, const std::string& method, const std::string& target, const std::string& body = "") {
  boost::asio::io_context io;
  tcp::socket socket(io);
  socket.connect(at(port));
  beast::http::request<beast::http::string_body> request(beast::http::string_to_verb(method), target, 11);
  request.set(beast::http::field::host, "localhost");
  request.body() = body;
  request.prepare_payload();
  beast::error_code ignored;
  beast::http::write(socket, request, ignored);  // a server that refuses early may close before all is sent
  beast::flat_buffer buffer;
  beast::http::response_parser<beast::http::string_body> parser;
  parser.body_limit(64u << 20);
  beast::http::read(socket, buffer, parser);
  HttpResult result{int(parser.get().result_int()), parser.get().body(), {}};
  for (const auto& field : parser.get()) {
    std::string name(field.name_string());
    for (char& c : name) c = char(std::tolower(c));
    result.headers[name] = std::string(field.value());
  }
  return result;
}
inline json post(unsigned short port, const std::string& target, const json& body, int wanted) {
  const HttpResult r = http(port, "POST", target, body.dump());
  if (r.status != wanted) throw std::runtime_error("POST " + target + " answers " + std::to_string(r.status) + ": " + r.body);
  return r.parsed();
}

class Socket {
 public:
  explicit Socket(unsigned short port, const std::string& from = "", const std::string& path = "/ws") : socket_(io_) {
    if (!from.empty()) {
      auto& plain = beast::get_lowest_layer(socket_).socket();
      plain.open(tcp::v4());
      plain.bind({boost::asio::ip::make_address(from), 0});
    }
    beast::get_lowest_layer(socket_).connect(at(port));
    socket_.handshake("localhost", path);
  }
  void send(const json& message) { send_text(message.dump()); }
  void send_text(const std::string& text) {
    socket_.text(true);
    socket_.write(boost::asio::buffer(text));
  }
  // The next message; nothing when the server closed (see `closed`), throws after the time is up.
  std::optional<json> read(std::chrono::milliseconds patience = kPatience) {
    if (!reading_) {
      reading_ = true;
      socket_.async_read(buffer_, [this](beast::error_code error, std::size_t) { error_ = error, reading_ = false; });
    }
    io_.restart();
    io_.run_for(patience);
    if (reading_) throw std::runtime_error("the server is silent");
    if (error_) return closed = true, std::nullopt;
    std::string text = beast::buffers_to_string(buffer_.data());
    buffer_.consume(buffer_.size());
    received_bytes += text.size();
    last_text = text;
    return json::parse(text);
  }
  bool quiet(std::chrono::milliseconds time) {
    try {
      read(time);
    } catch (const std::runtime_error&) {
      return true;
    }
    return false;
  }
  // Skips what comes before a message of this type.
  json expect(const std::string& type) {
    for (int i = 0; i < 1000; ++i) {
      const auto message = read();
      if (!message) throw std::runtime_error("closed while waiting for " + type);
      if ((*message)["type"] == type) return *message;
    }
    throw std::runtime_error("no " + type);
  }
  int close_code() const { return int(socket_.reason().code); }
  void cut() {
    beast::error_code ignored;
    beast::get_lowest_layer(socket_).socket().close(ignored);
  }

  bool closed = false;
  std::size_t received_bytes = 0;
  std::string last_text;

 private:
  boost::asio::io_context io_;
  beast::websocket::stream<beast::tcp_stream> socket_;
  beast::flat_buffer buffer_;
  beast::error_code error_;
  bool reading_ = false;
};

// Plays random legal acts for one seat, and remembers the log as told.
class Bot {
 public:
  Bot(unsigned short port, std::string game, std::string secret, uint64_t seed)
      : port_(port), game_(std::move(game)), secret_(std::move(secret)), rng_(seed) {}

  void join() {
    socket = std::make_unique<Socket>(port_);
    json request{{"type", "join"}, {"game", game_}, {"from", log.size()}};
    if (!secret_.empty()) request["seat"] = secret_;
    socket->send(request);
    hello = socket->expect("hello");
    take(hello);
  }
  void move_to(unsigned short port) {
    port_ = port;
    join();
  }
  void take(const json& message) {
    if (message["type"] == "hello") {
      for (const json& entry : message["log"]) add(entry);
      view = message["view"];
      options = message["options"], decision = message["decision"], undo = message["undo"];
    }
    if (message["type"] == "update") {
      add(message);
      if (message.contains("view")) {
        merge(message["view"]);
        options = message["options"], decision = message["decision"], undo = message["undo"];
      }
    }
    if (message["type"] == "view") merge(message["view"]);
    if (message["type"] == "error") errors.push_back(message);
  }
  bool has_turn() const { return options.is_array() && !options.empty(); }
  bool over() const { return !log.empty() && log.back()["kind"] == "over"; }
  std::string pick() { return options[rng_.below(uint32_t(options.size()))]["text"]; }
  void act() {
    const json message{{"type", "act"}, {"seq", log.size()}, {"act", pick()}};
    options = nullptr;
    socket->send(message);
  }
  json hear() {
    const auto message = socket->read();
    if (!message) throw std::runtime_error("closed: " + std::to_string(socket->close_code()));
    take(*message);
    return *message;
  }
  void until(const std::function<bool()>& enough) {
    while (!enough()) hear();
  }
  // Hears all that has been written by now: a game takes one request after the other, so the answer comes last.
  void catch_up() {
    socket->send({{"type", "ping"}});
    while (hear()["type"] != "pong") {
    }
  }

  std::unique_ptr<Socket> socket;
  std::vector<json> log, errors;
  json hello, view, options, decision;
  bool undo = false;

 private:
  void add(const json& entry) {
    if (entry["seq"] != log.size() + 1) throw std::runtime_error("seq " + entry["seq"].dump() + " after " + std::to_string(log.size()));
    json kept = entry;
    for (const char* key : {"type", "view", "decision", "options", "undo", "clock", "more"}) kept.erase(key);
    log.push_back(std::move(kept));
  }
  void merge(const json& changes) {
    for (const auto& [key, value] : changes.items()) {
      if (key == "removed") {
        for (const json& id : value)
          std::erase_if(view["counters"].get_ref<json::array_t&>(), [&](const json& c) { return c["id"] == id; });
      } else if (key == "counters") {
        for (const json& changed : value) {
          bool found = false;
          for (json& c : view["counters"])
            if (c["id"] == changed["id"]) c = changed, found = true;
          if (!found) view["counters"].push_back(changed);
        }
      } else if (value.is_null() && key != "winner") {
        view.erase(key);
      } else {
        view[key] = value;
      }
    }
  }
  unsigned short port_;
  std::string game_, secret_;
  Rng rng_;
};

}  // namespace tambour::server::test
