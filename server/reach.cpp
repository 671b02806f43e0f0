// SPDX-License-Identifier: MIT
#include "server/reach.h"

#include <algorithm>
#include <map>
#include <memory>
#include <queue>

namespace tambour::server {

using json = nlohmann::json;

namespace {

constexpr int kMostSteps = 800;  // in all: more than any unit can reach

struct Place {
  State state;
  std::optional<Ratio> left;  // movement points after the step, if the book shows them
  Action act;
  std::shared_ptr<const Place> from;  // null for the start
  const char* stops = nullptr;
};
using PlacePtr = std::shared_ptr<Place>;

// Movement points are whole or halves.
json number(Ratio points) { return points.den == 1 ? json(points.num) : json(double(points.num) / double(points.den)); }

std::optional<Ratio> points_left(const Game& game, const State& state, Seat seat, UnitId unit, json* values = nullptr) {
  const View view = game.observe(state, seat);
  for (const CounterView& c : view.counters) {
    if (c.id != unit) continue;
    bool half = false;
    for (const auto& [key, value] : c.values) half |= key == "half";
    if (values)
      for (const auto& [key, value] : c.values)
        if (key != "half") (*values)[key] = value;
    if (c.left) return Ratio(2 * *c.left + half, 2);
    return c.allowance ? std::optional(Ratio(*c.allowance)) : std::nullopt;
  }
  return std::nullopt;
}

// What a step costs: a sum of steps in some books, a value in those that count halves.
Ratio price(const Ledger& cost) {
  Ratio sum(cost.total);
  for (const LedgerLine& line : cost.lines)
    if (line.kind == LedgerLine::Value) sum = sum + Ratio(line.value, line.den);
  return sum;
}

// Movement points after a step: from its ledger if there is one, which works for a step into a reaction too.
std::optional<Ratio> left_after(const Game& game, const State& before, std::optional<Ratio> left, Action act, const State& after, Seat seat) {
  const Ledger cost = game.ledger(before, act);
  if (!left || cost.lines.empty()) return points_left(game, after, seat, act.who);
  return std::max(Ratio(0), *left - price(cost));
}

// How the move can end there: with a facing if the book asks for one.
json ends(const Game& game, const Place& place) {
  json out = json::array();
  if (place.stops || place.state.over()) return out;
  ActionList<> acts;
  game.options(place.state, acts);
  for (const Action& act : acts)
    if (act.who == place.act.who && (act.verb == Verb::Halt || act.verb == Verb::Wheel || act.verb == Verb::Stop))
      out.push_back(to_text(act, game));
  return out;
}

json describe(const Game& game, const Place& place, Seat seat) {
  std::vector<std::string> acts;
  for (const Place* p = &place; p->from; p = p->from.get()) acts.insert(acts.begin(), to_text(p->act, game));
  json values = json::object();
  if (!place.state.over()) points_left(game, place.state, seat, place.act.who, &values);
  if (place.left) values["left"] = number(*place.left);
  return {{"hex", game.grid().number(place.act.hex)},
          {"acts", acts},
          {"ends", ends(game, place)},
          {"values", values},
          {"stops", place.stops ? json(place.stops) : json(nullptr)}};
}

}  // namespace

json reach(const Game& game, const State& state, Seat seat) {
  const auto start = std::make_shared<Place>();
  copy(start->state, wire::known_to(game, state, seat));
  const auto worse = [](const PlacePtr& a, const PlacePtr& b) { return a->left < b->left; };
  std::priority_queue<PlacePtr, std::vector<PlacePtr>, decltype(worse)> open(worse);
  std::map<std::pair<UnitId, HexId>, PlacePtr> best;
  open.push(start);
  int steps = 0;
  while (!open.empty()) {
    const PlacePtr at = open.top();
    open.pop();
    if (at->from && best[{at->act.who, at->act.hex}] != at) continue;  // a better way was found since
    ActionList<> acts;
    game.options(at->state, acts);
    for (const Action& act : acts) {
      if (!is(act.verb, VerbKind::Steps)) continue;
      if (++steps > kMostSteps) break;
      const auto next = std::make_shared<Place>(Place{{}, std::nullopt, act, at, nullptr});
      copy(next->state, at->state);
      game.apply(next->state, act);
      const Decision d = game.decision(next->state);
      next->stops = d.seat == Seat::Chance ? "die" : d.seat == other(seat) ? "enemy" : nullptr;
      const auto before = at->from ? at->left : points_left(game, at->state, seat, act.who);
      next->left = left_after(game, at->state, before, act, next->state, seat);
      PlacePtr& known = best[{act.who, act.hex}];
      if (known && (known->left > next->left || (known->left == next->left && !known->stops))) continue;
      known = next;
      if (!next->stops && !next->state.over()) open.push(next);
    }
  }
  json out = json::array();
  for (const auto& [key, place] : best) out.push_back(describe(game, *place, seat));
  return out;
}

json walk(const Game& game, const State& known, Seat seat, const std::vector<Action>& acts) {
  json out = json::array();
  State state = known;
  auto left = acts.empty() ? std::nullopt : points_left(game, state, seat, acts[0].who);
  for (const Action& act : acts) {
    if (state.over() || state.seat != seat || game.refuse(state, act)) break;
    const Ledger cost = game.ledger(state, act);
    json step = wire::ledger(game, cost);
    step["total"] = number(price(cost));
    const State before = state;
    game.apply(state, act);
    left = left_after(game, before, left, act, state, seat);
    step["act"] = to_text(act, game), step["left"] = left ? number(*left) : json(nullptr);
    out.push_back(std::move(step));
  }
  return out;
}

}  // namespace tambour::server
