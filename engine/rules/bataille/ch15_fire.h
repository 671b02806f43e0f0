// SPDX-License-Identifier: MIT
// Chapters 14, 15 and 18: sight, fire values, Fire Defense, the Fire Segment and the Artillery chit.
#pragma once
#include "rules/bataille/ch13_retreat.h"

namespace tambour::bataille {

bool sees(const Look& b, HexId from, HexId to);                   // 14.1: terrain, slopes and stacks
bool shot_clear(const Look& b, HexId from, HexId to, Seat side, bool howitzers = false);  // 14.1.2: and no units in the way

struct Attack {  // all fire on one hex
  Ledger ledger;
  Ratio value, defense;
  int column = -1;  // after shifts; -1: too weak
  bool guns = false, far = false, wagon = false;  // wagon: it is the target
  UnitId leader = kNoUnit;                        // whose Artillery Bonus counts
};
bool guns_ready(const Look& b, UnitId u);  // unlimbered and supplied
int gun_value(const Counter& c, int range);
inline constexpr int kMostAims = 3;
int firing_parts(const Look& b, UnitId top);              // its hexes, or the three attacks of a Square
HexId firing_hex(const Look& b, UnitId top, int part);
int firing_range(const Look& b, UnitId top, int part);  // 0: this hex of the stack does not fire
// Adds what one hex of a stack fires with at a hex; `passed` doubles it (16.1.1-s3a).
void add_fire(Attack& out, const Look& b, UnitId top, int part, HexId target, bool passed, bool guns_only = false);
void close_attack(Attack& out, const Look& b, UnitId there, HexId target, const HexId* from, int count);  // Fire Defense, density, column
int defense_figure(const Look& b, UnitId there, HexId target, bool enfiladed, bool hedge);  // 15.2, at least 1
void find_column(Attack& out, const Look& b);                                                            // by value, defense and shifts
// By what is aimed at it; `also` as if it aimed there too.
Attack attack_on(const Look& b, HexId target, bool guns_only, UnitId also = kNoUnit, int also_part = 0);
bool takes_part(const Look& b, UnitId u, bool guns_only);
bool should_aim(const Look& b, UnitId u, int part, bool guns_only);
void note_fired(Run& r, UnitId top);
bool comes_over_hedge(const Look& b, HexId from, HexId target);
bool near_gun_leader(const Look& b, HexId h, Seat side, bool special);  // in the hex or next to it; special: an Artillery Leader of Special Ability
int losses_by(const Look& b, const Attack& a, int roll);
uint64_t fire_breaks(const Look& b, const Attack& a);
uint8_t natural_of(const Attack& a, int roll);  // as a hit keeps it

struct ShotHexes {
  HexId one = kNoHex, two = kNoHex;  // two: the ray runs along the side between them
};
using ShotPath = FixedVector<ShotHexes, 24>;
ShotPath shot_path(const Look& b, UnitId gun, HexId target);  // beyond the target, 18.9
Attack ricochet_on(const Look& b, UnitId gun, HexId hex, bool spine);

struct Aim {  // one firing hex at a time
  QUESTION(Aim, "Choose what this hex fires at", cite("7.3-a"), Verb::FireAt, Verb::Hold);
  UnitId unit;
  uint8_t part, guns_only;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  UnitId about(const Look&) const { return unit; }
  void candidates(const Look& b, auto&& emit) const {
    if (!emit(Action{Verb::Hold, 0, unit})) return;
    const HexId from = firing_hex(b, unit, part);
    const int range = firing_range(b, unit, part);
    for (const UnitId u : all_units(b.field)) {
      if (!b.pos.on_map(u) || side_of(b, u) == side_of(b, unit) || b.pos.stack.top(b.pos.at(u)) != u) continue;
      for (const HexId h : footprint(b, u))
        if (b.field.grid.distance(from, h) <= range && !emit(Action{Verb::FireAt, 0, unit, kNoUnit, h})) return;
    }
  }
  Refusal barred(const Look& b, Action a) const;
  Ledger ledger(const Look& b, Action a) const;
};

struct FireSegment {
  static constexpr const char* kName = "FireSegment";
  uint8_t guns_only = 0;
  uint8_t i = 0, part = 0;
  UnitId unit = kFirstUnit;
  HexId hex = 0;
  uint8_t bounce = 0, side = 0;
  Flow run(Run& r);
};

struct ApplyHits {  // losses, explosions, leaders and checks, event by event (A108)
  static constexpr const char* kName = "ApplyHits";
  uint8_t i = 0;
  UnitId grievous = kNoUnit, checker = kNoUnit;
  uint8_t exploded = 0, steps = 0, cause = 0;
  HexId hex = kNoHex, leader_at = kNoHex;  // of an explosion, and of a leader near it
  uint8_t around = 0;                      // sides of a wagon whose neighbours have yet to check
  uint8_t spare = 0;
  Flow run(Run& r);
};

// Fires, ch18_howitzers.cpp
bool starts_fire(const Look& b, const Hit& hit);
void start_fire(Run& r, HexId h);

}  // namespace tambour::bataille
