// SPDX-License-Identifier: MIT
// Chapters 17 and 20.
#include "rules/bataille/ch20_morale.h"

#include <algorithm>

#include "rules/bataille/ch12_square.h"

namespace tambour::bataille {

bool at_half(const Look& b, UnitId u) { return counter(b, u).size == Size::Battalion && 2 * increments(b, u) <= counter(b, u).inc; }

Citation cause_row(uint8_t cause) {
  static constexpr Citation kRows[] = {cite("17.1.4-a"), cite("10.2.2-a"), cite("11.1.4-c"), cite("8.2.2-a"), cite("20.2-a")};
  return kRows[cause];
}

// Whoever shares its stack, top first: in the tables or in hand.
int mates(const Look& b, UnitId u, UnitId* list) {
  int n = 0;
  for (const Hand& hand : b.pos.hand)
    if (std::count(hand.unit, hand.unit + hand.count, u)) {
      for (int k = 0; k < hand.count; ++k) list[n++] = hand.unit[k];
      return n;
    }
  for (UnitId x : b.pos.stack.in(b.pos.at(u)))
    if (n < kMates) list[n++] = x;
  return n;
}

// The leader is above the unit in its chain of command.
static bool commands(const Look& b, int leader, UnitId u) {
  for (uint8_t k = counter(b, u).leader; k != kNone; k = b.field.officers[k].superior)
    if (k == leader) return true;
  return false;
}

// 11.1.3, 11.3: who shares the hex.
static void add_company(Ledger& out, const Look& b, UnitId u, int leader) {
  UnitId list[kMates];
  int counted = 0;
  bool mixed = false, common = leader >= 0, guard = false, below = false;
  const Formation& mine = b.field.formations[counter(b, u).formation];
  for (int k = 0, n = mates(b, u, list); k < n; ++k) {
    counted += counter(b, list[k]).size != Size::Company && by("11.1.3-b", "11.1.3-c");
    mixed |= b.field.formations[counter(b, list[k]).formation].corps != mine.corps;
    mixed |= counter(b, list[k]).nation != counter(b, u).nation && !(counter(b, list[k]).british && counter(b, u).british);
    common = common && commands(b, leader, list[k]);
    below |= list[k] == u && guard;
    guard |= counter(b, list[k]).old_guard && !is_gun(b, list[k]);
  }
  if (leader < 0 && counted > 1) out.add(-3 * (counted - 1), cite("11.1.3-a"), u);
  below = below && !counter(b, u).old_guard;
  if (below) out.add(6, cite("11.3.1-a"), u);
  if (!mixed || (below && by("11.3-c")) || (common && b.field.officers[std::size_t(leader)].rank <= 2 && by("11.3-b"))) return;
  out.add(-6, cite("11.3-a"), u);
}

Ledger morale_ledger(const Look& b, UnitId u, int steps, Citation why) {
  Ledger out;
  const UnitState& s = b.pos.unit[u];
  const int leader = senior_in(b, footprint(b, u), side_of(b, u));
  if (leader >= 0 && b.field.officers[std::size_t(leader)].morale < 0) by("5.2.4-a");
  if (leader >= 0) out.add(b.field.officers[std::size_t(leader)].morale, cite("5.2.2-d"), b.field.officer_id(leader));
  add_company(out, b, u, leader);
  if (s.order == Order::Disorder) out.add(-3, cite("12.11.4-a"), u);
  if (s.form == Form::Square && s.order == Order::Good) out.add(6, cite("12.9.8-a"), u);
  if (s.form == Form::Road && s.order == Order::Good) out.add(-12, cite("12.8.5-a"), u);
  if (s.order == Order::Pgd) out.add(-6, cite("12.12.4-a"), u);
  if (at_half(b, u)) out.add(-6, cite("17.3.3-a"), u);
  const int level = b.pos.level[counter(b, u).formation];
  if (level && !is_gun(b, u)) out.add(b.field.formations[counter(b, u).formation].steps[level - 1], cite("20.3-d"), u);
  out.add(steps, why, u);
  return out;
}

// 20.1.2-a: the best are not shaken by anything.
static int counted_steps(const Look& b, UnitId u, const Ledger& ledger) {
  if (counter(b, u).morale > 2) return ledger.total;
  int sum = 0;
  for (const LedgerLine& l : ledger.lines) sum += l.kind == LedgerLine::Step ? std::max(0, int(l.value)) : 0;
  return sum;
}

static bool always_passes(const Look& b, UnitId u) {
  const int leader = senior_in(b, footprint(b, u), side_of(b, u));
  if (leader >= 0 && b.field.officers[std::size_t(leader)].always) return by("5.2.2-e", "20.1.2-c");
  return counter(b, u).morale == kAlwaysPasses && by("20.1.2-b");
}

bool passes(const Look& b, UnitId u, const Ledger& ledger, int roll, int more) {
  if (always_passes(b, u)) return true;
  by("6.0-a", "6.1-a", "6.1-b", "6.1-c");
  const int rating = counter(b, u).morale, steps = counted_steps(b, u, ledger) + more;
  if (roll == 0 && !(rating <= 1 && steps > rating)) return false;  // 20.1.3-a 20.1.3-b
  return std::clamp(roll + steps, 0, kRollMax) > rating;            // 20.1-a: ties fail
}

uint64_t check_breaks(const Look& b, UnitId u, const Ledger& ledger) {
  uint64_t out = uint64_t{1} << 1;  // a natural 11 is a class of its own
  for (int roll = 1; roll <= kRollMax; ++roll)
    if (passes(b, u, ledger, roll) != passes(b, u, ledger, roll - 1)) out |= uint64_t{1} << roll;
  return out;
}

static void get_up(Run& r, UnitId u) {
  if (r.pos.has(u, kProne) && by("12.13.4-b")) r.pos.drop(u, kProne);
}

void disorder(Run& r, UnitId u, Citation why) {
  UnitState& s = r.pos.unit[u];
  if (!r.pos.on_map(u) || s.order != Order::Good) return;
  by("12.2.2-c", "5.3.2-b"), s.order = Order::Disorder;
  get_up(r, u);
  if (!is_gun(r.look(), u) || s.form == Form::Road) s.form = is_gun(r.look(), u) ? Form::Limbered : Form::Column;
  if (s.hexes > 1) r.pos.set(u, kCollapse);
  r.tell({.fact = Fact::Disordered, .who = u, .hex = r.pos.at(u), .why = why});
}

void break_unit(Run& r, UnitId u, Citation why) {
  UnitState& s = r.pos.unit[u];
  if (!r.pos.on_map(u)) return;
  if (s.form == Form::Unlimbered) return lose_unit(r, u, cite("18.4-a"));
  s.order = Order::Pgd;
  get_up(r, u);
  if (!is_gun(r.look(), u) || s.form == Form::Road) s.form = is_gun(r.look(), u) ? Form::Limbered : Form::Column;
  if (s.hexes > 1 && by("12.12-a")) r.pos.set(u, kCollapse);
  if (!r.pos.has(u, kRouted)) r.pos.set(u, kMustRout);  // A128
  r.pos.drop(u, kAssault);
  s.target = kNoHex;
  r.tell({.fact = Fact::Routed, .who = u, .hex = r.pos.at(u), .why = why});
}

void fail_check(Run& r, UnitId u, Citation why) {  // 20.1.4-a 10.2.2-c 16.1.1-s3a-i-fail 16.1.1-s3a-i-fail2
  if (r.pos.unit[u].order == Order::Good) disorder(r, u, why);
  else if (by("12.11.4.1-a")) break_unit(r, u, cite("20.1.4-c"));
}

static bool in_hand_alone(const Look& b, UnitId u) {
  return std::any_of(std::begin(b.pos.hand), std::end(b.pos.hand), [&](const Hand& h) { return h.count == 1 && h.unit[0] == u; });
}

void lose_unit(Run& r, UnitId u, Citation why) {
  uint8_t& lost = r.pos.lost[index(side_of(r.look(), u))];
  lost = uint8_t(std::min(255, lost + increments(r.look(), u)));
  const Footprint f = in_hand(r.look(), u) ? Footprint{r.pos.at(u)} : footprint(r.look(), u);
  const bool last = in_hand(r.look(), u) ? in_hand_alone(r.look(), u) : r.pos.stack.count(r.pos.at(u)) == 1;
  remove_unit(r, u, why);
  if (last) capture_leaders(r, f, side_of(r.look(), u), cite("8.1.4-d"));
}

// A Road Column has as many hexes as it fills.
static void draw_in_tail(Run& r, UnitId u) {
  Footprint f = footprint(r.look(), u);
  while (f.size() > hexes_wanted(r.look(), u, Form::Road)) f.pop_back();
  if (f.size() < r.pos.unit[u].hexes) reshape(r, u, f);
}

// 17.1.6-a 17.1.6-c: too weak for its hexes, it leaves the one that was hit.
static void close_up(Run& r, UnitId u, HexId hit) {
  const UnitState& s = r.pos.unit[u];
  if (s.form == Form::Road) return draw_in_tail(r, u);
  const int least = s.form == Form::Line ? 5 : s.form == Form::Skirmish ? 4 : 1;
  if (s.hexes < 2 || increments(r.look(), u) >= least || in_hand(r.look(), u) || r.pos.stack.count(r.pos.at(u)) > 1) return;
  const Footprint f = footprint(r.look(), u);
  reshape(r, u, Footprint{f[0] == hit ? f[1] : f[0]});
  r.tell({.fact = Fact::DrawnIn, .who = u, .hex = hit, .why = cite("17.1.6-b")});
}

static void lose_from(Run& r, UnitId u, int n, HexId hex, Citation why) {
  if (n <= 0) return;
  if (n >= increments(r.look(), u)) return lose_unit(r, u, why);
  by("5.3.1-a"), r.pos.unit[u].losses = uint8_t(r.pos.unit[u].losses + n);
  uint8_t& lost = r.pos.lost[index(side_of(r.look(), u))];
  lost = uint8_t(std::min(255, lost + n));
  r.tell({.fact = Fact::IncrementsLost, .who = u, .hex = r.pos.at(u), .value = int16_t(n), .why = why});
  close_up(r, u, hex);
}

int lose(Run& r, UnitId top, int losses, bool spread, HexId hex, Citation why) {
  UnitId list[kMates];
  int share[kMates] = {};
  by("11.2-a");
  const int n = mates(r.look(), top, list);
  const bool guns = is_gun(r.look(), list[0]) && n > 1 && r.pos.unit[list[0]].form == Form::Unlimbered;
  for (int k = 0; k < losses; ++k) {
    // 17.1.1.1-a: infantry the odd ones, guns the even; 17.1.1-b: else spread from the top down.
    int at = guns ? (k % 2 == 0 ? 1 : 0) : spread ? k % n : 0;
    for (int tries = 0; tries < n && share[at] >= increments(r.look(), list[at]); ++tries) at = (at + 1) % n;  // A132
    ++share[at];
  }
  for (int k = 0; k < n; ++k) lose_from(r, list[k], share[k], hex, why);
  for (int k = 0; k < n; ++k) check_square(r, list[k]);
  return losses;
}

static void note_check(Run& r, UnitId u, const Ledger& l, bool pass, Citation why) {
  const int shown = sixes_shown(std::clamp(r.roll_index() + l.total, 0, kRollMax));
  const int rating = r.field.units[u].morale;
  r.tell({.fact = pass ? Fact::TestPassed : Fact::TestFailed,
          .who = u,
          .value = int16_t(shown),
          .value2 = int16_t(rating < 0 ? 0 : sixes_shown(rating)),
          .why = why});
}

// 20.1.1: each unit that passes helps the next, below one that fails all fail.
static int judge_stack(Run& r, const StackCheck& c) {
  UnitId list[kMates];
  const int n = mates(r.look(), c.top, list);
  int failed = 0, bonus = 0;
  uint16_t fails = 0;
  for (int k = 0; k < n; ++k) {
    Ledger l = morale_ledger(r.look(), list[k], c.steps, cause_row(c.cause));
    l.add(bonus, cite("20.1.1-a"), list[k]);
    if (c.grievous == list[k]) l.add(-6, cite("17.3.4-a"), list[k]);
    const bool pass = !failed && passes(r.look(), list[k], l, r.roll_index());
    note_check(r, list[k], l, pass, cause_row(c.cause));
    if (pass) bonus += 3;
    else ++failed, fails = uint16_t(fails | 1 << k);
  }
  for (int k = 0; k < n; ++k)
    if (fails >> k & 1) {
      fail_check(r, list[k], cause_row(c.cause));
      if (failed < n && r.pos.on_map(list[k]) && !r.pos.has(list[k], kMustRout) && by("11.1.5-f")) r.pos.set(list[k], kMustMove);  // 20.1.1-c
    }
  return failed;
}

static bool shares_roll(const Look& b, UnitId top) {
  UnitId list[kMates];
  return mates(b, top, list) > 1;
}

Flow StackCheck::run(Run& r) {
  BEGIN;
  STEP("20.1-a");
  if (!r.pos.on_map(top)) RETURN(0);
  if (!in_hand(r.look(), top)) top = r.pos.stack.top(r.pos.at(top));
  ROLL(Dice::Sixes, shares_roll(r.look(), top) || grievous != kNoUnit
                        ? kAnyFace
                        : check_breaks(r.look(), top, morale_ledger(r.look(), top, steps, cause_row(cause))));
  failed = uint8_t(judge_stack(r, *this));
  RETURN(failed);
  END;
}

static int leaders_in(const Look& b, HexId h, int* list) {
  int n = 0;
  for (int k = 0; k < b.field.officer_count(); ++k)
    if (b.pos.leader[k].fate == Fate::OnMap && b.pos.leader[k].hex == h) list[n++] = k;
  return n;
}

static void take_away(Run& r, int k, bool dead, int turns) {
  LeaderState& s = r.pos.leader[k];
  s = {kNoHex, dead ? Fate::Gone : Fate::Away, 0, uint8_t(std::min(200, r.pos.turn + turns)), 0};
  by("8.2.6-a"), r.pos.cup &= ~(1u << k);
  r.tell({.fact = dead ? Fact::CommanderLost : Fact::LeaderWounded,
          .who = r.field.officer_id(k),
          .value = int16_t(turns),
          .why = dead ? cite("8.2.2-a") : cite("8.2.3-a")});
}

Flow LeaderCasualty::run(Run& r) {
  int list[kLeaders];
  BEGIN;
  if (leaders_in(r.look(), hex, list) == 0) RETURN(0);
  STEP("8.2.1-a");
  victim = uint8_t(list[0]);
  if (leaders_in(r.look(), hex, list) > 1) {
    ROLL(Dice::D6, kAnyFace);
    victim = uint8_t(list[(r.face() - 1) % leaders_in(r.look(), hex, list)]);
  }
  STEP("8.2-e");
  ROLL(Dice::D6, kAnyFace);
  die = uint8_t(r.face());
  if (r.field.charts.wounds[die].dead) {
    take_away(r, victim, true, 0);
    if (r.field.officers[victim].morale < 0) by("8.2.2-b");
    RETURN(1 + std::max<int>(0, r.field.officers[victim].morale));  // 8.2.2-b
  }
  STEP("8.2.3-a");
  for (left = uint8_t(r.field.charts.wounds[die].hours + r.field.charts.wounds[die].turns); left > 0; --left) {
    ROLL(Dice::D6, kAnyFace);
    sum = uint8_t(sum + r.face());
  }
  if (sum) take_away(r, victim, false, sum * (r.field.charts.wounds[die].hours ? 3 : 1));  // A119: three turns an hour
  RETURN(0);
  END;
}

}  // namespace tambour::bataille
