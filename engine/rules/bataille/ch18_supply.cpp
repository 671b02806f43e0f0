// SPDX-License-Identifier: MIT
// Chapter 18.14.1 and 18.14.2.
#include "rules/bataille/ch18_supply.h"

#include <array>

namespace tambour::bataille {
namespace {

constexpr int kFarthest = 5;

bool feeds(const Look& b, UnitId wagon, UnitId battery) {
  const Counter &w = counter(b, wagon), &g = counter(b, battery);
  if (w.arm != Arm::Wagon || w.side != g.side || !b.pos.on_map(wagon) || b.pos.unit[wagon].rounds == 0) return false;
  if (is_wreck(b, wagon) && by("18.14.1.7-a")) return false;
  if ((w.nation != g.nation || w.range != g.range) && by("18.14.1-a", "5.1.6-c")) return false;
  return by("18.14.1.4-a");  // of whatever formation
}

bool too_far(const Look& b, UnitId battery, int hexes) {
  return counter(b, battery).arm == Arm::HorseGuns ? hexes > kFarthest && by("18.14.1-f") : hexes > 3 && by("18.14.1-e");
}

// Unlimbered enemy guns close a path whether they have rounds or not: else each side's supply would hang on the other's.
bool path_barred(const Look& b, HexId h, Seat side) {
  return (enemy_at(b, h, side) || in_zone(b, h, side, Unsupplied::Counted)) && by("18.14.1.1-a");
}

UnitId wagon_in(const Look& b, HexId h, UnitId battery) {
  for (UnitId u : all_units(b.field))
    if (b.pos.at(u) == h && feeds(b, u, battery)) return u;
  return kNoUnit;
}

bool any_wagon_near(const Look& b, UnitId battery) {
  for (UnitId u : all_units(b.field))
    if (feeds(b, u, battery) && b.field.grid.distance(b.pos.at(u), b.pos.at(battery)) <= kFarthest + 1) return true;
  return false;
}

}  // namespace

UnitId wagon_of(const Look& b, UnitId battery) {
  if (!any_wagon_near(b, battery)) return kNoUnit;
  const HexId from = b.pos.at(battery);
  std::array<uint8_t, kHexes> far;
  far.fill(kNone);
  FixedVector<HexId, 128> queue;  // 127 hexes lie within six
  far[from] = 0, queue.push_back(from);
  for (int i = 0; i < queue.size(); ++i) {
    const HexId at = queue[i];
    if (const UnitId w = wagon_in(b, at, battery); w != kNoUnit && !too_far(b, battery, far[at])) return w;
    if (far[at] > kFarthest || (at != from && path_barred(b, at, side_of(b, battery)))) continue;
    for (int k = 0; k < 6; ++k) {
      const Edge& e = edge(b, at, k);
      if (e.to == kNoHex || far[e.to] != kNone) continue;
      if (e.cost[int(Class::Guns)] == kProhibited && by("18.14.1.1-b")) continue;
      far[e.to] = uint8_t(far[at] + 1), queue.push_back(e.to);
    }
  }
  return kNoUnit;
}

bool supplied(const Look& b, UnitId battery) {
  if (!b.field.wagons && by("18.14.2-a")) return by("TLA-1", "TLB-1"), b.pos.unit[battery].rounds > 0;
  by("TLC-1");
  return wagon_of(b, battery) != kNoUnit || !by("18.14-a", "5.1.6-b");
}

void send_to_box(Run& r, UnitId u, Citation why) {
  remove_unit(r, u, why);
  r.pos.unit[u].fate = Fate::Boxed;
}

void spend_round(Run& r, UnitId battery) {
  const UnitId from = r.field.wagons ? wagon_of(r.look(), battery) : battery;
  if (from == kNoUnit || r.pos.unit[from].rounds == 0) return;  // others have had the last one
  --r.pos.unit[from].rounds;
  r.tell({.fact = Fact::RoundsLeft,
          .who = from,
          .value = int16_t(r.pos.unit[from].rounds),
          .why = from == battery ? cite("5.1.6-d") : cite("18.14.1-g")});
  if (from != battery && r.pos.unit[from].rounds == 0) send_to_box(r, from, cite("18.14.1-d"));
}

void wreck(Run& r, UnitId wagon, Citation why) {
  UnitState& s = r.pos.unit[wagon];
  if (!r.pos.on_map(wagon) || is_wreck(r.look(), wagon)) return;
  s.rounds = 0, s.order = Order::Good, s.form = Form::Limbered;
  s.marks = kWrecked;
  r.tell({.fact = Fact::RoundsLeft, .who = wagon, .hex = r.pos.at(wagon), .why = why});
}

void lose_rounds(Run& r, UnitId wagon, int rounds, Citation why) {
  UnitState& s = r.pos.unit[wagon];
  if (is_wreck(r.look(), wagon)) return;
  s.rounds = uint8_t(std::max(0, s.rounds - rounds));
  r.tell({.fact = Fact::RoundsLeft, .who = wagon, .value = int16_t(s.rounds), .why = why});
  if (s.rounds == 0) wreck(r, wagon, why == cite("18.6.1-e") ? cite("18.6.1-f") : cite("18.14.1.5-c"));
}

}  // namespace tambour::bataille
