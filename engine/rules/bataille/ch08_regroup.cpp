// SPDX-License-Identifier: MIT
// Chapters 8.7.2, 8.8 and 8.9.2: the Regroup chit.
#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch19_charge.h"

namespace tambour::bataille {

uint16_t regroup_flag(const Look& b, UnitId u) {
  if (b.pos.has(u, kMarchAm)) return kMarching;
  if (is_posted(b, u) && b.pos.has(u, kInCommand)) return 0;  // as if of a Maneuver Unit (8.8.3-a)
  return b.pos.has(u, kInCommand) ? kIdle : kRegrouping;
}

bool came_this_turn(const Look& b, UnitId u) { return b.pos.entered.has(u); }

static int nearest_of_post(const Look& b, UnitId u, HexId from) {
  int least = 99;
  const std::vector<bool>& area = b.field.posts[counter(b, u).post].hexes;
  for (HexId h = 0; h < b.field.grid.size(); ++h)
    if (area[h]) least = std::min(least, b.field.grid.distance(from, h));
  return least;
}

// Nearer to its leader, to its Static Position, or, for a reinforcement of an earlier turn, to its Terminus.
bool comes_nearer(const Look& b, UnitId u, HexId from, HexId to) {
  if (is_posted(b, u)) return by("8.8.4-a"), nearest_of_post(b, u, to) < nearest_of_post(b, u, from);
  const Grid& g = b.field.grid;
  const int k = commander(b, u);
  if (k >= 0 && g.distance(to, b.pos.leader[k].hex) < g.distance(from, b.pos.leader[k].hex)) return by("8.9.2-b");
  const uint8_t entry = counter(b, u).entry;
  const HexId terminus = entry == kNone || came_this_turn(b, u) ? kNoHex : b.pos.terminus[entry];
  return terminus != kNoHex && by("8.10.7-b", "8.10.7-c", "8.9.2-c") && g.distance(to, terminus) < g.distance(from, terminus);
}

bool has_arrived(const Look& b, UnitId u) {
  if (is_posted(b, u)) return in_post(b, u);
  const int k = commander(b, u);
  return k >= 0 && in_span(b, k, u);
}

// The leader whose Administrative March the unit is on.
static int march_leader(const Look& b, UnitId u) {
  for (uint8_t post = b.pos.unit[u].under; post != kNone; post = b.field.officers[post].superior)
    if (const int k = holder(b, post); k >= 0 && b.pos.leader[k].goal != kNoHex) return k;
  return -1;
}

// 8.7.3: straight to the goal, but round what is in the way or along the road, and not away from the leader.
Refusal march_barred(const Look& b, const Footprint& to) {
  const UnitId u = lead(b);
  const int k = march_leader(b, u);
  if (k < 0) return {};
  const LeaderState& l = b.pos.leader[k];
  const Grid& g = b.field.grid;
  const Footprint from = footprint(b, u);
  const int far = distance(g, to, l.hex);
  const bool column = state(b).form == Form::Road;
  if (far > span_of(b, k) && far >= distance(g, from, l.hex) && !column) REFUSE("8.7.3-a", u, to[0]);
  if (l.flags & (kArrived | kLastTurn) && by("8.7.2-b")) return {};
  if (g.distance(to[0], l.goal) < g.distance(from[0], l.goal)) return {};
  if (column && edge(b, from[0], g.side_to(from[0], to[0])).road) return {};
  for (int side = 0; side < 6; ++side) {
    const Edge& e = edge(b, from[0], side);
    if (e.to == kNoHex || g.distance(e.to, l.goal) >= g.distance(from[0], l.goal)) continue;
    if (top_at(b, e.to) == kNoUnit && e.cost[int(class_of(b, u))] != kProhibited && !ground(b, e.to).general) REFUSE("8.7.3-b", u, to[0]);
  }
  return {};
}

static void mark_regroup(Run& r, Seat side) {
  for (const UnitId u : all_units(r.field)) {
    r.pos.drop(u, kInMu);
    if (!r.pos.on_map(u) || side_of(r.look(), u) != side || r.pos.has(u, kMoved) || r.pos.unit[u].order == Order::Pgd) continue;
    const Footprint f = footprint(r.look(), u);
    const bool in = r.pos.has(u, kInCommand);
    const bool idle = in && !r.pos.has(u, kHadMu) && !in_zone(r.look(), f, side);  // 8.9.2.2-a
    const bool lost = !in && !beside_enemy(r.look(), f, side);                     // 8.9.2-a
    const bool posted = is_posted(r.look(), u) && in && by("8.8.3-a", "8.8-b", "8.9.2-d");
    const bool marches = r.pos.has(u, kMarchAm) && by("8.9.2-d", "8.7-f");
    if (idle || lost || marches || posted) r.pos.set(u, kInMu);
  }
}

// A Static Position that nobody is left in is given up; its units are under their leaders again (8.8.2).
void check_posts(Run& r) {
  for (std::size_t p = 0; p < r.field.posts.size(); ++p) {
    if (!(r.pos.posts >> p & 1)) continue;
    bool held = false;
    for (const UnitId u : all_units(r.field))
      held |= counter(r.look(), u).post == p && r.pos.on_map(u) && in_post(r.look(), u);
    if (held) continue;
    by("8.8.2-a", "8.8.2-b", "QB-6", "TLC-3"), r.pos.posts = uint8_t(r.pos.posts & ~(1u << p));
  }
}

Flow RegroupChit::run(Run& r) {
  BEGIN;
  by("13.1.8-j"), r.pos.chit = Chit::Regroup;
  check_marches(r);
  for (i = 0; i < 2; ++i) {
    STEP("8.9.2-a");
    mark_regroup(r, Seat(i ? 1 - r.pos.drawer : r.pos.drawer));
    for (;;) {
      ASK(ChooseMover{Seat(i ? 1 - r.pos.drawer : r.pos.drawer)});
      if (r.answer().verb == Verb::Done) break;
      if (r.field.is_officer(r.answer().who)) {
        CALL(RideLeader{r.answer().who});
        note_arrivals(r);
        continue;
      }
      if (r.answer().verb == Verb::StandUp) {
        stand_up(r, r.answer().who);
        continue;
      }
      take_up(r, r.answer());
      CALL(Moving{});
      note_arrivals(r);
      check_marches(r);
      check_posts(r);
    }
    if (charges_declared(r.look())) {
      STEP("7.2.2-a");
      CALL(ChargePhase{Seat(i ? 1 - r.pos.drawer : r.pos.drawer)});
    }
  }
  r.pos.chit = Chit::None;
  END;
}

}  // namespace tambour::bataille
