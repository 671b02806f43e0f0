// SPDX-License-Identifier: MIT
// What a player sees. Values on the reverse of a counter are open while nothing is played general side up (A117 is not in force yet).
#include <algorithm>

#include "rules/bataille/ch07_sequence.h"
#include "rules/bataille/game.h"

namespace tambour::bataille {
namespace {

constexpr std::pair<uint32_t, const char*> kMarkNames[] = {
    {kInCommand, "in-command"}, {kInMu, "in-mu"}, {kMoved, "moved"}, {kAssault, "assault"}, {kTarget, "target"}, {kProne, "prone"}};
constexpr const char* kFormNames[] = {"column", "line", "skirmish", "general-order", "limbered", "unlimbered", "square", "road-column"};
constexpr const char* kSegmentNames[] = {"command", "maneuver", "fire", "assault", "reorganization"};

CounterView unit_view(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  CounterView c;
  c.id = u, c.side = side_of(b, u), c.hex = b.pos.at(u);
  c.place = s.fate == Fate::OnMap ? "map" : "gone";
  if (s.fate != Fate::OnMap) {
    c.hex = kNoHex;
    return c;
  }
  const bool open = s.order != Order::Good || s.form == Form::Limbered || s.form == Form::Square;
  c.facing = open ? -1 : faces_vertex(s.form) ? s.facing : 6 + s.facing;
  if (s.hexes > 1)
    for (const HexId h : shape(b.field.grid, c.hex, s)) c.hexes.push_back(h);
  if (!in_hand(b, u))
    for (UnitId x : b.pos.stack.in(c.hex)) {
      if (x == u) break;
      ++c.height;
    }
  c.values = {{"inc", increments(b, u)}, {"mp", allowance(b, u) / 2}, {"losses", s.losses}, {"mel", counter(b, u).melee}};
  if (is_gun(b, u)) c.values.emplace_back("rounds", s.rounds);
  if (b.pos.hand[0].count && b.pos.hand[0].unit[0] == u) c.values.emplace_back("spent", b.pos.hand[0].spent / 2);
  if (b.pos.has(u, kAssault)) c.values.emplace_back("distance", s.distance);
  c.marks.emplace_back(s.order == Order::Pgd ? "pgd" : s.order == Order::Disorder ? "disorder" : kFormNames[int(s.form)]);
  if (s.order != Order::Good && is_gun(b, u)) c.marks.emplace_back(kFormNames[int(s.form)]);
  if (is_gun(b, u) && ground(b, c.hex).general && by("10.1.2-d", "18.2-a")) c.marks.emplace_back("general-order");
  for (const auto& [bit, name] : kMarkNames)
    if (s.marks & bit) c.marks.emplace_back(name);
  return c;
}

CounterView officer_view(const Look& b, int k) {
  const LeaderState& s = b.pos.leader[k];
  const Officer& o = b.field.officers[std::size_t(k)];
  CounterView c;
  c.id = b.field.officer_id(k), c.side = o.side, c.hex = s.hex;
  c.place = s.fate == Fate::OnMap ? "map" : s.fate == Fate::Away ? "off" : "gone";
  c.values = {{"mp", o.mp}, {"span", o.span}};
  if (s.flags & kRode) c.marks.emplace_back("moved");
  if (s.flags & kHoldsChit) c.marks.emplace_back("maneuver-unit");
  return c;
}

}  // namespace

bool BatailleGame::controls(const State& s, Seat side, HexId h) const { return in_zone(look(s), h, other(side)); }
std::optional<bool> BatailleGame::in_sight(const State& s, HexId from, HexId to) const { return sees(look(s), from, to); }

View BatailleGame::observe(const State& s, Seat) const {
  const Look b = look(s);
  View v;
  v.turn = b.pos.turn, v.turns = field().turns;
  v.phase = v.segment = kSegmentNames[int(b.pos.segment)];
  if (b.pos.active != kNone) v.active = marker(b.pos.active);
  for (UnitId u = 0; u < field().unit_count(); ++u) v.counters.push_back(unit_view(b, u));
  for (int k = 0; k < field().officer_count(); ++k) v.counters.push_back(officer_view(b, k));
  for (int k = 0; k < field().officer_count(); ++k)
    if (b.pos.cup >> k & 1) v.cup.push_back(marker(k));
  for (int k = 0; k < kActionChits; ++k)
    if (b.pos.chits >> k & 1) v.cup.push_back(marker(field().officer_count() + k));
  for (int f = 0; f < int(field().formations.size()); ++f) {
    const Formation& card = field().formations[std::size_t(f)];
    int lost = 0;
    for (UnitId u = 0; u < field().unit_count(); ++u)
      if (field().units[u].formation == f && field().units[u].size == Size::Battalion)
        lost += !b.pos.on_map(u) || b.pos.unit[u].order == Order::Pgd;
    v.formations.push_back({card.id, card.side, "battalions", lost, card.level[0], b.pos.level[f] > 0});
    v.facts.emplace_back("level." + card.id, std::to_string(b.pos.level[f]));
  }
  for (int side = 0; side < 2; ++side) v.facts.emplace_back("lost." + field().sides[side], std::to_string(b.pos.lost[side]));
  const Outcome o = outcome(s);
  v.points[0] = o.points[0], v.points[1] = o.points[1];
  v.over = o.over, v.winner = o.winner;
  if (o.over) v.verdict = o.winner == Seat::Nobody ? "draw" : "victory";
  return v;
}

}  // namespace tambour::bataille
