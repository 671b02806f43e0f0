// SPDX-License-Identifier: MIT
// 4.1, 4.2 Orders Commands and their orders: phase A, and what an order lets a unit do.
// Unlike jdg: enemy units cut the chain of two hexes that makes a command. Orders may be changed only after a roll for Orders Delay, easier
// after each failure; otherwise last turn's orders stay. A command without orders has half movement and adds one to its Commitment, where
// jdg tests for each engagement. Arrivals may take the road marker (7.42) instead of an order.
#pragma once
#include "kit/rng.h"
#include "rules/tng/ch06_stacking_facing_zones.h"

namespace tambour::tng {

bool is_uncalled(const Look& b, UnitId u);           // comes only if called, and has not been (AUS-12)
bool is_expected(const Look& b, UnitId u);           // waiting off the map, and will come
bool is_due(const Look& b, UnitId u);                // … and may enter by now
bool in_range(const Look& b, Seat seat, HexId h);    // 4.61-b: the Overall Commander's Orders Range
bool command_in_range(const Look& b, UnitId u);      // some unit of its Orders Command is
Orders orders_of(const Look& b, UnitId u);           // as they stand in this activation (4.28, 4.53)
inline Refusal held_back(const Look& b, UnitId u) {  // a battle's own rule: not released yet
  if (b.pos.has(u, kHeldBack)) REFUSE("AUS-1", u);
  return {};
}
bool is_held_back(const Look& b, UnitId u);        // … judged when an activation begins
bool plan_binds(const Look& b, UnitId u);          // a battle's own rule: may not go farther from its goals
void form_commands(Run& r);                        // 2.4-d: chains of two hexes in a group, cut by enemy units
void set_orders(Run& r, UnitId u, Orders orders);  // of its whole command

// Redraws the side's orders that still lie face down: any that could have been given, and nearly all that could. `under_way`: it is still
// giving them.
void deal_orders(const Field& field, Pos& pos, Seat who, bool under_way, Rng& rng);

struct OrdersPhase {
  static constexpr const char* kName = "OrdersPhase";
  uint8_t seat = 0;
  Flow run(Run& r);
};

struct BattleQuestions {  // what a battle's own rules ask as the turn begins
  static constexpr const char* kName = "BattleQuestions";
  Flow run(Run& r);
};
struct OrdersDelay {  // 4.29 for one side
  static constexpr const char* kName = "OrdersDelay";
  Seat seat;
  Flow run(Run& r);
};

// A plain question to one player, with nothing to weigh but yes or no; `first` is listed first.
template <class Question, Verb first = Verb::No>
struct YesNo {
  static constexpr bool kRest = true;
  static constexpr Verb kVerbs[] = {Verb::Yes, Verb::No};
  Seat who;
  Seat seat(const Look&) const { return who; }
  void candidates(const Look&, auto&& emit) const {
    (void)(emit(Action{.verb = first}) && emit(Action{.verb = first == Verb::No ? Verb::Yes : Verb::No}));
  }
  Refusal barred(const Look&, Action a) const { return a != Action{.verb = a.verb} ? Refusal{Question::kWhen} : Refusal{}; }
};

struct ChooseDetachment : YesNo<ChooseDetachment> {  // AUS-4
  static constexpr const char* kName = "ChooseDetachment";
  static constexpr const char* kPrompt = "Let the brigade act as a command of its own this turn? Its order costs nothing";
  static constexpr Citation kWhen = cite("AUS-4");
};

struct CallArrivals : YesNo<CallArrivals> {  // AUS-12
  static constexpr const char* kName = "CallArrivals";
  static constexpr const char* kPrompt = "Call the optional reinforcements, at their price in victory points?";
  static constexpr Citation kWhen = cite("AUS-12");
};

struct RollForDelay : YesNo<RollForDelay> {  // 4.29
  static constexpr const char* kName = "RollForDelay";
  static constexpr const char* kPrompt = "Roll for Orders Delay, or keep last turn's orders";
  static constexpr Citation kWhen = cite("3.0-A1");
  Ledger ledger(const Look& b, Action a) const;
};

struct PlaceOrders {  // 4.21-a; arrivals take an order, the road or nothing (4.25-a, 7.42-d)
  QUESTION(PlaceOrders, "Choose a command to place Under Orders, or finish", cite("3.0-A2"), Verb::Order, Verb::Extend, Verb::Done);
  static constexpr bool kRest = true;
  static constexpr bool kAlwaysAsked = true;  // 4.23-a: were the last `done` taken for granted, the enemy would know that no order is left
  Seat who;
  Seat seat(const Look&) const { return who; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Done})) return;
    for (UnitId u : all_units(b.field)) {
      if (side_of(b, u) != who || b.pos.command[u] == kNoUnit) continue;
      if (!emit(Action{.verb = Verb::Order, .who = u}) || !emit(Action{.verb = Verb::Extend, .who = u})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
};

}  // namespace tambour::tng
