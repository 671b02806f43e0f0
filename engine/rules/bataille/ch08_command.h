// SPDX-License-Identifier: MIT
// Chapter 8: Command Points, Maneuver Units, the cup, leaders on the move.
#pragma once
#include <array>

#include "rules/bataille/ch08_create.h"

namespace tambour::bataille {

int chit_marker(const Look& b, int chit);           // marker number of an action chit
int side_marker(const Look& b, int side);           // of the chit of a side (8.4.1.1)
uint32_t chits_of(const Look& b, int side);         // of its leaders in the cup

struct DrawChit {  // Chance's, 7.2.1
  QUESTION(DrawChit, "A chit is drawn from the cup", cite("7.2.1-a"), Verb::Draw);
  Seat seat(const Look&) const { return Seat::Chance; }
  void candidates(const Look& b, auto&& emit) const {
    for (int m = 0; m < b.field.officer_count() + kActionChits; ++m)
      if (!emit(Action{Verb::Draw, uint8_t(m)})) return;
    for (int side = 0; side < 2 && b.field.command.team; ++side)
      if (!emit(Action{Verb::Draw, uint8_t(side_marker(b, side))})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseLeader {  // 8.9.1
  QUESTION(ChooseLeader, "Choose a leader to move, or end", cite("8.9.1-a"), Verb::Select, Verb::Done);
  static constexpr bool kRest = true;
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (int k = 0; k < b.field.officer_count(); ++k)
      if (!emit(Action{Verb::Select, 0, b.field.officer_id(k)})) return;
    for (const UnitId u : all_units(b.field))
      if (counter(b, u).escorts != kNone && !emit(Action{Verb::Select, 0, u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct LeaderRide {  // half points to each hex a leader can reach, else 255
  std::array<uint8_t, kHexes> cost;
};

struct PlaceLeader {
  QUESTION(PlaceLeader, "Choose where the leader rides, or leave him", cite("8.1.2-a"), Verb::Place, Verb::Stop);
  UnitId leader;
  Seat seat(const Look& b) const { return side_of(b, leader); }
  LeaderRide known(const Look& b) const;
  void candidates(const Look& b, const LeaderRide&, auto&& emit) const {
    if (!emit(Action{Verb::Stop, 0, leader})) return;
    const HexId from = b.pos.leader[b.field.officer(leader)].hex;
    const int reach = b.field.officers[std::size_t(b.field.officer(leader))].mp;
    each_within(b.field.grid, from, reach, [&](HexId h) { return h == from || emit(Action{Verb::Place, 0, leader, kNoUnit, h}); });
  }
  Refusal barred(const Look& b, const LeaderRide& ride, Action a) const;
};

struct Command {
  static constexpr const char* kName = "Command";
  uint8_t seat = 0, first = kNone, i = 0, die = 0;
  UnitId leader = kNoUnit;
  Flow run(Run& r);
};

struct LeaderChit {
  static constexpr const char* kName = "LeaderChit";
  uint8_t i = 0;
  Flow run(Run& r);
};

struct RideLeader {
  static constexpr const char* kName = "RideLeader";
  UnitId leader;
  Flow run(Run& r);
};

}  // namespace tambour::bataille
