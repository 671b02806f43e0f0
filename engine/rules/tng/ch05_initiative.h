// SPDX-License-Identifier: MIT
// 5.0 Initiative, 4.3 Activation Markers: phase B, from the two dice to the first marker.
// Unlike jdg: the commander's Orders Rating is added to the die, and with equal totals neither side has the initiative. Barrage markers (paid
// with an unspent order) and Combined Group markers (replacing one marker of each group) join the Pool before the first is chosen.
#pragma once
#include "rules/tng/ch04_orders.h"

namespace tambour::tng {

void fill_pool(Run& r);                                  // 4.32
bool can_combine(const Look& b, int marker, int group);  // 4.34: a group this Combined Group marker may take up

struct InitiativePhase {
  static constexpr const char* kName = "InitiativePhase";
  uint8_t die = 0, seat = 0, first = 0, pad = 0;
  Flow run(Run& r);
};

struct DeclareMarkers {  // 4.33 to 4.35
  QUESTION(DeclareMarkers, "Put special markers into the Pool, or finish", cite("4.35-a"), Verb::UseMarker, Verb::Done);
  static constexpr bool kRest = true;
  Seat who;
  Seat seat(const Look&) const { return who; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{.verb = Verb::Done})) return;
    for (std::size_t m = 2 * b.field.groups.size(); m < b.field.markers.size(); ++m)
      if (!emit(Action{.verb = Verb::UseMarker, .arg = uint8_t(m)})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct ChooseCombined {  // 4.34: the two groups, named by their first marker
  QUESTION(ChooseCombined, "Choose the groups that act together", cite("4.34-a"), Verb::ChooseMarker);
  static constexpr bool kRest = true;
  uint8_t marker, first;
  Seat seat(const Look& b) const { return b.field.markers[marker].side; }
  void candidates(const Look& b, auto&& emit) const {
    for (std::size_t g = 0; g < b.field.groups.size(); ++g)
      if (!emit(Action{.verb = Verb::ChooseMarker, .arg = uint8_t(2 * g)})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct OpenWith {  // 4.41-a, special markers too (4.35-b)
  QUESTION(OpenWith, "Choose the marker that acts first this turn", cite("3.0-B2"), Verb::ChooseMarker);
  static constexpr bool kRest = true;
  Seat who;
  Seat seat(const Look&) const { return who; }
  void candidates(const Look& b, auto&& emit) const {
    for (std::size_t m = 0; m < b.field.markers.size(); ++m)
      if (!emit(Action{.verb = Verb::ChooseMarker, .arg = uint8_t(m)})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct DrawMarker {  // 4.42
  QUESTION(DrawMarker, "A marker is drawn from the Pool", cite("4.42-a"), Verb::Draw);
  uint8_t pad = 0;
  Seat seat(const Look&) const { return Seat::Chance; }
  void candidates(const Look& b, auto&& emit) const {
    for (std::size_t m = 0; m < b.field.markers.size(); ++m)
      if (!emit(Action{.verb = Verb::Draw, .arg = uint8_t(m)})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    if (a != Action{.verb = Verb::Draw, .arg = a.arg} || a.arg >= b.field.markers.size() || b.pos.pool[a.arg] != PoolState::InPool)
      REFUSE("2.4-e");
    return {};
  }
};

}  // namespace tambour::tng
