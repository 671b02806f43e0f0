// SPDX-License-Identifier: MIT
// Laws of the hex field, of lines, footprints, stacks, chains and odds, on random instances.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <queue>
#include <set>

#include "battle/cover.h"
#include "battle/groups.h"
#include "battle/odds.h"
#include "battle/stacks.h"
#include "hex/footprint.h"
#include "hex/line.h"
#include "kit/ratio.h"

namespace tambour {
namespace {

Grid any_grid() { return {uint8_t(*rc::gen::inRange(1, 41)), uint8_t(*rc::gen::inRange(1, 41))}; }
HexId any_hex(const Grid& g) { return HexId(*rc::gen::inRange(0, g.size())); }
Cube any_offset(int reach) {
  const int q = *rc::gen::inRange(-reach, reach + 1);
  const int r = *rc::gen::inRange(std::max(-reach, -q - reach), std::min(reach, -q + reach) + 1);
  return {q, r};
}

RC_GTEST_PROP(Hex, numbers_and_cubes_survive_a_round_trip, ()) {
  const Grid g = any_grid();
  const HexId h = any_hex(g);
  RC_ASSERT(g.parse(g.number(h)) == std::optional<HexId>(h));
  RC_ASSERT(g.hex(g.cube(h)) == h);
  RC_ASSERT(g.at(g.column(h), g.row(h)) == h);
}

RC_GTEST_PROP(Hex, neighbours_are_mutual_and_one_step_away, ()) {
  const Grid g = any_grid();
  const HexId h = any_hex(g);
  for (int k = 0; k < 6; ++k) {
    const HexId n = g.neighbour(h, k);
    if (n == kNoHex) {
      RC_ASSERT(g.on_edge(h));
      continue;
    }
    RC_ASSERT(g.neighbour(n, opposite(k)) == h);
    RC_ASSERT(g.side_to(h, n) == k);
    RC_ASSERT(g.distance(h, n) == 1);
    RC_ASSERT(g.cube(n) == g.cube(h) + kStep[k]);
  }
}

RC_GTEST_PROP(Hex, distance_is_the_length_of_the_shortest_walk, ()) {
  const Grid g{uint8_t(*rc::gen::inRange(1, 15)), uint8_t(*rc::gen::inRange(1, 15))};
  const HexId from = any_hex(g);
  std::vector<int> steps(std::size_t(g.size()), -1);
  std::queue<HexId> open;
  open.push(from), steps[from] = 0;
  for (; !open.empty(); open.pop())
    for (int k = 0; k < 6; ++k)
      if (const HexId n = g.neighbour(open.front(), k); n != kNoHex && steps[n] < 0) steps[n] = steps[open.front()] + 1, open.push(n);
  for (HexId to = 0; to < g.size(); ++to) {
    if (g.rows > 1) RC_ASSERT(g.distance(from, to) == steps[to]);  // in a single row the direct way may leave the map
    RC_ASSERT(g.distance(from, to) == g.distance(to, from));
  }
}

RC_GTEST_PROP(Hex, angles_and_turns_agree, ()) {
  const int a = *rc::gen::inRange(0, 6), by = *rc::gen::inRange(-20, 21);
  RC_ASSERT(turn(turn(a, by), -by) == a);
  RC_ASSERT(angle(a, turn(a, by)) == angle(turn(a, by), a));
  RC_ASSERT(angle(a, opposite(a)) == 3);
  RC_ASSERT(angle(a, turn(a, by)) <= 3);
}

TEST(Hex, front_sides_are_those_at_the_vertex) {
  EXPECT_TRUE(is_front_side(kFaceE, NE) && is_front_side(kFaceE, SE));
  EXPECT_TRUE(is_front_side(kFaceNW, NW) && is_front_side(kFaceNW, N));
  EXPECT_FALSE(is_front_side(kFaceE, N) || is_front_side(kFaceE, S) || is_front_side(kFaceE, SW));
}

TEST(Hex, the_numbering_is_that_of_the_maps) {
  const Grid g{12, 10};
  const HexId h = *g.parse("0508");
  std::string around;
  for (int k = 0; k < 6; ++k) around += g.number(g.neighbour(h, k)) + " ";
  EXPECT_EQ(around, "0507 0608 0609 0509 0409 0408 ");
  EXPECT_FALSE(g.parse("1301") || g.parse("0011") || g.parse("12") || g.parse("01a1"));
}

using Pair = std::set<std::pair<int, int>>;
Pair hexes_of(const LineStep& s) {
  Pair out{{s.q, s.r}};
  if (s.between) out.insert({s.q2, s.r2});
  return out;
}

RC_GTEST_PROP(Line, reads_the_same_from_both_ends, ()) {
  const Cube to = any_offset(kLongestLine);
  const Line there(to), back({-to.q, -to.r});
  RC_ASSERT(there.size() == back.size());
  for (int i = 0; i < there.size(); ++i) {
    Pair mirrored;
    for (const auto& [q, r] : hexes_of(back[back.size() - 1 - i])) mirrored.insert({to.q + q, to.r + r});
    RC_ASSERT(hexes_of(there[i]) == mirrored);
    RC_ASSERT(there[i].between == back[back.size() - 1 - i].between);
  }
}

RC_GTEST_PROP(Line, steps_touch_one_another_and_pairs_share_the_side_they_run_along, ()) {
  const Cube to = any_offset(kLongestLine);
  RC_PRE(length(to) > 0);
  const Line line(to);
  std::vector<Pair> all{{{0, 0}}};
  for (const LineStep& s : line) {
    all.push_back(hexes_of(s));
    RC_ASSERT(s.index == length({s.q, s.r}));
    if (!s.between) continue;
    RC_ASSERT(length({s.q - s.q2, s.r - s.r2}) == 1);
    RC_ASSERT(length({s.q2, s.r2}) == s.index);
  }
  all.push_back({{to.q, to.r}});
  for (std::size_t i = 1; i < all.size(); ++i)
    for (const auto& [q, r] : all[i])
      for (const auto& [q2, r2] : all[i - 1]) RC_ASSERT(length({q - q2, r - r2}) == 1);
}

// An independent oracle: the hex nearest to points sampled along the segment.
RC_GTEST_PROP(Line, holds_every_hex_that_a_point_of_it_lies_in, ()) {
  const Cube to = any_offset(30);
  Pair held{{0, 0}, {to.q, to.r}};
  for (const LineStep& s : Line(to)) held.merge(hexes_of(s));
  const auto far = [](double q, double r, Cube c) {
    const double x = 1.5 * (q - c.q), y = std::sqrt(3.0) * (r - c.r + (q - c.q) / 2);
    return x * x + y * y;
  };
  for (int k = 1; k < 500; ++k) {
    const double q = to.q * k / 500.0, r = to.r * k / 500.0;
    std::vector<std::pair<double, Cube>> near;
    for (int dq = -1; dq <= 2; ++dq)
      for (int dr = -1; dr <= 2; ++dr) {
        const Cube c{int(std::floor(q)) + dq, int(std::floor(r)) + dr};
        near.push_back({far(q, r, c), c});
      }
    std::sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (near[1].first - near[0].first > 1e-6) RC_ASSERT(held.count({near[0].second.q, near[0].second.r}));
  }
}

RC_GTEST_PROP(Line, the_cone_is_what_steps_over_the_two_front_sides_reach, ()) {
  const int vertex = *rc::gen::inRange(0, 6);
  const Cube to = any_offset(9);
  bool reached = false;
  for (int a = 0; a <= 18; ++a)
    for (int b = 0; b <= 18; ++b)
      reached |=
          a + b > 0 && Cube{kStep[vertex].q * a + kStep[turn(vertex, 1)].q * b, kStep[vertex].r * a + kStep[turn(vertex, 1)].r * b} == to;
  RC_ASSERT(in_cone({}, to, vertex) == reached);
}

RC_GTEST_PROP(Footprints, lie_on_the_map_in_a_row_or_not_at_all, ()) {
  const Grid g = any_grid();
  const HexId head = any_hex(g);
  const int side = *rc::gen::inRange(0, 6), n = *rc::gen::inRange(1, 5);
  const Footprint f = lay(g, head, side, n);
  if (f.empty()) {
    HexId h = head;
    int on_map = 1;
    while (on_map < n && (h = g.neighbour(h, side)) != kNoHex) ++on_map;
    RC_ASSERT(on_map < n);
    return;
  }
  RC_ASSERT(f.size() == n && f[0] == head);
  for (int i = 1; i < n; ++i) RC_ASSERT(g.side_to(f[i - 1], f[i]) == side);
  const Footprint other = {any_hex(g)};
  RC_ASSERT(distance(g, f, other) == distance(g, other, f));
  RC_ASSERT(touches(g, f, other[0]) == (distance(g, f, other) == 1 || (f.contains(other[0]) && n > 1)));
}

RC_GTEST_PROP(StacksModel, behave_like_lists_with_the_top_first, ()) {
  constexpr int kHexes = 5, kCounters = 8;
  Stacks<kHexes, kCounters> stacks;
  stacks.clear();
  std::vector<std::vector<UnitId>> model(kHexes);
  for (int step = *rc::gen::inRange(0, 60); step > 0; --step) {
    const auto u = UnitId(*rc::gen::inRange(0, kCounters));
    const auto h = HexId(*rc::gen::inRange(0, kHexes));
    for (auto& stack : model) std::erase(stack, u);
    switch (*rc::gen::inRange(0, 3)) {
      case 0: stacks.put_on_top(u, h), model[h].insert(model[h].begin(), u); break;
      case 1: stacks.put_at_bottom(u, h), model[h].push_back(u); break;
      default: stacks.lift(u);
    }
    for (HexId at = 0; at < kHexes; ++at) {
      std::vector<UnitId> held;
      for (UnitId x : stacks.in(at)) held.push_back(x), RC_ASSERT(stacks.at[x] == at);
      RC_ASSERT(held == model[at]);
      RC_ASSERT(stacks.count(at) == int(model[at].size()));
      RC_ASSERT(stacks.empty(at) == model[at].empty());
    }
  }
}

RC_GTEST_PROP(Chains, are_the_classes_of_the_linked_relation, ()) {
  const int n = *rc::gen::inRange(0, 10);
  bool linked[10][10] = {}, reach[10][10] = {};
  FixedVector<UnitId, 10> units;
  for (int i = 0; i < n; ++i) {
    units.push_back(UnitId(i));
    reach[i][i] = true;
    for (int j = 0; j < i; ++j) linked[i][j] = linked[j][i] = reach[i][j] = reach[j][i] = *rc::gen::inRange(0, 5) == 0;
  }
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) reach[i][j] |= reach[i][k] && reach[k][j];
  const auto chain = chains(units, [&](UnitId a, UnitId b) { return linked[index(a)][index(b)]; });
  RC_ASSERT(chain.size() == n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) RC_ASSERT((chain[i] == chain[j]) == reach[i][j]);
}

constexpr OddsStep kSteps[] = {{3, 1, 3}, {2, 1, 2}, {3, 2, 1}, {1, 1, 0}, {2, 3, -1}, {1, 2, -2}};

RC_GTEST_PROP(Odds, never_fall_with_more_attackers_nor_rise_with_more_defenders, ()) {
  const int a = *rc::gen::inRange(0, 60), d = *rc::gen::inRange(1, 60);
  RC_ASSERT(odds_modifier(kSteps, a + 1, d) >= odds_modifier(kSteps, a, d));
  RC_ASSERT(odds_modifier(kSteps, a, d + 1) <= odds_modifier(kSteps, a, d));
}

TEST(Odds, round_in_the_defenders_favour) {
  EXPECT_EQ(odds_modifier(kSteps, 17, 6), 2);
  EXPECT_EQ(odds_modifier(kSteps, 18, 6), 3);
  EXPECT_EQ(odds_modifier(kSteps, 5, 6), -1);
  EXPECT_EQ(odds_modifier(kSteps, 1, 60), -2);
}

// Footprints of one to six hexes that bend where they like.
Footprint any_footprint(const Grid& g) {
  Footprint out{any_hex(g)};
  for (int k = *rc::gen::inRange(0, kLongest); k > 0; --k) {
    const HexId next = g.neighbour(out.back(), *rc::gen::inRange(0, 6));
    if (next != kNoHex && !out.contains(next)) out.push_back(next);
  }
  return out;
}

RC_GTEST_PROP(Footprint, survives_packing_into_head_and_trail, ()) {
  const Grid g = any_grid();
  const Footprint f = any_footprint(g);
  const auto trail = trail_of(g, f);
  RC_ASSERT(trail.has_value());
  const Footprint back = lay_trail(g, f[0], f.size(), *trail);
  RC_ASSERT(std::equal(f.begin(), f.end(), back.begin(), back.end()));
  const Footprint twice = reversed(reversed(f));
  RC_ASSERT(std::equal(f.begin(), f.end(), twice.begin(), twice.end()));
  RC_ASSERT(is_straight(g, f) == is_straight(g, reversed(f)));
}

RC_GTEST_PROP(Footprint, neighbours_touch_it_once_each, ()) {
  const Grid g = any_grid();
  const Footprint f = any_footprint(g);
  std::set<HexId> seen;
  for (const Neighbour& n : neighbours(g, f)) {
    RC_ASSERT(seen.insert(n.hex).second);
    RC_ASSERT(!f.contains(n.hex));
    RC_ASSERT(g.neighbour(f[n.part], n.side) == n.hex);
    for (int part = 0; part < n.part; ++part) RC_ASSERT(g.distance(f[part], n.hex) > 1);
  }
  for (HexId h = 0; h < g.size(); ++h) RC_ASSERT((distance(g, f, h) == 1) == seen.contains(h));
}

TEST(Footprint, n_hexes_in_a_row_have_2n_plus_4_neighbours) {
  const Grid g(20, 20);
  for (int side = 0; side < 6; ++side)
    for (int n = 1; n <= kLongest; ++n) {
      const Footprint f = lay_trail(g, g.at(10, 10), n, straight_trail(side, n));
      EXPECT_EQ(f.size(), n);
      EXPECT_EQ(neighbours(g, f).size(), 2 * n + 4);
      EXPECT_TRUE(is_straight(g, f));
    }
  EXPECT_TRUE(lay_trail(g, g.at(1, 1), 2, straight_trail(N, 2)).empty()) << "it would leave the map";
  EXPECT_TRUE(lay_trail(g, g.at(9, 9), 2, 7).empty()) << "no hexside has this number";
  EXPECT_FALSE(trail_of(g, {g.at(1, 1), g.at(5, 5)}).has_value());
}

TEST(Cover, a_counter_is_found_in_every_hex_it_lies_over) {
  const Grid g(10, 10);
  Cover<100> cover;
  cover.clear();
  const Footprint line = lay(g, g.at(4, 4), S, 3), other{g.at(4, 6)};
  cover.put(UnitId{7}, line);
  for (HexId h : line) EXPECT_EQ(cover.in(h), UnitId{7});
  cover.put(UnitId{9}, other);
  cover.lift(UnitId{7}, line);
  EXPECT_EQ(cover.in(line[0]), kNoUnit);
  EXPECT_EQ(cover.in(other[0]), UnitId{9}) << "what another holds by now stays his";
  EXPECT_EQ(cover.in(kNoHex), kNoUnit);
}

TEST(Stacks, a_unit_in_hand_leaves_its_stack_and_keeps_its_place) {
  Stacks<20, 4> s;
  s.clear();
  for (UnitId u : UnitRange(3)) s.put_at_bottom(u, 5);
  s.take(UnitId{1});
  EXPECT_EQ(s.count(5), 2);
  EXPECT_EQ(s.at[UnitId{1}], 5);
  s.take(UnitId{1});
  EXPECT_EQ(s.count(5), 2) << "twice is once";
  s.put_on_top(UnitId{1}, 6);
  EXPECT_EQ(s.top(6), UnitId{1});
  EXPECT_EQ(s.top(5), UnitId{0});
}

RC_GTEST_PROP(Ratio, agrees_with_long_division, ()) {
  const int64_t a = *rc::gen::inRange(-500, 500), b = *rc::gen::inRange(1, 60), c = *rc::gen::inRange(-500, 500), d = *rc::gen::inRange(1, 60);
  const Ratio x(a, b), y(c, d);
  RC_ASSERT((x < y) == (a * d < c * b));
  RC_ASSERT((x == y) == (a * d == c * b));
  RC_ASSERT(x + y - y == x);
  if (c != 0) RC_ASSERT(x * y / y == x);
  RC_ASSERT(x.floor() == int64_t(std::floor(double(a) / double(b))) || a % b == 0);
  RC_ASSERT(x.floor() * b <= a && a < (x.floor() + 1) * b);
  RC_ASSERT(x.nearest() == Ratio(2 * a + b, 2 * b).floor());
  RC_ASSERT(std::gcd(x.num, x.den) == 1);
}

TEST(Ratio, rounds_halves_up_and_refuses_to_divide_by_nothing) {
  EXPECT_EQ(Ratio(16, 3).nearest(), 5);
  EXPECT_EQ(Ratio(13, 2).nearest(), 7);
  EXPECT_EQ(Ratio(17, 3).nearest(), 6);
  EXPECT_EQ(to_text(Ratio(25, -2)), "-25/2");
  EXPECT_THROW(Ratio(1, 0), Fault);
}

}  // namespace
}  // namespace tambour
