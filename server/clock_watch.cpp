// SPDX-License-Identifier: MIT
// Watches the clocks of all games (docs/table-protocol.md, section 3, Clocks).
#include <algorithm>
#include <utility>

#include "server/game_hub.h"
#include "server/log.h"
#include "server/message.h"

namespace tambour::server {

namespace {

using namespace std::chrono_literals;

constexpr auto kLookAtClocks = 1s;
constexpr int64_t kTryAgain = 60000;     // milliseconds, after a game whose time ran out could not be opened
constexpr std::size_t kMostAtOnce = 50;  // games per check
constexpr const char* kSubstitute = "recruit";

}  // namespace

// Schedules the next event of a game's clock: time runs low, or out.
void GameHub::mind_clock(const GameRow& row) {
  forget_clock(row.id);
  ClockState state = row.clock;
  const GameClock clock(row.terms.clock, state);
  if (!clock.on() || row.over || clock.runs_out() == 0) return;
  const int64_t now = table_ms(), low = clock.runs_low(), due = low > now ? low : clock.runs_out();
  // The warning may have been missed while the server was down.
  if (notices_ && low <= now && now < clock.runs_out() && std::exchange(warned_[row.id], clock.runs_out()) != clock.runs_out()) tell_time_is_short(row);
  deadline_of_[row.id] = due;
  deadlines_.emplace(due, row.id);
}

void GameHub::forget_clock(const std::string& id) {
  const auto at = deadline_of_.find(id);
  if (at == deadline_of_.end()) return;
  deadlines_.erase({at->second, id});
  deadline_of_.erase(at);
}

void GameHub::tell_by(Notices& notices) {
  notices_ = &notices;
  for (const auto& [id, row] : rows_) mind_clock(row);
}

void GameHub::watch_clocks() {
  clock_watch_.expires_after(kLookAtClocks);
  clock_watch_.async_wait([this](const boost::system::error_code& cancelled) {
    if (cancelled || stopping_) return;
    look_at_clocks();
    watch_clocks();
  });
}

void GameHub::look_at_clocks() {
  std::vector<std::string> due;
  const int64_t now = table_ms();
  for (auto at = deadlines_.begin(); at != deadlines_.end() && at->first <= now && due.size() < kMostAtOnce; ++at) due.push_back(at->second);
  for (const std::string& id : due) {
    forget_clock(id);
    if (rows_.contains(id)) time_has_come(id);
  }
}

void GameHub::time_has_come(const std::string& id) {
  const GameRow& game = rows_.at(id);
  ClockState state = game.clock;
  const GameClock clock(game.terms.clock, state);
  const auto at = rooms_.find(id);
  if (clock.out(table_ms()) > Seat::Second) return mind_clock(game);
  if (at != rooms_.end() && at->second->live) {
    const RoomPtr room = at->second;
    guarded(room, [&] { broadcast(room, {{"type", "clock"}, {"clock", room->live->clock()}}); });
  }
  if (game.terms.clock.timeout != ClockTerms::Timeout::Machine) return;
  // The first of several servers writes it; the others find it done.
  try {
    const RoomPtr room = open(id, "");
    when_quiet(room, nullptr, [this, room] { seat_machine(room); });
  } catch (const TableError&) {
    deadline_of_[id] = table_ms() + kTryAgain;
    deadlines_.emplace(deadline_of_[id], id);
  }
}

void GameHub::seat_machine(const RoomPtr& room) {
  LiveGame& live = *room->live;
  const Seat seat = live.out_of_time();
  if (seat > Seat::Second || live.row().over || is_machine(live.row().seats[index(seat)])) return;
  commit(room, live.seat_machine(seat, kSubstitute, table_ms()), {});
}

}  // namespace tambour::server
