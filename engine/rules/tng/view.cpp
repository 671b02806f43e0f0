// SPDX-License-Identifier: MIT
// What each seat may see, and what a counter has printed on it.
#include "rules/tng/ch04_activation.h"
#include "rules/tng/ch04_orders.h"
#include "rules/tng/ch06_stacking_facing_zones.h"
#include "rules/tng/ch07_movement.h"
#include "rules/tng/ch08_2_fire.h"
#include "rules/tng/ch08_5_charge.h"
#include "rules/tng/ch08_7_disorder_rout.h"
#include "rules/tng/ch08_8_rally.h"
#include "rules/tng/game.h"

namespace tambour::tng {
namespace {

constexpr const char* kPhases[] = {"orders", "initiative", "activation", "reserve", "morale", "commanders"};
constexpr const char* kSegments[] = {"", "opening", "fire", "move", "shock", "rally"};

void add_marks(const Look& b, UnitId u, bool orders_open, CounterView& c) {
  const auto mark = [&](bool yes, const char* name) {
    if (yes) c.marks.emplace_back(name);
  };
  mark(is_disordered(b, u), "disordered");
  mark(is_routed(b, u), "routed");
  by("7.35-c");
  show_marks(kMarkWords, b.pos.marks[u] & ~(b.pos.segment <= Segment::Move ? 0u : kFired), c);
  if (!orders_open || b.pos.command[u] == kNoUnit) return;
  mark(b.pos.orders[u] == Orders::Under, "orders");
  mark(b.pos.orders[u] == Orders::Road, "road-march");
}

UnitSummary summary(const Look& b, UnitId u) {
  const Condition now = b.pos.condition[u];
  return {side_of(b, u), now, b.pos.at(u), int16_t(now == Condition::Eliminated ? 0 : ratings(b, u).sp)};
}
UnitSummary commander_summary(const Look& b, Seat side) { return {side, Condition::Good, b.pos.commander[index(side)], 0}; }

CounterView unit_view(const Look& b, UnitId u, bool orders_open) {
  CounterView c(u, summary(b, u));
  c.facing = is_routed(b, u) ? -1 : b.pos.facing[u];
  c.height = b.pos.stack.height(u);
  const Ratings& r = ratings(b, u);
  c.values = {{"sp", r.sp}, {"coh", r.cohesion}};
  c.show_allowance(r.ma);
  if (is_infantry(b, u)) c.values.emplace_back("df", counter(b, u).defensive_fire);
  if (is_gun(b, u)) c.values.insert(c.values.end(), {{"effective", counter(b, u).effective}, {"maximum", counter(b, u).maximum}});
  if (b.pos.command[u] != kNoUnit) c.values.emplace_back("command", index(b.pos.command[u]));
  add_marks(b, u, orders_open, c);
  return c;
}

CounterView commander_view(const Look& b, Seat side) {
  CounterView c(b.field.commander_id(side), commander_summary(b, side));
  const Commander& him = b.field.commander(side);
  c.values = {{"command", him.rating}, {"orders", him.orders}, {"range", him.range}};
  return c;
}

void add_facts(const Look& b, Seat seat, View& v) {
  const auto side_name = [&](Seat s) { return b.field.battle.sides[index(s)]; };
  v.facts.emplace_back("initiative", index(b.pos.initiative) < 2 ? side_name(b.pos.initiative) : "nobody");
  v.facts.emplace_back("clock", b.field.battle.clock(b.pos.turn));
  for (int i = 0; i < 2; ++i) {
    v.facts.emplace_back("delay failures " + side_name(Seat(i)), std::to_string(b.pos.delay_failures[i]));
    if (seat == Seat::Nobody || seat == Seat(i))
      v.facts.emplace_back("orders spent " + side_name(Seat(i)), std::to_string(b.pos.orders_spent[i]));
  }
  for (std::size_t g = 0; g < b.field.groups.size(); ++g) {
    const Group& group = b.field.groups[g];
    if (const Losses l = losses_of(b, int(g)); l.all)
      v.formations.push_back({group.id, group.side, "units", l.lost, l.limit(), bool(b.pos.collapsed[g])});
    if (b.pos.collapsed[g]) v.facts.emplace_back("collapsed " + group.id, "yes");
  }
  for (std::size_t o = 0; o < b.field.objectives.size(); ++o)
    if (index(b.pos.owner[o]) < 2) v.facts.emplace_back("held " + b.field.grid.number(b.field.objectives[o]), side_name(b.pos.owner[o]));
  if (b.pos.own_rules & kDetached) v.facts.emplace_back("brigade detached", "yes");
  if (b.pos.own_rules & kCalled) v.facts.emplace_back("reinforcements called", "yes");
}

// What the open question knows of a move under way: the points left, and the way of a charge.
void add_move(const Look& b, const State& s, View& v) {
  if (const auto* q = open_question<MoveStep, Look>(s)) show_left(v, q->m.unit, std::max(0, q->m.allowance - q->m.spent));
  if (const auto* q = open_question<ChooseFlight, Look>(s)) show_left(v, q->unit, std::max(0, int(q->mp)));
  if (const auto* q = open_question<MoveCommander, Look>(s)) {
    const int half = kCommanderHalfMp - q->spent;
    show_left(v, b.field.commander_id(q->who), half / 2, half % 2);
  }
  if (const auto* q = open_question<ChargeRoute, Look>(s)) {
    const Grid& grid = b.field.grid;
    std::string way = grid.number(b.pos.at(q->lead));
    if (q->steps > 0) way += " " + grid.number(q->first);
    if (q->steps > 1) way += " " + grid.number(q->second);
    v.facts.emplace_back("charge", grid.number(q->target));
    v.facts.emplace_back("charge way", way);
  }
}

}  // namespace

bool TngGame::controls(const State& s, Seat side, HexId h) const { return in_zone(look(s), h, side); }
FireReach TngGame::fire_reach(const State& s, UnitId u, HexId h) const {
  return is_unit(look(s), u) ? tng::fire_reach(look(s), u, h) : FireReach::Out;
}
std::optional<bool> TngGame::in_sight(const State& s, HexId from, HexId to) const { return sees(look(s), from, to); }

void TngGame::summaries(const State& s, UnitVector<UnitSummary>& out) const {
  const Look b = look(s);
  out.clear();
  for (UnitId u : all_units(field())) out.push_back(summary(b, u));
  for (Seat side : {Seat::First, Seat::Second}) {
    const UnitId u = field().commander_id(side);
    if (u == kNoUnit) continue;
    if (!out.has(u)) out.resize(std::size_t(u) + 1);
    out[u] = commander_summary(b, side);
  }
}

View TngGame::observe(const State& s, Seat seat) const {
  const Look b = look(s);
  View v;
  v.turn = b.pos.turn, v.turns = field().battle.turns;
  v.phase = kPhases[int(b.pos.phase)], v.segment = kSegments[int(b.pos.segment)];
  if (b.pos.segment != Segment::None) v.active = b.pos.marker == kNone ? "reserve" : marker(b.pos.marker);
  for (UnitId u : all_units(field())) {
    const bool open = seat == Seat::Nobody || seat == side_of(b, u) || b.pos.shown[counter(b, u).group];
    v.counters.push_back(unit_view(b, u, open));
  }
  for (int i = 0; i < 2; ++i)
    if (field().commander_id(Seat(i)) != kNoUnit) v.counters.push_back(commander_view(b, Seat(i)));
  add_move(b, s, v);
  for (std::size_t m = 0; m < field().markers.size(); ++m) {
    if (b.pos.pool[m] == PoolState::InPool) v.cup.push_back(marker(int(m)));
    if (b.pos.pool[m] == PoolState::Drawn) v.drawn.push_back(marker(int(m)));
    if (b.pos.pool[m] == PoolState::Held) v.facts.emplace_back("held " + marker(int(m)), "yes");
  }
  add_facts(b, seat, v);
  const Outcome out = outcome(s);
  v.over = out.over, v.winner = out.winner;
  for (int i = 0; i < 2; ++i) v.points[i] = out.points[i];
  const int lead = std::abs(v.points[0] - v.points[1]);
  if (v.over)
    v.verdict = out.winner == Seat::Nobody   ? "draw"
                : field().major_from == 0    ? "victory"
                : lead >= field().major_from ? "major victory"
                                             : "minor victory";
  return v;
}

std::vector<std::pair<std::string, std::string>> TngGame::describe(UnitId u) const {
  if (!field().battle.roster.has(u)) return {};
  const RosterEntry& entry = field().battle.roster[u];
  std::vector<std::pair<std::string, std::string>> out = {{"name", entry.name}, {"side", side_name(entry.side)}};
  if (!field().units.has(u)) {
    out.emplace_back("arm", "commander");
    return out;
  }
  const Counter& c = field().units[u];
  const Record& r = field().battle.records[std::size_t(entry.record)];
  out.emplace_back("arm", r.get("arm"));
  out.emplace_back("formation", field().groups[c.group].name);
  out.emplace_back("marker", field().groups[c.group].id);
  if (!r.get("brigade").empty()) out.emplace_back("brigade", r.get("brigade"));
  if (!r.get("men").empty()) out.emplace_back("men", r.get("men"));
  for (const auto& [ratings, prefix] : {std::pair{c.good, std::string()}, {c.disordered, std::string("back.")}}) {
    out.emplace_back(prefix + "sp", std::to_string(ratings.sp));
    out.emplace_back(prefix + "coh", std::to_string(ratings.cohesion));
    out.emplace_back(prefix + "mp", std::to_string(ratings.ma));
  }
  return out;
}

}  // namespace tambour::tng
