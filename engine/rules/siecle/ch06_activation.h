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
  static constexpr const char* kName = "DrawChit";
  static constexpr const char* kPrompt = "A chit is drawn";
  static constexpr Verb kVerbs[] = {Verb::Draw};
  static constexpr Citation kWhen = cite("4.C-a");
  Seat seat(const Look&) const { return Seat::Chance; }
  void candidates(const Look& b, auto&& emit) const {
    for (uint8_t m = 0; m < b.field.formations.size() + b.field.events.size(); ++m)
      if (b.pos.cup >> m & 1 && !emit(Action{Verb::Draw, m})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct UseEvents {  // a player puts event chits he holds into the cup, or keeps them
  static constexpr const char* kName = "UseEvents";
  static constexpr const char* kPrompt = "Put an event chit into the cup, or keep it";
  static constexpr bool kRest = true;
  static constexpr Verb kVerbs[] = {Verb::UseMarker, Verb::Done};
  static constexpr Citation kWhen = cite("6.1.2-b");
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
  static constexpr const char* kName = "ChoosePillaged";
  static constexpr const char* kPrompt = "Choose the enemy formation that goes pillaging";
  static constexpr Verb kVerbs[] = {Verb::ChooseMarker};
  static constexpr Citation kWhen = cite("BLE-9");
  uint8_t event;
  Seat seat(const Look& b) const { return b.field.events[event].player; }
  void candidates(const Look& b, auto&& emit) const {
    for (uint8_t f = 0; f < b.field.formations.size(); ++f)
      if (!emit(Action{Verb::ChooseMarker, f})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseFeint {
  static constexpr const char* kName = "ChooseFeint";
  static constexpr const char* kPrompt = "Choose a squadron that falls back, or go on";
  static constexpr bool kRest = true;
  static constexpr Verb kVerbs[] = {Verb::Select, Verb::Done};
  static constexpr Citation kWhen = cite("BLE-8");
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
  static constexpr const char* kName = "ChooseFallBack";
  static constexpr const char* kPrompt = "Fall back one hex, or stop";
  static constexpr Verb kVerbs[] = {Verb::Move, Verb::Stop};
  static constexpr Citation kWhen = cite("BLE-8");
  UnitId unit;
  uint8_t event, left;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  void candidates(const Look& b, auto&& emit) const {
    for (int k = 0; k < 6; ++k)
      if (const HexId h = edge(b, b.pos.at(unit), k).to; h != kNoHex && !emit(Action{Verb::Move, 0, unit, kNoUnit, h})) return;
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
