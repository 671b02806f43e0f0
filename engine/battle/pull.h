// What draws units across the map, for the evaluations of the books: every goal by its nearness and by what it promises a side now.
// Each position asks this for every unit, so the goals of a hex lie side by side and are weighed without a branch.
#pragma once
#include <array>
#include <span>

#include "battle/approach.h"
#include "play/action.h"

namespace tambour {

struct Goal {  // a hex worth points to a side
  Seat side;
  int points;
  HexId hex;
};

class Pull {
 public:
  static constexpr int kFar = 40;    // movement points beyond which a goal does not draw a unit
  static constexpr int kBy = 2;      // near enough to what is held already
  static constexpr int kMost = 128;  // goals; further ones draw nobody

  // What a side finds at each goal: points, and whether it holds it, so that somebody nearby is enough.
  struct Promise {
    std::array<int16_t, kMost> points;
    std::array<uint8_t, kMost> closest;
  };

  // cost: as for approach().
  template <class Cost>
  Pull(const Grid& grid, std::span<const Goal> goals, Cost cost)
      : goals_(std::min(int(goals.size()), kMost)),
        stride_((std::size_t(goals_) + 15) / 16 * 16),
        near_(std::size_t(grid.size()) * stride_),
        here_(std::size_t(grid.size())) {
    for (std::size_t g = 0; g < std::size_t(goals_); ++g) {
      here_[goals[g].hex] = int16_t(std::max<int>(here_[goals[g].hex], goals[g].points * kFar));
      const std::vector<uint8_t> far = approach(grid, goals[g].hex, cost);
      for (std::size_t h = 0; h < far.size(); ++h) near_[h * stride_ + g] = uint8_t(std::max(0, kFar - far[h]));
    }
  }
  template <class Points, class Held>
  void promise(Promise& out, Points points, Held held) const {
    for (int g = 0; g < int(stride_); ++g) {  // what lies beyond the goals is weighed with them
      out.points[std::size_t(g)] = int16_t(g < goals_ ? points(g) : 0);
      out.closest[std::size_t(g)] = uint8_t(g < goals_ && held(g) ? kFar - kBy : kFar);
    }
  }
  // By the goal that promises most. Guns go near, but hold nothing.
  int strongest(HexId h, const Promise& p, bool gun) const {
    const uint8_t* near = near_.data() + h * stride_;
    const uint8_t cap = gun ? kFar - kBy : kFar;
    int16_t best = gun ? int16_t{0} : here_[h];
    for (std::size_t g = 0; g < stride_; ++g) {
      const uint8_t close = std::min(cap, std::min(near[g], p.closest[g]));
      best = std::max(best, int16_t(p.points[g] * close));
    }
    return best;
  }

 private:
  int goals_;
  std::size_t stride_;         // goals, filled up with such as draw nobody
  std::vector<uint8_t> near_;  // [hex][goal]: how much less than kFar the way there costs
  std::vector<int16_t> here_;  // [hex]: what a goal in it gives to who stands there, whose it ever is
};

}  // namespace tambour
