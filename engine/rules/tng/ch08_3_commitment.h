// SPDX-License-Identifier: MIT
// 8.3 Commitment and 8.25 reaction fire: between the announcement of an attack and the combat.
// Unlike jdg: every attack rolls by cohesion, with orders or without; the defenders' musketry modifies that roll and the commander reduces
// it; all roll before the first combat; reaction fire comes before a charge moves and hits the whole stack unless infantry shocks, and
// chargers it disorders ride on without their bonus.
#pragma once
#include "rules/tng/ch08_2_fire.h"
#include "rules/tng/ch08_4_shock.h"

namespace tambour::tng {

Ledger commitment_ledger(const Look& b, const Attack& a);

struct Commitments {  // every declared attack in turn; recall before a square (8.52)
  static constexpr const char* kName = "Commitments";
  uint8_t at = 0, total = 0;
  Flow run(Run& r);
};
struct CommitOrRecall {
  QUESTION(CommitOrRecall, "The target stands in square: try to recall the charge?", cite("8.52-a"), Verb::Yes, Verb::No);
  UnitId lead;
  Seat seat(const Look& b) const { return side_of(b, lead); }
  UnitId about(const Look&) const { return lead; }
  void candidates(const Look&, auto&& emit) const { (void)(emit(Action{.verb = Verb::Yes}) && emit(Action{.verb = Verb::No})); }
  Refusal barred(const Look&, Action a) const { return a != Action{.verb = a.verb} ? Refusal{kWhen} : Refusal{}; }
};
struct FaceAfterRecall {
  QUESTION(FaceAfterRecall, "Choose the facing of the recalled cavalry", cite("8.52-c"), Verb::Face);
  UnitId lead;
  Seat seat(const Look& b) const { return side_of(b, lead); }
  void candidates(const Look&, auto&& emit) const {
    for (uint8_t f = 0; f < 6; ++f)
      if (!emit(Action{.verb = Verb::Face, .arg = f, .who = lead})) return;
  }
  Refusal barred(const Look&, Action a) const {
    return a != Action{.verb = Verb::Face, .arg = a.arg, .who = lead} || a.arg > 5 ? Refusal{kWhen} : Refusal{};
  }
};

struct ReactionFire {  // by guns in the hexes these attacks strike
  static constexpr const char* kName = "ReactionFire";
  AttackMask mask;
  Flow run(Run& r);
};
struct ChooseReaction {
  QUESTION(ChooseReaction, "Fire at an attacker, or hold fire", cite("8.25-b"), Verb::Fire, Verb::FireTogether, Verb::Pass);
  AttackMask mask = 0;
  Seat defender = Seat::Nobody;
  uint8_t pad[7] = {};
  Seat seat(const Look&) const { return defender; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Pass})) return;
    for (UnitId u : all_units(b.field)) {
      if (!is_gun(b, u) || side_of(b, u) != defender || !b.pos.on_map(u) || b.pos.has(u, kReacted)) continue;
      for (int i = 0; i < b.pos.attacks.size(); ++i)
        if ((mask >> i & 1) && !emit_answers(b, u, b.pos.attacks[i].from, emit)) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

}  // namespace tambour::tng
