// SPDX-License-Identifier: MIT
// Time limits of a seat: per game, per turn, or days per decision. They run whether or not the player is connected.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>

#include "play/action.h"
#include "server/terms.h"

namespace tambour::server {

// Its stored state. All times are milliseconds of the table clock (log.h).
struct ClockState {
  int64_t left[2] = {-1, -1};  // -1: not started
  Seat counts = Seat::Nobody;  // the seat whose time runs, and since when
  int64_t since = 0;
  Seat last = Seat::Nobody;  // the seat of the last decision
  int turn = -1;
  Seat out = Seat::Nobody;  // the first seat to run out of time, and when
  int64_t out_at = 0;
  int64_t away_until[2] = {0, 0};  // end of the holiday
  int holidays[2] = {0, 0};        // days taken
  bool operator==(const ClockState&) const = default;
};

// The operations on that state under the terms of a game.
class GameClock {
 public:
  GameClock(const ClockTerms& terms, ClockState& state) : terms_(terms), s_(state) {}

  bool on() const { return terms_.kind != ClockTerms::Kind::None; }
  // The decision is this seat's; time runs if a person must take it and all seats are filled. `fresh`: it follows an act, not an undo.
  // Nobody or Chance: no time runs.
  void decide(Seat seat, bool counts, int turn, bool fresh, int64_t now);
  void stop(int64_t now) { settle(now), s_.counts = Seat::Nobody; }  // the game is over
  void free_seat(Seat seat, int64_t now);                            // a machine has taken the seat: no limit any more
  // Replaces the current holiday; 0 days ends it. Unused whole days are returned. False if fewer days are left.
  bool rest(Seat seat, int days, int64_t now);

  std::optional<int64_t> left(Seat seat, int64_t now) const;  // nothing: no limit now
  Seat out(int64_t now) const;
  int holidays_left(Seat seat) const;  // days
  // When the deciding seat runs out of time, and when a tenth of it (a day at most) is left; 0: never.
  int64_t runs_out() const;
  int64_t runs_low() const;
  int64_t resting_until(Seat seat, int64_t now) const;  // 0: no holiday

 private:
  int64_t elapsed(int64_t now) const;
  void settle(int64_t now);
  const ClockTerms& terms_;
  ClockState& s_;
};

nlohmann::json clock_state_json(const ClockState& state);
ClockState clock_state_of(const nlohmann::json& kept);

}  // namespace tambour::server
