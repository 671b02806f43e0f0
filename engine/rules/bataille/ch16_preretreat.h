// SPDX-License-Identifier: MIT
// Chapter 16.3: questions of Retreat Before Assault.
#pragma once
#include "rules/bataille/ch16_assault.h"

namespace tambour::bataille {

enum class Duty : uint8_t { None, May, Must };
Duty duty(const Look& b, UnitId top);  // 16.3.1: may this stack give way, and must it?
bool is_skirmisher(const Look& b, UnitId u);
HexId parent_hex(const Look& b, UnitId u);  // of the battalion of a light company, if it is next to it

// Of the stack that gives way.
inline const Hand& back(const Look& b) { return b.pos.hand[0]; }
int step_cost(const Look& b, HexId h);
Refusal way_barred(const Look& b, HexId h);
bool has_way(const Look& b);
bool lacks_width(const Look& b);  // its formation needs a second hex (12.10.2)
bool can_spread(const Look& b);   // and there is one

struct LeaveTroops {  // a leader in an assaulted hex, 16.3.5
  QUESTION(LeaveTroops, "Choose where the leader rides to, or let him stay with the troops", cite("16.3.1-a"), Verb::Pass, Verb::ChooseHex);
  UnitId leader;
  Seat seat(const Look& b) const { return side_of(b, leader); }
  UnitId about(const Look&) const { return leader; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    int told = 0;
    for (UnitId u = kFirstUnit; b.field.units.has(u) && told < 40; ++u)
      if (b.pos.on_map(u) && side_of(b, u) == side_of(b, leader) && b.pos.stack.top(b.pos.at(u)) == u) {
        const Action a{Verb::ChooseHex, 0, kNoUnit, kNoUnit, b.pos.at(u)};
        if (!barred(b, a)) ++told;
        if (!emit(a)) return;
      }
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseWayBack {  // the stack in hand 0, hex by hex
  QUESTION(ChooseWayBack, "Fall back before the Assault, turn, or stop", cite("16.3.2-b"), Verb::Move, Verb::Face, Verb::Skirmish, Verb::Stop);
  Seat seat(const Look& b) const { return side_of(b, b.pos.hand[0].unit[0]); }
  UnitId about(const Look& b) const { return b.pos.hand[0].unit[0]; }
  void candidates(const Look& b, auto&& emit) const {
    const UnitId u = b.pos.hand[0].unit[0];
    if (!emit(Action{Verb::Stop, 0, u})) return;
    for (int k = 0; k < 6; ++k)
      if (const HexId h = edge(b, b.pos.at(u), k).to; h != kNoHex && !emit(Action{Verb::Move, 0, u, kNoUnit, h})) return;
    for (uint8_t d = 0; d < 6; ++d)
      if (!emit(Action{Verb::Face, d, u})) return;
    for (uint8_t d = 0; d < 6; ++d)
      for (const int side : {2, 5})
        if (const HexId h = edge(b, b.pos.at(u), turn(d, side)).to; h != kNoHex && !emit(Action{Verb::Skirmish, d, u, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct PartingShot {  // 16.3.8-a
  QUESTION(PartingShot, "Choose the assaulters the light company fires at as it leaves", cite("16.3.8-a"), Verb::FireAt, Verb::Pass);
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (int k = 0; k < fight(b).attackers; ++k)
      if (!emit(Action{Verb::FireAt, 0, unit, kNoUnit, b.pos.at(fight(b).attacker[k])})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ParentShot {  // 16.3.8-b
  QUESTION(ParentShot, "Fire at the advancing stack?", cite("16.3.8-b"), Verb::Yes, Verb::No);
  UnitId unit, at;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return at; }
  void candidates(const Look&, auto&& emit) const {
    for (const Verb v : {Verb::No, Verb::Yes})
      if (!emit(Action{v})) return;
  }
  Refusal barred(const Look&, Action) const { return {}; }
};

Attack one_attack(const Look& b, UnitId unit, UnitId at, bool opportunity);  // of one stack at another

struct FireOnce {  // one Fire Attack of a stack at a stack, with its losses and checks
  static constexpr const char* kName = "FireOnce";
  UnitId unit, at;
  uint8_t opportunity, lost = 0, before = 0, marked = 0;
  HexId hex = kNoHex;
  uint8_t steps = 0, spare = 0;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
