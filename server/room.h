// SPDX-License-Identifier: MIT
// A game that is open, and who is connected to it: what the hub and the parts of the protocol share.
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
  virtual void end(int code, const std::string& reason) = 0;  // closes once everything sent before has gone out

  std::string address;       // its limits count against this
  std::string game;          // "" until it has joined
  Seat seat = Seat::Nobody;  // Nobody: watches
  bool in_view = true;       // false: its page lies behind others, or the phone is in a pocket
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

// Who asks, by the session of an account; nobody in particular without one.
struct Who {
  std::string account, name;
};

struct Room {
  Room(boost::asio::io_context& io, std::string game_id, std::string owner_address)
      : id(std::move(game_id)), owner(std::move(owner_address)), pause(io) {}
  const std::string id, owner;     // who made or opened it: machines use its share if nobody sits here
  std::unique_ptr<LiveGame> live;  // null while it is opened
  std::vector<std::shared_ptr<Client>> clients;
  bool busy = false;      // being opened, read or written
  std::size_t bytes = 0;  // as last counted
  struct Waiting {
    std::shared_ptr<Client> client;  // may be null
    std::function<void()> work;
    std::function<void(const TableError&)> lost;  // if the game could not be opened or written, or was closed
    int tries = 0;                                // how often another server was faster
  };
  std::deque<Waiting> waiting;
  Waiting current;  // what is being handled
  Request request;  // as the clients were told
  // Of a store that others share
  bool behind = false;   // another server has written
  int64_t writing = 0;   // the stamp of our last write
  bool answers = false;  // it is for this server to let the machine play
  Present shown;         // who is connected here, as the others were told
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
using RoomPtr = std::shared_ptr<Room>;
using ClientPtr = std::shared_ptr<Client>;

}  // namespace tambour::server
