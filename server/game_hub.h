// SPDX-License-Identifier: MIT
// All games of this server: who is connected to which, what waits for the disk, whose turn a machine's is. Everything here runs on the
// network thread, and only what is soon done: games are opened and looked through on readers, machines and advice on workers. A game
// handles one request at a time: while it is opened, or what it did is written, its next requests wait.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <stop_token>
#include <unordered_map>

#include "ai/player.h"
#include "server/battle_catalog.h"
#include "server/limits.h"
#include "server/live_game.h"
#include "server/metrics.h"
#include "server/store_writer.h"
#include "server/text_cache.h"
#include "server/unit_plan.h"
#include "server/workers.h"

namespace tambour::server {

using Text = std::shared_ptr<const std::string>;

// Somebody connected to a game: a WebSocket, or a test.
class Client : public std::enable_shared_from_this<Client> {
 public:
  virtual ~Client() = default;
  virtual void send(Text text) = 0;
  virtual void end(int code, const std::string& reason) = 0;  // closes once everything sent before has gone out

  std::string address;       // whose shares it uses up
  std::string game;          // "" until it has joined
  Seat seat = Seat::Nobody;  // Nobody: watches
  int waiting = 0;           // requests that wait for the disk
  Allowance chat{10, 1};
  std::stop_source left;  // its questions end with it
  Viewer viewer() const { return viewer_of(seat); }
};

// What is wrong with a request over the socket, for {"type": "error"}.
struct TableError {
  std::string code, message;
  json refusal = nullptr;
};
// What is wrong with a request over HTTP.
struct HttpError {
  int status;
  std::string message;
};

struct Room {
  Room(boost::asio::io_context& io, std::string game_id, std::string owner_address)
      : id(std::move(game_id)), owner(std::move(owner_address)), pause(io) {}
  const std::string id, owner;     // who made or opened it: machines use its share if nobody sits here
  std::unique_ptr<LiveGame> live;  // null while it is opened
  std::vector<std::shared_ptr<Client>> clients;
  bool busy = false;      // being opened or written
  std::size_t bytes = 0;  // as last counted
  struct Waiting {
    std::shared_ptr<Client> client;  // may be null
    std::function<void()> work;
    std::function<void(const TableError&)> lost;  // if the game could not be opened or written, or was closed
  };
  std::deque<Waiting> waiting;
  Seat asking = Seat::Nobody;       // who wants to take back its last act; whatever moves the game ends the request
  Allowance watchers_chat{10, 2};   // of all of them together
  boost::asio::steady_timer pause;  // between two moves of a machine
  std::shared_ptr<Player> machines[2];
  bool thinking = false;
  int questions = 0;  // being worked out
  std::stop_source stop;
  std::chrono::steady_clock::time_point played{}, used{};
};

// A game as it is on disk.
struct StoredGame {
  const Game* rules;  // null: this server has them no more
  GameRow row;
  std::vector<Record> records;
  std::string sides[2];
  std::string changed;  // why it is not of today's edition; "" if it is
};
// The game played again from its records. Null if that does not lead to exactly what was played; then `why` says why.
std::unique_ptr<LiveGame> play_again(const StoredGame& game, std::string& why);

struct HubLimits {
  std::size_t memory = 512u << 20;  // bytes for games and cached answers
  std::size_t rooms = 5000;         // games in memory
  std::size_t games = 200000;       // in the store
  int keep_days = 365;              // unfinished games untouched for so long are erased; 0: never
};

class GameHub {
 public:
  using Reply = std::function<void(int status, std::string body)>;

  GameHub(boost::asio::io_context& io, const BattleCatalog& catalog, StoreWriter& writer, Workers& workers, Workers& readers,
          Metrics& metrics, const HubLimits& limits = {});

  // Over the socket (table_commands.cpp)
  void message(const std::shared_ptr<Client>& client, const json& message);
  void leave(const std::shared_ptr<Client>& client);

  // Over HTTP (new_game.cpp, lobby_api.cpp, replay.cpp) for somebody at this address; all may throw HttpError, and reply once, perhaps
  // later
  void create(const std::string& body, const std::string& address, const Reply& reply);
  void take_seat(const std::string& id, const json& body, const std::string& address, const Reply& reply);
  void erase(const std::string& id, const json& secrets, const Reply& reply);
  json list() const;
  json mine(const json& body) const;
  json card(const std::string& id) const;
  void replay_log(const std::string& id, const std::string& address, const Reply& reply);
  void replay_at(const std::string& id, int64_t seq, const std::string& address, const Reply& reply);
  void game_file(const std::string& id, const json& secrets, const std::string& address, const Reply& reply);
  void summary(const std::string& id, const std::string& address, const Reply& reply);
  void dice(const std::string& id, const std::string& address, const Reply& reply);

  void stop();        // tells everybody and takes nothing more
  bool idle() const;  // nothing waits for the disk, or is being opened
  std::size_t memory() const { return held_; }

 private:
  using RoomPtr = std::shared_ptr<Room>;
  using Handler = void (GameHub::*)(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  static const std::unordered_map<std::string, Handler>& handlers();
  static bool only_asks(Handler handler);

  // rooms
  RoomPtr open(const std::string& id, const std::string& address);  // from memory, or busy while it is read; throws TableError
  void opened(const RoomPtr& room, std::unique_ptr<LiveGame> live, const TableError& fault);
  const Game& rules_of(const GameRow& row) const;  // throws TableError if this server cannot play or replay it
  std::string changed(const GameRow& row) const;   // why the game is not of the edition this server plays; "" if it is
  bool alive(const RoomPtr& room) const;           // still the one that plays its game
  void when_quiet(const RoomPtr& room, const std::shared_ptr<Client>& client, std::function<void()> work,
                  std::function<void(const TableError&)> lost = {});
  void guarded(const RoomPtr& room, const std::function<void()>& work);  // whatever is thrown closes this game and no other
  void commit(const RoomPtr& room, Steps steps, std::function<void()> done, std::function<void(const std::string&)> failed = {},
              bool create = false);
  void committed(const RoomPtr& room, const Steps& steps);
  static bool withdraw_request(const RoomPtr& room, const Steps& steps);  // for a takeback; true if there was one
  void lost(const RoomPtr& room, const std::string& why);
  void close_by_fault(const RoomPtr& room, const std::string& what);
  void turn_out(const RoomPtr& room, const TableError& why);  // everybody; the room is gone
  void drain(const RoomPtr& room);
  void broadcast(const RoomPtr& room, const json& message);
  void attend(const RoomPtr& room);  // somebody came or went
  void sweep();                      // forgets rooms nobody uses, and now and then games that were given up
  void erase_abandoned();
  void enter(const RoomPtr& room);   // into memory
  void forget(const RoomPtr& room);
  void count(const RoomPtr& room);
  void need_memory();  // makes room for one more; throws TableError if there is none

  // For HTTP: works on the durable state of an open game, then replies. The work may throw HttpError.
  void read(const std::string& id, const std::string& address, const Reply& reply, std::function<void(LiveGame&)> work);
  // Works on a reader, then goes on here with the result.
  template <class T>
  void away(const std::string& address, const std::string& game, const Reply& reply, std::function<T()> work, std::function<void(T&)> then);
  // An answer worked out from the records in the store, sent after `head`; kept under the key if it is not "".
  void from_store(const std::string& id, const std::string& address, const Reply& reply, const std::string& key,
                  std::function<std::string(const StoredGame&)> work, const std::string& head = "");

  // machines
  void wake(const RoomPtr& room);
  void think(const RoomPtr& room);
  void seat_deciders(const RoomPtr& room, Decider (&seats)[2]) const;
  void show_plan(const RoomPtr& room, int64_t moved, std::vector<LogEntry> plan);
  void carry_out(const RoomPtr& room, int64_t moved, const std::vector<LogEntry>& plan);  // unless the game has moved since

  // the socket's requests
  void join(const std::shared_ptr<Client>& client, const json& message);
  void handle(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message, Handler handler);
  void on_act(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_why(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_ledger(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_reach(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_odds(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_hint(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_after(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_undo(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_takeback(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_chat(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_entropy(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_look(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_path(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_arc(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_pending(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_answers(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_standing(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_sight(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_resume(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_ping(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void send_hello(const RoomPtr& room, Client& client, const json& request);
  // Computes away from the network thread on a copy of the state; the answer is sent with the request's id.
  void compute(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& request, std::shared_ptr<const State> state,
               std::function<json(const Game&, const State&, Seat, std::stop_token)> work);
  void played_by(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message, Steps steps, int played);
  void give_back(const RoomPtr& room, Seat seat, std::function<void()> done);

  // new games
  struct Plan;
  using PlanPtr = std::shared_ptr<Plan>;
  void begin(const PlanPtr& plan);
  void branch(const PlanPtr& plan);
  void found(const PlanPtr& plan);
  void seat_players(Plan& plan) const;
  void make_way();                   // for one more game in the store
  void drop(const std::string& id);  // from the store

  // the desk
  bool holds_all_seats(const GameRow& row, const json& secrets) const;
  json seats_json(const GameRow& row) const;
  json card_of(const GameRow& row) const;
  const GameRow& row(const std::string& id) const;  // throws HttpError
  void remember(const GameRow& row);

  boost::asio::io_context& io_;
  const BattleCatalog& catalog_;
  StoreWriter& writer_;
  Workers &workers_, &readers_;
  Metrics& metrics_;
  HubLimits limits_;
  boost::asio::steady_timer sweeper_;
  std::unordered_map<std::string, GameRow> rows_;  // every game of the store, as durable
  std::unordered_map<std::string, std::pair<std::string, Seat>> seats_by_hash_;
  std::unordered_map<std::string, RoomPtr> rooms_;
  TextCache cache_;
  bool stopping_ = false;
  std::chrono::steady_clock::time_point abandoned_looked_for_{};
  int pending_ = 0;       // writes and openings
  std::size_t held_ = 0;  // bytes of all rooms
};

std::string hash_secret(const std::string& secret);
bool only_machines(const GameRow& row);
bool closed_by_fault(const GameRow& row);
HttpError as_http(const TableError& fault);
std::string error_body(const std::string& message);                       // {"error": …}
HttpError broken_game(const std::string& game, const std::string& what);  // logs it, and says so in one sentence
inline Text text_of(const json& j) { return std::make_shared<const std::string>(j.dump(-1, ' ', false, json::error_handler_t::replace)); }

template <class T>
void GameHub::away(const std::string& address, const std::string& game, const Reply& reply, std::function<T()> work,
                   std::function<void(T&)> then) {
  const bool taken = readers_.post({Workers::Kind::Advice,
                                    address,
                                    game,
                                    [&io = io_, reply, work = std::move(work), then = std::move(then), game](std::stop_token) {
                                      std::shared_ptr<T> got;
                                      HttpError fault{0, ""};
                                      try {
                                        got = std::make_shared<T>(work());
                                      } catch (const HttpError& f) {
                                        fault = f;
                                      } catch (const std::exception& e) {
                                        fault = broken_game(game, e.what());
                                      }
                                      boost::asio::post(io, [reply, then, got, fault, game] {
                                        try {
                                          if (!got) throw fault;
                                          then(*got);
                                        } catch (const HttpError& f) {
                                          reply(f.status, error_body(f.message));
                                        } catch (const json::exception&) {
                                          reply(400, error_body("a member of the body has the wrong kind"));
                                        } catch (const std::exception& e) {
                                          reply(500, error_body(broken_game(game, e.what()).message));
                                        }
                                      });
                                    },
                                    {}});
  if (!taken) throw HttpError{429, "too much is being looked up for your address; wait for it"};
}

}  // namespace tambour::server
