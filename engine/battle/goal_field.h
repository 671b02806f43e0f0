// SPDX-License-Identifier: MIT
// Attraction of objectives, for the evaluations of the books: each goal counts by its distance and by its present value to a side.
// Asked for every unit of every position, so the goals of a hex are contiguous and summed without branches.
#pragma once
#include <array>

#include "battle/approach.h"
#include "play/action.h"

namespace tambour {

struct Goal {  // a hex worth points
  Seat side;   // Nobody: to both
  int points;
  HexId hex;
};

class GoalField {
 public:
  static constexpr int kFar = 40;            // movement points beyond which a goal has no effect
  static constexpr int kBy = 2;              // close enough to a goal that is held
  static constexpr std::size_t kMost = 128;  // goals at most; the rest is ignored

  static constexpr int kPresence[] = {20, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1};  // weight of a strength point by its distance from the goal

  struct Presence {  // strength near each goal, by side
    std::array<int16_t, kMost> of[2];
  };
  struct GoalValue {  // value of each goal to a side
    std::array<int16_t, kMost> points;
    std::array<uint8_t, kMost> closest;  // no gain in coming closer than this
  };

  // cost: as for approach().
  template <class Cost>
  GoalField(const Grid& grid, std::vector<Goal> goals, Cost cost)
      : goals_(std::move(goals)),
        stride_((std::min(goals_.size(), kMost) + 15) / 16 * 16),
        near_(std::size_t(grid.size()) * stride_),
        weight_(near_.size()),
        here_(std::size_t(grid.size())) {
    if (goals_.size() > kMost) goals_.resize(kMost);
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      int16_t& here = here_[goals_[g].hex];
      here = int16_t(std::max<int>(here, goals_[g].points * kFar));
      const std::vector<uint8_t> far = approach(grid, goals_[g].hex, cost);
      for (std::size_t h = 0; h < far.size(); ++h) {
        near_[h * stride_ + g] = uint8_t(std::max(0, kFar - far[h]));
        if (far[h] < std::size(kPresence)) weight_[h * stride_ + g] = uint8_t(kPresence[far[h]]);
      }
    }
  }
  // held(goal number, hex): a held goal needs only somebody near; until held, goals of the side count double.
  template <class Held>
  void value_goals(Seat me, Held held, GoalValue& out) const {
    std::fill_n(out.points.begin(), stride_, int16_t{0});  // padding is summed too
    std::fill_n(out.closest.begin(), stride_, uint8_t{0});
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      const bool mine = held(g, goals_[g].hex), wanted = !mine && goals_[g].side != other(me);
      out.points[g] = int16_t(goals_[g].points * (wanted ? 2 : 1));
      out.closest[g] = mine ? kFar - kBy : kFar;
    }
  }
  // Value of the best goal for a unit that must keep `off` away; on a goal it counts in full.
  int best_goal(HexId h, const GoalValue& p, int off) const {
    const uint8_t* near = near_.data() + h * stride_;
    const auto cap = uint8_t(kFar - off);
    int16_t best = off ? int16_t{0} : here_[h];
    for (std::size_t g = 0; g < stride_; ++g) {
      const uint8_t close = std::min(cap, std::min(near[g], p.closest[g]));
      best = std::max(best, int16_t(p.points[g] * close));
    }
    return best;
  }
  void clear(Presence& presence) const {
    for (auto& side : presence.of) std::fill_n(side.begin(), stride_, int16_t{0});
  }
  void add_presence(HexId h, Seat side, int strength, Presence& presence) const {
    const uint8_t* here = weight_.data() + h * stride_;
    for (std::size_t g = 0; g < stride_; ++g) presence.of[index(side)][g] = int16_t(presence.of[index(side)][g] + strength * here[g]);
  }
  // Share of all points a side would hold by the strength near the goals, -1000 to 1000. Strength below `few` hardly counts, and more at
  // the same goal counts less and less, so strength spreads to where it is missing.
  int ground(const Presence& presence, Seat me, int few) const {
    int sum = 0, all = 0;
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      const int points = goals_[g].side == Seat::Nobody ? 2 * goals_[g].points : goals_[g].points;
      const int mine = presence.of[index(me)][g], theirs = presence.of[index(other(me))][g];
      all += points, sum += points * ((mine - theirs) * 1000 / (mine + theirs + few));
    }
    return all ? sum / all : 0;
  }

 private:
  std::vector<Goal> goals_;
  std::size_t stride_;           // goals, padded to a multiple of 16
  std::vector<uint8_t> near_;    // [hex][goal]: kFar less the cost of the way there
  std::vector<uint8_t> weight_;  // [hex][goal]: weight of a strength point there
  std::vector<int16_t> here_;    // [hex]
};

}  // namespace tambour
