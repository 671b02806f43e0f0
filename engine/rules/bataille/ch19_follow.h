// SPDX-License-Identifier: MIT
// Chapters 19.6.2 and 19.11.4: chargers who go on at somebody else, and who follow several of the beaten.
#pragma once
#include "rules/bataille/ch19_charge.h"

namespace tambour::bataille {

struct ChooseBeaten {  // 19.11.4: a Line whose targets have all left their hexes
  static constexpr const char* kName = "ChooseBeaten";
  static constexpr const char* kPrompt = "Choose the hex to ride into, or follow all of them abreast";
  static constexpr Verb kVerbs[] = {Verb::ChooseHex, Verb::Yes};
  static constexpr Citation kWhen = cite("19.11.4-a");
  UnitId unit;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    for (int i = 0; i < b.pos.melees.fights; ++i)
      if (!emit(Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, b.pos.melees.fight[i].hex})) return;
    emit(Action{Verb::Yes});
  }
  Refusal barred(const Look& b, Action a) const;
};
void disorder_riders(Run& r, UnitId top, Citation why);        // ch19_after.cpp; who has lost his order already is spared
bool any_vacated(const Look& b, UnitId u);                    // ch19_follow.cpp: a hex of the beaten that it can enter
Refusal enter_barred(const Look& b, UnitId u, HexId h);       // ch19_after.cpp
UnitId beaten(const Look& b, const Fight& f);                 // who ran from its hex, if anybody is left of them
int way_abreast(const Look& b, UnitId u, const Footprint& goals);  // hexside by which all of a Line enters these hexes, or -1

struct Chase {  // the next hex of a Pursuit, and the hexside a Line goes abreast by if it follows several
  HexId hex = kNoHex;
  uint8_t way = kNone;
};
Chase next_chase(const Look& b, const RideOn& on);

constexpr uint8_t bit_of(const Charge& c, UnitId foe) {  // its place among the foes of the Charge
  for (int i = 0; i < 4; ++i)
    if (c.foe[i] == foe) return uint8_t(1 << i);
  return 0;
}
bool can_regroup(const Look& b, UnitId u, bool fell_back);

struct BounceAll {  // 19.9.3: the chargers, then the cavalry of every melee that came to nothing. Returns a bit per foe of the Charge
  static constexpr const char* kName = "BounceAll";
  uint8_t k, i = 0, fell = 0;
  UnitId foe = kNoUnit;
  Flow run(Run& r);
};

struct ChargeOn {  // 19.6.2-b: the hex it charged is empty, it may charge who stands before it there. Returns 1 if it does
  static constexpr const char* kName = "ChargeOn";
  uint8_t k;
  UnitId foe = kNoUnit;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
