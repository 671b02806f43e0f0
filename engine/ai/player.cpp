// SPDX-License-Identifier: MIT
#include "ai/player.h"

#include <charconv>

#include "ai/searching_player.h"

namespace tambour {
namespace {

class RandomPlayer : public Player {
 public:
  explicit RandomPlayer(uint64_t seed) : rng_(seed) {}
  Action choose(const Game& game, const State& state, Seat, std::stop_token) override {
    ActionList<> acts;
    game.options(state, acts);
    return acts.size() ? acts[int(rng_.below(uint32_t(acts.size())))] : Action{};
  }

 private:
  Rng rng_;
};

constexpr Skill kRecruit{
    .hexes = 48, .nodes = 40, .samples = 6, .movers = Movers::First, .joint = false, .ahead = {.detail = Detail::Quick}};
// Destinations of a unit that become plans, for veteran and marshal.
constexpr Skill officer(int ends) { return {.hexes = 120, .nodes = 400, .samples = 24, .movers = Movers::Best, .ends = ends}; }
// The recruits that play both sides in playouts: hurried or careful.
constexpr Skill kHurried{.hexes = 12, .nodes = 1, .samples = 2, .movers = Movers::First, .joint = false, .ahead = {.dice = 1}};
constexpr Skill kCareful{.hexes = 48, .nodes = 40, .samples = 6, .movers = Movers::First, .joint = false, .ahead = {.dice = 1}};
constexpr Search kVeteran{.candidates = 6, .nodes = 36'000};
constexpr Search kMarshal{.candidates = 8, .threads = 2};

std::unique_ptr<Player> make_searching(const Skill& skill, const Skill& rollout, Search search, uint64_t seed, uint64_t budget) {
  if (budget) search.nodes = 0, search.playouts = budget;
  return std::make_unique<SearchingPlayer>(skill, rollout, search, seed);
}

struct Level {
  std::string_view name;
  std::unique_ptr<Player> (*make)(uint64_t seed, uint64_t budget);
};
constexpr Level kLevels[] = {
    {"random", [](uint64_t seed, uint64_t) -> std::unique_ptr<Player> { return std::make_unique<RandomPlayer>(seed); }},
    {"recruit", [](uint64_t seed, uint64_t) -> std::unique_ptr<Player> { return std::make_unique<PlanningPlayer>(kRecruit, seed); }},
    {"veteran", [](uint64_t seed, uint64_t budget) { return make_searching(officer(3), kHurried, kVeteran, seed, budget); }},
    {"marshal", [](uint64_t seed, uint64_t budget) { return make_searching(officer(5), kCareful, kMarshal, seed, budget); }},
};

}  // namespace

std::vector<std::string_view> levels() {
  std::vector<std::string_view> out;
  for (const Level& level : kLevels) out.push_back(level.name);
  return out;
}

std::unique_ptr<Player> make_player(std::string_view level, uint64_t seed) {
  const std::size_t slash = level.find('/');
  uint64_t budget = 0;
  if (slash != level.npos) {
    const std::string_view digits = level.substr(slash + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), budget);
    if (error != std::errc{} || end != digits.data() + digits.size() || budget == 0) return nullptr;
  }
  for (const Level& known : kLevels)
    if (known.name == level.substr(0, slash)) return known.make(seed, budget);
  return nullptr;
}

}  // namespace tambour
