#include "server/house.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

#include "server/log.h"

namespace tambour::server {

using namespace std::chrono_literals;

namespace {

constexpr auto kForgetAfter = 10min;
constexpr auto kSeen = 350ms;     // how long a question stays before a standing order answers it
constexpr int kMostWaiting = 64;  // requests of one client that wait for the disk

}  // namespace

std::string hash_secret(const std::string& secret) { return hex(sha256("tambour seat\n" + secret)); }

std::string error_body(const std::string& message) { return json{{"error", message}}.dump(-1, ' ', false, json::error_handler_t::replace); }

bool is_machine(const SeatRow& seat) { return seat.kind != "human" && seat.kind != "friend" && seat.kind != "open"; }

House::House(boost::asio::io_context& io, const Library& library, Keeper& keeper, Workers& workers, Metrics& metrics)
    : io_(io), library_(library), keeper_(keeper), workers_(workers), metrics_(metrics), sweeper_(io) {
  for (const GameRow& row : keeper.games()) remember(row);
  sweep();
}

void House::remember(const GameRow& row) {
  rows_[row.id] = row;
  for (int s = 0; s < 2; ++s)
    if (!row.seats[s].secret_hash.empty()) seats_by_hash_[row.seats[s].secret_hash] = {row.id, Seat(s)};
}

House::RoomPtr House::open(const std::string& id) {
  if (const auto at = rooms_.find(id); at != rooms_.end()) return at->second->used = std::chrono::steady_clock::now(), at->second;
  const auto known = rows_.find(id);
  if (known == rows_.end()) throw Fault{"game", "there is no game '" + id + "' here; check the link"};
  const GameRow& row = known->second;
  const Game* game = library_.find(row.battle, row.book);
  if (!game) throw Fault{"game", "this server no longer has the battle " + row.battle + " under " + row.book};
  if (library_.find(row.battle)->battle->hash != row.battle_hash)
    throw Fault{"game", "the files of the battle " + row.battle + " have changed since this game began; put them back to go on"};
  const auto room = std::make_shared<Room>(io_);
  room->sitting = std::make_unique<Sitting>(*game, row);
  try {
    if (const Trouble trouble = room->sitting->restore(keeper_.records(id)))
      throw Fault{"game", "this game cannot be replayed: " + trouble.text()};
  } catch (const StoreError& e) {
    throw Fault{"store", e.what()};
  }
  room->used = std::chrono::steady_clock::now();
  rooms_[id] = room;
  metrics_.rooms = int64_t(rooms_.size());
  // A crash between an act and its dice leaves the dice to be rolled now; they fall the same.
  if (Steps due = room->sitting->settle(now_ms()); !due.empty()) commit(room, std::move(due), {});
  return room;
}

bool House::alive(const RoomPtr& room) const {
  const auto at = rooms_.find(room->sitting->row().id);
  return at != rooms_.end() && at->second == room;
}

void House::when_quiet(const RoomPtr& room, const std::shared_ptr<Client>& client, std::function<void()> work, std::function<void()> lost) {
  if (!room->writing) return work();
  if (client && client->waiting >= kMostWaiting) throw Fault{"rate", "too many requests wait for this game; slow down"};
  if (client) ++client->waiting;
  room->waiting.push_back({client, std::move(work), std::move(lost)});
}

void House::read(const std::string& id, const Reply& reply, std::function<std::string(Sitting&)> work) {
  RoomPtr room;
  try {
    room = open(id);
  } catch (const Fault& fault) {
    throw HttpFault{fault.code == "store" ? 503 : 404, fault.message};
  }
  const auto answer = [room, reply, work = std::move(work)] {
    try {
      reply(200, work(*room->sitting));
    } catch (const HttpFault& fault) {
      reply(fault.status, error_body(fault.message));
    }
  };
  when_quiet(room, nullptr, answer, [reply] { reply(503, error_body("the store is out of order; try again")); });
}

void House::commit(const RoomPtr& room, Steps steps, std::function<void()> done, std::function<void(const std::string&)> failed,
                   bool create) {
  Batch batch{create, room->sitting->row(), {}};
  if (create) batch.records = room->sitting->records();  // the inherited ones too
  else
    for (const Step& step : steps) batch.records.push_back(step.record);
  room->writing = true;
  const bool withdrawn = withdraw_request(room, steps);
  ++writes_;
  const auto begun = std::chrono::steady_clock::now();
  keeper_.write(std::move(batch), [this, room, steps = std::move(steps), done = std::move(done), failed = std::move(failed), withdrawn,
                                   begun](const std::string& error) {
    --writes_;
    room->writing = false;
    if (!error.empty()) {
      lost(room, error);
      if (failed) failed(error);
      return;
    }
    committed(room, steps);
    metrics_.took(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
    if (withdrawn) broadcast(room, {{"type", "takeback"}, {"by", nullptr}});
    if (done) done();
    drain(room);
    wake(room);
  });
}

void House::committed(const RoomPtr& room, const Steps& steps) {
  remember(room->sitting->row());
  for (const Step& step : steps) {
    metrics_.acts += step.record.kind == RecordKind::Act;
    std::array<Text, kLiveViewers> texts;
    for (std::size_t v = 0; v < texts.size(); ++v)
      if (!step.update[v].empty()) texts[v] = std::make_shared<const std::string>(step.update[v]);
    const auto clients = room->clients;  // a copy: whoever cannot take it leaves
    for (const auto& client : clients)
      if (const Text& text = texts[std::size_t(index(client->viewer()))]) client->send(text);
  }
}

bool House::withdraw_request(const RoomPtr& room, const Steps& steps) {
  const bool moved = std::any_of(steps.begin(), steps.end(), [](const Step& s) { return moves_the_game(s.record.kind); });
  return moved && std::exchange(room->asking, Seat::Nobody) != Seat::Nobody;
}

// The store refused: what is in memory is ahead of it and must go. Clients join again and find the game as it is on disk.
void House::lost(const RoomPtr& room, const std::string& why) {
  const std::string id = room->sitting->row().id;
  log(LogLevel::Error, "game " + id + ": " + why);
  ++metrics_.store_failures;
  rooms_.erase(id);
  room->stop.request_stop();
  const Text text = text_of({{"type", "error"}, {"code", "store"}, {"message", "The move was not played: " + why + "."}});
  const auto clients = std::exchange(room->clients, {});
  metrics_.clients -= int64_t(clients.size());
  for (const auto& client : clients) {
    client->game.clear();
    client->send(text);
    client->end(1011, "store");
  }
  metrics_.rooms = int64_t(rooms_.size());
  for (const Room::Waiting& item : room->waiting) {
    if (item.client) --item.client->waiting;
    if (item.lost) item.lost();
  }
  room->waiting.clear();
}

void House::drain(const RoomPtr& room) {
  while (!room->writing && !room->waiting.empty()) {
    const Room::Waiting item = std::move(room->waiting.front());
    room->waiting.pop_front();
    if (item.client) --item.client->waiting;
    item.work();
  }
}

void House::broadcast(const RoomPtr& room, const json& message) {
  const Text text = text_of(message);
  const auto clients = room->clients;
  for (const auto& client : clients) client->send(text);
}

void House::leave(const std::shared_ptr<Client>& client) {
  const auto at = rooms_.find(client->game);
  client->game.clear();
  if (at == rooms_.end()) return;
  const RoomPtr room = at->second;
  metrics_.clients -= int64_t(std::erase(room->clients, client));
  room->used = std::chrono::steady_clock::now();
  attend(room);
}

void House::attend(const RoomPtr& room) {
  bool here[2];
  json seats = json::object();
  for (Seat s : {Seat::First, Seat::Second}) {
    const bool machine = is_machine(room->sitting->row().seats[tambour::index(s)]);
    const bool person = std::any_of(room->clients.begin(), room->clients.end(), [&](const auto& c) { return c->seat == s; });
    seats[room->sitting->game().side_name(s)] = machine || person;
    here[tambour::index(s)] = machine ? !room->clients.empty() : person;
  }
  const auto watchers = std::count_if(room->clients.begin(), room->clients.end(), [](const auto& c) { return c->seat == Seat::Nobody; });
  const int64_t now = now_ms();
  const bool stopped = room->sitting->attend(here[0], here[1], now);
  broadcast(room, {{"type", "presence"}, {"seats", std::move(seats)}, {"watchers", watchers}, {"clock", room->sitting->clock(now)}});
  // The time thought so far must be there after a new start, though nothing was played.
  if (stopped)
    when_quiet(room, nullptr, [this, room] {
      if (alive(room)) commit(room, {}, {});
    });
}

void House::sweep() {
  const auto old = std::chrono::steady_clock::now() - kForgetAfter;
  std::erase_if(rooms_, [&](const auto& item) {
    const Room& room = *item.second;
    return room.clients.empty() && !room.writing && !room.thinking && room.used < old;
  });
  metrics_.rooms = int64_t(rooms_.size());
  sweeper_.expires_after(60s);
  sweeper_.async_wait([this](const boost::system::error_code& error) {
    if (!error && !stopping_) sweep();
  });
}

void House::stop() {
  stopping_ = true;
  sweeper_.cancel();
  const Text text = text_of({{"type", "error"}, {"code", "stop"}, {"message", "The server stops; join again in a moment."}});
  for (const auto& [id, room] : rooms_) {
    room->pause.cancel();
    room->stop.request_stop();
    const auto clients = room->clients;
    for (const auto& client : clients) {
      client->send(text);
      client->end(1001, "stop");
    }
  }
}

bool House::idle() const { return writes_ == 0; }

// A machine decides when it is its turn and anybody cares: a game without people rests while nobody watches.
void House::wake(const RoomPtr& room) {
  if (stopping_ || room->thinking || room->writing || room->sitting->over()) return;
  const GameRow& row = room->sitting->row();
  const Seat seat = room->sitting->state().seat;
  if (seat > Seat::Second) return;
  if (!is_machine(row.seats[tambour::index(seat)])) return obey(room);
  if (is_machine(row.seats[0]) && is_machine(row.seats[1]) && room->clients.empty()) return;
  room->thinking = true;
  room->pause.expires_at(room->played + std::chrono::milliseconds(row.pace_ms));
  room->pause.async_wait([this, room](const boost::system::error_code&) {
    if (!stopping_) think(room);
  });
}

// Whoever sits there is given a moment to see the question; for one who is away it is answered at once.
void House::obey(const RoomPtr& room) {
  const auto act = room->sitting->standing_answer();
  if (!act) return;
  const Seat seat = room->sitting->state().seat;
  const bool here = std::any_of(room->clients.begin(), room->clients.end(), [&](const auto& c) { return c->seat == seat; });
  room->thinking = true;
  room->pause.expires_after(here ? kSeen : 0ms);
  room->pause.async_wait([this, room, act = *act, records = room->sitting->records().size()](const boost::system::error_code&) {
    if (!stopping_) decide(room, records, act);
  });
}

void House::think(const RoomPtr& room) {
  const Sitting& sitting = *room->sitting;
  const Seat seat = sitting.state().seat;
  // Meanwhile a person may have taken back, or the game may be lost: then nobody is to move here.
  if (!alive(room) || sitting.over() || room->writing || seat > Seat::Second || !is_machine(sitting.row().seats[tambour::index(seat)])) {
    room->thinking = false;
    return;
  }
  std::shared_ptr<Player>& player = room->machines[tambour::index(seat)];
  if (!player) player = make_player(sitting.row().seats[tambour::index(seat)].kind, hash_text(random_token()));
  if (!player) player = make_player(levels().front(), hash_text(random_token()));  // a level of an older server
  room->stop = std::stop_source();
  workers_.post_turn([this, &io = io_, room, player, seat, game = &sitting.game(), state = std::make_shared<State>(sitting.state()),
                      records = sitting.records().size(), mine = room->stop](std::stop_token server_stops) mutable {
    const std::stop_callback relay(server_stops, [&] { mine.request_stop(); });
    const Action act = player->choose(*game, *state, seat, mine.get_token());
    boost::asio::post(io, [this, room, records, act] { decide(room, records, act); });  // not run once the server has stopped
  });
}

void House::decide(const RoomPtr& room, std::size_t records, Action act) {
  room->thinking = false;
  if (stopping_ || !alive(room)) return;
  when_quiet(room, nullptr, [this, room, records, act] {
    Sitting& sitting = *room->sitting;
    if (sitting.records().size() != records) return wake(room);
    Action legal = act;
    if (sitting.game().refuse(sitting.state(), act)) {
      log(LogLevel::Error, "game " + sitting.row().id + ": a machine chose an act the rules refuse: " + to_text(act, sitting.game()));
      ActionList<> acts(1);
      sitting.game().options(sitting.state(), acts);
      legal = acts[0];
    }
    room->played = std::chrono::steady_clock::now();
    commit(room, sitting.play(legal, now_ms()), {});
  });
}

}  // namespace tambour::server
