// SPDX-License-Identifier: MIT
// Chapter 16: the steps of an Assault.
#include "rules/bataille/ch16_assault.h"

#include <algorithm>

namespace tambour::bataille {
namespace {

bool same_stack(const Look& b, HexId a, HexId z) { return a == z || (top_at(b, a) != kNoUnit && top_at(b, a) == top_at(b, z)); }

bool aims_at(const Look& b, UnitId u, HexId hex) {
  if (!b.pos.on_map(u) || !b.pos.has(u, kAssault)) return false;
  const UnitState& s = b.pos.unit[u];
  return same_stack(b, s.target, hex) || (s.target2 != kNoHex && same_stack(b, s.target2, hex));
}

// Distinct targets of one side (A101).
int count_assaults(const Look& b, Seat side) {
  int n = 0;
  for (UnitId u = 0; u < b.field.unit_count(); ++u) {
    if (!b.pos.on_map(u) || !b.pos.has(u, kAssault) || side_of(b, u) != side) continue;
    bool told = false;
    for (UnitId x = 0; x < u; ++x) told |= side_of(b, x) == side && aims_at(b, x, b.pos.unit[u].target);
    n += !told;
  }
  return n;
}

void add_fight(Run& r, HexId hex) {
  Melees& m = r.pos.melees;
  const UnitId foe = top_at(r.look(), hex);
  for (int k = 0; k < m.fights; ++k)
    if (same_stack(r.look(), m.fight[k].hex, hex)) return;
  if (m.fights == kFights) return;
  Fight& f = m.fight[m.fights];
  f.hex = hex;
  for (UnitId u = 0; u < r.field.unit_count(); ++u) {
    if (!aims_at(r.look(), u, hex)) continue;
    if (foe != kNoUnit && (side_of(r.look(), foe) == side_of(r.look(), u) || contact(r.look(), u, hex).hex == kNoHex)) continue;
    const UnitId top = r.pos.stack.top(r.pos.at(u));
    if (std::count(f.attacker, f.attacker + f.attackers, top) || f.attackers == 6) continue;
    f.attacker[f.attackers++] = top;
    for (UnitId x : r.pos.stack.in(r.pos.at(top))) r.pos.set(x, kEngaged);
  }
  if (f.attackers == 0) return;
  if (foe != kNoUnit) f.defender[0] = foe, f.defenders = 1;
  ++m.fights;
}

// Everybody who assaults the stack in this hex, and what else they assault (16.2.7).
void gather(Run& r, HexId hex) {
  Melees& m = r.pos.melees;
  clear_melees(m);
  add_fight(r, hex);
  for (int k = 0; k < m.fights; ++k)
    for (int i = 0; i < m.fight[k].attackers; ++i) {
      const UnitState& s = r.pos.unit[shaper(r.look(), m.fight[k].attacker[i])];
      for (const HexId h : {s.target, s.target2})
        if (h != kNoHex) add_fight(r, h);
    }
  m.now = 0;
}

void clean_up(Run& r, HexId target) {
  for (UnitId u = 0; u < r.field.unit_count(); ++u) {
    UnitState& s = r.pos.unit[u];
    const bool mine = r.pos.has(u, kEngaged) || s.target == target;
    if (r.pos.on_map(u) && r.pos.has(u, kAssault) && mine) {
      s.target = s.target2 = kNoHex, s.distance = 0, r.pos.drop(u, kAssault | kInColumn);
      r.tell({.fact = Fact::AssaultOff, .who = u, .why = cite("16.1.1-s8")});
    }
    r.pos.drop(u, kOfAssault);
    s.deserted = 0;
  }
  for (UnitId u = 0; u < r.field.unit_count(); ++u) {
    bool wanted = false;
    for (UnitId x = 0; x < r.field.unit_count() && r.pos.on_map(u); ++x) wanted |= aims_at(r.look(), x, r.pos.at(u));
    if (!wanted) r.pos.drop(u, kTarget);
  }
  clear_melees(r.pos.melees);
}

}  // namespace

Refusal ChooseAssault::barred(const Look& b, Action a) const {
  for (UnitId u = 0; u < b.field.unit_count(); ++u)
    if (b.pos.on_map(u) && b.pos.has(u, kAssault) && side_of(b, u) == side && b.pos.unit[u].target == a.hex) return {};
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
    s = {kNoHex, Fate::Gone, 0, 0, 0};
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
  for (int k = 0; k < n; ++k) {
    if (blow == Blow::Surrender) lose_unit(r, list[k], rows.surrender);
    else if (blow == Blow::Rout) break_unit(r, list[k], rows.rout);
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

static bool hex_left(const Look& b) { return fight(b).hex != kNoHex && top_at(b, fight(b).hex) == kNoUnit; }
static bool goes_on(const Look& b) {
  return !fight(b).over && Result(fight(b).result) == Result::Blank && !fight(b).right && attackers_left(b) && defenders_left(b);
}

Flow Aftermath::run(Run& r) {
  BEGIN;
  STEP("16.7-a");
  strike_attackers(r);
  CALL(Settle{});
  STEP("16.1.1-s5d-first");
  strike_defenders(r);
  CALL(Settle{});
  for (i = 0; i < r.pos.melees.fights; ++i) {
    r.pos.melees.now = i;
    if (fight(r).over || goes_on(r.look())) continue;
    if (Result(fight(r).result) > Result::Blank && hex_left(r.look())) {
      STEP("16.1.1-s6");
      CALL(FollowUp{Result(fight(r).result) < Result::kCount, 1});
      CALL(Settle{});
      r.pos.melees.now = i;
    }
    fight(r).over = 1;
  }
  r.pos.melees.now = 0;
  END;
}

// 16.1.1-s1b: guns without a round and without infantry are lost, and who has no order left runs.
static void strip_target(Run& r) {
  UnitId list[kMates];
  const UnitId top = fight(r).defender[0];
  const int n = mates(r.look(), top, list);
  bool helped = false;
  for (int k = 0; k < n; ++k) helped |= !is_gun(r.look(), list[k]) || r.pos.unit[list[k]].rounds > 0;
  for (int k = 0; k < n; ++k) {
    if (!helped && r.pos.unit[list[k]].form == Form::Unlimbered) lose_unit(r, list[k], cite("16.1.1-s1b-guns"));
    else if (r.pos.unit[list[k]].order == Order::Pgd) r.pos.set(list[k], kMustRout);
    else if (r.pos.unit[list[k]].form == Form::Road) break_unit(r, list[k], cite("12.8.4-c"));
  }
}

static bool anything_open(const Look& b) {
  const Melees& m = b.pos.melees;
  return std::any_of(m.fight, m.fight + m.fights, [](const Fight& f) { return !f.over; });
}

Flow Assault::run(Run& r) {
  BEGIN;
  STEP("16.1-h");
  gather(r, hex);
  r.tell({.fact = Fact::AssaultBegan, .who = fight(r).defender[0], .hex = hex, .why = cite("16.1-h")});
  for (i = 0; i < r.pos.melees.fights; ++i) {
    r.pos.melees.now = i;
    if (fight(r).defenders == 0) {
      STEP("16.1.1-s1a");
      CALL(Vacated{});
      if (r.result()) next = HexId(r.result() - 1);
      continue;
    }
    STEP("16.1.1-s1b-rout");
    strip_target(r);
    CALL(Settle{});
    r.pos.melees.now = i;
    if (!defenders_left(r.look())) {
      STEP("16.1.1-s1b-end");
      continue;
    }
    STEP("16.1.1-s2");
    CALL(PreRetreat{});
    r.pos.melees.now = i;
    if (r.result() == 0) continue;
    STEP("16.1.1-s2b");
    CALL(Vacated{UnitId(r.result() - 1)});
    if (r.result()) next = HexId(r.result() - 1);
  }
  if (anything_open(r.look())) {
    CALL(Round{1});
    CALL(Aftermath{});
  }
  if (anything_open(r.look())) {
    STEP("16.1.1-s3e-blank");
    CALL(Reserves{});
    STEP("16.1.1-s5");
    CALL(Round{2});
    CALL(Aftermath{});
    if (anything_open(r.look())) STEP("16.1.1-s5e-blank");
  }
  STEP("16.1.1-s8");
  clean_up(r, hex);
  if (next != kNoHex && laps < 6) {
    BECOME(Assault{next, uint8_t(laps + 1)});  // 16.3.7.2-b
  }
  END;
}

static bool any_assault(const Look& b) { return count_assaults(b, Seat::First) + count_assaults(b, Seat::Second) > 0; }

Flow AssaultSegment::run(Run& r) {
  BEGIN;
  STEP("7.4-a");
  r.pos.segment = Segment::Assault;
  seat = count_assaults(r.look(), Seat::Second) > count_assaults(r.look(), Seat::First);
  while (any_assault(r.look()) && count_assaults(r.look(), Seat::First) == count_assaults(r.look(), Seat::Second)) {
    ROLL(Dice::D6, kAnyFace);
    die = uint8_t(r.face());
    ROLL(Dice::D6, kAnyFace);
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
  END;
}

}  // namespace tambour::bataille
