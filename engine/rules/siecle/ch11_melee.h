// SPDX-License-Identifier: MIT
// Chapter 11: melee: participants, ratio, modifiers, result.
#pragma once
#include "rules/siecle/ch08_zones.h"

namespace tambour::siecle {

struct Parties {
  FixedVector<UnitId, 6> attackers;
  FixedVector<HexId, 4> targets;
};
Parties parties(const Pos& pos);
Refusal attacker_barred(const Look& b, UnitId u);
Refusal target_barred(const Look& b, UnitId u, HexId h);
Ledger melee_ledger(const Look& b, const Parties& p);
bool uses_volunteers(const Look& b, const Parties& p);
bool can_attack(const Look& b, Seat side);  // is any melee possible for the active formation?

struct ChooseMelee {
  QUESTION(ChooseMelee, "Choose an attacker and the hex it attacks, or end the melees", cite("4.C-b"),
           Verb::Melee, Verb::Breach, Verb::Done);
  static constexpr bool kRest = true;
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (UnitId u : all_units(b.field)) {
      if (counter(b, u).formation != b.pos.active || !b.pos.on_map(u) || b.pos.has(u, kFought)) continue;
      for (uint8_t k = 0; k < 6; ++k) {
        const Edge& e = edge(b, b.pos.at(u), k);
        if (e.to == kNoHex) continue;
        if (b.pos.stack.empty(e.to) ? has_officer(b, e.to, other(side)) : holds_enemy(b, e.to, side))
          if (!emit(Action{Verb::Melee, 0, u, kNoUnit, e.to})) return;
        if (e.redoubt != kNone && b.field.special.breachers == side && !emit(Action{Verb::Breach, k, u})) return;
      }
    }
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

// The melee grows: more attackers on one enemy, or more enemies for one attacker.
struct BuildMelee {
  QUESTION(BuildMelee, "Add attackers or enemies to the melee, or resolve it", cite("11.2-a"), Verb::Join, Verb::Against, Verb::Resolve);
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Resolve, 0, kNoUnit, kNoUnit, b.pos.targets[0]})) return;
    for (int k = 0; k < 6; ++k) {
      const HexId near = edge(b, b.pos.targets[0], k).to, far = edge(b, b.pos.at(b.pos.attackers[0]), k).to;
      if (near != kNoHex)
        for (UnitId u : b.pos.stack.in(near))
          if (!emit(Action{Verb::Join, 0, u})) return;
      if (far != kNoHex && !b.pos.stack.empty(far) && !emit(Action{Verb::Against, 0, kNoUnit, kNoUnit, far})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct Melee {  // the parties are in pos.attackers and pos.targets
  static constexpr const char* kName = "Melee";
  Seat side;
  uint8_t count = 0;  // defenders
  UnitId defenders[4]{};
  HexId home[6]{};  // where the attackers stood
  int8_t total = 0;
  uint8_t attackers_won = 0;
  Flow run(Run& r);
};

struct MeleeSegment {  // C4
  static constexpr const char* kName = "MeleeSegment";
  Seat side;
  uint8_t could = 0, breach_side = 0;
  Flow run(Run& r);
};

}  // namespace tambour::siecle
