// SPDX-License-Identifier: MIT
#include "server/game_hub.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

#include "server/log.h"
#include "wire/parse.h"

namespace tambour::server {

using namespace std::chrono_literals;

namespace {

constexpr auto kForgetAfter = 10min, kLookForAbandoned = 60min;
constexpr int kMostWaiting = 64;                // requests of one client waiting for the disk
constexpr std::size_t kRoomBytes = 256u << 10;  // estimate of a game's size before it is measured
const std::string kOnlyRead = "This game can be read but not played again: ";
constexpr const char* kClosed =
    "This game met a fault in its rules and is closed. Its record is kept and can be downloaded; other games go on.";

}  // namespace

std::string hash_secret(const std::string& secret) { return hex(sha256("tambour seat\n" + secret)); }

std::string error_body(const std::string& message) { return json{{"error", message}}.dump(-1, ' ', false, json::error_handler_t::replace); }

bool only_machines(const GameRow& row) { return is_machine(row.seats[0]) && is_machine(row.seats[1]); }

bool closed_by_fault(const GameRow& row) {
  const json status = wire::parse_json(row.status);
  return status.is_object() && status.contains("fault");
}

HttpError as_http(const TableError& fault) {
  return {fault.code == "store" || fault.code == "full" ? 503 : fault.code == "rate" ? 429 : fault.code == "fault" ? 500 : fault.code == "recorded" ? 409 : 404,
          fault.message};
}

HttpError broken_game(const std::string& game, const std::string& what) {
  log(LogLevel::Error, "game " + game + " cannot be read: " + what);
  return {500, "this game cannot be replayed: it met a fault in its rules; the server has written it down"};
}

std::unique_ptr<LiveGame> play_again(const StoredGame& game, std::string& why) {
  why = game.changed;
  // Without board hashes a change of the rules could not be noticed.
  const bool checked = !game.records.empty() && game.records.back().board != 0;
  if (!game.rules || (!why.empty() && !checked)) return nullptr;
  std::unique_ptr<LiveGame> live;
  try {
    live = std::make_unique<LiveGame>(*game.rules, game.row);
    const Trouble trouble = live->restore(game.records);
    if (!trouble && live->over() == game.row.over) return live;
    if (why.empty()) why = trouble ? trouble.text() : "its records do not lead to its end";
  } catch (const std::exception& e) {
    log(LogLevel::Error, "game " + game.row.id + " cannot be replayed: " + e.what() + "; " + (live ? live->report() : "its set-up fails"));
    if (why.empty()) why = "it met a fault in its rules; the server has written it down";
  }
  return nullptr;
}

GameHub::GameHub(boost::asio::io_context& io, const BattleCatalog& catalog, StoreWriter& writer, Workers& workers, Workers& readers, Metrics& metrics,
             const HubLimits& limits)
    : io_(io),
      catalog_(catalog),
      writer_(writer),
      workers_(workers),
      readers_(readers),
      metrics_(metrics),
      limits_(limits),
      sweeper_(io),
      clock_watch_(io),
      cache_(limits.memory / 8),
      commands_(*this, io, workers) {
  for (const GameRow& row : writer.games()) remember(row);
  sweep();
  watch_clocks();
}

void GameHub::remember(const GameRow& row) {
  if (const auto known = rows_.find(row.id); known != rows_.end()) index_.drop(known->second);
  rows_[row.id] = row;
  index_.put(row);
  for (int s = 0; s < 2; ++s) {
    if (!row.seats[s].secret_hash.empty()) seats_by_hash_[row.seats[s].secret_hash] = {row.id, Seat(s)};
    for (const std::string& device : row.seats[s].devices) seats_by_hash_[device] = {row.id, Seat(s)};
    for (const std::string& account : {row.seats[s].account, row.seats[s].invitation.account})
      if (!account.empty()) games_of_[account].insert(row.id);
  }
  mind_clock(row);
}

std::string GameHub::changed(const GameRow& row) const { return catalog_.difference(row.battle, row.book, row.edition); }

const Game& GameHub::rules_of(const GameRow& row) const {
  const std::string why = changed(row);
  if (!row.over && !why.empty()) throw TableError{"game", "This game cannot go on here: " + why + "."};
  const Game* game = catalog_.find(row.battle, row.book);
  if (!game) throw TableError{"recorded", kOnlyRead + why + "."};
  return *game;
}

RoomPtr GameHub::open(const std::string& id, const std::string& address) {
  if (const auto at = rooms_.find(id); at != rooms_.end()) return at->second->used = std::chrono::steady_clock::now(), at->second;
  const auto known = rows_.find(id);
  if (known == rows_.end()) throw TableError{"game", "there is no game '" + id + "' here; check the link"};
  if (closed_by_fault(known->second)) throw TableError{"game", kClosed};
  const Game& game = rules_of(known->second);
  need_memory();
  const auto room = std::make_shared<Room>(io_, id, address);
  const auto read = [this, room, &game, row = known->second, why = changed(known->second)](std::stop_token) mutable {
    const auto live = std::make_shared<std::unique_ptr<LiveGame>>();
    TableError fault;
    try {
      auto kept = writer_.load(row.id);
      if (!kept) fault = {"game", "this game was erased by its players"};
      else *live = play_again({&game, kept->row, std::move(kept->records), {}, why}, why);
      if (kept && !*live) fault = {row.over ? "recorded" : "game", (row.over ? kOnlyRead : "This game cannot be replayed: ") + why + "."};
    } catch (const StoreError& e) {
      fault = {"store", writer_.for_players(e.what())};
    }
    boost::asio::post(io_, [this, room, live, fault] { opened(room, std::move(*live), fault); });
  };
  if (!readers_.post({Workers::Kind::Advice, address, id, read, {}}))
    throw TableError{"rate", "too many games are being opened for your address; wait a little"};
  room->busy = true;
  ++pending_;
  enter(room);
  return room;
}

void GameHub::opened(const RoomPtr& room, std::unique_ptr<LiveGame> live, const TableError& fault) {
  --pending_;
  room->busy = false;
  if (!fault.code.empty()) {
    if (neighbours_ && !may_pass(fault)) neighbours_->abandon(room->id);
    return turn_out(room, fault);
  }
  room->live = std::move(live);
  // Its row changed while it was loaded.
  if (const auto known = rows_.find(room->id); !neighbours_ && known != rows_.end() && known->second.stamp != room->live->row().stamp)
    room->live->follow(known->second, {});
  room->request = room->live->request();
  room->used = std::chrono::steady_clock::now();
  count(room);
  guarded(room, [this, room] {
    // After a crash between an act and its dice, roll them now: the result is the same.
    if (Steps due = room->live->settle(table_ms()); !due.empty()) commit(room, std::move(due), {});
  });
  if (alive(room) && !room->busy) at_rest(room);
  if (neighbours_ && alive(room)) claim({room});
}

const GameRow* GameHub::find(const std::string& id) const {
  const auto at = rows_.find(id);
  return at == rows_.end() ? nullptr : &at->second;
}

std::optional<std::pair<std::string, Seat>> GameHub::seat_behind(const std::string& secret) const {
  const auto at = seats_by_hash_.find(hash_secret(secret));
  return at == seats_by_hash_.end() ? std::nullopt : std::optional(at->second);
}

bool GameHub::alive(const RoomPtr& room) const {
  const auto at = rooms_.find(room->id);
  return at != rooms_.end() && at->second == room;
}

void GameHub::enter(const RoomPtr& room) {
  rooms_[room->id] = room;
  room->used = std::chrono::steady_clock::now();
  metrics_.rooms = int64_t(rooms_.size());
  count(room);
}

void GameHub::forget(const RoomPtr& room) {
  if (alive(room)) rooms_.erase(room->id);
  if (std::exchange(room->answers, false) && neighbours_) neighbours_->hand_over(room->id);
  held_ -= room->bytes;
  room->bytes = 0;
  metrics_.rooms = int64_t(rooms_.size());
}

void GameHub::count(const RoomPtr& room) {
  const std::size_t now = room->live ? room->live->bytes() : kRoomBytes;
  held_ += now - room->bytes;
  room->bytes = now;
}

void GameHub::need_memory() {
  const auto enough = [&] { return held_ + kRoomBytes <= limits_.memory && rooms_.size() < limits_.rooms; };
  while (!enough()) {
    RoomPtr oldest;
    for (const auto& [id, room] : rooms_)
      if (room->clients.empty() && !room->busy && !room->thinking && (!oldest || room->used < oldest->used)) oldest = room;
    if (!oldest) throw TableError{"full", "this server holds as many games as it can; try again later"};
    forget(oldest);
  }
}

void GameHub::guarded(const RoomPtr& room, const std::function<void()>& work) {
  try {
    work();
  } catch (const std::exception& e) {
    close_by_fault(room, e.what());
  }
}

void GameHub::when_quiet(const RoomPtr& room, const std::shared_ptr<Client>& client, std::function<void()> work,
                         std::function<void(const TableError&)> lost) {
  if (!room->busy) return run(room, {client, std::move(work), std::move(lost)});
  if (client && client->waiting >= kMostWaiting) throw TableError{"rate", "too many requests wait for this game; slow down"};
  if (client) ++client->waiting;
  room->waiting.push_back({client, std::move(work), std::move(lost)});
}

void GameHub::run(const RoomPtr& room, const Room::Waiting& item) {
  const TimeSpent spent(item.client ? &time_ : nullptr, item.client ? item.client->address : "");
  room->current = item;
  guarded(room, item.work);
  room->current = {};
}

void GameHub::read(const std::string& id, const std::string& address, const Reply& reply, std::function<void(LiveGame&)> work) {
  RoomPtr room;
  try {
    room = open(id, address);
  } catch (const TableError& fault) {
    throw as_http(fault);
  }
  const auto fail = [reply](const HttpError& fault) { reply(fault.status, error_body(fault.message)); };
  const auto answer = [room, fail, work = std::move(work)] {
    try {
      work(*room->live);
    } catch (const HttpError& fault) {
      fail(fault);
    } catch (const std::exception& e) {
      fail(broken_game(room->id, e.what()));
    }
  };
  when_quiet(room, nullptr, answer, [fail](const TableError& fault) { fail(as_http(fault)); });
}

// A bug in the rules: drop the game from memory and mark it in the store for the administrator.
void GameHub::close_by_fault(const RoomPtr& room, const std::string& what) {
  const std::string report = what + "; " + (room->live ? room->live->report() : std::string("not opened"));
  log(LogLevel::Error, "game " + room->id + " is closed by a fault: " + report);
  ++metrics_.faults;
  GameRow& row = rows_[room->id];
  json status = wire::parse_json(row.status);
  if (!status.is_object()) status = json::object();
  status["fault"] = report;
  row.status = *text_of(status);
  if (!row.id.empty()) {
    ++pending_;
    writer_.write({false, row, {}, new_stamp(), NextAnswer::People}, [this](const StoreWriter::Result&) {
      --pending_;
      if (neighbours_) neighbours_->wrote();
    });
  } else {
    rows_.erase(room->id);  // it was never written, nor put in order
  }
  turn_out(room, {"fault", kClosed});
}

void GameHub::turn_out(const RoomPtr& room, const TableError& why, int code) {
  forget(room);
  room->stop.request_stop();
  room->pause.cancel();
  const Text text = text_of({{"type", "error"}, {"code", why.code}, {"message", why.message}});
  const auto clients = std::exchange(room->clients, {});
  metrics_.clients -= int64_t(clients.size());
  for (const auto& client : clients) {
    client->game.clear();
    client->send(text);
    client->end(code, why.code);
  }
  show_presence(room);
  const auto waiting = std::exchange(room->waiting, {});
  for (const Room::Waiting& item : waiting) {
    if (item.client) --item.client->waiting;
    if (item.lost) item.lost(why);
  }
}

void GameHub::drain(const RoomPtr& room) {
  while (!room->busy && !room->waiting.empty()) {
    const Room::Waiting item = std::move(room->waiting.front());
    room->waiting.pop_front();
    if (item.client) --item.client->waiting;
    run(room, item);
  }
}

void GameHub::broadcast(const RoomPtr& room, const json& message) {
  const Text text = text_of(message);
  const auto clients = room->clients;
  for (const auto& client : clients) client->send(text);
}

void GameHub::leave(const std::shared_ptr<Client>& client) {
  const auto at = rooms_.find(client->game);
  client->game.clear();
  client->left.request_stop();
  if (at == rooms_.end() || !at->second->live) return;
  const RoomPtr room = at->second;
  metrics_.clients -= int64_t(std::erase(room->clients, client));
  room->used = std::chrono::steady_clock::now();
  guarded(room, [&] { attend(room); });
  if (neighbours_ && room->answers && !wants_answer(*room)) {
    room->answers = false;
    neighbours_->release(room->id);
  }
}

bool GameHub::set_here(const RoomPtr& room) {
  const Present others = elsewhere(room->id);
  bool here[2];
  for (Seat s : {Seat::First, Seat::Second}) {
    const bool person = std::any_of(room->clients.begin(), room->clients.end(), [&](const auto& c) { return c->seat == s; });
    const bool machine = is_machine(room->live->row().seats[index(s)]);
    here[index(s)] = machine ? !room->clients.empty() || others.anybody() : person || others.seats[index(s)];
  }
  return room->live->attend(here[0], here[1]);
}

void GameHub::attend(const RoomPtr& room, bool here) {
  const bool stopped = set_here(room);
  const Present others = elsewhere(room->id);
  const auto watchers = std::count_if(room->clients.begin(), room->clients.end(), [](const auto& c) { return c->seat == Seat::Nobody; });
  const json known = seats_json(room->live->row());
  json seats = json::object();
  for (const auto& [side, seat] : known.items()) seats[side] = seat["here"];
  broadcast(room,
            {{"type", "presence"}, {"seats", std::move(seats)}, {"watchers", watchers + others.watchers}, {"clock", room->live->clock()}});
  show_presence(room);
  // The time used must survive a restart, although nothing was played. The server that lost the player writes it.
  if (stopped && here)
    when_quiet(room, nullptr, [this, room] {
      if (alive(room)) commit(room, {}, {});
    });
}

void GameHub::sweep() {
  const auto old = std::chrono::steady_clock::now() - kForgetAfter;
  std::vector<RoomPtr> unused;
  for (const auto& [id, room] : rooms_) {
    if (!room->clients.empty() || room->busy || room->thinking) continue;
    for (auto& machine : room->machines) machine.reset();  // its search memory is large
    if (room->used < old) unused.push_back(room);
  }
  for (const RoomPtr& room : unused) forget(room);
  erase_abandoned();
  sweeper_.expires_after(60s);
  sweeper_.async_wait([this](const boost::system::error_code& error) {
    if (!error && !stopping_) sweep();
  });
}

// Finished games are never erased.
void GameHub::erase_abandoned() {
  const auto now = std::chrono::steady_clock::now();
  if (limits_.keep_days == 0 || (abandoned_looked_for_.time_since_epoch().count() && now - abandoned_looked_for_ < kLookForAbandoned)) return;
  abandoned_looked_for_ = now;
  const int64_t before = table_ms() - limits_.keep_days * int64_t(24 * 60 * 60 * 1000);
  std::vector<std::string> abandoned;
  for (const auto& [id, row] : rows_)
    if (!row.over && row.moved < before && !rooms_.contains(id) && !elsewhere(id).anybody()) abandoned.push_back(id);
  for (const std::string& id : abandoned) drop(id);
  if (!abandoned.empty()) log(LogLevel::Info, std::to_string(abandoned.size()) + " games untouched for " + std::to_string(limits_.keep_days) + " days are erased");
}

void GameHub::stop() {
  stopping_ = true;
  sweeper_.cancel();
  clock_watch_.cancel();
  const Text text = text_of({{"type", "error"}, {"code", "stop"}, {"message", "The server stops; join again in a moment."}});
  for (const auto& [id, room] : rooms_) {
    room->pause.cancel();
    room->stop.request_stop();
    if (neighbours_) {  // the clients move on to another server without a message
      see_off(room);
      continue;
    }
    const auto clients = room->clients;
    for (const auto& client : clients) client->send(text), client->end(1001, "stop");
  }
  if (neighbours_) neighbours_->leave();
}

bool GameHub::idle() const { return pending_ == 0; }

}  // namespace tambour::server
