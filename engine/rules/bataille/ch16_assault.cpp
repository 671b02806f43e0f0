// SPDX-License-Identifier: MIT
// Chapter 16: the steps of an Assault.
#include <algorithm>

#include "rules/bataille/ch16_dice.h"
#include "rules/bataille/ch18_train.h"

namespace tambour::bataille {

bool is_same_target(const Look& b, HexId a, HexId z) { return a == z || (top_at(b, a) != kNoUnit && top_at(b, a) == top_at(b, z)); }

namespace {

bool aims_at(const Look& b, UnitId u, HexId hex) {
  if (!b.pos.on_map(u) || !b.pos.has(u, kAssault)) return false;
  const UnitState& s = b.pos.unit[u];
  return is_same_target(b, s.target, hex) || (s.target2 != kNoHex && is_same_target(b, s.target2, hex));
}

// Distinct targets of one side (A101).
int count_assaults(const Look& b, Seat side) {
  int n = 0;
  for (const UnitId u : all_units(b.field)) {
    if (!b.pos.on_map(u) || !b.pos.has(u, kAssault) || side_of(b, u) != side) continue;
    bool told = false;
    for (UnitId x : units_before(u)) told |= side_of(b, x) == side && aims_at(b, x, b.pos.unit[u].target);
    n += !told;
  }
  return n;
}

bool in_touch(const Look& b, UnitId u, UnitId foe) {
  const Footprint f = footprint(b, foe);
  return std::any_of(f.begin(), f.end(), [&](HexId h) { return contact(b, u, h).hex != kNoHex; });
}

// `only`: a stack of the Old Guard that charges by itself.
void add_fight(Run& r, HexId hex, UnitId only) {
  Melees& m = r.pos.melees;
  const UnitId foe = top_at(r.look(), hex);
  for (int k = 0; k < m.fights; ++k)
    if (is_same_target(r.look(), m.fight[k].hex, hex)) return;
  if (m.fights == kFights) return;
  Fight& f = m.fight[m.fights];
  f.hex = hex;
  for (const UnitId u : all_units(r.field)) {
    if (!aims_at(r.look(), u, hex)) continue;
    if (foe != kNoUnit && (side_of(r.look(), foe) == side_of(r.look(), u) || !in_touch(r.look(), u, foe))) continue;
    const UnitId top = r.pos.stack.top(r.pos.at(u));
    if (only != kNoUnit && top != only) continue;
    if (std::count(f.attacker, f.attacker + f.attackers, top) || f.attackers == 6) continue;
    f.attacker[f.attackers++] = top;
    for (UnitId x : r.pos.stack.in(r.pos.at(top))) r.pos.set(x, kEngaged), stop_clearing(r, x);
  }
  if (f.attackers == 0) return;
  if (foe != kNoUnit) {
    f.defender[0] = foe, f.defenders = 1, f.also = second_hex(r.look(), f, foe);
    for (UnitId x : r.pos.stack.in(r.pos.at(foe))) stop_clearing(r, x);
  }
  ++m.fights;
}

// Everybody who assaults the stack in this hex, and what else they assault (16.2.7). Each stack of defenders is a fight of its own.
void gather(Run& r, HexId hex, UnitId only) {
  Melees& m = r.pos.melees;
  clear_melees(m);
  add_fight(r, hex, only);
  for (int k = 0; k < m.fights; ++k)
    for (int i = 0; i < m.fight[k].attackers; ++i) {
      const UnitState& s = r.pos.unit[shaper(r.look(), m.fight[k].attacker[i])];
      for (const HexId h : {s.target, s.target2})
        if (h != kNoHex) add_fight(r, h, only);
    }
  if (m.fights > 1) by("16.2.7.3-a");
  m.now = 0;
}

void clean_up(Run& r, HexId target, bool alone) {
  for (const UnitId u : all_units(r.field)) {
    UnitState& s = r.pos.unit[u];
    const bool mine = r.pos.has(u, kEngaged) || (s.target == target && !alone);
    if (r.pos.on_map(u) && r.pos.has(u, kAssault) && mine) {
      by("7.4-b"), s.target = s.target2 = kNoHex, s.distance = 0, r.pos.drop(u, kAssault | kInColumn);
      r.tell({.fact = Fact::AssaultOff, .who = u, .why = cite("16.1.1-s8")});
    }
    r.pos.drop(u, kOfRounds);
    s.deserted = 0;
  }
  for (const UnitId u : all_units(r.field)) {
    bool wanted = false;
    for (UnitId x = kFirstUnit; r.field.units.has(x) && r.pos.on_map(u); ++x) wanted |= aims_at(r.look(), x, r.pos.at(u));
    if (!wanted) r.pos.drop(u, kTarget | kHeldFire | kFiredEarly);  // fire held for another Assault stays held
  }
  clear_melees(r.pos.melees);
}

}  // namespace

Refusal ChooseAssault::barred(const Look& b, Action a) const {
  for (UnitId u = kFirstUnit; b.field.units.has(u) && a.hex < b.field.grid.size(); ++u) {
    if (!b.pos.on_map(u) || !b.pos.has(u, kAssault) || side_of(b, u) != side || !is_same_target(b, b.pos.unit[u].target, a.hex)) continue;
    if (b.pos.unit[u].target == a.hex) return {};
    break;
  }
  REFUSE("16.1-i", kNoUnit, a.hex);
  return {};
}

int participants(const Look& b, bool attacking, UnitId* list) {
  const Melees& m = b.pos.melees;
  int n = 0;
  for (int k = 0; k < m.fights; ++k) {
    const Fight& f = m.fight[k];
    const UnitId* from = attacking ? f.attacker : f.defender;
    for (int i = 0; i < (attacking ? f.attackers : f.defenders) && !f.over; ++i)
      if (fights(b, from[i]) && !std::count(list, list + n, from[i]) && n < 12) list[n++] = from[i];
  }
  return n;
}

// 8.1.4-c: leaders of a stack that lays down its arms are taken with it.
static void capture_leaders(Run& r, const Footprint& f, Seat side) {
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    if (s.fate != Fate::OnMap || !f.contains(s.hex) || r.field.officers[std::size_t(k)].side != side) continue;
    s = leader_at(k, kNoHex, Fate::Gone);
    r.pos.cup &= ~(1u << k);
    r.tell({.fact = Fact::CommanderLost, .who = r.field.officer_id(k), .why = cite("8.1.4-c")});
  }
}

enum class Blow : uint8_t { Surrender, Rout, Disorder };
struct Verdicts {  // rows of the results of one side
  Citation surrender, rout, again, recoil;
};
constexpr Verdicts kAttackers{cite("16.1.1-s3e-AS"), cite("16.1.1-s3e-AR"), cite("16.1.1-s3e-AD2"), cite("16.1.1-s3e-AD")};
constexpr Verdicts kDefenders{cite("16.1.1-s3e-DS"), cite("16.1.1-s3e-DR"), cite("16.1.1-s3e-DD2"), cite("16.1.1-s3e-DD")};

// 16.7: what a result does to a stack. Hexes: of a Recoil.
static void strike(Run& r, UnitId top, Blow blow, int hexes, const Verdicts& rows) {
  if (!fights(r.look(), top)) return;
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  const bool safe = ground(r.look(), r.pos.at(top)).structure;
  if (blow == Blow::Surrender) capture_leaders(r, footprint(r.look(), top), side_of(r.look(), top));
  else if (blow == Blow::Rout || !good(r.look(), top)) r.tell({.fact = Fact::Routed, .who = top, .why = cite("16.7.2-a")});
  if (n > 1 && is_gun(r.look(), list[n - 1]) && !is_gun(r.look(), top) && r.pos.has(top, kEngaged)) by("16.2.2.3-c");
  for (int k = 0; k < n; ++k) {
    if (blow == Blow::Surrender) lose_unit(r, list[k], rows.surrender);
    else if (r.pos.unit[list[k]].form == Form::Unlimbered && (blow == Blow::Rout || !good(r.look(), list[k])))
      lose_guns(r, list[k], cite("16.1.1-s3e-guns"));
    else if (blow == Blow::Rout && (r.pos.unit[list[k]].order == Order::Good || by("12.11.4.1-b"))) break_unit(r, list[k], rows.rout);
    else if (r.pos.unit[list[k]].order == Order::Good) disorder(r, list[k], safe ? cite("16.1.1-s3e-DDstruct") : rows.recoil);
    else break_unit(r, list[k], safe ? cite("16.7.1-c") : rows.again);
  }
  if (!r.pos.on_map(top) || blow == Blow::Surrender || r.pos.unit[top].order == Order::Pgd) return;
  if (safe) r.tell({.fact = Fact::Disordered, .who = top, .hex = r.pos.at(top), .why = cite("16.7.1-b")});
  else recoil(r, top, hexes);
}

static int recoil_of(Result x) {
  return x == Result::AD3 || x == Result::DD3 ? 3 : x == Result::AD2 || x == Result::DD2 ? 2 : x == Result::AD1 || x == Result::DD1 ? 1 : 0;
}

// 16.2.7.1-d: who attacked twice suffers once; two Disorders are a Rout (A48).
static void strike_attackers(Run& r) {
  UnitId list[12];
  const int n = participants(r.look(), true, list);
  for (int i = 0; i < n; ++i) {
    int disorders = 0, hexes = 0;
    bool rout = false, surrender = false;
    for (int k = 0; k < r.pos.melees.fights; ++k) {
      const Fight& f = r.pos.melees.fight[k];
      const auto x = Result(f.result);
      if (f.over || !attacks(r.look(), f, list[i]) || x >= Result::Blank) continue;
      surrender |= x == Result::AS, rout |= x == Result::AR;
      disorders += recoil_of(x) > 0, hexes = std::max(hexes, recoil_of(x));
    }
    if (disorders > 1) r.tell({.fact = Fact::MeleeFought, .who = list[i], .why = cite("16.2.7.1-d")});
    if (surrender) strike(r, list[i], Blow::Surrender, 0, kAttackers);
    else if (rout || disorders > 1) strike(r, list[i], Blow::Rout, 0, kAttackers);
    else if (disorders) strike(r, list[i], Blow::Disorder, hexes, kAttackers);
  }
}

static void strike_defenders(Run& r) {
  for (int k = 0; k < r.pos.melees.fights; ++k) {
    const Fight f = r.pos.melees.fight[k];
    const auto x = Result(f.result);
    if (f.over || x <= Result::Blank || x == Result::kCount) continue;
    for (int i = 0; i < f.defenders; ++i)
      strike(r, f.defender[i], x == Result::DS ? Blow::Surrender : x == Result::DR ? Blow::Rout : Blow::Disorder, recoil_of(x), kDefenders);
  }
}

// The wreck of a wagon does not leave its hex to anybody (18.14.1.6-c).
static bool is_left(const Look& b, HexId h) {
  const UnitId there = h == kNoHex ? kNoUnit : top_at(b, h);
  if (there != kNoUnit) return is_wreck(b, there) && !by("18.14.1.6-c");
  return h != kNoHex;
}
static bool hex_left(const Look& b) { return is_left(b, fight(b).hex) || is_left(b, fight(b).also); }
static bool goes_on(const Look& b) {
  return !fight(b).over && Result(fight(b).result) == Result::Blank && attackers_left(b) && defenders_left(b);
}
static bool any_result(const Look& b, bool attackers) {
  const Melees& m = b.pos.melees;
  return m.round == 2 && std::any_of(m.fight, m.fight + m.fights, [&](const Fight& f) {
           return !f.over && Result(f.result) != Result::kCount &&
                  (attackers ? Result(f.result) < Result::Blank : Result(f.result) > Result::Blank);
         });
}

// An attacker whose two targets have both gone: it can enter the hex of one of them (16.2.7.1-f).
static UnitId torn(const Look& b) {
  const Melees& m = b.pos.melees;
  for (const UnitId u : all_units(b.field)) {
    const auto won = [&](const Fight& f) {
      return &f < m.fight + m.fights && !f.over && attacks(b, f, u) && is_left(b, f.hex) && Result(f.result) > Result::Blank;
    };
    if (std::count_if(std::begin(m.fight), std::end(m.fight), won) > 1) return u;
  }
  return kNoUnit;
}

Refusal ChooseTrail::barred(const Look& b, Action a) const {
  const Melees& m = b.pos.melees;
  for (int k = 0; k < m.fights; ++k)
    if (!m.fight[k].over && attacks(b, m.fight[k], unit) && m.fight[k].hex == a.hex && is_left(b, a.hex)) return {};
  REFUSE("16.2.7.1-f", unit, a.hex);
  return {};
}

static void leave_others(Run& r, UnitId u, HexId trail) {
  for (Fight& f : r.pos.melees.fight)
    if (f.hex != trail) std::replace(f.attacker, f.attacker + f.attackers, u, kNoUnit);
}

Flow Aftermath::run(Run& r) {
  BEGIN;
  STEP("16.7-a");
  if (any_result(r.look(), true)) STEP("16.1.1-s5e-A");
  strike_attackers(r);
  CALL(Settle{});
  STEP("16.1.1-s5d-first");
  if (any_result(r.look(), false)) STEP("16.1.1-s5e-D");
  strike_defenders(r);
  CALL(Settle{});
  while (torn(r.look()) != kNoUnit) {
    STEP("16.2.7.1-f");
    unit = torn(r.look());
    ASK(ChooseTrail{unit});
    leave_others(r, unit, r.answer().hex);
  }
  for (i = 0; i < r.pos.melees.fights; ++i) {
    r.pos.melees.now = i;
    if (fight(r).over || goes_on(r.look())) continue;
    if (Result(fight(r).result) < Result::Blank) STEP("16.9-e");
    if (Result(fight(r).result) > Result::Blank && hex_left(r.look())) {
      STEP("16.1.1-s6");
      CALL(FollowUp{kAdvance, Result(fight(r).result) < Result::kCount, 1});
      entered |= r.result() > 0;
      CALL(Settle{});
      r.pos.melees.now = i;
    }
    fight(r).over = 1;
  }
  r.pos.melees.now = 0;
  RETURN(entered);
  END;
}

// 16.1.1-s1b: guns without a round and without infantry are lost, and who has no order left runs.
static void strip_target(Run& r) {
  UnitId list[kMates];
  const UnitId top = fight(r).defender[0];
  const int n = mates(r.look(), top, list);
  bool helped = false;
  for (int k = 0; k < n; ++k) helped |= !is_gun(r.look(), list[k]) || supplied(r.look(), list[k]);
  for (int k = 0; k < n; ++k) {
    if (!helped && r.pos.unit[list[k]].form == Form::Unlimbered) by("18.10.3-a", "16.1.1-s1b-guns"), lose_guns(r, list[k], cite("16.1.1-s1b-guns"));
    else if (r.pos.unit[list[k]].order == Order::Pgd && by("12.12.3-b")) r.pos.set(list[k], kMustRout);
    else if (r.pos.unit[list[k]].form == Form::Road) break_unit(r, list[k], is_gun(r.look(), list[k]) ? cite("18.10.1-b") : cite("12.8.4-c"));
  }
}

static bool anything_open(const Look& b) {
  const Melees& m = b.pos.melees;
  return std::any_of(m.fight, m.fight + m.fights, [](const Fight& f) { return !f.over; });
}

// 16.1.1-s2, 16.3.7.2-b: one fight before any roll. Leaves the next target in `next`.
Flow Opening::run(Run& r) {
  BEGIN;
  if (fight(r).defenders == 0) {
    STEP("16.1.1-s1a");
    by("16.2.3-a", "16.2.3-b");  // whyever they have gone
    BECOME(Vacated{kMayhem});
  }
  STEP("16.1.1-s1b-rout");
  strip_target(r);
  CALL(Settle{});
  if (!defenders_left(r.look())) {
    STEP("16.1.1-s1b-end");
    RETURN(0);
  }
  STEP("16.1.1-s2");
  CALL(PreRetreat{});
  if (r.result() == 0) RETURN(0);
  STEP("16.1.1-s2b");
  if (r.pos.melees.fights > 1) by("16.2.7.1-c", "16.2.7.1-g");
  BECOME(Vacated{kAfterRetreat, UnitId(r.result() - 1)});
  END;
}

Flow Assault::run(Run& r) {
  BEGIN;
  STEP("16.1-h");
  if (guard != kNoUnit) by("16.10.1-1", "16.10.1-2");
  gather(r, hex, guard);
  r.tell({.fact = Fact::AssaultBegan, .who = fight(r).defender[0], .hex = hex, .why = cite("16.1-h")});
  for (i = 0; i < r.pos.melees.fights; ++i) {
    r.pos.melees.now = i;
    CALL(Opening{});
    r.pos.melees.now = i;
    if (r.result()) next = HexId(r.result() - 1);
    if (fight(r).over && guard != kNoUnit && r.pos.has(guard, kAdvanced)) advanced = 2;
  }
  if (anything_open(r.look())) {
    if (guard != kNoUnit) STEP("16.10.1-3");
    CALL(Round{1});
    CALL(Aftermath{});
    if (r.result() && guard != kNoUnit) {
      STEP("16.10.1-6");
      advanced = 1;
    }
  }
  if (anything_open(r.look()) && guard != kNoUnit) {
    STEP("16.10.1-4");
    STEP("16.10.1-5");
  } else if (anything_open(r.look())) {
    STEP("16.1.1-s3e-blank");
    CALL(Reserves{});
    STEP("16.1.1-s5");
    CALL(Round{2});
    CALL(Aftermath{});
    if (anything_open(r.look())) STEP("16.1.1-s5e-blank");
  }
  CALL(SpikeGuns{});
  STEP("16.1.1-s8");
  if (guard != kNoUnit) STEP("16.10.1-8");
  clean_up(r, hex, guard != kNoUnit);
  if (next != kNoHex && laps < 6) {
    BECOME(Assault{next, uint8_t(laps + 1), 0, kNoHex, guard, advanced});  // 16.3.7.2-b
  }
  RETURN(advanced);
  END;
}

static bool any_assault(const Look& b) { return count_assaults(b, Seat::First) + count_assaults(b, Seat::Second) > 0; }

Flow AssaultSegment::run(Run& r) {
  BEGIN;
  STEP("7.4-a");
  r.pos.segment = Segment::Assault;
  seat = count_assaults(r.look(), Seat::Second) > count_assaults(r.look(), Seat::First);
  while (any_assault(r.look()) && count_assaults(r.look(), Seat::First) == count_assaults(r.look(), Seat::Second)) {
    ROLL(Dice::D6, kAnyFace, FirstAssaultDie{Seat::First});
    die = uint8_t(r.face());
    ROLL(Dice::D6, kAnyFace, FirstAssaultDie{Seat::Second});
    if (r.face() == die) continue;
    seat = r.face() > die;
    break;
  }
  while (any_assault(r.look())) {
    if (count_assaults(r.look(), Seat(seat)) > 0) {
      STEP("16.1-i");
      ASK(ChooseAssault{Seat(seat)});
      CALL(Assault{r.answer().hex});
    }
    seat = uint8_t(1 - seat);
  }
  STEP("7.4-c");
  END;
}

}  // namespace tambour::bataille
