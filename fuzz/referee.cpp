// SPDX-License-Identifier: MIT
// The referee: every line is answered with one JSON object with "ok". The first byte selects a battle and a book; their referee is reused
// for all inputs and rewound to the start, since opening a battle costs more than playing it.
#include "wire/referee.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "battle/battle.h"
#include "rules/registry.h"

using namespace tambour;

namespace {

constexpr int kMostLines = 8;
constexpr uint64_t kSlow = 4096;  // one input in so many may use odds and hints, or open other battles

struct Chair {
  std::string opening;
  std::unique_ptr<wire::Referee> referee;
};

std::vector<Chair> all_battles() {
  std::vector<Chair> out;
  for (const std::string& id : list_battles(data_directory())) {
    Trouble trouble;
    const auto battle = load_battle(data_directory() + "/battles/" + id, trouble);
    for (const auto book : rulesets())
      if (battle && battle->plays(book))
        out.push_back({R"({"cmd":"start","battle":")" + id + R"(","ruleset":")" + std::string(book) + R"("})", nullptr});
  }
  return out;
}

// Mostly the small battles, which come last in the list, because they are faster.
Chair& chosen(std::vector<Chair>& seats, uint8_t byte) {
  const auto large = std::find_if(seats.begin(), seats.end(), [](const Chair& c) { return c.opening.find("train-") != std::string::npos; });
  const auto small = std::size_t(seats.end() - large);
  return byte % 16 && small ? *(large + std::ptrdiff_t(byte / 16 % small)) : seats[byte / 16 % seats.size()];
}

bool opens_another(std::string_view line) {
  for (const char* word : {"start", "position", "load"})
    if (line.find(word) != std::string_view::npos) return true;
  return false;
}

// Odds and hints think for seconds under the sanitizers; one input in many is enough.
bool thinks(std::string_view line) { return line.find("odds") != std::string_view::npos || line.find("hint") != std::string_view::npos; }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  static std::vector<Chair> seats = all_battles();
  static uint64_t inputs = 0;
  if (size < 2 || seats.empty()) return 0;
  const bool slow = ++inputs % kSlow == 0;
  Chair& seat = chosen(seats, data[0]);
  if (!seat.referee) {
    seat.referee = std::make_unique<wire::Referee>(data_directory(), make_game, wire::Referee::Files::Barred);
    seat.referee->answer(seat.opening);
  }
  bool strange = false;
  int lines = 0;
  for (const auto line : split({reinterpret_cast<const char*>(data) + 1, size - 1}, '\n')) {
    if (++lines > kMostLines) break;
    if ((thinks(line) || opens_another(line)) && !slow) continue;
    strange |= opens_another(line);
    const auto answer = wire::json::parse(seat.referee->answer(line), nullptr, false);
    if (!answer.is_object() || !answer.contains("ok")) std::abort();
  }
  if (strange) seat.referee.reset();
  else seat.referee->rewind();
  return 0;
}
