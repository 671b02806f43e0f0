// SPDX-License-Identifier: MIT
// Chapter 17: who bears the losses of an attack, and what fire does to those it hits.
#include "rules/bataille/ch17_losses.h"

#include <algorithm>

#include "rules/bataille/ch12_square.h"
#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/dice.h"

namespace tambour::bataille {

int worn(const Look& b, UnitId u, int printed) {
  if (!printed) return 0;
  if (b.pos.unit[u].losses >= 3) by("17.2.2-a");
  const int left = printed - b.pos.unit[u].losses / 3;
  return left < 1 && by("17.2.2-b") ? 1 : left;
}

bool is_large(const Look& b, UnitId u) { return counter(b, u).size == Size::Battalion || counter(b, u).size == Size::Regiment; }

UnitId top_in(const Look& b, UnitId top, HexId h) {
  if (!is_gun(b, top) || h == b.pos.at(top)) return top;
  const UnitId owner = shaper(b, top);
  return !is_gun(b, owner) && b.pos.unit[owner].hexes > 1 && by("11.1.2.1-b") ? owner : top;
}

static void count_lost(Run& r, UnitId u, int increments_lost) {
  uint8_t& lost = r.pos.lost[index(side_of(r.look(), u))];
  lost = uint8_t(std::min(255, lost + increments_lost));
}

static bool in_hand_alone(const Look& b, UnitId u) {
  const auto all = hands(b.pos);
  return std::any_of(all.begin(), all.end(), [&](const Hand& h) { return h.count == 1 && h.unit[0] == u; });
}

void lose_unit(Run& r, UnitId u, Citation why) {
  count_lost(r, u, increments(r.look(), u));
  const Footprint f = in_hand(r.look(), u) ? Footprint{r.pos.at(u)} : footprint(r.look(), u);
  const bool last = in_hand(r.look(), u) ? in_hand_alone(r.look(), u) : r.pos.stack.count(r.pos.at(u)) == 1;
  remove_unit(r, u, why);
  if (last) capture_leaders(r, f, side_of(r.look(), u), cite("8.1.4-d"));
  by("17.3.5-a");
}

// In a melee a die says whether they are spiked; otherwise they can be rebuilt (A41).
void lose_guns(Run& r, UnitId u, Citation why) {
  const bool melee = r.pos.melees.fights > 0;
  lose_unit(r, u, melee && !supplied(r.look(), u) ? cite("18.10.3-c") : why);
  if (melee && by("18.12-a")) {
    r.pos.unit[u].fate = Fate::Taken;
    return;
  }
  by("18.11-a"), r.pos.unit[u].fate = Fate::Boxed;
}

// A Road Column has as many hexes as it fills.
static void draw_in_tail(Run& r, UnitId u) {
  Footprint f = footprint(r.look(), u);
  while (f.size() > hexes_wanted(r.look(), u, Form::Road)) f.pop_back();
  if (f.size() < r.pos.unit[u].hexes) reshape(r, u, f);
}

// Cavalry has a hex for every four Increments at the most, in Column and in Line.
static void close_ranks(Run& r, UnitId u, HexId hit) {
  Footprint f = footprint(r.look(), u);
  if (f.size() < 2 || !good(r.look(), u) || r.pos.unit[shaper(r.look(), u)].form == Form::Skirmish) return;
  const int most = std::max(1, hexes_wanted(r.look(), u, Form::Column));
  if (f.size() <= most) return;
  by("17.1.6-a", "12.5.1-a");
  while (f.size() > most) {
    if (f[0] == hit && r.pos.unit[shaper(r.look(), u)].form == Form::Line) f = reversed(f);  // a Line leaves the end that was hit
    f.pop_back();
  }
  reshape(r, u, f);
  r.tell({.fact = Fact::DrawnIn, .who = u, .hex = hit, .why = cite("17.1.6-b")});
}

// Too weak for its hexes, it leaves the one that was hit. Nobody reacts to that.
static void close_up(Run& r, UnitId u, HexId hit) {
  const UnitState& s = r.pos.unit[u];
  if (s.form == Form::Road) return draw_in_tail(r, u);
  if (is_horse(r.look(), u)) return close_ranks(r, u, hit);
  const int least = s.form == Form::Line ? 5 : s.form == Form::Skirmish ? 4 : 1;
  if (s.hexes < 2 || increments(r.look(), u) >= least || in_hand(r.look(), u) || r.pos.stack.count(r.pos.at(u)) > 1) return;
  const Footprint f = footprint(r.look(), u);
  reshape(r, u, Footprint{f[0] == hit ? f[1] : f[0]});
  by("17.1.6-a", "17.1.6-c");
  r.tell({.fact = Fact::DrawnIn, .who = u, .hex = hit, .why = cite("17.1.6-b")});
}

// Losses that a unit can still be marked with; the Old Guard bears twice as many.
static int capacity(const Look& b, UnitId u) {
  const Counter& c = counter(b, u);
  if (is_wagon(b, u)) return b.pos.unit[u].rounds;
  if (c.old_guard && by("17.4-a")) return 2 * c.inc - b.pos.unit[u].losses;
  return c.inc - b.pos.unit[u].losses;
}

static void lose_from(Run& r, UnitId u, int n, HexId hex, Citation why) {
  if (n <= 0) return;
  if (is_wagon(r.look(), u) && by("18.14.1.5-b")) return lose_rounds(r, u, n, cite("18.14.1.5-b"));
  if (n >= capacity(r.look(), u)) {
    lose_unit(r, u, why);
    if (!is_gun(r.look(), u) || is_wagon(r.look(), u)) return;
    by("18.11-a"), r.pos.unit[u].fate = Fate::Boxed;
    return;
  }
  const int before = increments(r.look(), u);
  by("5.3.1-a"), r.pos.unit[u].losses = uint8_t(r.pos.unit[u].losses + n);
  count_lost(r, u, before - increments(r.look(), u));
  r.tell({.fact = Fact::IncrementsLost, .who = u, .hex = r.pos.at(u), .value = int16_t(n), .why = why});
  close_up(r, u, hex);
}

namespace {

struct Shares {
  UnitId list[kMates];
  int share[kMates] = {};
  int n;
  Shares(const Look& b, UnitId top, HexId hex) : n(mates(b, top, list)) {
    const UnitId first = top_in(b, top, hex);  // the others are not in this hex
    const auto above = std::find(list, list + n, first) - list;
    std::copy(list + above, list + n, list), n -= int(above);
  }

  bool has_room(const Look& b, int k) const { return share[k] < capacity(b, list[k]); }
  // The next loss for units [from, to): the first, or in turn if they are spread. Beyond what they have left nobody is hurt.
  bool give(const Look& b, int from, int to, int turn, bool spread) {
    for (int k = 0; k < to - from; ++k) {
      const int at = from + (spread ? (turn + k) % (to - from) : k);
      if (has_room(b, at)) return ++share[at], true;  // A132
    }
    return false;
  }
};

}  // namespace

int lose(Run& r, UnitId top, int losses, bool spread, HexId hex, Citation why) {
  Shares s(r.look(), top, hex);
  by("11.2-a");
  int guns = 0;  // on top of infantry
  while (guns < s.n && is_gun(r.look(), s.list[guns])) ++guns;
  const bool mixed = guns > 0 && guns < s.n && (r.pos.unit[s.list[0]].form == Form::Unlimbered || !by("18.10.5-a"));
  for (int k = 0; k < losses; ++k) {
    if (!mixed) {
      by("17.1.1-a", "17.1.1.1-b");
      if (spread && s.n > 1) by("17.1.1-b");
      s.give(r.look(), 0, s.n, k, spread);
      continue;
    }
    const bool infantry = by("17.1.1.1-a") && k % 2 == 0;
    if (!s.give(r.look(), infantry ? guns : 0, infantry ? s.n : guns, k / 2, spread))
      s.give(r.look(), infantry ? 0 : guns, infantry ? guns : s.n, k / 2, spread);
  }
  for (int k = 0; k < s.n; ++k) lose_from(r, s.list[k], s.share[k], hex, why);
  for (int k = 0; k < s.n; ++k) check_square(r, s.list[k]);
  return losses;
}

bool is_grievous(const Look& b, UnitId u, int before) {
  if (!b.pos.on_map(u) || 2 * (before - increments(b, u)) < before || before == increments(b, u)) return false;
  return is_large(b, u) || !by("17.3.4-b");
}

// The topmost gun of the stack that guns have fired at with a natural 65 or 66, or the wagon with a natural 61 and more.
static UnitId blown_up(const Look& b, const Hit& hit) {
  if (!(hit.flags & kByGuns)) return kNoUnit;
  UnitId list[kMates];
  const int n = mates(b, hit.unit, list);
  const UnitId* gun = std::find_if(list, list + n, [&](UnitId u) { return is_gun(b, u); });
  if (gun == list + n || top_in(b, *gun, hit.hex) != *gun) return kNoUnit;
  if (is_wagon(b, *gun)) return hit.natural >= kNatural61 && by("18.6.1-c") ? *gun : kNoUnit;
  return hit.natural >= kNatural65 ? *gun : kNoUnit;
}

// All losses of one event for one stack: shot may strike two hexes of it (18.9.8.1-a).
static int take_losses(Run& r, uint8_t first) {
  const Hit one = r.pos.hit[first];
  int sum = 0;
  for (uint8_t k = first; k < r.pos.hits; ++k) {
    Hit& hit = r.pos.hit[k];
    if (hit.event != one.event || hit.unit != one.unit || !hit.losses || !r.pos.on_map(hit.unit)) continue;
    if (k != first) by("18.9.8.1-a");
    sum += lose(r, hit.unit, hit.losses, hit.flags & kFromAfar, hit.hex, cite("17.1.1-a"));
    hit.losses = 0;
  }
  return sum;
}

// The Old Guard checks when a whole Increment of it is gone.
bool fire_check_due(const Look& b, UnitId u, int marked_before) {
  if (!b.pos.on_map(u) || !counter(b, u).old_guard) return true;
  return b.pos.unit[u].losses / 2 > marked_before / 2 || !by("17.3.1-b");
}

static void explode(Run& r, ApplyHits& a, UnitId gun, const Hit& hit) {
  const HexId head = r.pos.at(gun);
  a.exploded = 1, a.hex = head, a.cause = kByCaisson;
  r.tell({.fact = Fact::CaissonExploded, .who = gun, .hex = head, .why = is_wagon(r.look(), gun) ? cite("18.6.1-c") : cite("18.6.1-b")});
  if (is_wagon(r.look(), gun)) {
    lose_rounds(r, gun, hit.natural - kNatural61 + 1, cite("18.6.1-e"));
    a.around = 6;
    return;
  }
  by("18.6.1-a", "18.6.1-d"), lose_unit(r, gun, cite("18.6.1-b"));
  a.checker = r.pos.stack.top(head);
}

// 17.1.4: somebody of the stack has lost what makes the whole of it check.
struct Marked {
  UnitId list[kMates];
  int losses[kMates], increments_before[kMates];
  int n;
  Marked(const Look& b, UnitId top) : n(mates(b, top, list)) {
    for (int k = 0; k < n; ++k) losses[k] = b.pos.unit[list[k]].losses, increments_before[k] = increments(b, list[k]);
  }
  // 17.3.4: the uppermost that has lost half of what it had; guns on top of infantry hide nothing.
  UnitId grievous(const Look& b) const {
    for (int k = 0; k < n; ++k)
      if (is_grievous(b, list[k], increments_before[k])) return list[k];
    return kNoUnit;
  }
  bool check_due(const Look& b) const {
    for (int k = 0; k < n; ++k)
      if ((!b.pos.on_map(list[k]) || b.pos.unit[list[k]].losses != losses[k]) && fire_check_due(b, list[k], losses[k])) return true;
    return n > 0 && is_wagon(b, list[0]) && !is_wreck(b, list[0]);
  }
};

static void apply_hit(Run& r, ApplyHits& a) {
  const Hit hit = r.pos.hit[a.i];
  a.grievous = a.checker = kNoUnit, a.exploded = a.steps = a.around = 0, a.cause = kByFire;
  if (starts_fire(r.look(), hit)) start_fire(r, hit.hex);
  if (hit.unit == kNoUnit || !r.pos.on_map(hit.unit)) return;
  const HexId head = r.pos.at(hit.unit);
  if (const UnitId gun = blown_up(r.look(), hit); gun != kNoUnit) return explode(r, a, gun, hit);
  const Marked marked(r.look(), hit.unit);
  if (!take_losses(r, a.i)) return;
  a.grievous = marked.grievous(r.look());
  a.checker = r.pos.on_map(hit.unit) ? hit.unit : r.pos.stack.top(head);
  if (!r.pos.on_map(hit.unit) && a.checker != kNoUnit) by("17.3.2-a");
  if (!marked.check_due(r.look())) a.checker = kNoUnit;
}

// A leader in the hex, or next to a wagon.
static HexId leader_near_blast(const Look& b, const ApplyHits& a) {
  const Seat side = side_of(b, b.pos.hit[a.i].unit);
  if (leader_in(b, a.hex, side)) return a.hex;
  for (int k = 0; k < a.around; ++k)
    if (const HexId h = edge(b, a.hex, k).to; h != kNoHex && (leader_in(b, h, side) || leader_in(b, h, other(side)))) return h;
  return kNoHex;
}

// The stack on this side of the wagon; one that lies on two of them checks once.
static UnitId beside_blast(const Look& b, const ApplyHits& a) {
  const int side = a.around - 1;
  const HexId h = edge(b, a.hex, side).to;
  const UnitId u = h == kNoHex ? kNoUnit : top_at(b, h);
  if (u == kNoUnit || b.pos.unit[u].order == Order::Pgd || is_wreck(b, u)) return kNoUnit;
  for (int k = side + 1; k < 6; ++k)
    if (const HexId x = edge(b, a.hex, k).to; x != kNoHex && top_at(b, x) == u) return kNoUnit;
  return u;
}

Flow ApplyHits::run(Run& r) {
  BEGIN;
  for (i = 0; i < r.pos.hits; ++i) {
    STEP("17.1.1-a");
    apply_hit(r, *this);
    if (exploded && (leader_at = leader_near_blast(r.look(), *this)) != kNoHex) {
      STEP("18.6.3-a");
      ROLL(Dice::Sixes, uint64_t{1} << kNatural65, CaissonDie{leader_at});
      exploded = r.roll_index() >= kNatural65 ? 2 : 1;
    }
    if (exploded ? exploded == 2 || !by("18.6.3-b") : r.pos.hit[i].natural >= kNatural65) {
      STEP("8.2-c");
      CALL(LeaderCasualty{exploded ? leader_at : r.pos.hit[i].hex});
      steps = uint8_t(std::max(0, r.result() - 1));
      if (r.result() > 0 && checker == kNoUnit) checker = top_at(r.look(), exploded ? leader_at : r.pos.hit[i].hex);
    }
    for (; around > 0; --around) {
      if (beside_blast(r.look(), *this) == kNoUnit) continue;
      STEP("18.6.2-b");
      CALL(StackCheck{beside_blast(r.look(), *this), 0, kNoUnit, kByWagon});
    }
    if (checker == kNoUnit || !r.pos.on_map(checker) || r.pos.unit[checker].order == Order::Pgd) {
      CALL(Settle{});
      continue;
    }
    STEP("17.1.4-a");
    by("17.3.1-a", "20.1.6-a");
    CALL(StackCheck{checker, int8_t(-int(steps)), grievous, uint8_t(steps ? uint8_t(kByLeader) : cause)});
    CALL(Settle{});
  }
  CALL(Settle{});
  r.pos.hits = 0;
  END;
}

}  // namespace tambour::bataille
