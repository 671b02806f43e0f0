// SPDX-License-Identifier: MIT
#include "ai/hint.h"

#include <algorithm>
#include <cmath>

#include "ai/planner.h"

namespace tambour {
namespace {

constexpr Skill kAdvice{.hexes = 120, .nodes = 2000, .samples = 80};

using Parts = std::vector<std::pair<std::string, double>>;

void add(Parts& to, const Game& game, const State& s, Seat seat, double share) {
  for (const auto& [name, value] : game.weigh(s, seat)) {
    const auto at = std::find_if(to.begin(), to.end(), [&, &n = name](const auto& p) { return p.first == n; });
    if (at == to.end()) to.emplace_back(name, share * value);
    else at->second += share * value;
  }
}

// Change of each part of the evaluation by the plan.
Parts difference(const Game& game, const State& now, Seat seat, const Candidate& c) {
  Parts out;
  add(out, game, now, seat, -1);
  if (c.then.empty()) {
    OutcomeGraph chain(game);
    chain.play(now, c.act, {.nodes = kAdvice.nodes, .samples = kAdvice.samples, .ahead = kAdvice.ahead});
    State end;
    for (int i = 0; i < chain.ends().size(); ++i) {
      chain.ends().get(i, end);
      add(out, game, end, seat, chain.ends().mass(i));
    }
    return out;
  }
  State at;
  copy(at, now);
  game.apply(at, c.act);
  for (const Action& a : c.then) {
    if (game.refuse(at, a)) break;
    game.apply(at, a);
  }
  add(out, game, at, seat, 1);
  return out;
}

// Variants of the same plan (other facing, other selection) are dropped from the list of alternatives.
bool alike(Action a, Action b) {
  if (takes_in_hand(a.verb) && takes_in_hand(b.verb)) return a.who == b.who;
  a.arg = b.arg = 0;
  return a == b && a.who != kNoUnit;
}

std::string rounded(double v) { return (v < 0 ? "-" : "+") + std::to_string(int(std::lround(std::abs(v)))); }

std::string sentence(Parts parts) {
  std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out;
  if (!parts.empty() && parts.front().second >= 1)
    out = "It gains most in " + parts.front().first + " (" + rounded(parts.front().second) + ")";
  if (!parts.empty() && parts.back().second <= -1)
    out += (out.empty() ? "It costs " : " and costs ") + parts.back().first + " (" + rounded(parts.back().second) + ")";
  return out.empty() ? "Nothing better is in sight: it keeps things as they are." : out + ".";
}

}  // namespace

std::vector<Hint> hints(const Game& game, const State& state, Seat seat, uint64_t seed, int most) {
  State known;
  copy(known, state);
  Rng rng(seed);
  game.resample(known, seat, rng);
  Planner planner(game, kAdvice);
  const double now = game.evaluate(known, seat);
  std::vector<Hint> out;
  const std::vector<Candidate>& ranked = planner.rank(known, seat);
  const auto tell = [&](auto&& told) {
    for (const Candidate& c : ranked) {
      if (int(out.size()) == most) return;
      if (std::any_of(out.begin(), out.end(), [&](const Hint& h) { return told(h.act, c.act); }) || game.refuse(state, c.act)) continue;
      out.push_back({c.act, {c.then.begin(), c.then.end()}, c.value - now, sentence(difference(game, known, seat, c))});
    }
  };
  tell(alike);
  if (out.size() == 1) tell([](Action a, Action b) { return a == b; });  // all plans are variants: list them
  return out;
}

}  // namespace tambour
