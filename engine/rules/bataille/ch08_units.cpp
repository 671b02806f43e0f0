// SPDX-License-Identifier: MIT
// Chapters 8.4.2, 8.5 and 8.6: what belongs to a Maneuver Unit.
#include <algorithm>

#include "rules/bataille/ch08_tracing.h"

namespace tambour::bataille {
namespace {

uint8_t post_of(const Look& b, int k) { return b.pos.leader[k].post; }
uint8_t under(const Look& b, UnitId u) { return b.pos.unit[u].under; }

// A division: what its leader reaches, and what his brigade leaders reach as far as he reaches them.
bool of_division(const Look& b, int k, UnitId u) {
  if (!is_below(b, under(b, u), post_of(b, k))) return false;
  if (in_span(b, k, u)) return by("8.4.2-b", "8.4.2-d", "8.4.3.3-b");
  const int q = commander(b, u);
  return by("8.4.3-b"), q >= 0 && q != k && is_linked(b, q) && in_span(b, q, u);
}

bool of_own(const Look& b, int k, UnitId u) {
  if (is_aide(b, k)) return by("8.4.3.2-b"), is_with_aide(b, k, u);
  const Officer& o = role(b, k);
  if (o.rank == 4 && b.field.command.largest[index(o.side)] <= 4) return of_division(b, k, u);
  if (counter(b, u).arm == Arm::Wagon && under(b, u) != post_of(b, k) && by("18.14.1.4-b")) return false;
  return under(b, u) == post_of(b, k) && in_span(b, k, u);  // A123: a leader without a command of his own moves his Assets
}

bool of_corps(const Look& b, int k, UnitId u) {
  const uint8_t corps = post_of(b, k);
  for (int a = 0; a < b.field.officer_count(); ++a)
    if (is_with_aide(b, a, u) && superior(b, a) == k && is_linked(b, a) && is_below(b, under(b, u), corps) && by("8.4.3.2-c", "8.4.3.2-d")) return true;
  if (!is_below(b, under(b, u), corps)) return false;
  if (under(b, u) == corps) return in_span(b, k, u);
  const int d = holder(b, uint8_t(division_of(b, k, u)));
  return by("8.4.2-c", "8.3.1.1-b", "8.4.3-b"), d >= 0 && is_linked(b, d) && (of_division(b, d, u));
}

// 8.5.1.2: his cavalry bonus in hexes, whatever the chart of spans says.
bool of_initiative(const Look& b, int k, UnitId u) {
  const Arm arm = counter(b, u).arm;
  if ((arm != Arm::Cavalry && arm != Arm::HorseGuns) || !is_below(b, under(b, u), post_of(b, k))) return false;
  if (arm == Arm::HorseGuns) by("8.5.1.3-f");
  const int span = std::max<int>(1, b.field.officers[std::size_t(k)].horse_attack);
  if (by("8.5.1.2-a", "8.5.1.2-b") && b.pos.on_map(u) && reaches(b, k, footprint(b, u), span)) return true;
  const int q = commander(b, u);
  return role(b, k).rank == 4 && by("8.5.1.3-d") && q >= 0 && q != k && is_linked(b, q) && in_span(b, q, u);
}

bool of_command(const Look& b, int k, UnitId u) {
  return b.pos.on_map(u) && b.pos.unit[u].order != Order::Pgd && is_below(b, under(b, u), post_of(b, k));
}

bool on_road(const Look& b, UnitId u) { return b.pos.unit[u].form == Form::Road && good(b, u); }

// The head of u is right behind a part of m.
bool follows(const Look& b, UnitId u, UnitId m) {
  const HexId ahead = edge(b, b.pos.at(u), b.pos.unit[u].facing).to;
  return ahead != kNoHex && footprint(b, m).contains(ahead);
}

bool touches(const Look& b, UnitId u, UnitId m) {
  const Footprint f = footprint(b, u), g = footprint(b, m);
  return std::any_of(g.begin(), g.end(), [&](HexId h) { return distance(b.field.grid, f, h) <= 1; });
}

bool joins_column(const Look& b, UnitId u, const UnitSet& set) {
  for (const UnitId m : all_units(b.field)) {
    if (!set.has(m) || m == u) continue;
    if (on_road(b, u) ? follows(b, u, m) && by("8.6-c", "8.6.3-a", "8.6.3-b") : touches(b, u, m) && by("8.6.2-a")) return true;
  }
  return false;
}

}  // namespace

int division_of(const Look& b, int corps, UnitId u) {
  const uint8_t top = post_of(b, corps);
  uint8_t post = under(b, u);
  while (post != kNone && post != top && b.field.officers[post].superior != top) post = b.field.officers[post].superior;
  return post == kNone ? top : post;
}

// From those the leader is with, and those he reaches, to whatever follows them (8.6.2, 8.6.3).
UnitSet column_of(const Look& b, int k) {
  UnitSet out;
  for (const UnitId u : all_units(b.field))
    if (of_command(b, k, u) && (in_span(b, k, u) || (on_road(b, u) && footprint(b, u).contains(b.pos.leader[k].hex)))) out.add(u);
  for (bool more = true; more;) {
    more = false;
    for (const UnitId u : all_units(b.field))
      if (!out.has(u) && of_command(b, k, u) && joins_column(b, u, out)) out.add(u), more = true;
  }
  return by("8.6-a", "8.6-e"), out;
}

bool is_broken(const Look& b, int k) {
  const UnitSet column = column_of(b, k);
  for (const UnitId u : all_units(b.field)) {
    if (!b.pos.on_map(u) || side_of(b, u) != b.field.officers[std::size_t(k)].side || !on_road(b, u)) continue;
    if (is_below(b, under(b, u), post_of(b, k)) || is_asset(b, u)) continue;
    for (const UnitId m : all_units(b.field))
      if (column.has(m) && on_road(b, m) && (follows(b, u, m) || follows(b, m, u))) return true;
  }
  return false;
}

UnitSet members(const Look& b, int k, Mu kind) {
  if (kind == Mu::MarchColumn) return column_of(b, k);
  UnitSet out;
  for (const UnitId u : all_units(b.field)) {
    if (!b.pos.on_map(u) || side_of(b, u) != b.field.officers[std::size_t(k)].side || is_posted(b, u)) continue;
    if (kind == Mu::Corps ? of_corps(b, k, u) : kind == Mu::Initiative ? of_initiative(b, k, u) : of_own(b, k, u)) out.add(u);
  }
  return out;
}

}  // namespace tambour::bataille
