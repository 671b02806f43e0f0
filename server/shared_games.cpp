// SPDX-License-Identifier: MIT
// Games on a shared store: follow the writes of other servers, retry requests they overtook, take over games of dead servers.
#include <algorithm>
#include <limits>

#include "server/game_hub.h"
#include "server/log.h"

namespace tambour::server {

namespace {

constexpr int kMostAgain = 8;             // retries of an overtaken request
constexpr double kOutOfReach = 10;        // seconds without the database before clients are sent to other servers
constexpr std::size_t kMostClaims = 100;  // in one statement

}  // namespace

void GameHub::share(Neighbours& neighbours) {
  neighbours_ = &neighbours;
  std::vector<GameRow> known;
  for (const auto& [id, row] : rows_) known.push_back(row);
  neighbours.start(*this, known);
}

// HTTP requests are answered from the current store, whichever server wrote it.
void GameHub::refreshed(const std::string& id, std::function<void()> then) {
  if (!neighbours_) return then();
  neighbours_->fetch(id, std::numeric_limits<int64_t>::max(), [this, id, then](std::optional<KeptGame> game, const std::string& error) {
    if (game) changed_elsewhere({game->row});
    else if (error.empty()) gone({id});
    then();
  });
}

void GameHub::refreshed(std::function<void()> then) {
  if (!neighbours_) return then();
  neighbours_->catch_up(std::move(then));
}

bool GameHub::is_known(const std::string& id, const std::string& secret) const {
  if (!rows_.contains(id)) return false;
  const auto seat = secret.empty() ? seats_by_hash_.end() : seats_by_hash_.find(hash_secret(secret));
  return secret.empty() || (seat != seats_by_hash_.end() && seat->second.first == id);
}

void GameHub::changed_elsewhere(const std::vector<GameRow>& rows) {
  for (const GameRow& row : rows) {
    const auto at = rooms_.find(row.id);
    const bool open = at != rooms_.end() && at->second->live;
    if (open && (at->second->live->row().stamp == row.stamp || at->second->writing == row.stamp)) continue;
    if (!open) remember(row);
    // For an open game the rest waits until its records are read, but a player who has just taken a seat may join at once.
    for (Seat s : {Seat::First, Seat::Second}) {
      const SeatRow& seat = row.seats[index(s)];
      if (!seat.secret_hash.empty()) seats_by_hash_[seat.secret_hash] = {row.id, s};
      for (const std::string& device : seat.devices) seats_by_hash_[device] = {row.id, s};
    }
    if (at != rooms_.end()) follow(RoomPtr(at->second));
    else cache_.drop("log " + row.id);
  }
}

void GameHub::gone(const std::vector<std::string>& games) {
  for (const std::string& id : games) {
    if (const auto at = rooms_.find(id); at != rooms_.end()) {
      const RoomPtr room = at->second;
      if (!rows_.contains(id)) continue;  // new here and not written yet
      if (room->busy) {
        room->behind = true;
        continue;
      }
      turn_out(room, {"game", "this game was erased by its players"});
    }
    remove_row(id);
  }
}

// Reads the writes of others. The game is busy meanwhile, so that nothing is played on an outdated state.
void GameHub::follow(const RoomPtr& room) {
  if (room->busy || !room->live) return void(room->behind = true);
  room->behind = false;
  room->busy = true;
  ++pending_;
  const auto have = int64_t(room->live->records().size());
  neighbours_->fetch(room->id, std::max<int64_t>(have - 1, 0), [this, room](std::optional<KeptGame> game, const std::string& error) {
    --pending_;
    room->busy = false;
    if (!alive(room)) return;
    if (!error.empty()) {
      room->behind = true;  // retried when the database is back
      drain(room);
      if (stopping_) see_off(room);
      return;
    }
    if (!game) {
      turn_out(room, {"game", "this game was erased by its players"});
      return remove_row(room->id);
    }
    take_over(room, *game);
  });
}

void GameHub::take_over(const RoomPtr& room, const KeptGame& game) {
  LiveGame& live = *room->live;
  const auto back = [&](const std::string& why) {
    log(LogLevel::Error, "game " + room->id + ": " + why);
    remember(game.row);
    turn_out(room, {"store", "The game is not as it was any more: " + why + ". Join it again."});
  };
  if (closed_by_fault(game.row)) return remember(game.row), turn_out(room, {"fault", "This game met a fault in its rules and is closed."});
  std::vector<Record> others = game.records;
  if (!live.records().empty()) {
    const Record& last = live.records().back();
    if (others.empty() || others.front().number != last.number || others.front().stamp != last.stamp)
      return back("the database has gone back to an earlier state");
    others.erase(others.begin());
  }
  Steps steps;
  try {
    steps = live.follow(game.row, others);
  } catch (const std::exception& e) {
    return back(e.what());
  }
  const bool moved = std::any_of(steps.begin(), steps.end(), [](const Step& s) { return moves_the_game(s.record.kind); });
  if (moved) room->stop.request_stop(), room->answers = false;
  ++metrics_.followed;
  guarded(room, [&] {
    committed(room, steps);
    for (const Step& step : steps) commands_.tell_private(room, step);
  });
  if (alive(room)) at_rest(room);
}

// Reading and writing are done: handle the next waiting request.
void GameHub::at_rest(const RoomPtr& room) {
  if (room->behind && neighbours_) return follow(room);
  drain(room);
  if (alive(room) && !room->busy) guarded(room, [this, room] { wake(room); });
  if (stopping_ && neighbours_) see_off(room);
}

// This server stops: its clients go to another one, and need not know. What is being written is answered before.
void GameHub::see_off(const RoomPtr& room) {
  if (room->busy) return;
  const auto clients = room->clients;
  for (const auto& client : clients) client->end(1012, "stop");
}

// Another server wrote first. Return to the state the clients here have seen, take over the other's records, and handle the request again;
// it is refused if it no longer makes sense.
void GameHub::overtaken(const RoomPtr& room, std::size_t ahead, Room::Waiting again) {
  ++metrics_.stale;
  const auto known = rows_.find(room->id);
  const bool too_often = ++again.tries > kMostAgain;
  if (again.work) {
    if (again.client) ++again.client->waiting;
    room->waiting.push_front(again);
  }
  if (known == rows_.end()) return turn_out(room, {"game", "this game was erased by its players"});
  if (too_often) return lost(room, "too many others play here at once");
  room->busy = true;
  ++pending_;
  const auto records = std::make_shared<std::vector<Record>>(room->live->records());
  records->resize(records->size() - ahead);
  GameRow row = known->second;
  row.over = false;  // applying the records sets it
  const auto rebuild = [this, room, records, row, &game = room->live->game()](std::stop_token) {
    const auto live = std::make_shared<std::unique_ptr<LiveGame>>(std::make_unique<LiveGame>(game, row));
    std::string why;
    try {
      why = (*live)->restore(*records).text();
    } catch (const std::exception& e) {
      why = e.what();
    }
    boost::asio::post(io_, [this, room, live, why] {
      --pending_;
      room->busy = false;
      if (!alive(room)) return;
      if (!why.empty()) return close_by_fault(room, why);
      room->live = std::move(*live);
      set_here(room);
      follow(room);
    });
  };
  if (readers_.post({Workers::Kind::Turn, room->owner, room->id, rebuild, {}})) return;
  --pending_;
  lost(room, "too much is being read");
}

void GameHub::present_elsewhere(Presences now) {
  std::vector<RoomPtr> differ;
  for (const auto& [id, room] : rooms_) {
    const auto before = elsewhere_.find(id), then = now.find(id);
    const Present was = before == elsewhere_.end() ? Present{} : before->second, is = then == now.end() ? Present{} : then->second;
    if (room->live && !(was == is)) differ.push_back(room);
  }
  elsewhere_ = std::move(now);
  for (const RoomPtr& room : differ) guarded(room, [&] { attend(room, false); });
}

Present GameHub::elsewhere(const std::string& game) const {
  const auto at = elsewhere_.find(game);
  return at == elsewhere_.end() ? Present{} : at->second;
}

// The fault is this server's, or temporary. All others have the same cause at every server, since all play by the same rules.
bool may_pass(const TableError& why) { return why.code == "full" || why.code == "rate" || why.code == "store"; }

// Publishes who is connected here, if it has changed.
void GameHub::show_presence(const RoomPtr& room) {
  if (!neighbours_) return;
  Present here;
  for (const auto& client : room->clients) {
    if (client->seat > Seat::Second) ++here.watchers;
    else if (client->in_view) ++here.seats[index(client->seat)];
  }
  if (here == room->shown) return;
  room->shown = here;
  neighbours_->present(room->id, here);
}

void GameHub::introduce_again() {
  std::vector<RoomPtr> behind;
  for (const auto& [id, room] : rooms_) {
    room->shown = {};
    show_presence(room);
    if (room->behind) behind.push_back(room);
  }
  for (const RoomPtr& room : behind) follow(room);
}

// Must this server answer for a machine or a standing order? Games between machines pause while nobody watches here.
bool GameHub::wants_answer(const Room& room) const {
  const LiveGame& live = *room.live;
  const Seat seat = live.state().seat;
  if (live.over() || seat > Seat::Second || live.row().over) return false;
  if (only_machines(live.row()) && room.clients.empty()) return false;
  return is_machine(live.row().seats[index(seat)]) || live.has_order();
}

void GameHub::orphaned(const std::vector<std::string>& games) {
  if (stopping_) return;
  for (const std::string& id : games) {
    try {
      if (const auto at = rooms_.find(id); at != rooms_.end()) claim({at->second}, true);
      else if (rows_.contains(id)) open(id, "");
    } catch (const TableError& e) {
      if (!may_pass(e)) neighbours_->abandon(id);  // otherwise leave it to another server
    }
  }
}

void GameHub::tick() {
  if (stopping_) return;
  std::vector<RoomPtr> rooms;
  for (const auto& [id, room] : rooms_) rooms.push_back(room);
  claim(rooms);
}

// Games in which a machine must answer and no living server has claimed them. Claims no longer needed are released.
void GameHub::claim(const std::vector<RoomPtr>& rooms, bool orphans) {
  std::vector<std::string> games;
  std::vector<bool> alone;
  for (const RoomPtr& room : rooms) {
    if (!room->live || room->busy || room->answers || games.size() >= kMostClaims || !(orphans || wants_answer(*room))) continue;
    games.push_back(room->id);
    alone.push_back(only_machines(room->live->row()));
  }
  if (games.empty()) return;
  neighbours_->claim(games, alone, [this](const std::vector<std::string>& won) {
    for (const std::string& id : won) {
      const auto at = rooms_.find(id);
      if (at == rooms_.end() || !at->second->live) continue;
      ++metrics_.taken_over;
      const RoomPtr room = at->second;
      if (!room->busy && !wants_answer(*room)) {
        neighbours_->release(id);
        continue;
      }
      room->answers = true;
      guarded(room, [&] { wake(room); });
    }
  });
}

// Without the database nothing can be played here, but perhaps on another server.
bool GameHub::out_of_reach() const { return silence() > kOutOfReach; }

void GameHub::send_away() {
  const auto rooms = rooms_;
  for (const auto& [id, room] : rooms) {
    const auto clients = room->clients;
    for (const auto& client : clients) client->end(1012, "join again");
  }
}

}  // namespace tambour::server
