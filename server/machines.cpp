// SPDX-License-Identifier: MIT
// Machine players and standing orders: who decides when no person does.
#include <algorithm>

#include "server/game_hub.h"
#include "server/log.h"

namespace tambour::server {

using namespace std::chrono_literals;

namespace {

constexpr auto kSeen = 350ms;  // how long a question stays before a standing order answers it

// A seated player's, else that of whoever made or opened the game.
std::string whose_share(const Room& room) {
  for (const auto& client : room.clients)
    if (client->seat != Seat::Nobody) return client->address;
  return room.owner;
}

}  // namespace

// Let the machine move on its turn; a game of machines rests while nobody watches.
void GameHub::wake(const RoomPtr& room) {
  if (stopping_ || !alive(room) || room->thinking || room->busy || room->live->over()) return;
  const GameRow& row = room->live->row();
  const Seat seat = room->live->state().seat;
  if (seat > Seat::Second) return;
  if (!is_machine(row.seats[index(seat)])) return obey(room);
  if (only_machines(row) && room->clients.empty()) return;
  room->thinking = true;
  room->pause.expires_at(room->played + std::chrono::milliseconds(row.pace_ms));
  room->pause.async_wait([this, room](const boost::system::error_code&) {
    if (!stopping_) guarded(room, [&] { think(room); });
  });
}

// Whoever sits there is given a moment to see the question; for one who is away it is answered at once.
void GameHub::obey(const RoomPtr& room) {
  const auto act = room->live->standing_answer();
  if (!act) return;
  const Seat seat = room->live->state().seat;
  const bool here = std::any_of(room->clients.begin(), room->clients.end(), [&](const auto& c) { return c->seat == seat; });
  room->thinking = true;
  room->pause.expires_after(here ? kSeen : 0ms);
  room->pause.async_wait([this, room, act = *act, moved = room->live->moved_seq(Viewer::All)](const boost::system::error_code&) {
    if (!stopping_) decide(room, moved, act);
  });
}

void GameHub::think(const RoomPtr& room) {
  const LiveGame& live = *room->live;
  const Seat seat = live.state().seat;
  // Meanwhile a person may have taken back, or the game may be lost: then nobody is to move here.
  if (!alive(room) || live.over() || room->busy || seat > Seat::Second || !is_machine(live.row().seats[index(seat)])) {
    room->thinking = false;
    return;
  }
  std::shared_ptr<Player>& player = room->machines[index(seat)];
  if (!player) player = make_player(live.row().seats[index(seat)].kind, hash_text(random_token()));
  if (!player) player = make_player(levels().front(), hash_text(random_token()));  // a level of an older server
  room->stop = std::stop_source();
  const auto work = [this, &io = io_, room, player, seat, game = &live.game(), state = std::make_shared<State>(live.state()),
                     moved = live.moved_seq(Viewer::All), mine = room->stop](std::stop_token server_stops) mutable {
    const std::stop_callback relay(server_stops, [&] { mine.request_stop(); });
    Action act;
    try {
      act = player->choose(*game, *state, seat, mine.get_token());
    } catch (const std::exception& e) {
      // A machine that breaks down plays the first legal act; the game itself is whole.
      log(LogLevel::Error, "game " + room->id + ": a machine breaks down: " + e.what() + "; position " + hex64(position_hash(*state)));
    }
    boost::asio::post(io, [this, room, moved, act] { decide(room, moved, act); });  // not run once the server has stopped
  };
  workers_.post({only_machines(live.row()) ? Workers::Kind::Spare : Workers::Kind::Turn, whose_share(*room), room->id, work, {}});
}

void GameHub::decide(const RoomPtr& room, int64_t moved, Action act) {
  room->thinking = false;
  if (stopping_ || !alive(room)) return;
  when_quiet(room, nullptr, [this, room, moved, act] {
    LiveGame& live = *room->live;
    if (live.moved_seq(Viewer::All) != moved) return wake(room);
    Action legal = act;
    if (live.game().refuse(live.state(), act)) {
      log(LogLevel::Error, "game " + room->id + ": a machine chose an act the rules refuse: " + to_text(act, live.game()));
      ActionList<> acts(1);
      live.game().options(live.state(), acts);
      legal = acts[0];
    }
    room->played = std::chrono::steady_clock::now();
    commit(room, live.play(legal, now_ms()), {});
  });
}

}  // namespace tambour::server
