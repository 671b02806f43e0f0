// SPDX-License-Identifier: MIT
// Games that are played through the proxy while processes and database fail, and what their players were told.
#pragma once
#include <algorithm>
#include <array>

#include "server/dice.h"
#include "tests/several/site.h"

namespace tambour::server::test {

constexpr const char* kBattle = "train-gs-1-mill";
constexpr const char* kBook = "siecle";
constexpr auto kBetweenActs = 60ms;  // a client may send 40 messages a second

enum class Fault { Kill, Stop, Freeze, Drain };
constexpr const char* kFaultNames[] = {"a kill", "a stop of the database", "a process frozen", "a process told to stop"};
constexpr int kFaults = 4;
inline std::atomic<int> last_fault = 0;

// One game with its players. Everything goes through the proxy; half of the clients name another game to it, so that the two sides are
// at different processes.
class Played {
 public:
  Played(unsigned short proxy, int number) : proxy_(proxy), number_(number), machine_(number % 3 == 0) {
    const json seats = {{sides()[0], {{"kind", "human"}}}, {sides()[1], {{"kind", machine_ ? "recruit" : "human"}}}};
    game_ = post(proxy_, "/api/games", {{"battle", kBattle}, {"book", kBook}, {"pace_ms", 0}, {"seats", seats}}, 201);
    for (int s = 0; s < (machine_ ? 1 : 2); ++s) players_.push_back({s});
  }
  static std::vector<std::string>& sides() {
    static std::vector<std::string> names;
    return names;
  }

  std::string id() const { return game_["game"]; }

  void run(const std::atomic<bool>& stop) {
    moved_ = Clock::now();
    while (!stop && !over_)
      for (Player& player : players_) turn(player);
    for (Player& player : players_) settle(player);
  }

  struct Tally {
    int acked = 0, unknown = 0, breaks = 0;
    std::array<double, kFaults> silence{};  // after each kind of fault
    std::vector<std::string> troubles;
  };
  Tally tally() {
    Tally all{0, 0, 0, silence_, troubles_};
    for (Player& player : players_) {
      all.acked += int(player.acked.size()), all.unknown += player.unknown, all.breaks += player.breaks;
      compare(player, all.troubles);
    }
    return all;
  }

 private:
  struct Player {
    int side;
    std::unique_ptr<Socket> socket = nullptr;
    std::vector<json> log = {};
    json options = {};
    bool asked = false;                                 // an act is on its way
    std::pair<std::size_t, std::string> sent = {};      // after which entry, and what
    std::vector<std::pair<std::size_t, std::string>> acked = {};
    int unknown = 0, breaks = 0;
    Clock::time_point next = {}, heard = {};
  };

  void join(Player& player) {
    const std::string id = game_["game"], route = player.side ? id : "elsewhere" + std::to_string(number_);
    player.socket = std::make_unique<Socket>(proxy_, "", "/ws?game=" + route);
    player.socket->send({{"type", "join"}, {"game", id}, {"seat", game_["seats"][sides()[std::size_t(player.side)]]["secret"]}, {"from", player.log.size()}});
    player.heard = Clock::now();
    for (;;) {
      const auto message = player.socket->read(3s);
      if (!message) throw std::runtime_error("closed");
      take(player, *message);
      if ((*message)["type"] == "hello") return;
    }
  }

  void take(Player& player, const json& m) {
    player.heard = Clock::now();
    const auto add = [&](const json& entry) {
      if (entry["seq"] != player.log.size() + 1) {
        troubles_.push_back("entry " + entry["seq"].dump() + " follows " + std::to_string(player.log.size()));
        return;
      }
      json kept = entry;
      for (const char* key : {"type", "view", "decision", "options", "undo", "clock", "more"}) kept.erase(key);
      player.log.push_back(std::move(kept));
      double& longest = silence_[std::size_t(last_fault)];
      longest = std::max(longest, std::chrono::duration<double>(Clock::now() - moved_).count());
      moved_ = Clock::now();
      if (player.log.back()["kind"] == "over") over_ = true;
    };
    if (m["type"] == "hello")
      for (const json& entry : m["log"]) add(entry);
    if (m["type"] == "update") add(m);
    if (m.contains("options")) player.options = m["options"];
    if (m.value("id", 0) != 1) return;
    if (m["type"] == "done") player.acked.push_back(player.sent);
    player.asked = false;
  }

  void turn(Player& player) {
    try {
      if (!player.socket) join(player);
      const bool may = player.options.is_array() && !player.options.empty() && !player.asked && Clock::now() >= player.next;
      if (may) {
        player.sent = {player.log.size(), player.options[rng_.below(uint32_t(player.options.size()))]["text"]};
        player.options = nullptr;
        player.socket->send({{"type", "act"}, {"seq", player.sent.first}, {"act", player.sent.second}, {"id", 1}});
        player.asked = true;
        player.next = Clock::now() + kBetweenActs;
      }
      hear(player, 5ms);
      // A process that hangs does not close its sockets; the browser would notice by its own pings.
      if (player.asked && Clock::now() - player.heard > 4s) throw std::runtime_error("silent");
    } catch (const std::exception&) {
      broken(player);
    }
  }

  void hear(Player& player, std::chrono::milliseconds patience) {
    std::optional<json> message;
    try {
      message = player.socket->read(patience);
    } catch (const std::runtime_error&) {
      return;
    }
    if (!message) throw std::runtime_error("closed");
    take(player, *message);
  }

  void broken(Player& player) {
    player.unknown += player.asked;
    player.asked = false;
    player.socket.reset();
    ++player.breaks;
    std::this_thread::sleep_for(100ms);
  }

  // The last answers come in.
  void settle(Player& player) {
    const auto end = Clock::now() + 5s;
    while (player.asked && Clock::now() < end) try {
        hear(player, 50ms);
      } catch (const std::exception&) {
        return broken(player);
      }
    player.unknown += player.asked;
  }

  // What is in the store now, told by whichever process, against what this player heard.
  void compare(Player& player, std::vector<std::string>& troubles) {
    const std::vector<json> heard = std::exchange(player.log, {});
    player.socket.reset();
    join(player);
    const std::string who = game_["game"].get<std::string>() + " " + sides()[std::size_t(player.side)] + ": ";
    for (std::size_t i = 0; i < heard.size(); ++i)
      if (i >= player.log.size() || heard[i] != player.log[i]) {
        troubles.push_back(who + "entry " + std::to_string(i + 1) + " is not the one that was told");
        break;
      }
    for (const auto& [after, text] : player.acked)
      if (after >= player.log.size() || !player.log[after].contains("act") || player.log[after]["act"]["text"] != text)
        troubles.push_back(who + "'" + text + "' was acknowledged as entry " + std::to_string(after + 1) + " and is not there");
    const auto mine = std::count_if(player.log.begin(), player.log.end(), [&](const json& entry) {
      return entry["kind"] == "act" && entry["by"] == sides()[std::size_t(player.side)];
    });
    if (mine < std::ptrdiff_t(player.acked.size()) || mine > std::ptrdiff_t(player.acked.size()) + player.unknown)
      troubles.push_back(who + std::to_string(mine) + " acts are there, " + std::to_string(player.acked.size()) + " were acknowledged and " +
                         std::to_string(player.unknown) + " are unknown");
  }

  unsigned short proxy_;
  int number_;
  bool machine_;
  json game_;
  std::vector<Player> players_;
  tambour::Rng rng_{uint64_t(number_) + 1};
  bool over_ = false;
  Clock::time_point moved_{};
  std::array<double, kFaults> silence_{};
  std::vector<std::string> troubles_;
};

}  // namespace tambour::server::test
