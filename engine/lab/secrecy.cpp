// SPDX-License-Identifier: MIT
#include "lab/secrecy.h"

#include <algorithm>

#include "ai/hint.h"
#include "ai/odds.h"
#include "ai/player.h"
#include "lab/queries.h"

namespace tambour {
namespace {

std::string first_difference(const std::string& a, const std::string& b) {
  const auto x = split(a, '\n'), y = split(b, '\n');
  for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
    const auto left = i < x.size() ? x[i] : "nothing", right = i < y.size() ? y[i] : "nothing";
    if (left != right) return "'" + std::string(left) + "' against '" + std::string(right) + "'";
  }
  return "nothing";
}

bool same_refusal(const Refusal& a, const Refusal& b) { return a.why == b.why && a.unit == b.unit && a.hex == b.hex; }

bool same_ledger(const Ledger& a, const Ledger& b) {
  const auto same_line = [](const LedgerLine& x, const LedgerLine& y) {
    return x.value == y.value && x.why == y.why && x.unit == y.unit && x.hex == y.hex;
  };
  return a.total == b.total && std::equal(a.lines.begin(), a.lines.end(), b.lines.begin(), b.lines.end(), same_line);
}

bool same_odds(const Odds& a, const Odds& b) {
  const auto same_end = [](const Ending& x, const Ending& y) { return x.probability == y.probability && x.changes == y.changes; };
  return a.value == b.value && a.followed == b.followed &&
         std::equal(a.endings.begin(), a.endings.end(), b.endings.begin(), b.endings.end(), same_end);
}

std::string play_of(const Game& game, const std::vector<Hint>& hints) {
  std::string out;
  for (const Hint& h : hints) out += to_text(h.act, game) + " " + std::to_string(h.gain) + " " + h.why + "\n";
  return out;
}

}  // namespace

std::string check_secrecy(const Game& game, const State& s, const State& twin, Seat seat, Rng& rng) {
  const std::string who = game.side_name(seat);
  const std::string seen = view_text(game.observe(s, seat)), then = view_text(game.observe(twin, seat));
  if (seen != then) return "the view of " + who + " changes with the other's secrets: " + first_difference(seen, then);
  if (s.seat != seat) return {};
  ActionList<> mine, theirs;
  game.options(s, mine);
  game.options(twin, theirs);
  if (!std::equal(mine.begin(), mine.end(), theirs.begin(), theirs.end())) return "what " + who + " may do betrays a secret";
  for (int i = 0; i < 40; ++i) {
    const Action a = any_act(game, mine, rng);
    if (!same_refusal(game.refuse(s, a), game.refuse(twin, a))) return "the refusal of '" + to_text(a, game) + "' betrays a secret";
    if (!same_ledger(game.ledger(s, a), game.ledger(twin, a))) return "the ledger of '" + to_text(a, game) + "' betrays a secret";
  }
  return {};
}

std::string check_minds(const Game& game, const State& s, const State& twin, Seat seat, Rng& rng) {
  if (s.seat != seat || s.dice != Dice::None) return {};
  ActionList<> list;
  game.options(s, list);
  const uint64_t seed = rng.next();
  const Action a = list[int(rng.below(uint32_t(list.size())))];
  const OddsOptions few{.eyes = seat, .nodes = 300, .samples = 20, .seed = seed};
  if (!same_odds(odds(game, s, a, few), odds(game, twin, a, few))) return "the odds of '" + to_text(a, game) + "' betray a secret";
  const std::string one = play_of(game, hints(game, s, seat, seed)), two = play_of(game, hints(game, twin, seat, seed));
  if (one != two) return "a hint to " + game.side_name(seat) + " betrays a secret: " + first_difference(one, two);
  for (const std::string_view level : levels()) {
    const auto counted = [&] {  // limited by playouts, not by time
      auto player = make_player(std::string(level) + "/3", seed);
      return player ? std::move(player) : make_player(level, seed);
    };
    const Action here = counted()->choose(game, s, seat, {}), there = counted()->choose(game, twin, seat, {});
    if (here != there)
      return "the " + std::string(level) + " knows a secret: '" + to_text(here, game) + "' against '" + to_text(there, game) + "'";
  }
  return {};
}

}  // namespace tambour
