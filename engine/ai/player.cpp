#include "ai/player.h"

namespace tambour {

namespace {

class RandomPlayer : public Player {
 public:
  explicit RandomPlayer(uint64_t seed) : rng_(seed) {}
  Action choose(const Game& game, const State& state, Seat, std::stop_token) override {
    ActionList<> acts;
    game.options(state, acts);
    return acts[int(rng_.below(uint32_t(acts.size())))];
  }

 private:
  Rng rng_;
};

template <class P>
std::unique_ptr<Player> make(uint64_t seed) {
  return std::make_unique<P>(seed);
}

struct Level {
  std::string_view name;
  std::unique_ptr<Player> (*make)(uint64_t seed);
};
constexpr Level kLevels[] = {
    {"random", make<RandomPlayer>},
};

}  // namespace

std::vector<std::string_view> levels() {
  std::vector<std::string_view> out;
  for (const Level& level : kLevels) out.push_back(level.name);
  return out;
}

std::unique_ptr<Player> make_player(std::string_view level, uint64_t seed) {
  for (const Level& known : kLevels)
    if (known.name == level) return known.make(seed);
  return nullptr;
}

}  // namespace tambour
