// SPDX-License-Identifier: MIT
// 8.5 The cavalry charge: route, square, counter-charge, pursuit.
// Unlike jdg: a charge belongs to the shock segment, starts two or three hexes away without a move before it, and its route is declared with
// it. Squares come before Commitment and recall, ride and counter-charge after them; a square is formed only against a charge, and not in an
// enemy zone. A recalled charge does not move; cavalry shocked by infantry alone may charge it instead. Pursuers do not turn and stop in
// zones, the first pursuit charge already costs one, and all that charged are Disordered at the end without a test.
#pragma once
#include "rules/tng/ch08_4_shock.h"

namespace tambour::tng {

Refusal charge_barred(const Look& b, UnitId u, HexId target);                     // 8.51, 8.53
Refusal charge_ground_barred(const Look& b, UnitId u, HexId target, HexId from);  // 8.53: the target's own hex and side
bool ride(Run& r, int attack);                                                    // 8.5 step 4; false if its way is barred by now

struct ChargeRoute {  // 8.51-e: hex by hex, then the facing
  QUESTION(ChargeRoute, "Choose the way of the charge, then its facing", cite("8.51-e"), Verb::Move, Verb::Face);
  UnitId lead = kNoUnit;
  uint8_t steps = 0;
  HexId target = kNoHex, first = kNoHex, second = kNoHex;
  Seat seat(const Look& b) const { return side_of(b, lead); }
  HexId here(const Look& b) const { return steps == 0 ? b.pos.at(lead) : steps == 1 ? first : second; }
  Refusal ride_barred(const Look& b, HexId to) const;  // one step, not yet whether it leads anywhere
  Refusal finish_barred(const Look& b, int facing) const;
  bool leads_on(const Look& b, Citation waived = {}) const;  // some way is open, or would be without this rule
  void candidates(const Look& b, auto&& emit) const {
    for (const HexId n : around(b.field, here(b)))
      if (!emit(Action{.verb = Verb::Move, .who = lead, .hex = n})) return;
    for (uint8_t f = 0; f < 6; ++f)
      if (!emit(Action{.verb = Verb::Face, .arg = f, .who = lead})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};
Ledger charge_ledger(const Look& b, const ChargeRoute& route);  // of the charge this route can lead to

Party riders(const Look& b, UnitId lead);  // who rides with the leading unit of a charge
void declare_charge(Run& r, const ChargeRoute& route, uint8_t facing);

struct DeclareCharge {
  static constexpr const char* kName = "DeclareCharge";
  ChargeRoute route;
  Flow run(Run& r);
};

struct Squares {  // 8.55, for all hexes that are charged
  static constexpr const char* kName = "Squares";
  AttackMask mask = 0;
  HexId hexes[kMaxTargets] = {};
  uint8_t at = 0, count = 0;
  UnitId top = kNoUnit;
  uint8_t pad[5] = {};
  Flow run(Run& r);
};
struct ChooseSquare {
  QUESTION(ChooseSquare, "Try to form square?", cite("8.55-a"), Verb::FormSquare, Verb::Pass);
  AttackMask mask = 0;
  HexId hex = kNoHex;
  uint8_t pad[6] = {};
  Seat seat(const Look& b) const { return holder(b, hex); }
  Announced announced(const Look& b, Action) const { return announced_against(b, hex); }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Pass})) return;
    for (UnitId u : b.pos.stack.in(hex))
      if (!emit(Action{.verb = Verb::FormSquare, .who = u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct CounterCharges {  // 8.57 against charging cavalry
  static constexpr const char* kName = "CounterCharges";
  AttackMask mask = 0;
  HexId hexes[kMaxTargets] = {};
  uint8_t at = 0, count = 0;
  UnitId top = kNoUnit;
  uint8_t pad[5] = {};
  Flow run(Run& r);
};
Refusal counter_charge_barred(const Look& b, HexId h, AttackMask mask);
struct ChooseCounterCharge {
  QUESTION(ChooseCounterCharge, "Counter-charge?", cite("8.57-b"), Verb::Yes, Verb::No);
  AttackMask mask = 0;
  HexId hex = kNoHex;
  uint8_t pad[6] = {};
  Seat seat(const Look& b) const { return holder(b, hex); }
  UnitId about(const Look& b) const { return top_fighter(b, hex); }
  void candidates(const Look&, auto&& emit) const { (void)(emit(Action{.verb = Verb::No}) && emit(Action{.verb = Verb::Yes})); }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};
struct MeetInfantry {  // 8.57-d: cavalry shocked in front by infantry alone may charge it instead
  static constexpr const char* kName = "MeetInfantry";
  AttackMask mask = 0;
  HexId hexes[kMaxTargets] = {};
  uint8_t at = 0, count = 0;
  int8_t attack = 0;
  uint8_t pad[5] = {};
  Flow run(Run& r);
};

struct Pursue {  // 8.58, 8.59 after a hex was emptied by a charge
  static constexpr const char* kName = "Pursue";
  AttackMask mask = 0;
  HexId hex = kNoHex;
  UnitId lead = kNoUnit, quarry = kNoUnit;
  int8_t attack = 0;
  uint8_t pad[3] = {};
  Flow run(Run& r);
};
struct ChoosePursuitCharge {
  QUESTION(ChoosePursuitCharge, "Charge the enemy in front?", cite("8.59-a"), Verb::Yes, Verb::No);
  UnitId lead, quarry;
  Seat seat(const Look& b) const { return side_of(b, lead); }
  UnitId about(const Look&) const { return lead; }
  void candidates(const Look&, auto&& emit) const { (void)(emit(Action{.verb = Verb::No}) && emit(Action{.verb = Verb::Yes})); }
  Refusal barred(const Look& b, Action a) const;
};
void disorder_riders(Run& r);  // 8.54-c, once everything is over

}  // namespace tambour::tng
