// SPDX-License-Identifier: MIT
// 8.4 Shock: declaring attacks, resolving them, advance and secondary shock.
// Unlike jdg: charges, cavalry in place and infantry against one hex roll separately, in this order, and advance at the end; one modifier of
// terrain counts, not their sum, and clear ground helps only from the front of an open flank and never infantry against cavalry; advancing
// units may turn, but then cannot break through; only infantry has breakthrough and counter-shock; cavalry shocks only enemies it was
// adjacent to when the activation began.
#pragma once
#include "rules/tng/ch04_orders.h"

namespace tambour::tng {

using AttackMask = uint64_t;  // bit i: Pos::attacks[i]
static_assert(kMaxAttacks <= 64);
inline constexpr int kMaxTargets = 16;  // hexes of one combat: what a frame can hold
using Targets = FixedVector<HexId, kMaxTargets>;

// ---- what an attack is (ch08_4_attacks.cpp)
Party attackers(const Look& b, const Attack& a);                                             // who fights in it: the stack's units that can
bool attacks_hex(const Look& b, const Attack& a, HexId h);                                   // also a charge still on its way
uint8_t open_fronts(const Look& b, UnitId lead, HexId here, Attacker kind, bool secondary);  // sides it may shock over from this hex
Refusal attack_barred(const Look& b, UnitId u);                                              // the stack as a whole
Refusal shock_barred(const Look& b, UnitId u, HexId here, int side);                         // 8.41; side -1: too far off
Refusal owes_attack(const Look& b, AttackState least);  // 8.42-a: an enemy in front that nobody attacks
inline AttackMask bit_of(const Look& b, const Attack& a) { return AttackMask{1} << (&a - b.pos.attacks.begin()); }
bool struck_earlier(const Look& b, const Attack& a, HexId h);  // a live attack announced before this one strikes the hex too
bool is_live(const Look& b, const Attack& a);                  // committed, still there and with somebody to fight
AttackMask live_attacks(const Look& b);
Announced announced_against(const Look& b, HexId h);                // the first attack on this hex that is still to be fought, if any
void cancel_broken_attacks(Run& r);                                 // 8.43-a, 8.43-b
void widen_attacks(Run& r);                                         // 8.43-c
AttackMask joined(const Look& b, AttackMask seed, bool same_kind);  // attacks linked by shared targets
Seat side_of_attack(const Look& b, AttackMask mask);
Targets targets(const Look& b, AttackMask mask);                    // enemy-held hexes these attacks strike
uint8_t keep_targets(const Look& b, AttackMask mask, HexId (&out)[kMaxTargets]);  // the same for a frame, how many
int add_secondary(Run& r, UnitId lead, Attacker kind, uint8_t sides);             // its number, -1 if there is no room

// ---- the roll (ch08_44_ledger.cpp)
Ledger shock_ledger(const Look& b, AttackMask mask);

void declare_shock(Run& r, UnitId u, HexId target);

struct ShockSegment {
  static constexpr const char* kName = "ShockSegment";
  Action chosen = {};
  ShockStage from = ShockStage::Announce;
  uint8_t pad[7] = {};
  Flow run(Run& r);
};

struct DeclareAttacks {
  QUESTION(DeclareAttacks, "Announce shocks and charges, then begin", cite("8.34-a"), Verb::Shock, Verb::Charge, Verb::Done);
  static constexpr bool kRest = true;
  Seat seat(const Look& b) const { return b.pos.side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Done})) return;
    for (UnitId u : all_units(b.field)) {
      if (!b.pos.has(u, kActive) || !b.pos.on_map(u) || is_gun(b, u)) continue;
      const HexId here = b.pos.at(u);
      for (int side = 0; side < 6; ++side)
        if (const HexId n = b.field.across(here, side);
            enemy_in(b, n, b.pos.side) && !emit(Action{.verb = Verb::Shock, .who = u, .hex = n}))
          return;
      if (!is_cavalry(b, u)) continue;
      for (UnitId t : all_units(b.field)) {
        const HexId h = b.pos.at(t);
        if (h == kNoHex || side_of(b, t) == b.pos.side || b.pos.stack.top(h) != t || b.field.grid.distance(here, h) > 3) continue;
        if (!emit(Action{.verb = Verb::Charge, .who = u, .hex = h})) return;
      }
    }
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;  // of the shock this stack would make
};

struct ChooseBattle {
  QUESTION(ChooseBattle, "Choose the next combat to resolve", cite("8.33-a"), Verb::Resolve);
  static constexpr bool kRest = true;
  Seat seat(const Look& b) const { return b.pos.side; }
  void candidates(const Look& b, auto&& emit) const {
    for (const Attack& a : b.pos.attacks) {
      if (!is_live(b, a)) continue;
      for (HexId h : targets(b, bit_of(b, a)))
        if (!struck_earlier(b, a, h) && !emit(Action{.verb = Verb::Resolve, .hex = h})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

// Secondary shocks nest: at most four inside the battle that set them off (T65).
inline constexpr int kMostBattles = 5;

struct ResolveBattle {  // everything that strikes one set of linked hexes: charges, cavalry, infantry; then advances
  static constexpr const char* kName = "ResolveBattle";
  AttackMask mask = 0;
  HexId hexes[kMaxTargets] = {};
  uint16_t ridden = 0;  // bit i: hexes[i] was emptied by the charge itself
  uint8_t kind = 0, count = 0, at = 0, secondary = 0, pad[2] = {};
  Flow run(Run& r);
};
struct Combat {  // one roll
  static constexpr const char* kName = "Combat";
  AttackMask mask = 0;
  HexId hexes[kMaxTargets] = {};
  HexId cause = kNoHex;
  uint8_t row = 0, at = 0, count = 0;
  Seat attacker = Seat::Nobody;
  uint8_t pad[2] = {};
  Flow run(Run& r);
};

struct DefendersLose {  // 5 and more
  static constexpr const char* kName = "DefendersLose";
  Combat c;
  Flow run(Run& r);
};
struct AttackersLose {  // 4 and less
  static constexpr const char* kName = "AttackersLose";
  Combat c;
  Flow run(Run& r);
};
struct CounterShock {
  static constexpr const char* kName = "CounterShock";
  UnitId lead = kNoUnit;
  uint8_t attack = 0;  // its number plus one
  HexId pad = 0;
  Flow run(Run& r);
};
void march_party(Run& r, const Party& party, HexId to, Citation why);  // 8.45-b

struct Advance {  // 8.45, 8.46 into one vacated hex
  static constexpr const char* kName = "Advance";
  AttackMask mask = 0;
  HexId hex = kNoHex;
  uint8_t optional = 0, attack = 0;
  UnitId lead = kNoUnit;
  uint8_t facing = 0, secondary = 0, pad = 0;
  Flow run(Run& r);
};
struct ChooseAdvance {
  QUESTION(ChooseAdvance, "Choose who advances, and its facing", cite("8.45-a"), Verb::Advance, Verb::Pass);
  AttackMask mask = 0;
  HexId hex = kNoHex;
  uint8_t optional = 0, pad[5] = {};
  Seat seat(const Look& b) const;
  int worth(const Look& b, int attack) const;  // best cohesion, chargers above all; -1: cannot
  bool possible(const Look& b) const;
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Pass})) return;
    for (int i = 0; i < b.pos.attacks.size(); ++i)
      for (uint8_t f = 0; f < 6 && (mask >> i & 1); ++f)
        if (!emit(Action{.verb = Verb::Advance, .arg = f, .who = b.pos.attacks[i].lead})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};
struct ChooseBreakthrough {
  QUESTION(ChooseBreakthrough, "Break through and shock again?", cite("8.46-c"), Verb::Yes, Verb::No);
  UnitId lead;
  Seat seat(const Look& b) const { return side_of(b, lead); }
  UnitId about(const Look&) const { return lead; }
  void candidates(const Look&, auto&& emit) const { (void)(emit(Action{.verb = Verb::No}) && emit(Action{.verb = Verb::Yes})); }
  Refusal barred(const Look& b, Action a) const;
};
struct ChooseCounterShock {  // 8.46-d: step one hex, or stay, and shock
  QUESTION(ChooseCounterShock, "Counter-shock: step, strike where you stand, or decline", cite("8.46-d"),
           Verb::Move, Verb::Yes, Verb::Pass);
  UnitId lead;
  Seat seat(const Look& b) const { return side_of(b, lead); }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Pass}) || !emit(Action{.verb = Verb::Yes})) return;
    for (const HexId n : around(b.field, b.pos.at(lead)))
      if (!emit(Action{.verb = Verb::Move, .who = lead, .hex = n}))
        return;
  }
  Refusal barred(const Look& b, Action a) const;
};

}  // namespace tambour::tng
