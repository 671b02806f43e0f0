// SPDX-License-Identifier: MIT
// Chapters 8.1.4 to 8.1.6: leaders among enemies, with the lost and with those who run.
#include <algorithm>

#include "rules/bataille/ch13_retreat.h"

namespace tambour::bataille {

static void capture(Run& r, int k, Citation why) {
  r.pos.leader[k] = leader_at(k, kNoHex, Fate::Gone);
  r.pos.cup &= ~(1u << k);
  r.tell({.fact = Fact::CommanderLost, .who = r.field.officer_id(k), .why = why});
}

// Enemies in all six hexes around; the one in `from` has just come in.
static bool is_surrounded(const Look& b, HexId h, Seat side, HexId from) {
  for (int k = 0; k < 6; ++k) {
    const HexId n = edge(b, h, k).to;
    if (n == kNoHex || (n != from && !enemy_at(b, n, side))) return false;
  }
  return true;
}

static HexId nearest_friend(const Look& b, HexId h, Seat side) {
  HexId best = kNoHex;
  for (const UnitId u : all_units(b.field))
    if (b.pos.on_map(u) && side_of(b, u) == side && !in_hand(b, u) &&
        (best == kNoHex || b.field.grid.distance(h, b.pos.at(u)) < b.field.grid.distance(h, best)))
      best = b.pos.at(u);
  return best;
}

void disturb_leaders(Run& r, HexId h, Seat side, HexId from) {
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    if (s.fate != Fate::OnMap || s.hex != h || r.field.officers[std::size_t(k)].side != side) continue;
    if (is_surrounded(r.look(), h, side, from)) {
      capture(r, k, cite("8.1.4-f"));
      continue;
    }
    const HexId best = nearest_friend(r.look(), h, side);
    if (best == kNoHex) {
      capture(r, k, cite("8.1.4-c"));
      continue;
    }
    s.hex = best;
    r.tell({.fact = Fact::CommanderMoved, .who = r.field.officer_id(k), .hex = best, .why = cite("8.1.4-b")});
  }
}

void capture_leaders(Run& r, const Footprint& f, Seat side, Citation why) {
  for (int k = 0; k < r.field.officer_count(); ++k) {
    const LeaderState& s = r.pos.leader[k];
    if (s.fate != Fate::OnMap || r.field.officers[std::size_t(k)].side != side || !f.contains(s.hex) || friend_at(r.look(), s.hex, side)) continue;
    if (is_surrounded(r.look(), s.hex, side, kNoHex)) by("8.1.4-e");
    capture(r, k, why);
  }
}

// 13.2.7-b: he comes back on the Reinforcement chit of the next turn.
void ride_off(Run& r, HexId h, Seat side) {
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    if (s.fate != Fate::OnMap || s.hex != h || r.field.officers[std::size_t(k)].side != side || friend_at(r.look(), h, side)) continue;
    s = leader_at(k, kNoHex, Fate::Away, 0, uint8_t(r.pos.turn + 1));
    r.pos.cup &= ~(1u << k);
    r.tell({.fact = Fact::CommanderLost, .who = r.field.officer_id(k), .why = cite("13.2.7-b")});
  }
}

}  // namespace tambour::bataille
