// All games of this server: who is connected to which, what waits for the disk, whose turn a machine's is. Everything here runs on the
// network thread. A game handles one request at a time: while what it did is being written, its next requests wait.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <stop_token>
#include <unordered_map>

#include "ai/player.h"
#include "server/keeper.h"
#include "server/library.h"
#include "server/limits.h"
#include "server/metrics.h"
#include "server/sitting.h"
#include "server/workers.h"

namespace tambour::server {

using Text = std::shared_ptr<const std::string>;

// Somebody connected to a game: a WebSocket, or a test.
class Client : public std::enable_shared_from_this<Client> {
 public:
  virtual ~Client() = default;
  virtual void send(Text text) = 0;
  virtual void end(int code, const std::string& reason) = 0;  // closes once everything sent before has gone out

  std::string game;          // "" until it has joined
  Seat seat = Seat::Nobody;  // Nobody: watches
  int waiting = 0;           // requests that wait for the disk
  Allowance chat{10, 1};
  Viewer viewer() const { return viewer_of(seat); }
};

// What is wrong with a request over the socket, for {"type": "error"}.
struct Fault {
  std::string code, message;
  json refusal = nullptr;
};
// What is wrong with a request over HTTP.
struct HttpFault {
  int status;
  std::string message;
};

struct Room {
  explicit Room(boost::asio::io_context& io) : pause(io) {}
  std::unique_ptr<Sitting> sitting;
  std::vector<std::shared_ptr<Client>> clients;
  bool writing = false;
  struct Waiting {
    std::shared_ptr<Client> client;    // may be null
    std::function<void()> work, lost;  // the second if the write before it failed
  };
  std::deque<Waiting> waiting;
  Seat asking = Seat::Nobody;       // who wants to take back its last act; whatever moves the game ends the request
  Allowance watchers_chat{10, 2};   // of all of them together
  boost::asio::steady_timer pause;  // between two decisions of a machine
  std::shared_ptr<Player> machines[2];
  bool thinking = false;
  int questions = 0;  // being worked out
  std::stop_source stop;
  std::chrono::steady_clock::time_point played{}, used{};
};

class House {
 public:
  using Reply = std::function<void(int status, std::string body)>;

  House(boost::asio::io_context& io, const Library& library, Keeper& keeper, Workers& workers, Metrics& metrics);

  // Over the socket (talk.cpp)
  void message(const std::shared_ptr<Client>& client, const json& message);
  void leave(const std::shared_ptr<Client>& client);

  // Over HTTP (desk.cpp, replay.cpp); all may throw HttpFault, and reply once, perhaps later
  void create(const json& body, const Reply& reply);
  void take_seat(const std::string& id, const json& body, const Reply& reply);
  json list() const;
  json mine(const json& body) const;
  json card(const std::string& id) const;
  void replay_log(const std::string& id, const Reply& reply);
  void replay_at(const std::string& id, int64_t seq, const Reply& reply);
  void game_file(const std::string& id, const json& secrets, const Reply& reply);
  void summary(const std::string& id, const Reply& reply);
  void dice(const std::string& id, const Reply& reply);

  void stop();        // tells everybody and takes nothing more
  bool idle() const;  // nothing waits for the disk

 private:
  using RoomPtr = std::shared_ptr<Room>;
  using Handler = void (House::*)(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  static const std::unordered_map<std::string, Handler>& handlers();

  // rooms
  RoomPtr open(const std::string& id);    // from memory or the store; throws Fault
  bool alive(const RoomPtr& room) const;  // still the one that plays its game
  void when_quiet(const RoomPtr& room, const std::shared_ptr<Client>& client, std::function<void()> work, std::function<void()> lost = {});
  // For HTTP: works on the durable state, then replies; throws HttpFault, and so may the work.
  void read(const std::string& id, const Reply& reply, std::function<std::string(Sitting&)> work);
  void commit(const RoomPtr& room, Steps steps, std::function<void()> done, std::function<void(const std::string&)> failed = {},
              bool create = false);
  void committed(const RoomPtr& room, const Steps& steps);
  static bool withdraw_request(const RoomPtr& room, const Steps& steps);  // for a takeback; true if there was one
  void lost(const RoomPtr& room, const std::string& why);
  void drain(const RoomPtr& room);
  void broadcast(const RoomPtr& room, const json& message);
  void attend(const RoomPtr& room);  // somebody came or went
  void sweep();                      // forgets rooms nobody uses

  // machines
  void wake(const RoomPtr& room);
  void think(const RoomPtr& room);
  void obey(const RoomPtr& room);  // a person's standing order, if there is one for the open question
  void decide(const RoomPtr& room, std::size_t records, Action act);

  // the socket's requests
  void join(const std::shared_ptr<Client>& client, const json& message);
  void handle(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message, Handler handler);
  void on_act(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_why(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_ledger(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_reach(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_odds(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
  void on_hint(const RoomPtr&, const std::shared_ptr<Client>&, const json&);
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

  // the desk
  std::vector<std::pair<Seat, std::string>> acts_from(const json& from, std::string& battle, std::string& book);
  bool holds_all_seats(const GameRow& row, const json& secrets) const;
  json seats_json(const GameRow& row) const;
  json card_of(const GameRow& row) const;
  const GameRow& row(const std::string& id) const;  // throws HttpFault
  void remember(const GameRow& row);

  boost::asio::io_context& io_;
  const Library& library_;
  Keeper& keeper_;
  Workers& workers_;
  Metrics& metrics_;
  boost::asio::steady_timer sweeper_;
  std::unordered_map<std::string, GameRow> rows_;  // every game of the store, as durable
  std::unordered_map<std::string, std::pair<std::string, Seat>> seats_by_hash_;
  std::unordered_map<std::string, RoomPtr> rooms_;
  bool stopping_ = false;
  int writes_ = 0;
};

std::string hash_secret(const std::string& secret);
bool is_machine(const SeatRow& seat);
std::string error_body(const std::string& message);  // {"error": …}
inline Text text_of(const json& j) { return std::make_shared<const std::string>(j.dump(-1, ' ', false, json::error_handler_t::replace)); }

}  // namespace tambour::server
