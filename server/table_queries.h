// SPDX-License-Identifier: MIT
// Queries over the socket: refusals, costs, reach, odds, sight. They run on copies of the state, so a failure cannot damage the game, and
// slow ones run on workers.
#pragma once
#include <unordered_map>

#include "server/room.h"
#include "server/workers.h"

namespace tambour::server {

class TableQueries {
 public:
  TableQueries(boost::asio::io_context& io, Workers& workers) : io_(io), workers_(workers) {}

  static bool knows(const std::string& type) { return handlers().contains(type); }
  // Answers the client now or later; throws TableError.
  void answer_to(const std::string& type, const RoomPtr& room, const ClientPtr& client, const json& message);

 private:
  using Handler = void (TableQueries::*)(const RoomPtr&, const ClientPtr&, const json&);
  using Handlers = std::unordered_map<std::string, Handler>;
  static const Handlers& handlers();

  void on_why(const RoomPtr&, const ClientPtr&, const json&);
  void on_ledger(const RoomPtr&, const ClientPtr&, const json&);
  void on_reach(const RoomPtr&, const ClientPtr&, const json&);
  void on_odds(const RoomPtr&, const ClientPtr&, const json&);
  void on_hint(const RoomPtr&, const ClientPtr&, const json&);
  void on_after(const RoomPtr&, const ClientPtr&, const json&);
  void on_look(const RoomPtr&, const ClientPtr&, const json&);
  void on_path(const RoomPtr&, const ClientPtr&, const json&);
  void on_arc(const RoomPtr&, const ClientPtr&, const json&);
  void on_pending(const RoomPtr&, const ClientPtr&, const json&);
  void on_sight(const RoomPtr&, const ClientPtr&, const json&);
  // Computes on a worker with a copy of the state and sends the answer with the request's id.
  void compute(const RoomPtr& room, const ClientPtr& client, const json& request, std::shared_ptr<const State> state,
               std::function<json(const Game&, const State&, Seat, std::stop_token)> work);

  boost::asio::io_context& io_;
  Workers& workers_;
};

}  // namespace tambour::server
