// SPDX-License-Identifier: MIT
#include "rules/jdg/ch04_movement.h"

#include "battle/flood.h"

#include "rules/jdg/ch09_charge.h"
#include "rules/jdg/ch10_disorder.h"

namespace tambour::jdg {

static int half_up(int n) { return (n + 1) / 2; }

// 4.1.1-a, 4.1.2-a, 4.1.3-a, 4.4.2-a, 9.1-f; 5.2.1-g: arrivals in normal march have the full allowance once.
int allowance(const Look& b, UnitId u, Gait gait) {
  by("4.1.1-a", "4.1.2-a", "4.4.1-f", "4.4.2-a");
  const int mp = ratings(b, u).mp;
  if (gait == Gait::Charge) return half_up(mp);
  if (gait == Gait::Forced) return b.field.doctrine->forced_march * mp;
  by("2.4.1-b");
  const bool full = has_orders(b, u) || (state(b, u).once & kEnteredNormally);
  by("2.4.2-c");
  const int now = full && !b.pos.has(u, kFired) ? mp : half_up(mp);
  return state(b, u).once & kOwesSquare ? std::max(0, now - b.field.doctrine->leave_square_mp) : now;
}

static int ground_cost(const Look& b, Seat me, Arm arm, HexId at, HexId to) {
  const int k = b.field.grid.side_to(to, at);
  if (k < 0) return -1;
  const Passage& p = b.field.passage[to][std::size_t(arm)][std::size_t(k)];
  return p.cost(p.road >= 0 && enemy_adjacent(b, to, me));
}

static bool others_in(const Look& b, const Mover& m, HexId h) {
  for (UnitId x : b.pos.stack.in(h))
    if (!m.units.contains(x)) return true;
  return false;
}

// 4.3-b, 4.4.1-d: the facing plays no part.
int step_cost(const Look& b, const Mover& m, HexId at, HexId to, bool first) {
  by("4.3-b", "4.4.1-d");
  trace::chart("terrain"), trace::chart("sides");
  const UnitId u = m.units[0];
  const Seat me = side_of(b, u);
  by("4.3.1-a", "4.3.1-b");
  int cost = ground_cost(b, me, counter(b, u).arm, at, to);
  if (cost < 0) return -1;
  if (first && in_enemy_zone(b, me, at) && by("6.2.2-g")) ++cost;
  if (!first && others_in(b, m, at) && by("4.4.3-a", "5.1.2-h")) ++cost;  // paid on leaving, so stopping stays free
  by("6.2.2-c");
  int in_zone = 0;  // 6.2.2-c: nothing for entering a zone as such
  for (UnitId x : m.units)
    if (!is_good(b, x) && by("6.2.2-d")) in_zone = 1;  // 10.1-c
  if (b.field.night(b.pos.turn) && by("12.1-b")) in_zone += 2;
  else if (b.field.fog(b.pos.turn)) ++in_zone;  // 12.2-b, ruling J32
  return in_zone && in_enemy_zone(b, me, to) ? cost + in_zone : cost;
}

Ledger step_ledger(const Look& b, const Mover& m, HexId at, HexId to, bool first) {
  Ledger out;
  const UnitId u = m.units[0];
  const Seat me = side_of(b, u);
  itemise_passage(b.field, at, to, counter(b, u).arm, enemy_adjacent(b, to, me), out);
  if (first && in_enemy_zone(b, me, at)) out.add(1, cite("6.2.2-g"), u, at);
  if (!first && others_in(b, m, at)) out.add(1, cite("4.4.3-a"), u, at);
  if (!in_enemy_zone(b, me, to)) return out;
  bool disordered = false;
  for (UnitId x : m.units) disordered |= !is_good(b, x);
  if (disordered) out.add(1, cite("6.2.2-d"), u, to);
  if (b.field.night(b.pos.turn)) out.add(2, cite("12.1-b"), u, to);
  else if (b.field.fog(b.pos.turn)) out.add(1, cite("12.2-b"), u, to);
  return out;
}

namespace {

bool guards_entry(const Look& b, Seat me, HexId to) {  // 5.2.3-a
  bool near = false;
  for (HexId h : b.field.entry_hexes[index(other(me))]) near |= b.field.grid.distance(h, to) <= 1;
  if (!near) return false;
  for (UnitId u : all_units(b.field))
    if (state(b, u).condition == Condition::Waiting && side_of(b, u) != me && b.field.grid.distance(counter(b, u).hex, to) <= 1) return true;
  return false;
}

// 6.2.2-b: for movement only; recoil, retreat, rout and pursuit have their own rules.
Refusal zone_barred(const Look& b, const Mover& m, HexId at, HexId to, bool first) {
  by("6.2.2-b");
  const UnitId u = m.units[0];
  const Seat me = side_of(b, u);
  if (!first && in_enemy_zone(b, me, at)) REFUSE("6.2.2-a", u, at);
  if (first && in_enemy_zone(b, me, at) && in_enemy_front(b, me, to)) {
    if (m.gait != Gait::Charge) REFUSE("6.2.2-h", u, to);
    by("6.2.2-j");
  }
  if (in_zone_of_any(b, me, to, m.shunned) && m.gait != Gait::Charge) REFUSE("6.2.2-i", u, to);
  bool demoralised = false;
  for (UnitId x : m.units) demoralised |= b.pos.demoralised[counter(b, x).formation];
  if ((!is_gun(b, u) && !demoralised) || !in_enemy_zone(b, me, to)) return {};
  if (is_gun(b, u)) {
    bool escort = false;
    for (UnitId x : b.pos.stack.in(to)) escort |= !is_gun(b, x);
    if (!escort) REFUSE("6.2.2-e", u, to);
  }
  if (demoralised) REFUSE("11.2-b", u, to);
  return {};
}

Refusal gait_barred(const Look& b, const Mover& m, HexId at, HexId to) {
  const UnitId u = m.units[0];
  const Seat me = side_of(b, u);
  if (m.gait != Gait::Forced) return {};
  if (others_in(b, m, to) && by("4.1.3-f", "5.1.2-f")) REFUSE("4.1.3-e", u, to);  // 4.1.3-f, 5.1.2-f: nor join a stack on the march
  if (enemy_near(b, at, me)) REFUSE("5.2.1-e", u, at);                            // an arrival has come near: it stops there (ruling J6)
  for (UnitId x : m.units)
    if (!b.pos.has(x, kReinforcement) && enemy_near(b, to, me)) REFUSE("4.1.3-c", x, to);
  return {};
}

}  // namespace

bool is_gap(const Look& b, HexId at, HexId to) {
  return b.field.gap_limit && ((at == b.field.gap_from && to == b.field.gap_to) || (at == b.field.gap_to && to == b.field.gap_from));
}

bool over_gap(const Look& b, const Mover& m, HexId at, HexId to, int before) {
  return is_gap(b, at, to) && b.pos.gap_used[index(side_of(b, m.units[0]))] + m.units.size() * (before + 1) > b.field.gap_limit;
}

Refusal step_barred(const Look& b, const Mover& m, HexId at, HexId to, int mp, bool first) {
  const UnitId u = m.units[0];
  if (to >= b.field.grid.size()) REFUSE("4.4.1-g", u, to);
  if (b.field.grid.side_to(at, to) < 0) REFUSE("4.4.1-a", u, to);
  return step_barred(b, m, at, to, mp, first, step_cost(b, m, at, to, first));
}

Refusal step_barred(const Look& b, const Mover& m, HexId at, HexId to, int mp, bool first, int cost) {
  const UnitId u = m.units[0];
  const Seat me = side_of(b, u);
  if (b.pos.has(u, kSquare)) {  // a square that may move at all goes whole, in the open, and meets nobody
    if (b.field.doctrine->square_march <= m.steps || others_in(b, m, at) || !b.pos.stack.empty(to)) REFUSE("4.2-g", u, to);
    if (!b.field.ground(to).clear || cost > 2) REFUSE("4.2-g", u, to);
  }
  if (enemy_in(b, to, me)) REFUSE("5.1.2-a", u, to);
  if (cost < 0) REFUSE("4.3.2-a", u, to);
  for (UnitId x : b.pos.stack.in(to))
    if (b.pos.has(x, kSquare) && !m.units.contains(x)) REFUSE("4.4.3-b", x, to);
  if (const Refusal no = zone_barred(b, m, at, to, first)) return no;
  if (b.field.night(b.pos.turn) && enemy_adjacent(b, to, me))
    for (UnitId x : m.units)
      if (!is_good(b, x)) REFUSE("12.1-c", x, to);
  if (const Refusal no = gait_barred(b, m, at, to)) return no;
  if (guards_entry(b, me, to)) REFUSE("5.2.3-a", u, to);
  if (over_gap(b, m, at, to, 0)) REFUSE("4.4.1-a", u, to);  // the battle's own limit on a defile
  if (m.gait == Gait::Charge)
    if (const Refusal no = charge_step_barred(b, m, at, to)) return no;
  if (cost > mp) {
    if (m.gait == Gait::Forced) REFUSE("4.1.3-a", u, to);
    REFUSE("4.4.1-e", u, to);
  }
  return {};
}

Refusal stop_barred(const Look& b, const Mover& m, HexId hex) {
  by("5.1.2-e");
  Party units;
  for (UnitId u : m.units) units.push_back(u);
  return stacking_barred(b, units, hex);
}

namespace {

// Contested hexes: with units, an adjacent enemy, an entry or a defile. Between two other hexes a step is always allowed and costs
// Field::open_cost.
class ContestedHexes {
 public:
  ContestedHexes(const Look& b, const Mover& m, HexId from, int mp) : b_(b) {
    const bool everywhere = m.gait != Gait::Normal || b.pos.has(m.units[0], kSquare);
    std::memset(contested_, everywhere, std::size_t(b.field.grid.size()));
    if (everywhere) return;
    const Seat me = side_of(b, m.units[0]);
    for (UnitId u : b.field.units_of[index(me)])
      if (on_map(b, u)) contested_[b.pos.at(u)] = true;
    for (int i = 0; i < b.field.leader_count(); ++i)
      if (const UnitId u = b.field.leader(i); on_map(b, u)) contested_[b.pos.at(u)] = true;
    for (UnitId u : b.field.units_of[index(other(me))])
      if (on_map(b, u) && b.field.grid.distance(b.pos.at(u), from) <= mp + 1) mark_around(b.pos.at(u));
    for (HexId h : b.field.entry_hexes[index(other(me))]) mark_around(h);
    if (b.field.gap_limit) contested_[b.field.gap_from] = contested_[b.field.gap_to] = true;
  }
  bool operator[](HexId h) const { return contested_[h]; }

 private:
  void mark_around(HexId h) {
    contested_[h] = true;
    for (HexId n : b_.field.next[h])
      if (n != kNoHex) contested_[n] = true;
  }
  const Look& b_;
  bool contested_[kMaxHexes];
};

}  // namespace

void flood(const Look& b, const Mover& m, HexId from, int mp, bool first, int8_t* best, HexId goal) {
  const ContestedHexes busy(b, m, from, mp);
  const auto arm = std::size_t(counter(b, m.units[0]).arm);
  tambour::flood<kMaxHexes>(b.field, from, mp, best, [&](HexId at, HexId to, int side, int left) {
    if (goal != kNoHex && b.field.grid.distance(to, goal) > left) return -1;  // a step costs a point at least
    if (!busy[at] && !busy[to]) return int(b.field.open_cost[at][arm][std::size_t(side)]);
    const bool start = first && at == from;
    const int cost = step_cost(b, m, at, to, start);
    return cost < 0 || left - cost <= best[to] || step_barred(b, m, at, to, left, start, cost) ? -1 : cost;
  });
}

bool step_disorders(const Look& b, HexId at, HexId to, UnitId u) {
  if (at == kNoHex || to == kNoHex) return false;
  const int k = b.field.grid.side_to(to, at);
  if (k < 0) return false;
  const Passage& p = b.field.passage[to][std::size_t(counter(b, u).arm)][std::size_t(k)];
  return p.disorders && p.road < 0;
}

}  // namespace tambour::jdg
