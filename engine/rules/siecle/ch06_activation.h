// SPDX-License-Identifier: MIT
// Chapter 6: the cup, formation chits and event chits.
#pragma once
#include "rules/siecle/ch08_zones.h"

namespace tambour::siecle {

bool has_chit_this_turn(const Look& b, int formation);  // its chit goes into the cup
void fill_cup(Run& r);                                  // formation chits and events that come by themselves, phase B
void note_passage(Run& r, int officer, HexId h);        // for the volunteers of FSA-5
inline int event_marker(const Look& b, int event) { return int(b.field.formations.size()) + event; }

struct DrawChit {  // Chance's
  QUESTION(DrawChit, "A chit is drawn", cite("4.C-a"), Verb::Draw);
  Seat seat(const Look&) const { return Seat::Chance; }
  void candidates(const Look& b, auto&& emit) const {
    offer_draws(Cup::kMost, [&](int m) { return b.pos.cup.holds(m); }, emit);
  }
  Refusal barred(const Look& b, Action a) const;
};

struct UseEvents {  // a player puts event chits he holds into the cup, or keeps them
  QUESTION(UseEvents, "Put an event chit into the cup, or keep it", cite("6.1.2-b"), Verb::UseMarker, Verb::Done);
  static constexpr bool kRest = true;
  Seat side;
  Seat seat(const Look&) const { return side; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (int e = 0; e < int(b.field.events.size()); ++e)
      if (!emit(Action{Verb::UseMarker, uint8_t(event_marker(b, e))})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct Activation {
  static constexpr const char* kName = "Activation";
  uint8_t formation;
  Segment from = Segment::None;  // free positions start inside
  Flow run(Run& r);
};

struct EventDrawn {
  static constexpr const char* kName = "EventDrawn";
  uint8_t event;
  Flow run(Run& r);
};

// Effects of events.
struct ChoosePillaged {
  QUESTION(ChoosePillaged, "Choose the enemy formation that goes pillaging", cite("BLE-9"), Verb::ChooseMarker);
  uint8_t event;
  Seat seat(const Look& b) const { return b.field.events[event].player; }
  void candidates(const Look& b, auto&& emit) const {
    for (uint8_t f = 0; f < b.field.formations.size(); ++f)
      if (!emit(Action{Verb::ChooseMarker, f})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseFeint {
  QUESTION(ChooseFeint, "Choose a squadron that falls back, or go on", cite("BLE-8"), Verb::Select, Verb::Done);
  static constexpr bool kRest = true;
  uint8_t event;
  Seat seat(const Look& b) const { return b.field.events[event].player; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Done})) return;
    for (UnitId u : all_units(b.field))
      if (b.pos.on_map(u) && is_cavalry(arm(b, u)) && !emit(Action{Verb::Select, 0, u})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseFallBack {
  QUESTION(ChooseFallBack, "Fall back one hex, or stop", cite("BLE-8"), Verb::Move, Verb::Stop);
  UnitId unit;
  uint8_t event, left;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  void candidates(const Look& b, auto&& emit) const {
    for (const HexId h : around(b.field, b.pos.at(unit)))
      if (!emit(Action{Verb::Move, 0, unit, kNoUnit, h})) return;
    emit(Action{Verb::Stop, 0, unit});
  }
  Refusal barred(const Look& b, Action a) const;
};

struct Feint {
  static constexpr const char* kName = "Feint";
  uint8_t event;
  UnitId unit = kNoUnit;
  uint8_t left = 0;
  Flow run(Run& r);
};

struct TakeEffect {
  static constexpr const char* kName = "TakeEffect";
  uint8_t event;
  Flow run(Run& r);
};

}  // namespace tambour::siecle
