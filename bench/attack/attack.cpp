// SPDX-License-Identifier: MIT
// The attack test: honest games go on while everything that was ever found against the server is tried at once, from other addresses.
// usage: tambour_attack PORT SERVER_PID SECONDS MEMORY_MB [GAMES]; the server must be running on loopback. Honest players come from 127.0.1.x,
// attackers from 127.0.2.x. Exit status 0: the server lives, its memory is bounded, no honest act was lost, 99 % within 100 ms.
#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "kit/rng.h"

namespace {

using json = nlohmann::json;
using tcp = boost::asio::ip::tcp;
namespace beast = boost::beast;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr double kAimMs = 100;
constexpr double kMemoryPart = 1.375;  // games and cached answers; a quarter for what waits to be sent, an eighth for requests and answers under way
constexpr int kMemorySlackMb = 270;  // the program, its battles, threads, buffers of the system's sockets, and 64 for a passphrase that is being hashed

unsigned short port;
std::atomic<bool> stop = false;

void connect_from(tcp::socket& socket, const std::string& from) {
  socket.open(tcp::v4());
  socket.set_option(tcp::acceptor::reuse_address(true));
  socket.bind({boost::asio::ip::make_address(from), 0});
  socket.connect({boost::asio::ip::address_v4::loopback(), port});
  socket.set_option(tcp::no_delay(true));
}

// Status and body; status 0 if there is no answer.
std::pair<int, std::string> http(const std::string& from, const char* method, const std::string& target, const std::string& body = "") {
  try {
    boost::asio::io_context io;
    tcp::socket socket(io);
    connect_from(socket, from);
    beast::http::request<beast::http::string_body> request(beast::http::string_to_verb(method), target, 11);
    request.set(beast::http::field::host, "localhost");
    request.body() = body;
    request.prepare_payload();
    beast::http::write(socket, request);
    beast::flat_buffer buffer;
    beast::http::response_parser<beast::http::string_body> parser;
    parser.body_limit(64u << 20);
    beast::http::read(socket, buffer, parser);
    return {int(parser.get().result_int()), parser.get().body()};
  } catch (const std::exception&) {
    return {0, ""};
  }
}

class Line {
 public:
  explicit Line(const std::string& from) : socket_(io_) {
    connect_from(beast::get_lowest_layer(socket_), from);
    socket_.handshake("localhost", "/ws");
    socket_.text(true);
  }
  void send(const json& message) { socket_.write(boost::asio::buffer(message.dump())); }
  json read() {
    beast::flat_buffer buffer;
    socket_.read(buffer);
    return json::parse(beast::buffers_to_string(buffer.data()));
  }
  // Throws away what has come.
  void skip() {
    auto& plain = beast::get_lowest_layer(socket_);
    char rest[1 << 14];
    for (boost::system::error_code none; plain.available(none) > 0 && !none;) plain.read_some(boost::asio::buffer(rest), none);
  }
  void read_little() { beast::get_lowest_layer(socket_).set_option(boost::asio::socket_base::receive_buffer_size(4096)); }

 private:
  boost::asio::io_context io_;
  beast::websocket::stream<tcp::socket> socket_;
};

json new_game(const std::string& from, const std::string& battle, const std::string& book, const std::string& one, const std::string& two, int pace = 0) {
  static std::mutex mutex;
  static std::map<std::string, json> sides;
  {
    const std::lock_guard lock(mutex);
    if (!sides.contains(battle)) sides[battle] = json::parse(http(from, "GET", "/api/battles/" + battle + "?book=" + book).second)["card"]["sides"];
  }
  const json& s = sides[battle];
  const json seats{{s[0].get<std::string>(), {{"kind", one}}}, {s[1].get<std::string>(), {{"kind", two}}}};
  const auto [status, body] = http(from, "POST", "/api/games", json{{"battle", battle}, {"book", book}, {"pace_ms", pace}, {"seats", seats}}.dump());
  return status == 201 ? json::parse(body) : json();
}

// One honest person at a machine's table: how long until each act is acknowledged, and until the machine has answered.
struct Honest {
  std::vector<double> acts, machine;
  uint64_t played = 0, lost = 0, stale = 0;
  std::string trouble;

  void play(int number) {
    const std::string from = "127.0.1." + std::to_string(1 + number % 250);
    const bool quick = number % 2;
    json game = new_game(from, quick ? "train-gs-1-mill" : "marengo-1800", quick ? "siecle" : "jdg", "human", "recruit");
    tambour::Rng rng(uint64_t(number) + 1);
    while (!stop && trouble.empty()) try {
        if (game.is_null()) throw std::runtime_error("no game could be made");
        if (sit(game, from, rng)) game = new_game(from, "train-gs-1-mill", "siecle", "human", "recruit");
      } catch (const std::exception& e) {
        if (!stop) trouble = e.what();
      }
  }
  // True when the game is over.
  bool sit(const json& game, const std::string& from, tambour::Rng& rng) {
    std::string secret;
    for (const json& seat : game["seats"])
      if (seat.contains("secret")) secret = seat["secret"];
    Line line(from);
    line.send({{"type", "join"}, {"game", game["game"]}, {"seat", secret}});
    json options;
    int64_t seq = 0;
    Clock::time_point sent{}, done{};
    bool waits_for_machine = false, waits_for_answer = false;
    while (!stop) {
      // The answer to an act comes after the update that may bring the next question.
      if (options.is_array() && !options.empty() && !waits_for_answer) {
        if (waits_for_machine) machine.push_back(std::chrono::duration<double, std::milli>(Clock::now() - done).count());
        waits_for_machine = false;
        std::this_thread::sleep_for(std::chrono::milliseconds(100 + rng.below(200)));  // a person thinks
        sent = Clock::now();
        line.send({{"type", "act"}, {"seq", seq}, {"act", options[rng.below(uint32_t(options.size()))]["text"]}});
        options = nullptr;
        waits_for_answer = true;
      }
      const json m = line.read();
      const std::string type = m["type"];
      if (type == "hello" || type == "update") {
        if (type == "update" && m["seq"] != seq + 1) ++lost;
        seq = m["seq"];
        if (m.contains("options")) options = m["options"];
        if (type == "update" && m["kind"] == "over") return true;
      }
      waits_for_answer &= type != "done" && type != "error";
      if (type == "done") {
        done = Clock::now();
        acts.push_back(std::chrono::duration<double, std::milli>(done - sent).count());
        ++played;
        waits_for_machine = !options.is_array() || options.empty();
      }
      if (type == "error" && m["code"] == "stale") ++stale, line.send({{"type", "resume"}, {"from", seq}});
      else if (type == "error") throw std::runtime_error(m.dump());
    }
    return false;
  }
};

std::string attacker() {
  static std::atomic<int> next = 0;
  return "127.0.2." + std::to_string(1 + next++ % 8);
}

std::string some_game() {
  const auto [status, body] = http(attacker(), "GET", "/api/games");
  const json list = json::parse(body, nullptr, false);
  return list.is_object() && !list["running"].empty() ? list["running"][0]["game"].get<std::string>() : "";
}

void deep_json() {
  const std::string deep = std::string(15000, '[') + std::string(15000, ']');
  for (const char* target : {"/api/games/mine", "/api/games", "/api/games/x/file"}) http(attacker(), "POST", target, "{\"secrets\":" + deep + ",\"seats\":" + deep + "}");
}

void slow_readers() {
  std::vector<std::unique_ptr<Line>> lines;
  const std::string game = some_game();
  for (int i = 0; i < 40 && !game.empty() && !stop; ++i) {
    auto line = std::make_unique<Line>(attacker());
    line->read_little();
    line->send({{"type", "join"}, {"game", game}});
    for (int look = 0; look < 70; ++look) line->send({{"type", "look"}, {"seq", 0}});
    lines.push_back(std::move(line));
  }
  std::this_thread::sleep_for(2s);
}

void chatter() {
  const std::string game = some_game();
  if (game.empty()) return;
  Line line(attacker());
  line.send({{"type", "join"}, {"game", game}});
  for (int i = 0; i < 200 && !stop; ++i) line.send({{"type", "chat"}, {"text", "noise"}}), std::this_thread::sleep_for(27ms);
}

void far_sight() {
  const std::string game = some_game();
  if (game.empty()) return;
  Line line(attacker());
  line.send({{"type", "join"}, {"game", game}});
  for (int i = 0; i < 70; ++i) line.send({{"type", "sight"}, {"from", "0101"}, {"to", "3020"}});
  for (int i = 0; i < 70; ++i) line.read();
}

void flood() {
  Line line(attacker());
  line.send({{"type", "join"}, {"game", some_game()}});
  for (int i = 0; i < 400 && !stop; ++i) line.send({{"type", "ping"}});
}

// Large bodies that never come to their end.
void held_bodies() {
  const std::string from = attacker(), most(4u << 20, ' ');
  boost::asio::io_context io;
  std::vector<std::unique_ptr<tcp::socket>> sockets;
  for (int i = 0; i < 40 && !stop; ++i) {
    auto socket = std::make_unique<tcp::socket>(io);
    connect_from(*socket, from);
    boost::system::error_code refused;
    boost::asio::write(*socket, boost::asio::buffer("POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(most.size() + 1) + "\r\n\r\n"), refused);
    boost::asio::write(*socket, boost::asio::buffer(most), refused);
    sockets.push_back(std::move(socket));
  }
  std::this_thread::sleep_for(2s);
}

// From one address as many sockets as it may have, each asking as often as it may for what costs the network thread most.
void many_askers() {
  const std::string from = attacker(), game = some_game();
  std::vector<std::unique_ptr<Line>> lines;
  for (int i = 0; i < 60 && !game.empty() && !stop; ++i) {
    lines.push_back(std::make_unique<Line>(from));
    lines.back()->send({{"type", "join"}, {"game", game}});
  }
  for (const auto end = Clock::now() + 5s; Clock::now() < end && !stop; std::this_thread::sleep_for(100ms))
    for (const auto& line : lines) {
      for (int look = 0; look < 3; ++look) line->send({{"type", "look"}, {"seq", 0}});
      line->skip();
    }
}

void uploads() {
  std::string file = "tambour-game 1\nbook jdg\nbattle marengo-1800\nbattle-hash 0000000000000000\n";
  for (int i = 0; i < 200000; ++i) file += "takeback First 0\n";
  http(attacker(), "POST", "/api/games", json{{"from", {{"file", file}}}, {"seats", json::object()}}.dump());
}

void many_games() {
  for (int i = 0; i < 50 && !stop; ++i) new_game(attacker(), "train-gs-1-mill", "siecle", "human", "human");
}

void many_gets() {
  const std::string game = some_game();
  for (int i = 0; i < 100 && !stop; ++i)
    for (const char* what : {"/log", "/at/1", "/file", "/summary", "/dice"}) http(attacker(), "GET", "/api/games/" + game + what);
}

// Games of machines at full speed, and hints by whoever leaves at once.
void machines() {
  const json game = new_game(attacker(), "austerlitz-1805-south", "tng", "marshal", "marshal");
  if (game.is_null()) return std::this_thread::sleep_for(200ms);
  Line line(attacker());
  line.send({{"type", "join"}, {"game", game["game"]}});
  for (const auto end = Clock::now() + 10s; Clock::now() < end && !stop;) line.read();
}

void hints() {
  const std::string from = attacker();
  const json game = new_game(from, "marengo-1800", "jdg", "human", "human");
  if (game.is_null()) return std::this_thread::sleep_for(200ms);
  for (const json& seat : game["seats"]) {
    Line line(from);
    line.send({{"type", "join"}, {"game", game["game"]}, {"seat", seat["secret"]}});
    for (int i = 0; i < 4; ++i) line.send({{"type", "hint"}});
    std::this_thread::sleep_for(300ms);
  }
}

// Guesses at every door of accounts and invitations, new accounts without end (each passphrase costs 64 MB to hash), and giants.
void guesses() {
  static std::atomic<int> names = 0;
  const std::string giant(60000, 'x'), game = some_game();
  const json secrets(std::vector<std::string>(200, "guess"));
  const json body{{"name", "anne"}, {"passphrase", "guess guess"}, {"session", "guess"}, {"token", "guess"},  {"mail", "anne@example.org"}, {"secret", "guess"},
                  {"invite", "guess"}, {"side", giant.substr(0, 90)}, {"game", game}, {"secrets", secrets}};
  for (const char* door : {"/login", "/link", "/enter", "/me", "/change", "/keep", "/games", "/open", "/erase", "/logout"})
    for (const json& said : {body, json{{"session", giant}, {"name", giant}, {"token", giant}}}) http(attacker(), "POST", std::string("/api/account") + door, said.dump());
  for (const char* door : {"/invitation", "/invitation/renew", "/invitation/look", "/decline", "/join", "/rematch", "/erase", "/card"})
    http(attacker(), "POST", "/api/games/" + game + door, body.dump());
  for (int i = 0; i < 10; ++i)
    http(attacker(), "POST", "/api/account", json{{"name", "eve" + std::to_string(names++)}, {"passphrase", "long enough"}}.dump());
}

double megabytes_of(const std::string& pid) {
  std::ifstream status("/proc/" + pid + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::atof(line.c_str() + 6) / 1024;
  return -1;
}

double at(std::vector<double>& all, double part) {
  std::sort(all.begin(), all.end());
  return all.empty() ? 0 : all[std::size_t(part * double(all.size() - 1))];
}

int report(std::vector<Honest>& people, double most_mb, double bound_mb, bool lives) {
  std::vector<double> acts, machine;
  uint64_t played = 0, lost = 0, stale = 0, troubles = 0;
  for (Honest& h : people) {
    acts.insert(acts.end(), h.acts.begin(), h.acts.end()), machine.insert(machine.end(), h.machine.begin(), h.machine.end());
    played += h.played, lost += h.lost, stale += h.stale, troubles += !h.trouble.empty();
    if (!h.trouble.empty() && troubles <= 3) std::fprintf(stderr, "an honest player: %s\n", h.trouble.c_str());
  }
  std::printf("%zu honest games: %llu acts, median %.1f ms, 99 %% %.1f ms, most %.1f ms\n", people.size(), static_cast<unsigned long long>(played),
              at(acts, 0.5), at(acts, 0.99), at(acts, 1));
  std::printf("their machines answer: median %.1f ms, 99 %% %.1f ms\n", at(machine, 0.5), at(machine, 0.99));
  std::printf("gaps %llu, stale %llu, players in trouble %llu; server %s, %.0f MB at most of %.0f allowed\n", static_cast<unsigned long long>(lost),
              static_cast<unsigned long long>(stale), static_cast<unsigned long long>(troubles), lives ? "lives" : "DIED", most_mb, bound_mb);
  const bool sound = lives && !lost && !troubles && most_mb <= bound_mb && played > 0, slow = at(acts, 0.99) > kAimMs;
  std::printf("%s; 99 %% within %.0f ms: %s\n", sound ? "nothing lost" : "FAILED", kAimMs, slow ? "MISSED" : "held");
  return !sound || (slow && !std::getenv("TAMBOUR_UNTIMED"));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return std::fprintf(stderr, "usage: tambour_attack PORT SERVER_PID SECONDS MEMORY_MB [GAMES]\n"), 2;
  port = static_cast<unsigned short>(std::atoi(argv[1]));
  const std::string pid = argv[2];
  const int seconds = std::max(1, std::atoi(argv[3])), games = argc > 5 ? std::clamp(std::atoi(argv[5]), 1, 250) : 50;
  const double bound = std::atof(argv[4]) * kMemoryPart + kMemorySlackMb;
  std::vector<Honest> people(static_cast<std::size_t>(games));
  std::vector<std::thread> threads;
  for (int i = 0; i < games; ++i) threads.emplace_back([&people, i] { people[std::size_t(i)].play(i); });
  std::this_thread::sleep_for(2s);
  const std::vector<std::function<void()>> attacks = {deep_json, slow_readers, slow_readers, chatter, far_sight, flood, uploads, held_bodies, many_askers, many_games,
                                                      many_gets, many_gets,    machines,     machines, machines, machines, hints, hints, guesses, guesses};
  for (const auto& attack : attacks)
    threads.emplace_back([attack] {
      while (!stop) {
        try {
          attack();
        } catch (const std::exception&) {  // cut off: as it should be
        }
        std::this_thread::sleep_for(20ms);
      }
    });
  double most = 0;
  bool lives = true;
  for (const auto end = Clock::now() + std::chrono::seconds(seconds); Clock::now() < end && lives; std::this_thread::sleep_for(200ms)) {
    const double now = megabytes_of(pid);
    lives = now > 0;
    most = std::max(most, now);
  }
  stop = true;
  std::thread last([&] {
    for (auto& thread : threads) thread.join();
  });
  last.detach();
  std::this_thread::sleep_for(1500ms);
  const int status = report(people, most, bound, lives && http("127.0.1.251", "GET", "/healthz").second == "ok\n");
  std::fflush(stdout);
  std::_Exit(status);  // threads that wait for an answer need not be waited for
}
