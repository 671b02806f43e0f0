#include "ai/player.h"

namespace tambour {
namespace {

class RandomPlayer : public Player {
 public:
  Action choose(const Game&, const State&, const ActionSink& options, Rng& rng) override {
    return options[int(rng.below(uint32_t(options.size())))];
  }
};

template <class P>
std::unique_ptr<Player> make() {
  return std::make_unique<P>();
}
struct Named {
  const char* name;
  std::unique_ptr<Player> (*make)();
};
constexpr Named kPlayers[] = {{"random", make<RandomPlayer>}};

}  // namespace

std::unique_ptr<Player> make_player(std::string_view name) {
  for (const Named& p : kPlayers)
    if (name == p.name) return p.make();
  return nullptr;
}

std::vector<std::string> player_names() {
  std::vector<std::string> out;
  for (const Named& p : kPlayers) out.emplace_back(p.name);
  return out;
}

}  // namespace tambour
