// SPDX-License-Identifier: MIT
// The load test: a thousand clients in two hundred games on loopback, a steady stream of acts, and how long until everybody has heard of
// each. usage: tambour_load PORT[,PORT…] BATTLE BOOK [GAMES] [WATCHERS] [ACTS_PER_SECOND] [SECONDS]; the server must be running.
#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "kit/rng.h"

namespace {

using json = nlohmann::json;
using tcp = boost::asio::ip::tcp;
namespace beast = boost::beast;
using Clock = std::chrono::steady_clock;

constexpr double kAimMs = 100;

struct Plan {
  std::vector<unsigned short> ports;  // of one server, or of several on one database
  std::string battle, book;
  int games = 200, watchers = 3, acts_per_second = 500, seconds = 60;
};

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "tambour_load: %s\n", why.c_str());
  std::exit(1);
}

// All clients of a game go to one server, as behind a proxy.
tcp::endpoint server(const Plan& plan, const std::string& game, std::size_t shift = 0) {
  return {boost::asio::ip::address_v4::loopback(), plan.ports[(std::hash<std::string>()(game) + shift) % plan.ports.size()]};
}

std::string http(const Plan& plan, const char* method, const std::string& target, const json& body) {
  boost::asio::io_context io;
  tcp::socket socket(io);
  socket.connect(server(plan, target));
  beast::http::request<beast::http::string_body> request(beast::http::string_to_verb(method), target, 11);
  request.set(beast::http::field::host, "localhost");
  if (!body.is_null()) request.body() = body.dump();
  request.prepare_payload();
  beast::http::write(socket, request);
  beast::flat_buffer buffer;
  beast::http::response<beast::http::string_body> response;
  beast::http::read(socket, buffer, response);
  if (response.result_int() >= 300) fail(target + " answers " + response.body());
  return response.body();
}

// One connected client. Watchers parse only the number of each entry, to be cheap.
class Client {
 public:
  Client(boost::asio::io_context& io, const Plan& plan, std::string from, std::string game, std::string secret)
      : socket_(io), plan_(plan), from_(std::move(from)), game_(std::move(game)), secret_(std::move(secret)) {}

  void start() {
    auto& plain = beast::get_lowest_layer(socket_).socket();
    plain.open(tcp::v4());
    plain.bind({boost::asio::ip::make_address(from_), 0});
    beast::get_lowest_layer(socket_).connect(server(plan_, game_));
    beast::get_lowest_layer(socket_).socket().set_option(tcp::no_delay(true));
    socket_.handshake("localhost", "/ws");
    socket_.text(true);
    json join{{"type", "join"}, {"game", game_}};
    if (!secret_.empty()) join["seat"] = secret_;
    socket_.write(boost::asio::buffer(join.dump()));
    read();
  }
  bool has_turn() const { return options_.is_array() && !options_.empty(); }
  void act(tambour::Rng& rng) {
    message_ = json{{"type", "act"}, {"seq", seq}, {"act", options_[rng.below(uint32_t(options_.size()))]["text"]}}.dump();
    options_ = nullptr;
    socket_.write(boost::asio::buffer(message_));
  }

  // What the server has of this seat, asked at another one if there are several, must be what was acknowledged: not one act more or less.
  uint64_t acts_in_log() const {
    boost::asio::io_context io;
    beast::websocket::stream<beast::tcp_stream> socket(io);
    beast::get_lowest_layer(socket).connect(server(plan_, game_, 1));
    socket.handshake("localhost", "/ws");
    socket.write(boost::asio::buffer(json{{"type", "join"}, {"game", game_}, {"seat", secret_}}.dump()));
    beast::flat_buffer buffer;
    socket.read(buffer);
    const json hello = json::parse(beast::buffers_to_string(buffer.data()));
    return uint64_t(std::count_if(hello["log"].begin(), hello["log"].end(),
                                  [&](const json& e) { return e["kind"] == "act" && e["by"] == hello["side"]; }));
  }

  int64_t seq = 0;
  Clock::time_point last_update{};
  uint64_t updates = 0, done = 0, gaps = 0, errors = 0, bytes = 0;
  bool over = false, ready = false;

 private:
  void read() {
    socket_.async_read(buffer_, [this](beast::error_code error, std::size_t) {
      if (error) return (void)++errors;
      const auto data = buffer_.data();
      take({static_cast<const char*>(data.data()), data.size()});
      buffer_.consume(buffer_.size());
      read();
    });
  }
  void take(std::string_view text) {
    bytes += text.size();
    if (text.starts_with("{\"type\":\"update\"")) {
      const int64_t next = std::atoll(text.data() + text.find("\"seq\":") + 6);
      gaps += next != seq + 1;
      seq = next;
      ++updates;
      last_update = Clock::now();
      if (secret_.empty()) return;
      json message = json::parse(text);
      over |= message["kind"] == "over";
      if (message.contains("options")) options_ = std::move(message["options"]);
      return;
    }
    const json message = json::parse(text);
    if (message["type"] == "hello") seq = message["seq"], options_ = message["options"], ready = true;
    if (message["type"] == "done") ++done;
    if (message["type"] == "error") {
      ++errors;
      std::fprintf(stderr, "%s\n", message.dump().c_str());
    }
  }

  beast::websocket::stream<beast::tcp_stream> socket_;
  beast::flat_buffer buffer_;
  const Plan& plan_;
  std::string from_, game_, secret_, message_;
  json options_;
};

struct Table {
  std::string game;
  std::vector<std::unique_ptr<Client>> clients;  // the two seats first
  Clock::time_point sent{};
  bool waiting = false;
  uint64_t acts = 0;
};

class Load {
 public:
  explicit Load(const Plan& plan) : plan_(plan), timer_(io_), rng_(1) {}

  void seat_everybody() {
    const json card = json::parse(http(plan_, "GET", "/api/battles/" + plan_.battle + "?book=" + plan_.book, nullptr))["card"];
    json seats;
    for (const json& side : card["sides"]) seats[side.get<std::string>()] = {{"kind", "human"}};
    for (int g = 0; g < plan_.games; ++g) {
      const json made = json::parse(http(plan_, "POST", "/api/games", {{"battle", plan_.battle}, {"book", plan_.book}, {"seats", seats}}));
      Table table{made["game"], {}, {}, false, 0};
      const std::string from = "127.0.3." + std::to_string(1 + g % 250);  // people come from many addresses
      for (const json& side : card["sides"])
        table.clients.push_back(std::make_unique<Client>(io_, plan_, from, table.game, made["seats"][side.get<std::string>()]["secret"]));
      for (int w = 0; w < plan_.watchers; ++w) table.clients.push_back(std::make_unique<Client>(io_, plan_, from, table.game, ""));
      for (const auto& client : table.clients) client->start();
      tables_.push_back(std::move(table));
      io_.poll();
    }
    while (std::any_of(tables_.begin(), tables_.end(), [](const Table& t) {
      return std::any_of(t.clients.begin(), t.clients.end(), [](const auto& c) { return !c->ready; });
    }))
      io_.run_one();
  }

  void run() {
    begun_ = Clock::now();
    tick();
    io_.run();
  }
  int report();

 private:
  // Every game in turn, as many as the time that has passed demands.
  void tick() {
    const double passed = std::chrono::duration<double>(Clock::now() - begun_).count();
    if (passed > plan_.seconds + 1) return io_.stop();
    if (passed < plan_.seconds)
      for (const auto due = uint64_t(passed * plan_.acts_per_second); sent_ < due; ++sent_) send(tables_[sent_ % tables_.size()]);
    timer_.expires_after(std::chrono::milliseconds(1));
    timer_.async_wait([this](const beast::error_code&) { tick(); });
  }
  void send(Table& table) {
    measure(table);
    for (std::size_t seat = 0; seat < 2; ++seat) {
      Client& client = *table.clients[seat];
      if (!client.has_turn()) continue;
      table.sent = Clock::now();
      table.waiting = true;
      ++table.acts;
      client.act(rng_);
      return;
    }
    ++idle_;
  }
  // When the next act of a game is due, everybody must long have heard of the last: the latest of them counts. An act that is not even
  // acknowledged by then has taken at least until now.
  void measure(Table& table) {
    if (!table.waiting) return;
    table.waiting = false;
    Clock::time_point last = table.sent;
    for (const auto& client : table.clients) last = std::max(last, client->last_update);
    if (table.clients[0]->done + table.clients[1]->done < table.acts) last = Clock::now();
    latencies_.push_back(std::chrono::duration<double, std::milli>(last - table.sent).count());
  }

  Plan plan_;
  boost::asio::io_context io_;
  boost::asio::steady_timer timer_;
  tambour::Rng rng_;
  std::vector<Table> tables_;
  std::vector<double> latencies_;
  Clock::time_point begun_{};
  uint64_t sent_ = 0, idle_ = 0;
};

int Load::report() {
  uint64_t acts = 0, done = 0, gaps = 0, errors = 0, updates = 0, bytes = 0, behind = 0, wrong = 0, over = 0;
  for (Table& table : tables_) {
    measure(table);
    uint64_t acknowledged = 0;
    for (const auto& c : table.clients)
      acknowledged += c->done, gaps += c->gaps, errors += c->errors, updates += c->updates, bytes += c->bytes;
    acts += table.acts, done += acknowledged;
    over += table.clients[0]->over;
    for (std::size_t w = 3; w < table.clients.size(); ++w) behind += table.clients[w]->seq != table.clients[2]->seq;
    wrong += table.clients[0]->acts_in_log() + table.clients[1]->acts_in_log() != acknowledged;
  }
  std::sort(latencies_.begin(), latencies_.end());
  const auto at = [&](double part) { return latencies_.empty() ? 0.0 : latencies_[std::size_t(part * double(latencies_.size() - 1))]; };
  const std::size_t clients = tables_.size() * tables_[0].clients.size();
  std::printf("%zu clients in %zu games, %.1f acts a second for %d s: %llu acts, %llu acknowledged, %llu updates, %.1f MB\n", clients,
              tables_.size(), double(acts) / plan_.seconds, plan_.seconds, static_cast<unsigned long long>(acts),
              static_cast<unsigned long long>(done), static_cast<unsigned long long>(updates), double(bytes) / 1e6);
  std::printf("act to everybody's update: median %.1f ms, 90 %% %.1f ms, 99 %% %.1f ms, most %.1f ms\n", at(0.5), at(0.9), at(0.99), at(1));
  std::printf(
      "gaps %llu, errors %llu, watchers behind %llu, games whose log is not what was acknowledged %llu, games ended %llu, turns without a "
      "mover %llu\n",
      static_cast<unsigned long long>(gaps), static_cast<unsigned long long>(errors), static_cast<unsigned long long>(behind),
      static_cast<unsigned long long>(wrong), static_cast<unsigned long long>(over), static_cast<unsigned long long>(idle_));
  const bool lost = gaps || errors || behind || wrong || acts != done, slow = at(0.99) > kAimMs;
  std::printf("%s; 99 %% within %.0f ms: %s\n", lost ? "SOMETHING WAS LOST OR DOUBLED" : "nothing lost or doubled", kAimMs,
              slow ? "MISSED" : "held");
  return lost || slow ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) fail("usage: tambour_load PORT[,PORT…] BATTLE BOOK [GAMES] [WATCHERS] [ACTS_PER_SECOND] [SECONDS]");
  Plan plan{{}, argv[2], argv[3]};
  std::stringstream ports(argv[1]);
  for (std::string port; std::getline(ports, port, ',');) plan.ports.push_back(static_cast<unsigned short>(std::atoi(port.c_str())));
  int* const numbers[] = {&plan.games, &plan.watchers, &plan.acts_per_second, &plan.seconds};
  for (int i = 4; i < argc && i < 8; ++i) *numbers[i - 4] = std::clamp(std::atoi(argv[i]), 1, 5000);
  try {
    Load load(plan);
    load.seat_everybody();
    load.run();
    return load.report();
  } catch (const std::exception& e) {
    fail(e.what());
  }
}
