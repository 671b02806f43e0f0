// SPDX-License-Identifier: MIT
// Chapter 8: Command Points, Maneuver Units, the cup, leaders on the move.
#pragma once
#include "rules/bataille/ch13_retreat.h"

namespace tambour::bataille {

void mark_command(Run& r);                          // 7.1.2
bool in_span(const Look& b, int leader, UnitId u);  // 8.3.1
int chit_marker(const Look& b, int chit);           // marker number of an action chit

struct CreateMu {  // 7.1.3
  static constexpr const char* kName = "CreateMu";
  static constexpr const char* kPrompt = "Choose a leader who forms a Maneuver Unit, or pass";
  static constexpr bool kRest = true;
  static constexpr Verb kVerbs[] = {Verb::Choose, Verb::Pass};
  static constexpr Citation kWhen = cite("7.1.3-a");
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Pass})) return;
    for (int k = 0; k < b.field.officer_count(); ++k)
      if (!emit(Action{Verb::Choose, 0, b.field.officer_id(k)})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct DrawChit {  // Chance's, 7.2.1
  static constexpr const char* kName = "DrawChit";
  static constexpr const char* kPrompt = "A chit is drawn from the cup";
  static constexpr Verb kVerbs[] = {Verb::Draw};
  static constexpr Citation kWhen = cite("7.2.1-a");
  Seat seat(const Look&) const { return Seat::Chance; }
  void candidates(const Look& b, auto&& emit) const {
    for (int m = 0; m < b.field.officer_count() + kActionChits; ++m)
      if (!emit(Action{Verb::Draw, uint8_t(m)})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseLeader {  // 8.9.1
  static constexpr const char* kName = "ChooseLeader";
  static constexpr const char* kPrompt = "Choose a leader to move, or end";
  static constexpr bool kRest = true;
  static constexpr Verb kVerbs[] = {Verb::Select, Verb::Done};
  static constexpr Citation kWhen = cite("8.9.1-a");
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (int k = 0; k < b.field.officer_count(); ++k)
      if (!emit(Action{Verb::Select, 0, b.field.officer_id(k)})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct PlaceLeader {
  static constexpr const char* kName = "PlaceLeader";
  static constexpr const char* kPrompt = "Choose where the leader rides, or leave him";
  static constexpr Verb kVerbs[] = {Verb::Place, Verb::Stop};
  static constexpr Citation kWhen = cite("8.1.2-a");
  UnitId leader;
  Seat seat(const Look& b) const { return side_of(b, leader); }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Stop, 0, leader})) return;
    const HexId from = b.pos.leader[b.field.officer(leader)].hex;
    const int reach = b.field.officers[std::size_t(b.field.officer(leader))].mp;
    for (HexId h = 0; h < b.field.grid.size(); ++h)
      if (h != from && b.field.grid.distance(from, h) <= reach && !emit(Action{Verb::Place, 0, leader, kNoUnit, h})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct Command {
  static constexpr const char* kName = "Command";
  uint8_t seat = 0, first = kNone, passed = 0, die = 0;
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
