// SPDX-License-Identifier: MIT
// Chapters 17 and 20.
#include "rules/bataille/ch20_morale.h"

#include <algorithm>

#include "rules/bataille/ch13_force.h"
#include "rules/bataille/ch17_losses.h"
#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/ch19_grand.h"
#include "rules/bataille/dice.h"

namespace tambour::bataille {

bool at_half(const Look& b, UnitId u) {
  if (2 * increments(b, u) > counter(b, u).inc) return false;
  return is_large(b, u) || !by("17.3.3-b");
}

int morale_level(const Look& b, UnitId u) {
  const Counter& c = counter(b, u);
  if (is_gun(b, u) && by("20.3-c")) return 0;
  int level = b.pos.level[c.formation];
  for (std::size_t f = 0; f < b.field.formations.size(); ++f) {
    const Formation& guard = b.field.formations[f];
    if (guard.old_guard && f != c.formation && guard.side == c.side && b.pos.level[f] && by("20.3.2-a")) level += b.pos.level[f];
  }
  return std::min(level, 3);  // A36
}

Citation cause_row(uint8_t cause) {
  static constexpr Citation kRows[] = {cite("17.1.4-a"), cite("10.2.2-a"), cite("11.1.4-c"), cite("8.2.2-a"),
                                       cite("20.2-a"),   cite("18.3.2.1-a"), cite("12.10.5.2-e"), cite("16.4.3-a"),
                                       cite("19.17.2-a"), cite("19.9.3-e"), cite("19.7.2.1-a"), cite("12.10.9.1-b"), cite("19.2.2.2-a"), cite("SV-8"),
                                       cite("18.6.2-a"),  cite("18.6.2-b"), cite("18.15.5-c"), cite("19.18.3-s2")};
  return kRows[cause];
}

// Whoever shares its stack, top first: in the tables or in hand.
int mates(const Look& b, UnitId u, UnitId* list) {
  int n = 0;
  for (const Hand& hand : hands(b.pos))
    if (std::count(hand.unit, hand.unit + hand.count, u)) {
      for (int k = 0; k < hand.count; ++k) list[n++] = hand.unit[k];
      return by("24.0-f"), n;
    }
  for (UnitId x : b.pos.stack.in(b.pos.at(u)))
    if (n < kMates) list[n++] = x;
  return by("24.0-f"), n;
}

bool holds_guns(const Look& b, UnitId u) {
  UnitId list[kMates];
  const int n = mates(b, u, list);
  return std::any_of(list, list + n, [&](UnitId x) { return b.pos.unit[x].form == Form::Unlimbered; });
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
  const int leader = senior_in(b, footprint(b, u), side_of(b, u)), guide = grand_leader(b, u);
  if (leader >= 0 && b.field.officers[std::size_t(leader)].morale < 0) by("5.2.4-a");
  if (guide >= 0) out.add(b.field.officers[std::size_t(guide)].morale, cite("19.16.2-a"), b.field.officer_id(guide));
  else if (leader >= 0) out.add(b.field.officers[std::size_t(leader)].morale, cite("5.2.2-d"), b.field.officer_id(leader));
  add_company(out, b, u, leader);
  if (s.order == Order::Disorder) out.add(-3, cite("12.11.4-a"), u);
  if (s.form == Form::Square && s.order == Order::Good) out.add(6, cite("12.9.8-a"), u);
  if (s.form == Form::Road && s.order == Order::Good) out.add(-12, cite("12.8.5-a"), u);
  if (s.order == Order::Pgd) out.add(-6, cite("12.12.4-a"), u);
  if (at_half(b, u)) out.add(-6, cite("17.3.3-a"), u);
  if (const int level = morale_level(b, u)) out.add(b.field.formations[counter(b, u).formation].steps[level - 1], cite("20.3-d"), u);
  else by("20.3-a");
  if (forced_by(b, u) >= 0) out.add(-3, cite("13.3.4-a"), u);
  out.add(steps, why, u);
  return by("20.2-b"), out;
}

// The best are not shaken by anything.
static int counted_steps(const Look& b, UnitId u, const Ledger& ledger) {
  if (counter(b, u).morale > 2) return ledger.total;
  by("20.1.2-a");
  int sum = 0;
  for (const LedgerLine& l : ledger.lines) sum += l.kind == LedgerLine::Step ? std::max(0, int(l.value)) : 0;
  return sum;
}

static bool always_passes(const Look& b, UnitId u) {
  if (counter(b, u).morale == kAlwaysPasses && by("20.1.2-b")) return true;
  const int leader = senior_in(b, footprint(b, u), side_of(b, u));
  return leader >= 0 && b.field.officers[std::size_t(leader)].always && by("5.2.2-e", "20.1.2-c");
}

bool passes(const Look& b, UnitId u, const Ledger& ledger, int roll, int more) {
  if (always_passes(b, u)) return true;
  const int rating = counter(b, u).morale, steps = counted_steps(b, u, ledger) + more;
  if (roll == 0) return by("20.1.3-a", "20.1.3-b"), rating <= 1 && steps > rating;
  return by("20.1-a", "6.0-a", "6.1-a", "6.1-b", "6.1-c"), std::clamp(roll + steps, 0, kRollMax) > rating;  // ties fail
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
  stop_clearing(r, u);
  get_up(r, u);
  if (!is_gun(r.look(), u) || s.form == Form::Road) s.form = is_gun(r.look(), u) ? Form::Limbered : Form::Column;
  if (s.hexes > 1) r.pos.set(u, kCollapse);
  r.tell({.fact = Fact::Disordered, .who = u, .hex = r.pos.at(u), .why = why});
}

void break_unit(Run& r, UnitId u, Citation why) {
  UnitState& s = r.pos.unit[u];
  if (!r.pos.on_map(u)) return;
  if (s.form == Form::Unlimbered) return lose_guns(r, u, cite("18.4-a"));
  if (s.form == Form::Limbered) by("18.4-b");
  s.order = Order::Pgd;
  get_up(r, u);
  if (!is_gun(r.look(), u) || s.form == Form::Road) s.form = is_gun(r.look(), u) ? Form::Limbered : Form::Column;
  if (s.hexes > 1 && by("12.12-a")) r.pos.set(u, kCollapse);
  if (!r.pos.has(u, kRouted)) r.pos.set(u, kMustRout);  // A128
  r.pos.drop(u, kAssault);
  s.target = s.target2 = kNoHex;
  r.tell({.fact = Fact::Routed, .who = u, .hex = r.pos.at(u), .why = why});
}

void fail_check(Run& r, UnitId u, Citation why) {  // 16.1.1-s3a-i-fail 16.1.1-s3a-i-fail2
  if (r.pos.unit[u].order == Order::Good && by("20.1.4-a")) disorder(r, u, why);
  else if (by("12.11.4.1-a") && (why != cite("10.2.2-a") || by("10.2.2-c"))) break_unit(r, u, cite("20.1.4-c"));
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

bool judge_alone(Run& r, UnitId u, uint8_t cause) {
  const Ledger l = morale_ledger(r.look(), u, 0, cause_row(cause));
  const bool pass = passes(r.look(), u, l, r.roll_index());
  note_check(r, u, l, pass, cause_row(cause));
  return pass;
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
    const bool pass = (!failed || !by("20.1.1-b")) && passes(r.look(), list[k], l, r.roll_index());
    note_check(r, list[k], l, pass, cause_row(c.cause));
    if (pass && by("20.1.5-a")) bonus += 3;
    else ++failed, fails = uint16_t(fails | 1 << k);
  }
  for (int k = 0; k < n; ++k)
    if (fails >> k & 1) {
      fail_check(r, list[k], cause_row(c.cause));
      if (failed == n || !r.pos.on_map(list[k])) continue;
      if (r.pos.has(list[k], kMustRout)) by("11.1.5-g");  // PGD leaves before Disorder
      else if (by("11.1.5-f", "20.1.1-c")) r.pos.set(list[k], kMustMove);
    }
  return failed;
}

int stack_size(const Look& b, UnitId u) {
  UnitId list[kMates];
  return mates(b, u, list);
}

Flow StackCheck::run(Run& r) {
  BEGIN;
  STEP("20.1-a");
  if (!r.pos.on_map(top)) RETURN(0);
  if (!in_hand(r.look(), top)) top = r.pos.stack.top(r.pos.at(top));
  ROLL(Dice::Sixes, stack_size(r.look(), top) > 1 || grievous != kNoUnit
                        ? kAnyFace
                        : check_breaks(r.look(), top, morale_ledger(r.look(), top, steps, cause_row(cause))),
       MoraleDie{top, steps, cause, grievous == top});
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
  s = leader_at(k, kNoHex, dead ? Fate::Gone : Fate::Away, 0, uint8_t(std::min(200, r.pos.turn + turns)));
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
    ROLL(Dice::D6, kAnyFace, VictimDie{hex});
    victim = uint8_t(list[(r.face() - 1) % leaders_in(r.look(), hex, list)]);
  }
  STEP("8.2-e");
  ROLL(Dice::D6, kAnyFace, CasualtyDie{r.field.officer_id(victim)});
  die = uint8_t(r.face()), trace::chart("leader_casualty");
  if (r.field.charts.wounds[die].dead) {
    take_away(r, victim, true, 0);
    RETURN(1 + (r.field.officers[victim].morale < 0 && by("8.2.2-b") ? 0 : r.field.officers[victim].morale));
  }
  STEP("8.2.3-a");
  for (left = uint8_t(r.field.charts.wounds[die].hours + r.field.charts.wounds[die].turns); left > 0; --left) {
    ROLL(Dice::D6, kAnyFace, AbsenceDie{r.field.officer_id(victim)});
    sum = uint8_t(sum + r.face());
  }
  if (sum) take_away(r, victim, false, sum * (r.field.charts.wounds[die].hours ? 3 : 1));  // A119: three turns an hour
  RETURN(0);
  END;
}

}  // namespace tambour::bataille
