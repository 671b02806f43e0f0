// SPDX-License-Identifier: MIT
#include "server/game_clock.h"

#include <algorithm>

namespace tambour::server {

namespace {

constexpr int64_t kDay = 24 * 60 * 60 * int64_t(1000);

}  // namespace

int64_t GameClock::elapsed(int64_t now) const {
  if (s_.counts > Seat::Second) return 0;
  return std::max<int64_t>(0, now - std::max(s_.since, s_.away_until[index(s_.counts)]));
}

void GameClock::settle(int64_t now) {
  if (s_.counts <= Seat::Second) {
    const auto i = index(s_.counts);
    if (s_.out == Seat::Nobody && elapsed(now) >= s_.left[i]) s_.out = s_.counts, s_.out_at = runs_out();
    s_.left[i] = std::max<int64_t>(0, s_.left[i] - elapsed(now));
  }
  s_.since = std::max(s_.since, now);
}

void GameClock::decide(Seat seat, bool counts, int turn, bool fresh, int64_t now) {
  if (!on()) return;
  using Kind = ClockTerms::Kind;
  settle(now);
  const auto again = [&](Seat s) {
    s_.left[index(s)] = terms_.period();
    if (s_.out == s) s_.out = Seat::Nobody;
  };
  if (terms_.kind == Kind::Turn && turn > s_.turn)
    for (Seat s : {Seat::First, Seat::Second}) again(s);
  if (terms_.kind == Kind::Game && s_.left[0] < 0 && s_.left[1] < 0)
    for (Seat s : {Seat::First, Seat::Second}) again(s);
  s_.turn = std::max(s_.turn, turn);
  s_.counts = Seat::Nobody;
  if (seat > Seat::Second) return;
  if (counts && (s_.left[index(seat)] < 0 || (terms_.kind == Kind::Days && fresh && seat != s_.last))) again(seat);
  // A late decision is made after all: the next one has time again.
  if (terms_.kind == Kind::Days && s_.out <= Seat::Second && s_.out != seat) s_.out = Seat::Nobody;
  s_.last = seat;
  if (counts) s_.counts = seat;
}

void GameClock::free_seat(Seat seat, int64_t now) {
  settle(now);
  if (s_.counts == seat) s_.counts = Seat::Nobody;
  if (s_.out == seat) s_.out = Seat::Nobody;
  s_.left[index(seat)] = -1;
}

bool GameClock::rest(Seat seat, int days, int64_t now) {
  const auto i = index(seat);
  const int back = s_.away_until[i] > now ? int((s_.away_until[i] - now) / kDay) : 0;
  if (!on() || days < 0 || (days > 0 && days > holidays_left(seat) + back)) return false;
  settle(now);
  s_.holidays[i] -= back;
  s_.away_until[i] = days > 0 ? now + days * kDay : 0;
  s_.holidays[i] += days;
  return true;
}

int GameClock::holidays_left(Seat seat) const { return terms_.holidays - s_.holidays[index(seat)]; }

int64_t GameClock::resting_until(Seat seat, int64_t now) const {
  const int64_t until = s_.away_until[index(seat)];
  return until > now ? until : 0;
}

std::optional<int64_t> GameClock::left(Seat seat, int64_t now) const {
  const int64_t left = s_.left[index(seat)];
  if (!on() || left < 0 || (terms_.kind == ClockTerms::Kind::Days && s_.counts != seat)) return std::nullopt;
  return s_.counts == seat ? std::max<int64_t>(0, left - elapsed(now)) : left;
}

Seat GameClock::out(int64_t now) const {
  if (s_.out <= Seat::Second) return s_.out;
  return s_.counts <= Seat::Second && elapsed(now) >= s_.left[index(s_.counts)] ? s_.counts : Seat::Nobody;
}

int64_t GameClock::runs_out() const {
  if (!on() || s_.counts > Seat::Second) return 0;
  const auto i = index(s_.counts);
  return std::max(s_.since, s_.away_until[i]) + s_.left[i];
}

int64_t GameClock::runs_low() const {
  const int64_t end = runs_out();
  return end == 0 ? 0 : end - std::min(terms_.period() / 10, kDay);
}

nlohmann::json clock_state_json(const ClockState& s) {
  const auto seat = [](Seat of) { return of <= Seat::Second ? int(index(of)) : -1; };
  return {{"left", {s.left[0], s.left[1]}},
          {"counts", seat(s.counts)},
          {"since", s.since},
          {"last", seat(s.last)},
          {"turn", s.turn},
          {"out", seat(s.out)},
          {"out_at", s.out_at},
          {"away", {s.away_until[0], s.away_until[1]}},
          {"holidays", {s.holidays[0], s.holidays[1]}}};
}

ClockState clock_state_of(const nlohmann::json& kept) {
  const auto number = [&](const char* key, int at, int64_t otherwise) {
    const auto found = kept.find(key);
    if (found == kept.end()) return otherwise;
    const auto& value = at >= 0 ? (found->is_array() && found->size() == 2 ? (*found)[std::size_t(at)] : nlohmann::json()) : *found;
    return value.is_number_integer() ? value.get<int64_t>() : otherwise;
  };
  const auto seat = [&](const char* key) {
    const int64_t i = number(key, -1, -1);
    return i == 0 || i == 1 ? Seat(i) : Seat::Nobody;
  };
  ClockState s;
  if (!kept.is_object()) return s;
  for (int i = 0; i < 2; ++i) {
    s.left[i] = number("left", i, -1);
    s.away_until[i] = number("away", i, 0);
    s.holidays[i] = int(number("holidays", i, 0));
  }
  s.counts = seat("counts"), s.last = seat("last"), s.out = seat("out");
  s.since = number("since", -1, 0), s.turn = int(number("turn", -1, -1)), s.out_at = number("out_at", -1, 0);
  return s;
}

}  // namespace tambour::server
