// SPDX-License-Identifier: MIT
// All games of this server: their connections, pending writes and machine turns. Everything here runs on the network thread, so only
// short work is done here: readers open and search games, workers run machines and advice. A game handles one request at a time; further
// requests wait while it is opened or written.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <set>
#include <stop_token>
#include <unordered_map>

#include "ai/player.h"
#include "server/battle_catalog.h"
#include "server/limits.h"
#include "server/game_index.h"
#include "server/live_game.h"
#include "server/metrics.h"
#include "server/neighbours.h"
#include "server/room.h"
#include "server/shares.h"
#include "server/store_writer.h"
#include "server/table_commands.h"
#include "server/text_cache.h"
#include "server/unit_plan.h"
#include "server/workers.h"

namespace tambour::server {

class Accounts;
class Notices;
struct Notice;
struct NoticeFacts;

struct HubLimits {
  std::size_t memory = 512u << 20;  // bytes for games and cached answers
  std::size_t rooms = 5000;         // games in memory
  std::size_t games = 200000;       // in the store
  int keep_days = 365;              // unfinished games are erased after so many days without a move; 0: never
};

class GameHub : public Neighbours::Listener {
 public:
  using Reply = std::function<void(int status, std::string body)>;

  GameHub(boost::asio::io_context& io, const BattleCatalog& catalog, StoreWriter& writer, Workers& workers, Workers& readers,
          Metrics& metrics, const HubLimits& limits = {});

  // From now on the store is shared with other servers (shared_games.cpp).
  void share(Neighbours& neighbours);
  bool shared() const { return neighbours_; }
  void know(const Accounts& accounts) { accounts_ = &accounts; }
  void tell_by(Notices& notices);
  std::optional<NoticeFacts> facts_of(const Notice& notice, const std::string& language) const;  // nothing: the notice is out of date
  void refreshed(const std::string& id, std::function<void()> then);  // runs `then` when the row of this game, or all rows, are up to date
  void refreshed(std::function<void()> then);
  double silence() const { return neighbours_ ? neighbours_->silent() : 0; }  // seconds without the database
  bool out_of_reach() const;
  void send_away();  // disconnects all clients; they reconnect to other servers

  // Over the socket (table_commands.cpp)
  void message(const std::shared_ptr<Client>& client, std::shared_ptr<const json> message) { commands_.take(client, std::move(message)); }
  void message(const std::shared_ptr<Client>& client, const json& said) { message(client, std::make_shared<const json>(said)); }
  void leave(const std::shared_ptr<Client>& client);

  // Over HTTP (new_game.cpp, lobby_api.cpp) from this address. They reply once, perhaps later, or throw HttpError.
  void create(const std::string& body, const std::string& address, const Reply& reply);
  void take_seat(const std::string& id, const json& body, const std::string& address, const Reply& reply);
  void erase(const std::string& id, const json& secrets, const Reply& reply);
  json list() const;
  json mine(const json& body) const;
  // The body may hold a seat's secret or an invitation, for games closed to watchers.
  json card(const std::string& id, const json& body) const;
  // Who sits where (invitations.cpp, rematch.cpp, own_games.cpp)
  json invitations(const std::string& id, const json& body) const;
  void renew_invitation(const std::string& id, const json& body, const Reply& reply);
  void withdraw_invitation(const std::string& id, const json& body, const Reply& reply);
  void look_at_invitation(const std::string& id, const json& body, const std::string& address, const Reply& reply);
  void decline(const std::string& id, const json& body, const std::string& address, const Reply& reply);
  void account_games(const json& body, const std::string& address, const Reply& reply);
  void keep_games(const json& body, const std::string& address, const Reply& reply);
  void open_game(const json& body, const std::string& address, const Reply& reply);
  void rematch(const std::string& id, const json& body, const std::string& address, const Reply& reply);

  void stop();        // tells all clients and takes no more requests
  bool idle() const;  // nothing is being written or opened
  std::size_t memory() const { return held_; }

  // For the commands and the replay, which are types of their own
  RoomPtr open(const std::string& id, const std::string& address);  // from memory, or busy while it is loaded; throws TableError
  void when_quiet(const RoomPtr& room, const std::shared_ptr<Client>& client, std::function<void()> work,
                  std::function<void(const TableError&)> lost = {});
  void commit(const RoomPtr& room, Steps steps, std::function<void()> done, std::function<void(const std::string&)> failed = {},
              bool create = false);
  void broadcast(const RoomPtr& room, const json& message);
  void attend(const RoomPtr& room, bool here = true);  // after a client came or went, here or at another server
  void wake(const RoomPtr& room);
  bool is_known(const std::string& id, const std::string& secret) const;
  void show_presence(const RoomPtr& room);
  json rematch_json(const GameRow& row) const;
  json seats_json(const GameRow& row) const;
  const GameRow* find(const std::string& id) const;  // null: there is no such game
  std::optional<std::pair<std::string, Seat>> seat_behind(const std::string& secret) const;  // the game and the seat that it opens
  const GameRow& row(const std::string& id) const;  // throws HttpError
  void need_view(const GameRow& row, const json& body) const;  // throws HttpError if this request may not look at the game
  bool holds_all_seats(const GameRow& row, const json& secrets) const;
  bool holds_a_seat(const GameRow& row, const json& secrets) const;
  json card_of(const GameRow& row) const;
  std::string changed(const GameRow& row) const;  // how its edition differs from this server's; "" if it does not
  // For HTTP: runs `work` on the durable state of an open game and replies. It may throw HttpError.
  void read(const std::string& id, const std::string& address, const Reply& reply, std::function<void(LiveGame&)> work);
  // Runs `work` on a reader, then `then` on the network thread.
  template <class T>
  void away(const std::string& address, const std::string& game, const Reply& reply, std::function<T()> work, std::function<void(T&)> then,
            Workers::Kind kind = Workers::Kind::Spare);
  TextCache& cache() { return cache_; }
  TimeShares& time() { return time_; }  // of the network thread
  bool stopping() const { return stopping_; }
  Metrics& metrics() { return metrics_; }

 private:
  // what other servers do
  void changed_elsewhere(const std::vector<GameRow>& rows) override;
  void gone(const std::vector<std::string>& games) override;
  void present_elsewhere(Presences now) override;
  void orphaned(const std::vector<std::string>& games) override;
  void introduce_again() override;
  void tick() override;
  void follow(const RoomPtr& room);
  void take_over(const RoomPtr& room, const KeptGame& game);
  void overtaken(const RoomPtr& room, std::size_t ahead, Room::Waiting again);
  void at_rest(const RoomPtr& room);
  void see_off(const RoomPtr& room);
  bool wants_answer(const Room& room) const;
  void claim(const std::vector<RoomPtr>& rooms, bool orphans = false);
  Present elsewhere(const std::string& game) const;

  // seats
  Seat seat_of(const GameRow& row, const std::string& secret) const;  // Nobody: of no seat
  bool is_host(const GameRow& row, const std::string& secret) const;
  void identify(const json& body, const std::string& address, const Reply& reply, std::function<void(const Who&)> then);
  // Changes seats or invitations in the row. `change` may throw HttpError, and may run again on a newer row.
  void amend(const std::string& id, const Reply& reply, std::function<void(GameRow&)> change, std::function<void()> done, int tries = 0);
  void tell_changes(const RoomPtr& room, const GameRow& before, const GameRow& now);
  json invitation_json(const GameRow& row, Seat seat) const;
  json invitation_card(const GameRow& row, Seat seat) const;
  int open_invitations(const std::string& account) const;  // that wait for its answer
  Seat invited_seat(const GameRow& row, const json& body, const Who& who) const;  // throws HttpError
  std::string side_name(const GameRow& row, Seat seat) const;
  json due_json(const GameRow& row) const;
  struct OwnGame {
    const GameRow* row;
    Seat seat;
    std::string secret;  // the one presented for it, if any
  };
  json own_games(std::vector<OwnGame> games, const json& filter) const;
  void open_rematch(const GameRow& old, Seat seat, const json& body, const std::string& secret, const std::string& address, const Reply& reply);
  void enter_rematch(const GameRow& old, Seat seat, const json& body, const std::string& secret, const std::string& address, const Reply& reply);
  void answer_rematch(const GameRow& old, Seat seat, const std::string& secret, const Reply& reply) const;
  void link_rematch(const std::string& old, Seat seat, const std::string& game, const std::string& secret, const Reply& reply);

  void keep_next(const std::string& account, const std::shared_ptr<std::vector<std::pair<std::string, Seat>>>& seats, std::size_t next, int kept,
                 const Reply& reply);

  // notices
  Seat asked(const GameRow& row) const;
  std::vector<SqlStatement> notices_of(const GameRow* before, const GameRow& now) const;
  void tell_time_is_short(const GameRow& row);
  bool is_here(const std::string& id, Seat seat) const;

  // clocks
  void mind_clock(const GameRow& row);
  void forget_clock(const std::string& id);
  void watch_clocks();
  void look_at_clocks();
  void time_has_come(const std::string& id);
  void seat_machine(const RoomPtr& room);

  // rooms
  void opened(const RoomPtr& room, std::unique_ptr<LiveGame> live, const TableError& fault);
  const Game& rules_of(const GameRow& row) const;  // throws TableError if this server cannot play or replay it
  bool alive(const RoomPtr& room) const;           // still the one that plays its game
  void guarded(const RoomPtr& room, const std::function<void()>& work);  // an exception closes this game and no other
  void committed(const RoomPtr& room, const Steps& steps);
  NextAnswer next_answer(const Room& room, const Steps& steps, bool create) const;
  void lost(const RoomPtr& room, const std::string& why);
  void doubted(const RoomPtr& room);
  void close_by_fault(const RoomPtr& room, const std::string& what);
  void turn_out(const RoomPtr& room, const TableError& why, int code = 1011);  // disconnects all clients and drops the room
  void run(const RoomPtr& room, const Room::Waiting& item);
  void drain(const RoomPtr& room);
  bool set_here(const RoomPtr& room);  // updates who is connected; true if that stopped a clock
  void sweep();                        // drops unused rooms and, now and then, abandoned games
  void erase_abandoned();
  void enter(const RoomPtr& room);   // into memory
  void forget(const RoomPtr& room);
  void count(const RoomPtr& room);
  void need_memory();  // makes room for one more; throws TableError if there is none


  // machines
  void think(const RoomPtr& room);
  void seat_deciders(const RoomPtr& room, Decider (&seats)[2]) const;
  void show_plan(const RoomPtr& room, int64_t moved, std::vector<LogEntry> plan);
  void carry_out(const RoomPtr& room, int64_t moved, const std::vector<LogEntry>& plan);  // unless the game has moved since


  // new games
  struct Plan;
  using PlanPtr = std::shared_ptr<Plan>;
  void begin(const PlanPtr& plan);
  void name_people(const PlanPtr& plan, std::function<void()> then);
  std::string free_id() const;
  void branch(const PlanPtr& plan);
  void found(const PlanPtr& plan);
  void make(const PlanPtr& plan);
  void seat_players(Plan& plan) const;
  void make_way();                   // for one more game in the store
  // From the store; a copy, since callers name the row that goes.
  void drop(std::string id, std::function<void(const std::string& error)> done = {});
  void remove_row(const std::string& id);

  // the desk
  void remember(const GameRow& row);

  boost::asio::io_context& io_;
  const BattleCatalog& catalog_;
  StoreWriter& writer_;
  Workers &workers_, &readers_;
  Metrics& metrics_;
  HubLimits limits_;
  boost::asio::steady_timer sweeper_, clock_watch_;
  const Accounts* accounts_ = nullptr;  // null: this server keeps none
  std::set<std::pair<int64_t, std::string>> deadlines_;          // when time runs out, of every game
  std::unordered_map<std::string, int64_t> deadline_of_, warned_;  // warned_: that this time runs low
  Notices* notices_ = nullptr;
  std::unordered_map<std::string, std::set<std::string>> games_of_;  // by account: where it sits or is invited
  std::unordered_map<std::string, GameRow> rows_;  // every game of the store, as durable
  GameIndex index_;                                // of these
  std::unordered_map<std::string, std::pair<std::string, Seat>> seats_by_hash_;
  std::unordered_map<std::string, RoomPtr> rooms_;
  TextCache cache_;
  TimeShares time_;
  TableCommands commands_;
  Neighbours* neighbours_ = nullptr;  // null: this server alone writes to the store
  Presences elsewhere_;
  bool stopping_ = false;
  std::chrono::steady_clock::time_point abandoned_looked_for_{};
  int pending_ = 0;       // writes and openings
  std::size_t held_ = 0;  // bytes of all rooms
};

std::string hash_secret(const std::string& secret);
bool only_machines(const GameRow& row);
bool closed_by_fault(const GameRow& row);
bool may_pass(const TableError& why);
HttpError as_http(const TableError& fault);
std::string error_body(const std::string& message);                       // {"error": …}
HttpError broken_game(const std::string& game, const std::string& what);  // logs it, and says so in one sentence

template <class T>
void GameHub::away(const std::string& address, const std::string& game, const Reply& reply, std::function<T()> work,
                   std::function<void(T&)> then, Workers::Kind kind) {
  const bool taken = readers_.post({kind,
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
