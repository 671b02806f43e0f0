// SPDX-License-Identifier: MIT
// Chapters 8.3 and 8.4.3.1: spans, who is In Command, which corps is Activated.
#include "rules/bataille/ch08_tracing.h"

#include <algorithm>

#include "rules/bataille/ch18_supply.h"

namespace tambour::bataille {

int holder(const Look& b, uint8_t post) {
  if (post == kNone) return -1;
  const LeaderState& own = b.pos.leader[post];
  if (own.fate == Fate::OnMap && own.post == post) return post;
  for (int k = 0; k < b.field.officer_count(); ++k)
    if (b.pos.leader[k].fate == Fate::OnMap && b.pos.leader[k].post == post) return k;
  return -1;
}

const Officer& role(const Look& b, int k) {
  const uint8_t post = b.pos.leader[k].post;
  return b.field.officers[std::size_t(post == kNone ? k : post)];
}

bool is_aide(const Look& b, int k) {
  const int rank = role(b, k).rank;
  return rank == 3 || rank >= 6;
}

int commander(const Look& b, UnitId u) { return holder(b, b.pos.unit[u].under); }

int superior(const Look& b, int k) {
  const LeaderState& s = b.pos.leader[k];
  return holder(b, is_aide(b, k) && s.under != kNone ? s.under : role(b, k).superior);
}

bool is_below(const Look& b, uint8_t post, uint8_t above) {
  for (; post != kNone; post = b.field.officers[post].superior)
    if (post == above) return true;
  return false;
}

int span_of(const Look& b, int k) {
  if (is_aide(b, k) && by("8.4.3.2-a")) return 0;
  return by("8.3.1-c", "8.3.1-j"), role(b, k).span;
}

bool is_asset(const Look& b, UnitId u) {
  if (is_wagon(b, u)) by("8.4.3.4-a");
  return b.field.officers[counter(b, u).leader].rank <= 4;
}

// A unit that a division or brigade leader's span does not run through.
static bool is_stranger(const Look& b, int k, UnitId u) {
  const uint8_t post = b.pos.leader[k].post, lead = counter(b, u).leader;
  if (side_of(b, u) != b.field.officers[std::size_t(k)].side) return true;
  if (is_below(b, b.pos.unit[u].under, post)) return false;
  return !(is_asset(b, u) && is_below(b, post, lead) && by("8.3.1-f"));
}

static bool holds_stranger(const Look& b, HexId h, int k) {
  const UnitId top = top_at(b, h);
  if (top == kNoUnit) return false;
  for (UnitId x : b.pos.stack.in(b.pos.at(top)))
    if (is_stranger(b, k, x)) return true;
  return false;
}

// By a way of so many hexes; of a division or brigade leader it avoids other commands (8.3.1-e, A52).
bool reaches(const Look& b, int k, const Footprint& goal, int span) {
  const LeaderState& s = b.pos.leader[k];
  if (s.fate != Fate::OnMap || distance(b.field.grid, goal, s.hex) > span) return false;
  if (goal.contains(s.hex) || (role(b, k).rank <= 2)) return true;
  FixedVector<HexId, 400> seen{s.hex};
  int first = 0;
  for (int far = 1; far <= span; ++far) {
    const int last = seen.size();
    for (; first < last; ++first)
      for (int side = 0; side < 6; ++side) {
        const HexId n = edge(b, seen[first], side).to;
        if (n == kNoHex || seen.contains(n) || seen.full()) continue;
        if (goal.contains(n)) return true;
        if (holds_stranger(b, n, k)) by("8.3.1-e");
        else seen.push_back(n);
      }
  }
  return false;
}

bool in_span(const Look& b, int k, UnitId u) {
  return b.pos.on_map(u) && by("3.7-a", "8.3.1.3-a") && reaches(b, k, footprint(b, u), span_of(b, k));  // one hex of it is enough
}

bool is_linked(const Look& b, int k) {
  const int above = superior(b, k);
  if (above < 0 || b.pos.leader[k].fate != Fate::OnMap) return false;
  return by("8.3.1-g", "8.3.1-h", "8.3.1-i"), reaches(b, above, Footprint{b.pos.leader[k].hex}, span_of(b, above));
}

bool in_post(const Look& b, UnitId u) {
  const uint8_t post = counter(b, u).post;
  const Footprint f = footprint(b, u);
  return std::any_of(f.begin(), f.end(), [&](HexId h) { return b.field.posts[post].hexes[h]; });
}

bool is_posted(const Look& b, UnitId u) {
  const uint8_t post = counter(b, u).post;
  return post != kNone && (b.pos.posts >> post & 1);
}

bool is_with_aide(const Look& b, int k, UnitId u) {
  if (!is_aide(b, k) || b.pos.leader[k].fate != Fate::OnMap || b.field.officers[std::size_t(k)].side != side_of(b, u)) return false;
  return footprint(b, u).contains(b.pos.leader[k].hex) && is_below(b, b.pos.unit[u].under, b.field.officers[std::size_t(k)].superior);
}

static bool is_commanded(const Look& b, UnitId u) {
  if (is_posted(b, u) && by("8.8-a", "8.8.3-b")) return in_post(b, u);
  const int k = commander(b, u);
  if (k >= 0 && in_span(b, k, u)) return by("8.3.1.1-a");  // whatever his own superiors reach
  const uint8_t above = b.field.officers[b.pos.unit[u].under].superior;
  const int higher = above != kNone && b.field.officers[above].rank == 4 ? holder(b, above) : -1;
  if (higher >= 0 && in_span(b, higher, u)) return true;  // A110
  for (int a = 0; a < b.field.officer_count(); ++a)
    if (is_with_aide(b, a, u) && by("8.3.1.2-a")) return true;
  return false;
}

// 8.4.3.4: a wagon beside somebody of its own command who is In Command, or beside such a wagon.
static bool is_strung(const Look& b, UnitId wagon) {
  for (UnitId u : all_units(b.field)) {
    if (!b.pos.has(u, kInCommand) || !b.pos.on_map(u) || !touches(b.field.grid, footprint(b, u), b.pos.at(wagon))) continue;
    if (b.pos.unit[u].under == b.pos.unit[wagon].under) return is_wagon(b, u) ? by("8.4.3.4-c") : by("8.4.3.4-b");
  }
  return false;
}

static void string_wagons(Run& r) {
  for (bool again = true; again;) {
    again = false;
    for (UnitId u : all_units(r.field)) {
      if (!is_wagon(r.look(), u) || !r.pos.on_map(u) || r.pos.has(u, kInCommand) || r.pos.unit[u].order == Order::Pgd) continue;
      if (!is_strung(r.look(), u)) continue;
      r.pos.set(u, kInCommand), again = true;
    }
  }
}

void mark_command(Run& r) {
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    s.flags = uint8_t(is_linked(r.look(), k) ? s.flags | kLinked : s.flags & ~kLinked);
  }
  for (UnitId u : all_units(r.field)) {
    r.pos.drop(u, kInCommand);
    if (!r.pos.on_map(u) || (r.pos.unit[u].order == Order::Pgd && by("8.3.1-d"))) continue;
    if (is_commanded(r.look(), u)) r.pos.set(u, kInCommand);
    else r.tell({.fact = Fact::OutOfCommand, .who = u, .why = cite("8.3.1-a")});
  }
  if (r.field.wagons) string_wagons(r);
}

void activate_corps(Run& r) {
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    if (s.fate != Fate::OnMap || role(r.look(), k).rank != 2) {
      s.flags = uint8_t(s.flags & ~kActivated);
      continue;
    }
    const int army = superior(r.look(), k);
    const bool led = army >= 0 && role(r.look(), army).rank <= 1;
    const int far = led ? r.field.grid.distance(s.hex, r.pos.leader[army].hex) : 99;
    const bool was = s.flags & kActivated;
    const bool now = led && ((far == 0 && by("8.4.3.1-b")) || (was && by("8.4.3.1-c") && far <= span_of(r.look(), army)));
    if (now == was) continue;
    by("5.3.10-a"), s.flags = uint8_t(s.flags ^ kActivated);
    if (now) r.tell({.fact = Fact::Activated, .value = int16_t(k), .why = cite("8.4.3.1-b")});
    else r.tell({.fact = Fact::OutOfCommand, .who = r.field.officer_id(k), .why = cite("8.4.3.1-d")});
  }
}

}  // namespace tambour::bataille
