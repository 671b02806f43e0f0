// SPDX-License-Identifier: MIT
// Chapters 7.1 and 8.4 to 8.7: Assets are assigned, Maneuver Units created, marches ordered, initiative tested.
#pragma once
#include "rules/bataille/ch08_tracing.h"

namespace tambour::bataille {

struct AssignAsset {  // 8.4.3.3
  QUESTION(AssignAsset, "Place Assets under subordinate leaders, or end", cite("7.1.2.1-a"), Verb::Assign, Verb::Done);
  static constexpr bool kRest = true;
  UnitSet done;       // each once in a phase
  uint32_t aides;
  Seat side;
  uint8_t spare[3];
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    const auto all = [&](UnitId who) {
      for (int k = 0; k < b.field.officer_count(); ++k)
        if (b.field.officers[std::size_t(k)].side == side && !emit(Action{Verb::Assign, 0, who, b.field.officer_id(k)})) return false;
      return true;
    };
    for (const UnitId u : all_units(b.field))
      if (b.pos.on_map(u) && side_of(b, u) == side && (is_asset(b, u) || counter(b, u).escorts != kNone) && !all(u)) return;
    for (int a = 0; a < b.field.officer_count(); ++a)
      if (b.pos.leader[a].fate == Fate::OnMap && is_aide(b, a) && b.field.officers[std::size_t(a)].side == side && !all(b.field.officer_id(a)))
        return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct CreateMu {  // 7.1.3
  QUESTION(CreateMu, "Choose a leader who forms a Maneuver Unit, or pass", cite("7.1.3-a"),
           Verb::Choose, Verb::Order, Verb::MarchColumn, Verb::Administrative, Verb::TestInitiative, Verb::Pass);
  static constexpr bool kRest = true;
  // choose: his own command; order: his corps
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (int k = 0; k < b.field.officer_count(); ++k)
      for (const Verb v : {Verb::Choose, Verb::Order, Verb::MarchColumn, Verb::Administrative})
        if (!emit(Action{v, 0, b.field.officer_id(k)})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseGoal {  // of an Administrative March, 8.7.1
  QUESTION(ChooseGoal, "Name the hex to march to, or cancel the march", cite("8.7.1-b"), Verb::MarchTo, Verb::Pass);
  static constexpr bool kRest = true;
  UnitId leader;
  Seat seat(const Look& b) const { return side_of(b, leader); }
  UnitId about(const Look&) const { return leader; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (HexId h = 0; h < b.field.grid.size(); ++h)
      if (!emit(Action{Verb::MarchTo, 0, leader, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct TryInitiative {  // 8.5
  QUESTION(TryInitiative, "Test the initiative of a light cavalry leader, or end", cite("7.1.3.1-a"), Verb::TestInitiative, Verb::Done);
  static constexpr bool kRest = true;
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (int k = 0; k < b.field.officer_count(); ++k)
      if (!emit(Action{Verb::TestInitiative, 0, b.field.officer_id(k)})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct AssignAssets {
  static constexpr const char* kName = "AssignAssets";
  Seat side;
  uint8_t spare[3] = {};
  uint32_t aides = 0;
  UnitSet done;
  Flow run(Run& r);
};

struct OrderMarch {  // 8.7.1
  static constexpr const char* kName = "OrderMarch";
  UnitId leader;
  Flow run(Run& r);
};

struct Initiative {  // 7.1.3.1
  static constexpr const char* kName = "Initiative";
  Seat side;
  UnitId leader = kNoUnit;
  Flow run(Run& r);
};

bool is_goal(const Look& b, int leader, HexId h);  // 8.7.1-b
void create_mu(Run& r, UnitId leader, Mu kind);
void end_march(Run& r, int leader);
void check_marches(Run& r);  // 8.7.3-c
void note_arrivals(Run& r);  // leaders who have come to their goals
void turn_markers(Run& r);   // 7.5.9

}  // namespace tambour::bataille
