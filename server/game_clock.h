// SPDX-License-Identifier: MIT
// The time that a seat may take: a game's, a turn's, or days for a decision. It counts whether anybody is at the table or not.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>

#include "play/action.h"
#include "server/terms.h"

namespace tambour::server {

// What is kept of it. All times are milliseconds by the table's clock (log.h).
struct ClockState {
  int64_t left[2] = {-1, -1};  // -1: has not begun
  Seat counts = Seat::Nobody;  // whose time goes down, since then
  int64_t since = 0;
  Seat last = Seat::Nobody;    // whose decision it was
  int turn = -1;
  Seat out = Seat::Nobody;     // whose time has run out first, and when
  int64_t out_at = 0;
  int64_t away_until[2] = {0, 0};  // a holiday's end
  int holidays[2] = {0, 0};        // days taken
  bool operator==(const ClockState&) const = default;
};

// Reads and moves a state under the terms of its game.
class GameClock {
 public:
  GameClock(const ClockTerms& terms, ClockState& state) : terms_(terms), s_(state) {}

  bool on() const { return terms_.kind != ClockTerms::Kind::None; }
  // The decision is this seat's; it counts if a person must take it and everybody is there. `fresh`: an act has led to it, not a taking
  // back. Nobody, or Chance: no decision that takes time.
  void decide(Seat seat, bool counts, int turn, bool fresh, int64_t now);
  void stop(int64_t now) { settle(now), s_.counts = Seat::Nobody; }  // the game is over
  void free_seat(Seat seat, int64_t now);                           // a machine has taken it: its time is no matter any more
  // A holiday, in place of the one that is not over; 0 only ends that. Whole days not used are given back. False if not so many are left.
  bool rest(Seat seat, int days, int64_t now);

  std::optional<int64_t> left(Seat seat, int64_t now) const;  // nothing: not limited now
  Seat out(int64_t now) const;
  int holidays_left(Seat seat) const;  // days
  // When the time of the seat that decides runs out, and when less than a tenth of it, at most a day, is left; 0: never.
  int64_t runs_out() const;
  int64_t runs_low() const;
  int64_t resting_until(Seat seat, int64_t now) const;  // 0: it is not

 private:
  int64_t elapsed(int64_t now) const;
  void settle(int64_t now);
  const ClockTerms& terms_;
  ClockState& s_;
};

nlohmann::json clock_state_json(const ClockState& state);
ClockState clock_state_of(const nlohmann::json& kept);

}  // namespace tambour::server
