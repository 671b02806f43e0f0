// SPDX-License-Identifier: MIT
// Chapter 7. The rulebook's diagram is a case.
#include "rules/siecle/ch07_command.h"

namespace tambour::siecle {

void trace_command(const Look& b, HexId from, int radius, Seat side, Reach& out) {
  by("7.1-b");
  std::memset(out.distance, kNone, sizeof out.distance);
  HexId open[kHexes];
  int head = 0, tail = 0;
  out.distance[from] = 0;
  open[tail++] = from;
  while (head < tail) {
    const HexId h = open[head++];
    if (out.distance[h] == radius) continue;
    for (int k = 0; k < 6; ++k) {
      const HexId n = edge(b, h, k).to;
      if (n >= kHexes || out.distance[n] != kNone || holds_enemy(b, n, side)) continue;
      out.distance[n] = uint8_t(out.distance[h] + 1);
      // The line may end in an enemy's front, but passes through only where a friend stands (8.1-e).
      if ((!b.pos.stack.empty(n) || !exposure(b, n, side).any()) && by("8.1-e")) open[tail++] = n;
    }
  }
}

bool commander_in_command(const Look& b, int formation) {
  const Formation& f = b.field.formations[std::size_t(formation)];
  const uint8_t k = b.pos.formation[formation].commander, chief = b.pos.chief[index(f.side)];
  if (k == kNone || !present(b, k)) return false;
  if (officer(b, k).always_commanded && by("1.2-c")) return true;
  if (chief == kNone || !present(b, chief)) return false;
  Reach reach;
  trace_command(b, b.pos.officer[chief].hex, officer(b, chief).radius, f.side, reach);
  return by("7.1-a"), reach.distance[b.pos.officer[k].hex] != kNone;
}

void mark_commanders(Run& r) {
  for (int f = 0; f < int(r.field.formations.size()); ++f) {
    FormationState& s = r.pos.formation[f];
    s.flags = uint8_t(s.flags & ~(kOutOfCommand | kCheckFailed | kActivated));
    if (s.commander == kNone || !present(r.look(), s.commander)) continue;
    if (commander_in_command(r.look(), f)) continue;
    by("7.2-a");
    s.flags |= kOutOfCommand;
    r.tell({.fact = Fact::OutOfCommand, .who = r.field.officer_id(s.commander), .why = cite("4.A-a")});
  }
}

bool same_line(const Look& b, UnitId a, UnitId c) {
  by("7.5-a");
  if (counter(b, a).formation != counter(b, c).formation || b.pos.routed(a) || b.pos.routed(c)) return false;
  if (!is_infantry(arm(b, a)) || !is_infantry(arm(b, c)) || b.pos.unit[a].facing != b.pos.unit[c].facing) return false;
  const int k = b.field.side_to(b.pos.at(a), b.pos.at(c));
  return k >= 0 && !is_ahead(b, a, k) && !is_behind(b, a, k);  // each in the other's flank hex
}

// Is u in command through another unit that is?
static bool linked(const Look& b, UnitId u, UnitId friendly) {
  const Arm a = arm(b, u);
  const int d = b.field.grid.distance(b.pos.at(u), b.pos.at(friendly));
  if (is_cavalry(a) && by("7.3-c")) return d <= 2;  // 7.3-c, chains by S10
  if (is_infantry(a) && by("7.3-b")) return same_line(b, u, friendly);
  return is_infantry(arm(b, friendly)) && !b.pos.routed(friendly) &&
         (d == 0 || (d == 1 && b.pos.unit[u].facing == b.pos.unit[friendly].facing));  // S9
}

void mark_units(Run& r, int formation) {
  const Look b = r.look();
  const FormationState& s = r.pos.formation[formation];
  const Seat side = r.field.formations[std::size_t(formation)].side;
  by("7.2-c");
  const bool leads = s.commander != kNone && present(b, s.commander) && !(s.flags & kCheckFailed);
  by("7.3-e");
  Reach reach;  // traced from wherever he is, alone or not (7.3-e)
  if (leads) trace_command(b, r.pos.officer[s.commander].hex, officer(b, s.commander).radius, side, reach);
  FixedVector<UnitId, kUnits> waiting, fresh;
  for (UnitId u : all_units(r.field)) {
    if (counter(b, u).formation != formation || !r.pos.on_map(u)) continue;
    by("1.12-b", "7.3-a");
    bool in = counter(b, u).always_commanded || (leads && reach.distance[r.pos.at(u)] != kNone);
    for (const Specials::Near& n : r.field.special.near)
      in |= leads && n.unit == u && n.officer == s.commander && by("BLE-6") &&
            b.field.grid.distance(r.pos.at(u), r.pos.officer[n.officer].hex) <= n.range;
    if (in) r.pos.set(u, kCommanded), fresh.push_back(u);
    else waiting.push_back(u);
  }
  while (!fresh.empty() && leads) {
    const UnitId friendly = fresh.back();
    fresh.pop_back();
    for (int i = waiting.size(); i-- > 0;) {
      const UnitId u = waiting[i];
      if (!linked(b, u, friendly)) continue;
      r.pos.set(u, kCommanded);
      fresh.push_back(u);
      waiting.erase_at(i);
    }
  }
}

}  // namespace tambour::siecle
