// SPDX-License-Identifier: MIT
// What a seat may see of the position, and how the rest can be redrawn for it.
#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch07_fire.h"
#include "rules/jdg/ch11_rally.h"
#include "rules/jdg/ch13_victory.h"
#include "rules/jdg/game.h"
#include "rules/jdg/moving.h"

namespace tambour::jdg {
namespace {

constexpr const char* kPhases[] = {"orders", "initiative", "activation", "rout", "final"};
constexpr const char* kSegments[] = {"", "command", "fire", "move", "shock", "rally"};

bool can_know_orders(const Look& b, UnitId u, Seat seat) {  // 2.3.2-c: face down until the first marker of the formation
  const uint8_t g = state(b, u).group;
  return seat == Seat::Nobody || seat == side_of(b, u) || (g != kNoGroup && b.pos.shown[g]);
}

UnitSummary summary(const Look& b, UnitId u) {
  const Condition now = b.pos.unit[u].condition;
  return {side_of(b, u), now, b.pos.at(u), int16_t(now == Condition::Eliminated ? 0 : ratings(b, u).sp)};
}

UnitSummary commander_summary(const Look& b, int i) {
  const uint8_t there = b.pos.leader[i];
  const Condition now = there & kLeaderLost ? Condition::Eliminated : there & kLeaderHere ? Condition::Good : Condition::Waiting;
  return {b.field.commanders[std::size_t(i)].side, now, b.pos.leader_at[i], 0};
}

CounterView unit_view(const Look& b, UnitId u, Seat seat, bool orders) {
  const UnitState& s = b.pos.unit[u];
  CounterView v(u, summary(b, u));
  v.facing = s.condition == Condition::Routed ? -1 : s.facing;
  const Ratings& r = ratings(b, u);
  const Ratings& printed = s.condition == Condition::Waiting ? counter(b, u).front : r;
  v.values = {{"sp", printed.sp}, {"coh", printed.cohesion}};
  v.show_allowance(printed.mp);
  if (!is_gun(b, u)) v.values.emplace_back("eng", printed.engagement);
  if (s.condition == Condition::Waiting) v.values.emplace_back("turn", counter(b, u).turn);
  if (v.place != "map") return v;
  v.height = b.pos.stack.height(u);
  if (s.condition == Condition::Disordered) v.marks.emplace_back("disordered");
  if (s.condition == Condition::Routed) v.marks.emplace_back("routed");
  show_marks(kMarkWords, s.marks, v);
  if (b.pos.demoralised[counter(b, u).formation]) v.marks.emplace_back("demoralised");
  if (b.pos.mover.units.contains(u)) v.show_left(b.pos.mover.mp);
  if (!orders) return v;
  if (s.group != kNoGroup) v.values.emplace_back("group", s.group);
  if (!can_know_orders(b, u, seat)) v.marks.emplace_back("order-hidden");
  else v.marks.emplace_back(has_orders(b, u) ? "orders" : "no-orders");
  return v;
}

bool hidden_marker(const Look& b, std::size_t m, Seat seat) {  // combined markers are put in face down
  const Marker& c = b.field.markers[m];
  return c.kind != MarkerKind::Ordinary && !c.compulsory_turn && seat != Seat::Nobody && seat != c.side &&
         b.pos.marker[m] == MarkerState::InCup;
}

// Of a move under way: the points left to a commander or a routed unit, and what a charge is aimed at.
void add_move(const Look& b, const State& s, View& v) {
  if (const auto ride = ride_left(b, s)) show_left(v, ride->first, ride->second / 2, ride->second % 2);
  if (const auto rout = rout_left(s)) show_left(v, rout->first, std::max(0, rout->second));
  if (b.pos.mover.units.empty() || b.pos.mover.gait != Gait::Charge || b.pos.mover.target == kNoHex) return;
  v.facts.emplace_back("charge", b.field.grid.number(b.pos.mover.target));
  v.facts.emplace_back("charge from", b.field.grid.number(b.pos.mover.start));
}

}  // namespace

void FamilyGame::summaries(const State& s, UnitVector<UnitSummary>& out) const {
  const Look b = look(s);
  out.assign(std::size_t(field().unit_count() + (shows_commanders() ? field().leader_count() : 0)), {});
  for (UnitId u : all_units(field())) out[u] = summary(b, u);
  for (int i = 0; i < field().leader_count() && shows_commanders(); ++i) out[field().leader(i)] = commander_summary(b, i);
}

View FamilyGame::observe(const State& s, Seat seat) const {
  const Look b = look(s);
  View v;
  v.turn = b.pos.turn, v.turns = field().battle.turns;
  v.phase = kPhases[int(b.pos.phase)], v.segment = kSegments[int(b.pos.segment)];
  if (const Marker* m = active_marker(b)) v.active = m->id;
  for (UnitId u : all_units(field())) v.counters.push_back(unit_view(b, u, seat, keeps_orders()));
  for (int i = 0; i < field().leader_count() && shows_commanders(); ++i) {
    CounterView c(field().leader(i), commander_summary(b, i));
    const Commander& card = field().commanders[std::size_t(i)];
    c.values = {{"drm", card.modifier}, {"orders", card.orders}, {"range", card.range}};
    if (b.pos.leader[i] & kLeaderMoved) c.marks.emplace_back("finished");
    v.counters.push_back(std::move(c));
  }
  for (std::size_t m = 0; m < field().markers.size(); ++m) {
    if (b.pos.marker[m] == MarkerState::InCup && !hidden_marker(b, m, seat)) v.cup.push_back(field().markers[m].id);
    if (b.pos.marker[m] == MarkerState::Drawn || b.pos.marker[m] == MarkerState::Spent) v.drawn.push_back(field().markers[m].id);
  }
  v.facts = {{"clock", field().battle.clock(b.pos.turn)},
             {"night", field().night(b.pos.turn) ? "yes" : "no"},
             {"fog", field().fog(b.pos.turn) ? "yes" : "no"},
             {"initiative", b.pos.initiative <= Seat::Second ? side_name(b.pos.initiative) : "none"}};
  add_move(b, s, v);
  for (std::size_t i = 0; i < field().objectives.size(); ++i)
    v.facts.emplace_back("holder " + grid().number(field().objectives[i]),
                         b.pos.holder[i] <= Seat::Second ? side_name(b.pos.holder[i]) : "none");
  for (std::size_t f = 0; f < field().formations.size() && demoralises(); ++f) {
    const Formation& card = field().formations[f];
    const auto [in_play, good] = in_order(b, f);
    if (in_play) v.formations.push_back({card.id, card.side, "units", in_play - good, in_play, bool(b.pos.demoralised[f])});
    if (b.pos.demoralised[f]) v.facts.emplace_back("demoralised " + card.id, "yes");
  }
  v.points[0] = score(b, Seat::First), v.points[1] = score(b, Seat::Second);
  v.over = b.pos.over, v.winner = b.pos.winner;
  if (v.over)
    v.verdict = v.winner == Seat::Nobody ? "draw" : b.pos.major ? "major victory" : field().major_margin ? "minor victory" : "victory";
  return v;
}

bool FamilyGame::controls(const State& s, Seat side, HexId h) const { return in_enemy_zone(look(s), other(side), h); }
FireReach FamilyGame::fire_reach(const State& s, UnitId u, HexId h) const {
  return field().units.has(u) ? jdg::fire_reach(look(s), u, h) : FireReach::Out;
}
std::optional<bool> FamilyGame::in_sight(const State& s, HexId from, HexId to) const { return jdg::in_sight(look(s), from, to); }

// The other side's face-down orders and combined markers are dealt anew; the cup itself has no order to hide.
void FamilyGame::resample(State& s, Seat seat, Rng& rng) const {
  Pos& p = pos(s);
  const Look b = look(s);
  const Seat foe = other(seat);
  int left[kMaxLeaders] = {};
  for (int i = 0; i < field().leader_count(); ++i)
    left[i] = commander_present(b, i) && field().commanders[std::size_t(i)].side == foe ? field().commanders[std::size_t(i)].orders : 0;
  FixedVector<uint8_t, kMaxGroups> open;
  for (int g = 0; g < p.groups; ++g) {
    UnitId of = kNoUnit;
    for (UnitId u : all_units(field()))
      if (of == kNoUnit && p.unit[u].group == g) of = u;
    if (of == kNoUnit || side_of(b, of) != foe) continue;
    if (!p.shown[g]) {
      p.orders[g] = 0;
      open.push_back(uint8_t(g));
    } else if (p.orders[g]) {
      for (int i = 0; i < field().leader_count(); ++i)
        if (left[i] > 0 && group_in_range(b, i, g)) {
          --left[i];
          break;
        }
    }
  }
  const bool placed = p.phase > Phase::Orders || (p.phase == Phase::Orders && s.seat != foe);
  while (placed && !open.empty()) {
    const int k = int(rng.below(uint32_t(open.size())));
    const uint8_t g = open[k];
    open.erase_at(k);
    for (int i = 0; i < field().leader_count(); ++i)
      if (left[i] > 0 && group_in_range(b, i, g)) {
        --left[i];
        p.orders[g] = 1;
        break;
      }
  }
  for (std::size_t m = 0; m < field().markers.size(); ++m) {
    const Marker& c = field().markers[m];
    if (c.kind == MarkerKind::Ordinary || c.side != foe || c.compulsory_turn || p.phase > Phase::Activation) continue;
    if (p.marker[m] == MarkerState::InCup || p.marker[m] == MarkerState::Out)
      p.marker[m] = placed && p.phase <= Phase::Activation && rng.below(6) == 0 ? MarkerState::InCup : MarkerState::Out;
  }
}

}  // namespace tambour::jdg
