// SPDX-License-Identifier: MIT
// Chapters 12.9.5 and 19.7.4: charging cavalry that rides over Squares and through skirmishers of its own side.
#include <algorithm>

#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch19_dice.h"
#include "rules/bataille/ch19_escape.h"
#include "rules/bataille/ch19_meeting.h"

namespace tambour::bataille {
namespace {

bool holds_shape(const Look& b, UnitId there, Form form) {
  const UnitState& s = b.pos.unit[shaper(b, there)];
  return s.form == form && s.order == Order::Good;
}

bool any_part(const Look& b, bool (*is)(const Look&, UnitId, Seat)) {
  if (!mover(b).count) return false;
  const Footprint f = footprint(b, mover(b).unit[0]);
  return std::any_of(f.begin(), f.end(), [&](HexId h) { return top_at(b, h) != kNoUnit && is(b, top_at(b, h), side_of(b, mover(b).unit[0])); });
}

UnitId enemy_below(const Look& b) {
  for (const HexId h : footprint(b, mover(b).unit[0]))
    if (enemy_at(b, h, side_of(b, mover(b).unit[0]))) return top_at(b, h);
  return kNoUnit;
}

int strength(const Look& b, UnitId top) {
  UnitId list[kMates];
  int sum = 0;
  for (int n = mates(b, top, list); n > 0; --n) sum += is_gun(b, list[n - 1]) ? 0 : increments(b, list[n - 1]);
  return sum;
}

// 12.9.5: both together against the limit of the hex.
bool is_crowded(const Look& b, UnitId square) {
  const UnitId u = mover(b).unit[0];
  const int sum = int(Ratio(strength(b, u), footprint(b, u).size()).nearest()) + strength(b, square);
  return sum > b.field.charts.limits[ground(b, b.pos.at(square)).terrain].infantry ? by("12.9.5-b") : !by("12.9.5-a");
}

// The way it came by: its last hex is not remembered, so a column lies in a straight line behind.
Footprint one_back(const Look& b, int k) {
  const UnitId u = shaper(b, charge(b, k).unit);
  const Footprint f = footprint(b, u);
  const int dir = opposite(charge(b, k).line);
  Footprint out;
  if (b.pos.unit[u].form == Form::Column && f.size() > 1) {
    for (int i = 1; i < f.size(); ++i) out.push_back(f[i]);
    const HexId tail = edge(b, f[f.size() - 1], b.field.grid.side_to(f[f.size() - 2], f[f.size() - 1])).to;
    if (tail != kNoHex && top_at(b, tail) == kNoUnit && !ground(b, tail).general) out.push_back(tail);
    return out;
  }
  for (const HexId h : f) out.push_back(edge(b, h, dir).to);
  return out;
}

bool is_free(const Look& b, const Footprint& f) {
  return !f.empty() && std::all_of(f.begin(), f.end(), [&](HexId h) { return h != kNoHex && top_at(b, h) == kNoUnit; });
}

HexId nearest_room(const Look& b, HexId from) {
  HexId best = kNoHex;
  for (HexId h = 0; h < b.field.grid.size(); ++h) {
    if (top_at(b, h) != kNoUnit || ground(b, h).general || b.field.edge(h, 0).cost[int(Class::Cavalry)] == kProhibited) continue;
    if (best == kNoHex || b.field.grid.distance(from, h) < b.field.grid.distance(from, best)) best = h;
  }
  return best;
}

}  // namespace

bool is_over_enemy(const Look& b) {
  return any_part(b, [](const Look& look, UnitId there, Seat side) { return side_of(look, there) != side; });
}

bool shares_hex(const Look& b) {
  return any_part(b, [](const Look&, UnitId, Seat) { return true; });
}

Refusal through_barred(const Look& b, int k, HexId h, HexId behind) {
  const UnitId u = charge(b, k).unit, there = top_at(b, h);
  if (side_of(b, there) != side_of(b, u)) {
    if (!holds_shape(b, there, Form::Square) || is_named(charge(b, k), there) || b.pos.has(there, kCharged)) REFUSE("19.2.6-a", u, h);
    return by("19.7.4-1-mp", "11.1.2-e"), Refusal{};
  }
  if (holds_shape(b, there, Form::Square) && by("12.9.5-a", "11.1.2-e")) return {};
  if (!holds_shape(b, there, Form::Skirmish)) REFUSE("19.2.6-a", u, h);
  if (is_pushed(b, there) && behind != kNoHex && top_at(b, behind) != kNoUnit) REFUSE("12.10.5.2-a", u, h);
  return by("12.10.5.1-a", "11.1.2-e"), Refusal{};
}

bool is_pushed(const Look& b, UnitId there) { return holds_shape(b, there, Form::Skirmish) && beside_enemy(b, footprint(b, there), side_of(b, there)); }

// 12.10.5.2, 19.1.1-s2-pas: skirmishers of its own side before the enemy.
void push_skirmishers(Run& r, const Footprint& from, const Footprint& to, bool abreast) {
  for (int part = 0; part < (abreast ? to.size() : 1); ++part) {
    const UnitId there = top_at(r.look(), to[part]);
    if (there == kNoUnit || side_of(r.look(), there) != side_of(r.look(), r.pos.hand[0].unit[0]) || !is_pushed(r.look(), there)) continue;
    by("19.1.1-s2-pas");
    push_back(r, to[part], abreast ? from[part] : from[from.size() - 1]);
  }
}

// It ends where others stand: in the hexes of its own that are free, else in the nearest that is.
void come_clear(Run& r) {
  if (!shares_hex(r.look())) return;
  const UnitId u = r.pos.hand[0].unit[0];
  const Footprint f = footprint(r.look(), u);
  const bool column = r.pos.unit[shaper(r.look(), u)].form == Form::Column && good(r.look(), shaper(r.look(), u));
  Footprint room;
  for (const HexId h : f) {
    if (top_at(r.look(), h) == kNoUnit) room.push_back(h);
    else if (column || room.size()) break;
    if (!column && room.size()) break;
  }
  if (room.empty())
    if (const HexId h = nearest_room(r.look(), f[0]); h != kNoHex) room.push_back(h);
  if (room.empty()) return;
  reshape(r, u, room);
  for (int i = 0; i < r.pos.hand[0].count; ++i) r.pos.drop(r.pos.hand[0].unit[i], room.size() == 1 ? uint32_t(kCollapse) : 0u);
  for (int i = 0; i < r.field.officer_count(); ++i)
    if (r.pos.leader[i].fate == Fate::OnMap && f.contains(r.pos.leader[i].hex) && !friend_at(r.look(), r.pos.leader[i].hex, r.field.officers[std::size_t(i)].side) &&
        r.field.officers[std::size_t(i)].side == side_of(r.look(), u))
      r.pos.leader[i].hex = room[0];
  r.tell({.fact = Fact::Displaced, .who = u, .hex = room[0], .from = f[0], .why = cite("11.1.5-b")});
}

static bool rides_yet(const Look& b, int k) {
  return mover(b).count && b.pos.on_map(charge(b, k).unit) && b.pos.unit[mover(b).unit[0]].order != Order::Pgd;
}

static void crowd(Run& r, UnitId there) {
  trace::chart("violations");
  r.pos.set(there, kMustCheck);
  r.pos.upset[there] = int8_t(std::min<int>(r.pos.upset[there], r.field.charts.ridden_over));
}

static UnitId square_below(const Look& b) {
  for (const HexId h : footprint(b, mover(b).unit[0]))
    if (const UnitId there = top_at(b, h); there != kNoUnit && holds_shape(b, there, Form::Square)) return there;
  return kNoUnit;
}

static void turn_back(Run& r, int k) {
  const UnitId u = r.pos.hand[0].unit[0];
  const Footprint left = footprint(r.look(), u), to = one_back(r.look(), k);
  reshape(r, u, to);
  bring_riders(r, left, to[0], side_of(r.look(), u));
}

Flow RideOver::run(Run& r) {
  BEGIN;
  if (square_below(r.look()) == kNoUnit) RETURN(0);
  STEP("19.7.4-1-mp");
  if (is_crowded(r.look(), square_below(r.look()))) {
    STEP("19.7.4-1-stack");
    crowd(r, square_below(r.look()));
    CALL(StackCheck{r.pos.hand[0].unit[0], int8_t(r.field.charts.ridden_over), kNoUnit, kByRiding});
    leave_failed(r);
    if (r.pos.hand[0].count && r.pos.has(r.pos.hand[0].unit[0], kCollapse)) {
      ASK(CollapseTo{r.pos.hand[0].unit[0]});
      close_head(r, r.answer().hex);
    }
    CALL(Settle{});
  }
  if (!rides_yet(r.look(), k) || !is_over_enemy(r.look())) RETURN(0);
  if (!good(r.look(), r.pos.hand[0].unit[0])) {
    STEP("19.7.4-1-dis");
    RETURN(0);
  }
  if (charge(r, k).kind == ChargeKind::Grand) {
    STEP("19.16.4.3-a");
    by("19.16.6-a");
    RETURN(0);
  }
  if (!is_free(r.look(), one_back(r.look(), k))) RETURN(0);
  if (!good(r.look(), enemy_below(r.look()))) STEP("19.7.4-1-sq");
  ASK(TurnOnSquare{k});
  if (!r.yes()) RETURN(0);
  STEP("19.7.4-3");
  ROLL(Dice::D6, kAnyFace, RecallDie{charge(r, k).unit});
  if (!call_back(r, charge(r, k).unit, r.face())) RETURN(0);
  square = enemy_below(r.look());
  turn_back(r, k);
  strike(r, k, square, cite("19.7.4-3"));
  RETURN(1);
  END;
}

}  // namespace tambour::bataille
