// SPDX-License-Identifier: MIT
// Chapter 12: losses, retreats that push friends away, advances, and the fall of commanders and guns.
#pragma once
#include "rules/siecle/ch08_zones.h"

namespace tambour::siecle {

// Takes a unit off for good, with its gun (12.6-a) and, if nobody is left, its commanders (12.4, 12.5).
void forget_pending(Pos& pos, UnitId u);  // whoever leaves the map owes nothing more
void eliminate(Run& r, UnitId u, Citation why);
void fell_officer(Run& r, int k, Citation why);
void lose_step(Run& r, UnitId u);
// Puts a unit into a hex, whatever it costs; lone enemy commanders there are lost (3.2-a), its own ride along if they accompany it.
void enter_hex(Run& r, UnitId u, HexId h, bool with_officers);

// How good a hex is to retreat into: 0 free rear, 1 other free, 2 rear, 3 other; -1 closed (S32), or left in this retreat (S70).
int retreat_class(const Look& b, UnitId u, int side, HexId left);
int best_retreat(const Look& b, UnitId u, HexId left);

struct ChooseRetreat {
  QUESTION(ChooseRetreat, "Choose a hex to retreat to", cite("12.2-a"), Verb::Retreat, Verb::Remove);
  UnitId unit;
  uint8_t pad;
  HexId left;  // where its retreat began
  Seat seat(const Look& b) const { return side_of(b, unit); }
  void candidates(const Look& b, auto&& emit) const {
    for (int k = 0; k < 6; ++k)
      if (!emit(Action{Verb::Retreat, 0, unit, kNoUnit, edge(b, b.pos.at(unit), k).to})) return;
    emit(Action{Verb::Remove, 0, unit});
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseLoss {
  QUESTION(ChooseLoss, "Choose the unit that loses a step", cite("12.1-e"), Verb::LoseStep);
  Seat seat(const Look& b) const { return side_of(b, b.pos.affected[0]); }
  void candidates(const Look& b, auto&& emit) const {
    for (int i = 0; i < b.pos.affected_count; ++i)
      if (!emit(Action{Verb::LoseStep, 0, b.pos.affected[i]})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

// Who enters the hex the enemy has left? For the side `winner`; the units that may are in pos.attackers or pos.targets' hexes.
struct ChooseAdvance {
  QUESTION(ChooseAdvance, "Advance into the vacated hex, or stay", cite("12.3-a"), Verb::Occupy, Verb::Pass);
  Seat winner;
  uint8_t count;
  UnitId who[6];
  HexId hexes[6];
  Seat seat(const Look&) const { return winner; }
  void candidates(const Look&, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (int i = 0; i < count; ++i)
      for (HexId h : hexes)
        if (h != kNoHex && !emit(Action{Verb::Occupy, 0, who[i], kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseSuccessor {  // a formation commander for the fallen chief
  QUESTION(ChooseSuccessor, "Choose the formation commander who becomes commander in chief", cite("12.4-b"), Verb::Choose);
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    for (int k = 0; k < int(b.field.officers.size()); ++k)
      if (!emit(Action{Verb::Choose, 0, b.field.officer_id(k)})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChoosePost {  // the unit a new commander joins
  QUESTION(ChoosePost, "Choose the unit the new commander joins", cite("12.5-a"), Verb::Place);
  UnitId officer;
  uint8_t formation;  // kNone: any of the side
  Seat seat(const Look& b) const { return side_of(b, officer); }
  void candidates(const Look& b, auto&& emit) const {
    for (UnitId u : all_units(b.field))
      if (b.pos.on_map(u) && on_top(b, u) && !emit(Action{Verb::Place, 0, officer, kNoUnit, b.pos.at(u)})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};
bool has_post(const Look& b, const ChoosePost& q);

// The parties of a result are in pos.affected.
struct ApplyResult {
  static constexpr const char* kName = "ApplyResult";
  uint8_t steps, retreat, test, disorganised, star, eliminated, i;
  explicit ApplyResult(const Result& x)
      : steps(x.steps), retreat(x.retreat), test(x.test), disorganised(x.disorganised), star(x.star), eliminated(x.eliminated), i(0) {}
  Flow run(Run& r);
};

struct Retreat {
  static constexpr const char* kName = "Retreat";
  UnitId unit;
  uint8_t left;
  HexId from = kNoHex;
  UnitId now = kNoUnit;
  uint8_t pad = 0;
  Flow run(Run& r);
};

struct StepBack {
  static constexpr const char* kName = "StepBack";
  UnitId unit;
  UnitId pushed = kNoUnit;
  HexId left = kNoHex;
  Flow run(Run& r);
};

struct Settle {  // routs, traversed friends, fallen commanders: until nothing is pending
  static constexpr const char* kName = "Settle";
  Flow run(Run& r);
};

struct Succession {
  static constexpr const char* kName = "Succession";
  Seat side;
  uint8_t formation = kNone, heir = kNone;
  Flow run(Run& r);
};

}  // namespace tambour::siecle
