// SPDX-License-Identifier: MIT
// What a player sees: of the enemy not the specific side of counters that lie general side up (A117).
#include <algorithm>

#include "rules/bataille/ch07_sequence.h"
#include "rules/bataille/ch12_regiments.h"
#include "rules/bataille/victory.h"
#include "rules/bataille/ch18_howitzers.h"
#include "rules/bataille/game.h"

namespace tambour::bataille {
namespace {

constexpr const char* kFormNames[] = {"column", "line", "skirmish", "general-order", "limbered", "unlimbered", "square", "road-column"};
constexpr const char* kSegmentNames[] = {"command", "maneuver", "fire", "assault", "reorganization"};

void add_specific_side(CounterView& c, const Look& b, UnitId u, Seat viewer) {
  const Counter& printed = counter(b, u);
  const UnitState& s = b.pos.unit[u];
  const bool up = (s.form == Form::Skirmish && s.order == Order::Good && by("12.10-b")) || (s.form == Form::Unlimbered && by("5.1.2-d"));
  if (viewer != Seat::Nobody && viewer != printed.side && !up && by("5.1.2-c")) return;
  c.values.emplace_back("mel", printed.melee);
  if (printed.morale >= 0) c.values.emplace_back("morale", sixes_shown(printed.morale));
  for (const auto& [name, value] : {std::pair("fire", printed.fire), {"range", printed.range}, {"short", printed.short_fire},
                                    {"med", printed.medium_fire}, {"long", printed.long_fire}})
    if (value) c.values.emplace_back(name, value);
}

bool waits(Fate f) { return f == Fate::Due || f == Fate::Beside || f == Fate::Boxed || f == Fate::Rebuilt; }

// A unit in PGD counts as routed, an Increment as a point of strength.
UnitSummary summary(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  if (s.fate != Fate::OnMap) return {side_of(b, u), waits(s.fate) ? Condition::Waiting : Condition::Eliminated, kNoHex, 0};
  const Condition now = s.order == Order::Pgd ? Condition::Routed : s.order == Order::Disorder ? Condition::Disordered : Condition::Good;
  return {side_of(b, u), now, b.pos.at(u), int16_t(increments(b, u))};
}

UnitSummary officer_summary(const Look& b, int k) {
  const LeaderState& l = b.pos.leader[k];
  const bool comes = l.fate == Fate::Away || l.fate == Fate::Due;
  const Condition now = l.fate == Fate::OnMap ? Condition::Good : comes ? Condition::Waiting : Condition::Eliminated;
  return {b.field.officers[std::size_t(k)].side, now, l.hex, 0};
}

constexpr int kUnlimited = 255;  // a hand whose march no points bound

// Movement points are counted in halves.
void show_march(CounterView& c, const Hand& hand, int usual) {
  const bool limited = hand.allowance != 0 && hand.allowance != kUnlimited;
  const int halves = std::max(0, (limited ? hand.allowance : usual) - hand.spent);
  c.values.emplace_back("spent", hand.spent / 2);
  c.show_left(halves / 2);
  if (halves % 2) c.values.emplace_back("half", 1);
}

CounterView unit_view(const Look& b, UnitId u, Seat viewer) {
  const UnitState& s = b.pos.unit[u];
  CounterView c(u, summary(b, u));
  if (s.fate == Fate::Boxed) c.marks.emplace_back("battery-box");
  if (s.fate == Fate::Rebuilt) c.marks.emplace_back("rebuilt");
  if (s.fate != Fate::OnMap) return c;
  const bool open = s.order != Order::Good || s.form == Form::Limbered || s.form == Form::Square;
  c.facing = open ? -1 : faces_vertex(s.form) ? s.facing : 6 + s.facing;
  if (s.hexes > 1)
    for (const HexId h : shape(b.field.grid, c.hex, s)) c.hexes.push_back(h);
  if (!in_hand(b, u)) c.height = b.pos.stack.height(u);
  c.values = {{"inc", increments(b, u)}};
  c.show_allowance(allowance(b, u) / 2);
  c.values.emplace_back("losses", s.losses);
  add_specific_side(c, b, u, viewer);
  if (is_gun(b, u) && by("5.3.1-c")) c.values.emplace_back("rounds", s.rounds);
  if (is_horse(b, u)) {
    static constexpr std::pair<uint16_t, const char*> kHorseMarks[] = {{kChargeMarker, "charge"}, {kHasCharged, "charged"}, {kPreserves, "preserving"}};
    const HorseState& h = b.pos.horse[counter(b, u).horse];
    if (h.ready != Ready::Ready) c.marks.emplace_back(h.ready == Ready::Tired ? "tired" : "exhausted");
    for (const auto& [bit, name] : kHorseMarks)
      if (h.flags & bit) c.marks.emplace_back(name);
  }
  if (b.pos.hand[0].count && b.pos.hand[0].unit[0] == u) show_march(c, b.pos.hand[0], allowance(b, u));
  if (b.pos.has(u, kAssault)) c.values.emplace_back("distance", s.distance);
  c.marks.emplace_back(s.order == Order::Pgd ? "pgd" : s.order == Order::Disorder ? "disorder" : kFormNames[int(s.form)]);
  if (s.order != Order::Good && is_gun(b, u)) c.marks.emplace_back(kFormNames[int(s.form)]);
  if (is_gun(b, u) && ground(b, c.hex).general && by("10.1.2-d", "18.2-a")) c.marks.emplace_back("general-order");
  show_marks(kMarkWords, s.marks, c);
  return c;
}

// Whose Maneuver Units this seat may not know before they are drawn (option 8.4.1.2).
bool is_secret(const Look& b, int k, Seat viewer) {
  return b.field.command.secret && viewer <= Seat::Second && b.field.officers[std::size_t(k)].side != viewer && by("8.4.1.2-a");
}

CounterView officer_view(const Look& b, int k, Seat viewer) {
  const LeaderState& s = b.pos.leader[k];
  const Officer& o = b.field.officers[std::size_t(k)];
  CounterView c(b.field.officer_id(k), officer_summary(b, k));
  c.show_allowance(o.mp);
  c.values.emplace_back("span", o.span);
  if (s.flags & kRode) c.marks.emplace_back("moved");
  const bool open = !is_secret(b, k, viewer);
  if (open && s.flags & kHoldsChit) c.marks.emplace_back("maneuver-unit");
  static constexpr const char* kKinds[] = {"", "", "corps", "march-column", "initiative"};
  if (s.fate == Fate::OnMap && s.post != k) c.marks.emplace_back(s.post == kNone ? "relieved" : "stands-in");
  if (s.mu > Mu::Own && (open || b.pos.active == k)) c.marks.emplace_back(kKinds[int(s.mu)]);
  if (s.flags & kActivated) c.marks.emplace_back("activated");
  if (s.flags & kLinked) c.marks.emplace_back("in-command");
  if (s.goal != kNoHex) {
    c.marks.emplace_back("administrative");
    c.values.emplace_back("goal", std::atoi(b.field.grid.number(s.goal).c_str()));
  }
  return c;
}

}  // namespace

bool BatailleGame::controls(const State& s, Seat side, HexId h) const { return in_zone(look(s), h, other(side)); }
std::optional<bool> BatailleGame::in_sight(const State& s, HexId from, HexId to) const { return sees(look(s), from, to); }

View BatailleGame::observe(const State& s, Seat viewer) const {
  const Look b = look(s);
  View v;
  v.turn = b.pos.turn, v.turns = field().turns;
  v.phase = v.segment = kSegmentNames[int(b.pos.segment)];
  if (b.pos.active != kNone) v.active = marker(b.pos.active);
  for (const UnitId u : all_units(field())) v.counters.push_back(unit_view(b, u, viewer));
  for (int k = 0; k < field().officer_count(); ++k) v.counters.push_back(officer_view(b, k, viewer));
  for (int k = 0; k < field().officer_count(); ++k)
    if (b.pos.cup >> k & 1 && !is_secret(b, k, viewer)) v.cup.push_back(marker(k));
  for (int k = 0; k < kActionChits; ++k)
    if (b.pos.chits >> k & 1) v.cup.push_back(marker(field().officer_count() + k));
  for (int f = 0; f < int(field().formations.size()); ++f) {
    const Formation& card = field().formations[std::size_t(f)];
    int lost = 0;
    for (const UnitId u : all_units(field()))
      if (field().units[u].formation == f) lost += battalions_lost(b, u);
    v.formations.push_back({card.id, card.side, "battalions", lost, card.level[0], b.pos.level[f] > 0});
    v.facts.emplace_back("level." + card.id, std::to_string(b.pos.level[f]));
  }
  for (int side = 0; side < 2; ++side) v.facts.emplace_back("lost." + field().battle.sides[side], std::to_string(b.pos.lost[side]));
  std::string posts;
  for (std::size_t p = 0; p < field().posts.size(); ++p)
    if (b.pos.posts >> p & 1) posts += (posts.empty() ? "" : ",") + field().posts[p].id;
  v.facts.emplace_back("posts", posts.empty() ? "none" : posts);
  std::string fires;
  for (HexId h = 0; h < field().grid.size(); ++h)
    if (on_fire(b, h)) fires += (fires.empty() ? "" : ",") + field().grid.number(h);
  v.facts.emplace_back("fires", fires.empty() ? "none" : fires);
  const Outcome o = outcome(s);
  v.points[0] = o.points[0], v.points[1] = o.points[1];
  v.over = o.over, v.winner = o.winner;
  if (o.over) v.verdict = o.winner == Seat::Nobody ? "draw" : is_decisive(b) ? "decisive victory" : "victory";
  return v;
}

void BatailleGame::summaries(const State& s, UnitVector<UnitSummary>& out) const {
  const Look b = look(s);
  out.clear();
  for (const UnitId u : all_units(field())) out.push_back(summary(b, u));
  for (int k = 0; k < field().officer_count(); ++k) out.push_back(officer_summary(b, k));
}

}  // namespace tambour::bataille
