// SPDX-License-Identifier: MIT
// What draws units across the map, for the evaluations of the books: every goal by its nearness and by what it promises a side now.
// Each position asks this for every unit, so the goals of a hex lie side by side and are weighed without a branch.
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
  static constexpr int kFar = 40;            // movement points beyond which a goal does not draw a unit
  static constexpr int kBy = 2;              // near enough to what is held already
  static constexpr std::size_t kMost = 128;  // goals; further ones draw nobody

  static constexpr int kPresence[] = {20, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1};  // what a point of strength counts at a goal, by its way there

  struct Presence {  // strength that is near each goal, by side
    std::array<int16_t, kMost> of[2];
  };
  struct GoalValue {  // what a side finds at each goal
    std::array<int16_t, kMost> points;
    std::array<uint8_t, kMost> closest;  // coming closer gains nothing
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
  // held(goal number, hex): what is held needs only somebody near; the side's own goals are worth twice as much until then.
  template <class Held>
  void value_goals(Seat me, Held held, GoalValue& out) const {
    std::fill_n(out.points.begin(), stride_, int16_t{0});  // what lies beyond the goals is weighed with them
    std::fill_n(out.closest.begin(), stride_, uint8_t{0});
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      const bool mine = held(g, goals_[g].hex), wanted = !mine && goals_[g].side != other(me);
      out.points[g] = int16_t(goals_[g].points * (wanted ? 2 : 1));
      out.closest[g] = mine ? kFar - kBy : kFar;
    }
  }
  // By the goal that promises most to one who stays so far off at least; who stands in a goal has it.
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
  // How much of all that is worth points a side would have by the strength near it, from -1000 to 1000. Strength of `few` is too little to
  // count. More of it at the same goal counts for less and less, so it is better spent where somebody is missing.
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
  std::size_t stride_;         // goals, filled up with such as draw nobody
  std::vector<uint8_t> near_;  // [hex][goal]: how much less than kFar the way there costs
  std::vector<uint8_t> weight_;  // [hex][goal]: what a point of strength counts there
  std::vector<int16_t> here_;  // [hex]
};

}  // namespace tambour
