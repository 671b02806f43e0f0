#include "rules/jdg/ch04_movement.h"

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
  const int now = full && !flag(b, u, kFired) ? mp : half_up(mp);
  return state(b, u).once & kOwesSquare ? std::max(0, now - b.field.doctrine->leave_square_mp) : now;
}

static int ground_cost(const Look& b, Seat me, Arm arm, HexId at, HexId to) {
  const int k = b.field.grid.side_to(to, at);
  if (k < 0) return -1;
  const Passage& p = b.field.passage[to][std::size_t(arm)][std::size_t(k)];
  return p.cost(p.road >= 0 && enemy_adjacent(b, to, me));
}

static bool others_in(const Look& b, const Mover& m, HexId h) {
  for (UnitId x : b.pos.stacks.in(h))
    if (!m.units.contains(x)) return true;
  return false;
}

// 4.3-b, 4.4.1-d: the facing plays no part.
int step_cost(const Look& b, const Mover& m, HexId at, HexId to, bool first) {
  by("4.3-b", "4.4.1-d");
  trace::chart("terrain"), trace::chart("sides");
  const UnitId u = m.units[0];
  const Seat me = side(b, u);
  by("4.3.1-a", "4.3.1-b");
  int cost = ground_cost(b, me, card(b, u).arm, at, to);
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
  const Seat me = side(b, u);
  itemise_passage(b.field, at, to, card(b, u).arm, enemy_adjacent(b, to, me), out);
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
  for (UnitId u = 0; u < b.field.unit_count(); ++u)
    if (state(b, u).status == Status::Off && side(b, u) != me && b.field.grid.distance(card(b, u).hex, to) <= 1) return true;
  return false;
}

// 6.2.2-b: for movement only; recoil, retreat, rout and pursuit have their own rules.
Refusal zone_bars(const Look& b, const Mover& m, HexId at, HexId to, bool first) {
  by("6.2.2-b");
  const UnitId u = m.units[0];
  const Seat me = side(b, u);
  if (!first && in_enemy_zone(b, me, at)) REFUSE("6.2.2-a", u, at);
  if (first && in_enemy_zone(b, me, at) && in_enemy_front(b, me, to)) {
    if (m.gait != Gait::Charge) REFUSE("6.2.2-h", u, to);
    by("6.2.2-j");
  }
  if ((first || b.field.doctrine->zone_memory == ZoneMemory::WholeMove) && in_zone_of_any(b, me, to, m.shunned) && m.gait != Gait::Charge)
    REFUSE("6.2.2-i", u, to);
  const bool demoralised = b.pos.demoralised[card(b, u).formation];
  if ((!is_gun(b, u) && !demoralised) || !in_enemy_zone(b, me, to)) return {};
  if (is_gun(b, u)) {
    bool escort = false;
    for (UnitId x : b.pos.stacks.in(to)) escort |= !is_gun(b, x);
    if (!escort) REFUSE("6.2.2-e", u, to);
  }
  if (demoralised) REFUSE("11.2-b", u, to);
  return {};
}

Refusal march_bars(const Look& b, const Mover& m, HexId at, HexId to) {
  const UnitId u = m.units[0];
  const Seat me = side(b, u);
  if (m.gait != Gait::Forced) return {};
  if (others_in(b, m, to) && by("4.1.3-f", "5.1.2-f")) REFUSE("4.1.3-e", u, to);  // 4.1.3-f, 5.1.2-f: nor join a stack on the march
  if (enemy_within(b, at, me, 5)) REFUSE("5.2.1-e", u, at);                       // an arrival has come near: it stops there (ruling J6)
  if (!flag(b, u, kReinforcement) && enemy_within(b, to, me, 5)) REFUSE("4.1.3-c", u, to);
  return {};
}

bool is_gap(const Look& b, HexId at, HexId to) {
  return b.field.gap_limit && ((at == b.field.gap_from && to == b.field.gap_to) || (at == b.field.gap_to && to == b.field.gap_from));
}

// The battle's own limit on a defile: would these units be too many, having passed it `before` times on a way not yet gone?
bool over_gap(const Look& b, const Mover& m, HexId at, HexId to, int before = 0) {
  return is_gap(b, at, to) && b.pos.gap_used[index(side(b, m.units[0]))] + m.units.size() * (before + 1) > b.field.gap_limit;
}

}  // namespace

Refusal may_step(const Look& b, const Mover& m, HexId at, HexId to, int mp, bool first) {
  const UnitId u = m.units[0];
  const Seat me = side(b, u);
  if (to >= b.field.grid.size()) REFUSE("4.4.1-g", u, to);
  if (b.field.grid.side_to(at, to) < 0) REFUSE("4.4.1-a", u, to);
  if (flag(b, u, kSquare)) {  // a square that may move at all goes whole, in the open, and meets nobody
    if (b.field.doctrine->square_march <= m.steps || others_in(b, m, at) || !b.pos.stacks.empty(to)) REFUSE("4.2-g", u, to);
    if (!b.field.ground(to).clear || step_cost(b, m, at, to, first) > 2) REFUSE("4.2-g", u, to);
  }
  if (enemy_in(b, to, me)) REFUSE("5.1.2-a", u, to);
  const int cost = step_cost(b, m, at, to, first);
  if (cost < 0) REFUSE("4.3.2-a", u, to);
  for (UnitId x : b.pos.stacks.in(to))
    if (flag(b, x, kSquare) && !m.units.contains(x)) REFUSE("4.4.3-b", x, to);
  if (const Refusal no = zone_bars(b, m, at, to, first)) return no;
  if (b.field.night(b.pos.turn) && !is_good(b, u) && enemy_adjacent(b, to, me)) REFUSE("12.1-c", u, to);
  if (const Refusal no = march_bars(b, m, at, to)) return no;
  if (guards_entry(b, me, to)) REFUSE("5.2.3-a", u, to);
  if (over_gap(b, m, at, to)) REFUSE("4.4.1-a", u, to);  // the battle's own limit on a defile
  if (m.gait == Gait::Charge)
    if (const Refusal no = charge_bars_step(b, m, at, to)) return no;
  if (cost > mp) {
    if (m.gait == Gait::Forced) REFUSE("4.1.3-a", u, to);
    REFUSE("4.4.1-e", u, to);
  }
  return {};
}

Refusal may_end(const Look& b, const Mover& m, HexId hex) {
  by("5.1.2-e");
  Party units;
  for (UnitId u : m.units) units.push_back(u);
  return may_stack(b, units, hex);
}

namespace {

// Hexes where more than the ground counts: units in them, an enemy beside them, an entry or a defile to be minded. Between two hexes
// that are free of all this an ordinary move pays Field::open_cost and nothing speaks against the step.
class Busy {
 public:
  Busy(const Look& b, const Mover& m, HexId from, int mp) : b_(b) {
    std::memset(busy_, m.gait != Gait::Normal || flag(b, m.units[0], kSquare), std::size_t(b.field.grid.size()));
    const Seat me = side(b, m.units[0]);
    for (UnitId u : b.field.units_of[index(me)])
      if (on_map(b, u)) busy_[hex_of(b, u)] = true;
    for (int i = 0; i < b.field.leader_count(); ++i)
      if (const UnitId u = b.field.leader(i); on_map(b, u)) busy_[hex_of(b, u)] = true;
    for (UnitId u : b.field.units_of[index(other(me))])
      if (on_map(b, u) && b.field.grid.distance(hex_of(b, u), from) <= mp + 1) mark_around(hex_of(b, u));
    for (HexId h : b.field.entry_hexes[index(other(me))]) mark_around(h);
    if (b.field.gap_limit) busy_[b.field.gap_from] = busy_[b.field.gap_to] = true;
  }
  bool operator[](HexId h) const { return busy_[h]; }

 private:
  void mark_around(HexId h) {
    busy_[h] = true;
    for (HexId n : b_.field.next[h])
      if (n != kNoHex) busy_[n] = true;
  }
  const Look& b_;
  bool busy_[kMaxHexes];
};

}  // namespace

void flood(const Look& b, const Mover& m, HexId from, int mp, bool first, int8_t* best) {
  const Busy busy(b, m, from, mp);
  const auto arm = std::size_t(card(b, m.units[0]).arm);
  std::memset(best, -1, std::size_t(b.field.grid.size()));
  FixedVector<HexId, kMaxHexes> open;
  best[from] = int8_t(mp);
  open.push_back(from);
  for (int i = 0; i < open.size(); ++i) {  // costs are small: a hex reached more cheaply later is opened again
    const HexId at = open[i];
    const bool start = first && at == from;
    for (std::size_t k = 0; k < 6; ++k) {
      const HexId to = b.field.next[at][k];
      if (to == kNoHex || best[to] >= best[at]) continue;
      const bool easy = !busy[at] && !busy[to];
      const int cost = easy ? b.field.open_cost[at][arm][k] : step_cost(b, m, at, to, start), left = best[at] - cost;
      if (cost < 0 || left <= best[to] || (!easy && may_step(b, m, at, to, best[at], start))) continue;
      best[to] = int8_t(left);
      if (open.full()) return;
      open.push_back(to);
    }
  }
}

// ---- squares ----

// 4.2-b: an enemy zone bars neither forming nor leaving.
Refusal may_form_square(const Look& b, HexId hex) {
  by("4.2-b");
  if (!b.field.ground(hex).clear) REFUSE("4.2-a", b.pos.stacks.top(hex), hex);
  for (UnitId u : b.pos.stacks.in(hex)) {
    if (is_cavalry(b, u) || !is_good(b, u)) REFUSE("4.2-a", u, hex);
    if (flag(b, u, kSquare)) REFUSE("4.2-f", u, hex);
  }
  return {};
}

void form_square(Run& r, HexId hex) {  // guns conform to the infantry they stand with
  for (UnitId u : r.pos.stacks.in(hex)) {
    set_flags(r.pos, u, kSquare);
    r.tell({.fact = Fact::SquareFormed, .who = u, .hex = hex, .why = cite("4.2-l")});
  }
}

// 4.2-c, 4.2-d: in its own activation, unmoved, together with those who were there from its start.
static Refusal may_form_now(const Look& b, const Mover& m, HexId hex) {
  if (const Refusal no = may_form_square(b, hex)) return no;
  if (is_gun(b, m.units[0])) REFUSE("4.2-e", m.units[0], hex);
  if (m.steps) REFUSE("4.2-c", m.units[0], hex);
  for (UnitId u : b.pos.stacks.in(hex)) {
    if (flag(b, u, kMovedNow)) REFUSE("4.2-d", u, hex);
    if (flag(b, u, kHandled) && !m.units.contains(u)) REFUSE("4.2-c", u, hex);
  }
  return {};
}

// ---- the step-by-step move ----
namespace {

struct NextStep {
  static constexpr const char* kName = "NextStep";
  static constexpr const char* kPrompt = "Move on, or halt and choose the facing";
  static constexpr Verb kVerbs[] = {Verb::Move, Verb::Halt, Verb::FormSquare, Verb::LeaveSquare};
  static constexpr Citation kWhen = cite("4.4.1-b");
  Seat seat(const Look& b) const { return side(b, b.pos.mover.units[0]); }

  void candidates(const Look& b, auto&& emit) const {
    const Mover& m = b.pos.mover;
    const UnitId u = m.units[0];
    const HexId at = hex_of(b, u);
    for (int f = 0; f < 6; ++f)
      if (!emit(Action{Verb::Halt, uint8_t(f), u})) return;
    for (int k = 0; k < 6; ++k)
      if (const HexId n = across(b, at, k); n != kNoHex && !emit(Action{Verb::Move, 0, u, kNoUnit, n})) return;
    if (m.gait != Gait::Normal || m.steps) return;
    if (!emit(Action{Verb::FormSquare, 0, u})) return;
    emit(Action{Verb::LeaveSquare, 0, u});
  }

  Refusal barred(const Look& b, Action a) const {
    const Mover& m = b.pos.mover;
    const UnitId u = m.units[0];
    const HexId at = hex_of(b, u);
    if (a.who != u) REFUSE("4.4.1-b", a.who);
    if (a.verb == Verb::Move) return barred_move(b, m, at, a.hex);
    if (a.verb == Verb::Halt) return barred_halt(b, m, at, a.arg);
    if (m.gait != Gait::Normal) REFUSE("4.2-c", u, at);
    if (a.verb == Verb::FormSquare) return may_form_now(b, m, at);
    if (!flag(b, u, kSquare)) REFUSE("4.2-h", u, at);
    if (m.steps || m.mp < b.field.doctrine->leave_square_mp) REFUSE("4.2-h", u, at);
    return {};
  }

  Refusal barred_move(const Look& b, const Mover& m, HexId at, HexId to) const {
    if (const Refusal no = may_step(b, m, at, to, m.mp, m.steps == 0)) return no;
    const int left = m.mp - step_cost(b, m, at, to, m.steps == 0);
    if (m.gait == Gait::Charge) return charge_loses_target(b, m, to, left);
    if (const Refusal no = may_end(b, m, to); no && !leads_on(b, m, to, left, is_gap(b, at, to), 0)) return no;
    return {};
  }
  Ledger ledger(const Look& b, Action a) const {
    const Mover& m = b.pos.mover;
    const HexId at = hex_of(b, m.units[0]);
    if (a.verb != Verb::Move || a.hex >= b.field.grid.size() || step_cost(b, m, at, a.hex, m.steps == 0) < 0) return {};
    return step_ledger(b, m, at, a.hex, m.steps == 0);
  }
  // A hex that cannot be stopped in must have a way out that ends somewhere.
  bool leads_on(const Look& b, const Mover& m, HexId at, int mp, int gaps, int depth) const {
    if (depth > 4) return false;
    for (int k = 0; k < 6; ++k) {
      const HexId n = across(b, at, k);
      if (n == kNoHex || may_step(b, m, at, n, mp, false) || over_gap(b, m, at, n, gaps)) continue;
      if (!may_end(b, m, n) || leads_on(b, m, n, mp - step_cost(b, m, at, n, false), gaps + is_gap(b, at, n), depth + 1)) return true;
    }
    return false;
  }
  Refusal barred_halt(const Look& b, const Mover& m, HexId at, int facing) const {
    const UnitId u = m.units[0];
    if (facing > 5) REFUSE("6.1.1-a", u, at);
    if (m.gait == Gait::Charge) return charge_bars_halt(b, m, at, facing);
    if (m.steps == 0 && facing != state(b, u).facing) {
      if (flag(b, u, kSquare)) REFUSE("4.2-g", u, at);
      if (in_enemy_zone(b, side(b, u), at) && angle(facing, state(b, u).facing) > 1 && m.lock != 2) REFUSE("6.2.2-f", u, at);
    }
    if (m.steps)
      if (const Refusal no = may_end(b, m, at)) return no;
    Party units;
    for (UnitId x : m.units) units.push_back(x);
    if (m.steps == 0 && facing == state(b, u).facing) return {};
    return may_face(b, units, at, facing);
  }
};

}  // namespace

Party movers_of(const Look& b, UnitId u, bool stack) {
  Party out{u};
  if (stack)
    for (UnitId x : b.pos.stacks.in(hex_of(b, u)))
      if (x != u && card(b, x).arm == card(b, u).arm && is_active(b, x) && !flag(b, x, kHandled)) out.push_back(x);
  return out;
}

void take_in_hand(Pos& pos, const Look& b, UnitId u, bool stack, Gait gait) {
  Mover m{};
  int mp = 99;
  for (UnitId x : movers_of(b, u, stack)) {
    m.units.push_back(x);
    mp = std::min(mp, allowance(b, x, gait));
  }
  m.start = hex_of(b, u);
  m.mp = int8_t(mp);
  m.gait = gait;
  enemies_over(b, side(b, u), m.start, m.shunned);
  pos.mover = m;
  for (UnitId x : m.units) {
    set_flags(pos, x, kHandled);
    note_group_acted(pos, b, x);
  }
}

static void do_step(Run& r, HexId to) {
  Mover& m = r.pos.mover;
  const Look b = r.look();
  const Seat me = side(b, m.units[0]);
  const HexId at = hex_of(b, m.units[0]);
  m.mp = int8_t(m.mp - step_cost(b, m, at, to, m.steps == 0));
  if (r.field.gap_limit && ((at == r.field.gap_from && to == r.field.gap_to) || (at == r.field.gap_to && to == r.field.gap_from)))
    r.pos.gap_used[index(me)] = uint8_t(r.pos.gap_used[index(me)] + m.units.size());
  Party together;
  for (UnitId u : m.units) together.push_back(u);
  put_together(r.pos, b, together, to);
  for (UnitId u : m.units) {
    set_flags(r.pos, u, kMovedNow);
    arrive(r, u, to);
    r.tell({.fact = Fact::Moved, .who = u, .hex = to, .from = at, .why = cite("4.4.1-a")});
  }
  ++m.steps;
}

// 4.3-c: does this step disorder the mover? Roads and tracks spare it.
static bool step_disorders(const Look& b, HexId at, HexId to, UnitId u) {
  const Passage& p = b.field.passage[to][std::size_t(card(b, u).arm)][std::size_t(b.field.grid.side_to(to, at))];
  return p.disorders && p.road < 0;
}

Flow MoveInHand::run(Run& r) {
  Mover& m = r.pos.mover;
  BEGIN;
  for (;;) {
    STEP("4.4.1-b");
    ASK(NextStep{});
    if (r.answer().verb == Verb::Halt) {
      for (UnitId u : m.units) {
        turn_to(r.pos, u, r.answer().arg);
        r.tell({.fact = Fact::Turned, .who = u, .value = r.answer().arg, .why = cite("6.1.2-a")});
      }
      break;
    }
    if (r.answer().verb == Verb::FormSquare) {
      STEP("4.2-c");
      form_square(r, hex_of(r.look(), m.units[0]));
      for (UnitId u : r.pos.stacks.in(hex_of(r.look(), m.units[0]))) set_flags(r.pos, u, kHandled | kTurnedNow);
      break;
    }
    if (r.answer().verb == Verb::LeaveSquare) {
      STEP("4.2-h");
      m.mp = int8_t(m.mp - r.field.doctrine->leave_square_mp);
      by("6.1.2-b");
      m.lock = 2;  // 6.1.2-b: free to face anywhere, even in an enemy zone
      for (UnitId u : r.pos.stacks.in(hex_of(r.look(), m.units[0]))) {
        clear_flags(r.pos, u, kSquare);
        set_flags(r.pos, u, kTurnedNow);
        if (!m.units.contains(u)) r.pos.unit[u].once |= kOwesSquare;
        r.tell({.fact = Fact::SquareLeft, .who = u, .why = cite("4.2-h")});
      }
      continue;
    }
    cross = step_disorders(r.look(), hex_of(r.look(), m.units[0]), r.answer().hex, m.units[0]);
    do_step(r, r.answer().hex);
    for (i = 0; cross && i < m.units.size(); ++i) {
      STEP("4.3-c");
      CALL(Disorder{m.units[i], 0, kNoHex});
    }
    if (!on_map(r.look(), m.units[0]) || is_routed(r.look(), m.units[0])) RETURN(0);
    CALL(Flight{hex_of(r.look(), m.units[0])});
  }
  RETURN(1);
  END;
}

}  // namespace tambour::jdg
