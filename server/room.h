// SPDX-License-Identifier: MIT
// An open game and its connections: shared by the hub and the protocol handlers.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <stop_token>

#include "ai/player.h"
#include "server/limits.h"
#include "server/live_game.h"
#include "server/neighbours.h"

namespace tambour::server {

using Text = std::shared_ptr<const std::string>;
inline Text text_of(const json& j) { return std::make_shared<const std::string>(j.dump(-1, ' ', false, json::error_handler_t::replace)); }

// A connection to a game: a WebSocket, or a test.
class Client : public std::enable_shared_from_this<Client> {
 public:
  virtual ~Client() = default;
  virtual void send(Text text) = 0;
  virtual void end(int code, const std::string& reason) = 0;  // closes after everything queued has been sent

  std::string address;       // limits are counted per address
  std::string game;          // "" until it has joined
  Seat seat = Seat::Nobody;  // Nobody: watches
  bool in_view = true;       // false: the page is hidden, so its player gets notices
  int waiting = 0;           // requests waiting for the disk
  Allowance chat{10, 1};
  std::stop_source left;  // stops its queries
  Viewer viewer() const { return viewer_of(seat); }
};

// An error in a request over the socket, for {"type": "error"}.
struct TableError {
  std::string code, message;
  json refusal = nullptr;
};
// An error in a request over HTTP.
struct HttpError {
  int status;
  std::string message;
};

// The account behind a request, if it has a session.
struct Who {
  std::string account, name;
};

struct Room {
  Room(boost::asio::io_context& io, std::string game_id, std::string owner_address)
      : id(std::move(game_id)), owner(std::move(owner_address)), pause(io) {}
  const std::string id, owner;     // owner: address of its maker or opener, charged for machines if nobody is seated
  std::unique_ptr<LiveGame> live;  // null while it is being opened
  std::vector<std::shared_ptr<Client>> clients;
  bool busy = false;      // being opened, read or written
  std::size_t bytes = 0;  // as last counted
  struct Waiting {
    std::shared_ptr<Client> client;  // may be null
    std::function<void()> work;
    std::function<void(const TableError&)> lost;  // called if the game could not be opened or written, or was closed
    int tries = 0;                                // times another server was faster
  };
  std::deque<Waiting> waiting;
  Waiting current;  // the request being handled
  Request request;  // as last sent to the clients
  // On a shared store:
  bool behind = false;   // another server has written
  int64_t writing = 0;   // the stamp of our last write
  bool answers = false;  // this server plays the machine
  Present shown;         // connections here, as last sent to the other servers
  Allowance watchers_chat{10, 2};   // for all watchers together
  boost::asio::steady_timer pause;  // between two moves of a machine
  std::shared_ptr<Player> machines[2];
  bool thinking = false;
  int questions = 0;  // being computed
  std::stop_source stop;
  std::chrono::steady_clock::time_point played{}, used{};
};

// A game as stored.
struct StoredGame {
  const Game* rules;  // null: not on this server
  GameRow row;
  std::vector<Record> records;
  std::string sides[2];
  std::string changed;  // how its edition differs from today's; "" if it does not
};
// Replays a game from its records. Null, with `why`, if the replay differs from what was played.
std::unique_ptr<LiveGame> play_again(const StoredGame& game, std::string& why);
using RoomPtr = std::shared_ptr<Room>;
using ClientPtr = std::shared_ptr<Client>;

}  // namespace tambour::server
