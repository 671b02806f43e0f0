// SPDX-License-Identifier: MIT
// What a player sees. Both sides may inspect everything (3.6-a).
#include "rules/siecle/ch07_command.h"
#include "rules/siecle/ch08_zones.h"
#include "rules/siecle/ch10_fire.h"
#include "rules/siecle/ch13_disorganisation.h"
#include "rules/siecle/ch14_morale.h"
#include "rules/siecle/ch15_victory.h"
#include "rules/siecle/game.h"

namespace tambour::siecle {
namespace {

// Of the move under way: what is spent and left, and the point more that a road still gives (9.1-c).
void add_march(const Look& b, CounterView& c) {
  for (const March& m : b.pos.march) {
    if (m.unit != c.id || !m.allowance || b.pos.segment != Segment::Move) continue;
    c.values.emplace_back("spent", m.spent);
    c.show_left(std::max(0, m.allowance - m.spent));
    if (!(m.flags & kOffRoad)) c.values.emplace_back("road", 1);
  }
}

Condition placed(Fate f) { return f == Fate::OnMap ? Condition::Good : f == Fate::ToCome ? Condition::Waiting : Condition::Eliminated; }

UnitSummary summary(const Look& b, UnitId u) {
  static constexpr Condition kByOrder[] = {Condition::Good, Condition::Disordered, Condition::Routed};
  Condition now = placed(b.pos.unit[u].fate);
  if (now == Condition::Good) now = kByOrder[int(b.pos.unit[u].order)];
  return {side_of(b, u), now, b.pos.at(u), int16_t(now == Condition::Eliminated ? 0 : strength(b, u))};
}
UnitSummary officer_summary(const Look& b, int k) { return {officer(b, k).side, placed(b.pos.officer[k].fate), b.pos.officer[k].hex, 0}; }

CounterView unit_view(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  CounterView c(u, summary(b, u));
  c.facing = s.order == Order::Routed ? -1 : s.facing;
  c.height = b.pos.stack.height(u);
  c.values = {{"cp", strength(b, u)}, {"mf", morale_factor(b, u)}};
  c.show_allowance(movement(b, u));
  c.values.emplace_back("steps", counter(b, u).steps - b.pos.has(u, kFlipped));
  add_march(b, c);
  if (s.order == Order::Disorganised) c.marks.emplace_back("disorganised");
  if (s.order == Order::Routed) c.marks.emplace_back("routed");
  show_marks(kMarkWords, s.marks, c);
  if (s.fate == Fate::Saved) c.marks.emplace_back("saved");
  return c;
}

CounterView officer_view(const Look& b, int k) {
  const Officer& o = officer(b, k);
  CounterView c(b.field.officer_id(k), officer_summary(b, k));
  c.values = {{"cr", o.radius}, {"mb", o.bonus}};
  c.show_allowance(7);
  if (o.formation != kNone) c.values.emplace_back("av", o.activation);
  add_march(b, c);
  if (is_chief(b, k)) c.marks.emplace_back("chief");
  if (o.formation != kNone && b.pos.formation[o.formation].commander == k) {
    const uint8_t flags = b.pos.formation[o.formation].flags;
    c.marks.emplace_back("commander");
    if (flags & kOutOfCommand) c.marks.emplace_back("out-of-command");
    if (flags & kActivated) c.marks.emplace_back("activated");
  }
  return c;
}

}  // namespace

bool SiecleGame::controls(const State& s, Seat side, HexId h) const { return in_zone(look(s), h, other(side)); }
FireReach SiecleGame::fire_reach(const State& s, UnitId u, HexId h) const {
  return is_unit(look(s), u) ? siecle::fire_reach(look(s), u, h) : FireReach::Out;
}
std::optional<bool> SiecleGame::in_sight(const State& s, HexId from, HexId to) const { return !sight_blocked(look(s), from, to); }

void SiecleGame::summaries(const State& s, UnitVector<UnitSummary>& out) const {
  const Look b = look(s);
  out.assign(std::size_t(field().unit_count()) + field().officers.size(), {});
  for (UnitId u : all_units(field())) out[u] = summary(b, u);
  for (int k = 0; k < int(field().officers.size()); ++k) out[field().officer_id(k)] = officer_summary(b, k);
}

View SiecleGame::observe(const State& s, Seat) const {
  static const char* const phases[] = {"set-up", "command", "initiative", "activation", "end"};
  static const char* const segments[] = {"", "guns", "move", "fire", "melee", "rally"};
  const Look b = look(s);
  View v;
  v.turn = b.pos.turn, v.turns = field().battle.turns;
  v.phase = phases[int(b.pos.phase)], v.segment = segments[int(b.pos.segment)];
  if (b.pos.active != kNone) v.active = marker(b.pos.active);
  for (UnitId u : all_units(field())) v.counters.push_back(unit_view(b, u));
  for (int k = 0; k < int(field().officers.size()); ++k) v.counters.push_back(officer_view(b, k));
  if (const auto* q = open_question<ChooseFlight, Look>(s)) show_left(v, q->flight.unit, q->flight.left);
  for (int m = 0; m < Cup::kMost; ++m)
    if (b.pos.cup.holds(m)) v.cup.push_back(marker(m));
  for (int f = 0; f < int(field().formations.size()); ++f) {
    const FormationState& x = b.pos.formation[f];
    if (x.flags & kActivated) v.drawn.push_back(marker(f));
    v.facts.emplace_back("morale." + marker(f), std::to_string(formation_morale(b, f)));
    const Formation& card = field().formations[std::size_t(f)];
    v.formations.push_back(
        {marker(f), card.side, "morale", card.morale - formation_morale(b, f), card.morale, bool(x.flags & kDemoralised)});
    if (x.flags & kDemoralised) v.facts.emplace_back("demoralised." + marker(f), "yes");
    if (x.flags & kRemoved) v.facts.emplace_back("removed." + marker(f), "yes");
  }
  static const char* const places[] = {"not yet", "in hand", "in cup", "waiting", "used"};
  for (int e = 0; e < int(field().events.size()); ++e)
    v.facts.emplace_back("event." + field().events[std::size_t(e)].id, places[int(b.pos.event[e].at)]);
  if (b.pos.initiative != kNone) v.facts.emplace_back("initiative", field().battle.sides[b.pos.initiative]);
  if (b.pos.lead[0] != kNone) v.facts.emplace_back("first", marker(b.pos.lead[0]));
  if (b.pos.lead[1] != kNone) v.facts.emplace_back("second", marker(b.pos.lead[1]));
  if (field().special.gate_out != kNoHex) v.facts.emplace_back("gate", b.pos.gate_open ? "open" : "shut");
  if (b.pos.breaches) v.facts.emplace_back("breaches", std::to_string(std::popcount(b.pos.breaches)));
  const Outcome o = outcome(s);
  v.points[0] = o.points[0], v.points[1] = o.points[1];
  v.over = o.over, v.winner = o.winner;
  if (o.over) v.verdict = o.winner == Seat::Nobody ? "draw" : b.pos.verdict & kMajor ? "major victory" : "victory";
  return v;
}

}  // namespace tambour::siecle
