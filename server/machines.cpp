// SPDX-License-Identifier: MIT
// Machine players and standing orders: decisions without a person.
#include <algorithm>

#include "server/game_hub.h"
#include "server/log.h"

namespace tambour::server {

namespace {

// The address charged for a machine's time: a seated player's, or the owner's.
std::string whose_share(const Room& room) {
  for (const auto& client : room.clients)
    if (client->seat != Seat::Nobody) return client->address;
  return room.owner;
}

}  // namespace

// Lets machines and standing orders answer on their turn; games between machines pause while nobody watches.
void GameHub::wake(const RoomPtr& room) {
  if (stopping_ || !alive(room) || room->thinking || room->busy || room->live->over()) return;
  if (!wants_answer(*room) || (neighbours_ && !room->answers)) return;
  think(room);
}

// The decider of each seat; machines are created on first use.
void GameHub::seat_deciders(const RoomPtr& room, Decider (&seats)[2]) const {
  const LiveGame& live = *room->live;
  for (Seat s : {Seat::First, Seat::Second}) {
    const auto i = index(s);
    seats[i].mover = live.mover(s);
    seats[i].orders = live.orders(s);
    if (!is_machine(live.row().seats[i])) continue;
    std::shared_ptr<Player>& player = room->machines[i];
    if (!player) player = make_player(live.row().seats[i].kind, hash_text(random_token()));
    if (!player) player = make_player(levels().front(), hash_text(random_token()));  // a level of an older server
    seats[i].machine = player;
  }
}

// Plans on a worker, while clients still show the previous moves.
void GameHub::think(const RoomPtr& room) {
  const LiveGame& live = *room->live;
  struct Task {
    State state;
    Decider seats[2];
  };
  const auto task = std::make_shared<Task>();
  copy(task->state, live.state());
  seat_deciders(room, task->seats);
  room->thinking = true;
  room->stop = std::stop_source();
  const auto work = [this, &io = io_, room, task, game = &live.game(), moved = live.moved_seq(Viewer::All),
                     mine = room->stop](std::stop_token server_stops) mutable {
    const std::stop_callback relay(server_stops, [&] { mine.request_stop(); });
    std::vector<LogEntry> plan;
    try {
      plan = plan_unit(*game, task->state, task->seats, mine.get_token());
    } catch (const std::exception& e) {
      // If the machine fails, play the first legal act; the game itself is intact.
      log(LogLevel::Error, "game " + room->id + ": a machine breaks down: " + e.what() + "; position " + hex64(position_hash(task->state)));
      plan.push_back({task->state.seat, {}});
    }
    boost::asio::post(io, [this, room, moved, plan] { show_plan(room, moved, plan); });  // not run once the server has stopped
  };
  workers_.post({only_machines(live.row()) ? Workers::Kind::Spare : Workers::Kind::Turn, whose_share(*room), room->id, work, {}});
}

// Shows a plan no faster than the pace of the game.
void GameHub::show_plan(const RoomPtr& room, int64_t moved, std::vector<LogEntry> plan) {
  if (stopping_ || !alive(room)) return void(room->thinking = false);
  room->pause.expires_at(room->played + std::chrono::milliseconds(room->live->row().pace_ms));
  room->pause.async_wait([this, room, moved, plan = std::move(plan)](const boost::system::error_code&) {
    room->thinking = false;
    if (!stopping_ && alive(room)) when_quiet(room, nullptr, [this, room, moved, plan] { carry_out(room, moved, plan); });
  });
}

void GameHub::carry_out(const RoomPtr& room, int64_t moved, const std::vector<LogEntry>& plan) {
  LiveGame& live = *room->live;
  const Game& game = live.game();
  if (live.moved_seq(Viewer::All) != moved) return wake(room);
  Steps steps;
  const int64_t now = table_ms();
  for (const auto& [seat, act] : plan) {
    if (live.over() || live.state().seat != seat) break;
    Action legal = act;
    if (game.refuse(live.state(), act)) {
      if (!steps.empty() || !is_machine(live.row().seats[index(seat)])) break;
      log(LogLevel::Error, "game " + room->id + ": a machine chose an act the rules refuse: " + to_text(act, game));
      ActionList<> acts(1);
      game.options(live.state(), acts);
      legal = acts[0];
    }
    Steps more = live.play(legal, now);
    const bool interrupted = more.size() > 1;  // dice fell, or the game ended
    std::move(more.begin(), more.end(), std::back_inserter(steps));
    if (interrupted) break;
  }
  room->played = std::chrono::steady_clock::now();
  if (!steps.empty()) commit(room, std::move(steps), {});
}

}  // namespace tambour::server
