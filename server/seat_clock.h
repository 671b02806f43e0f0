// SPDX-License-Identifier: MIT
// Thinking time of each seat: while a decision was its own and its player was connected.
#pragma once
#include <algorithm>
#include <cstdint>

#include "play/action.h"

namespace tambour::server {

class SeatClock {
 public:
  SeatClock() = default;
  SeatClock(int64_t first, int64_t second) : spent_{first, second} {}

  // Runs the time of this seat from now on; Nobody stops it.
  void run(Seat seat, int64_t now) {
    if (running_ <= Seat::Second) spent_[index(running_)] += now > since_ ? now - since_ : 0;
    running_ = seat <= Seat::Second ? seat : Seat::Nobody;
    since_ = now;
  }
  Seat running() const { return running_; }
  int64_t spent(Seat seat) const { return spent_[index(seat)]; }  // up to the last call of run

 private:
  int64_t spent_[2] = {0, 0}, since_ = 0;  // milliseconds
  Seat running_ = Seat::Nobody;
};

}  // namespace tambour::server
