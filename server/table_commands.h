// SPDX-License-Identifier: MIT
// Commands over the socket (docs/table-protocol.md, section 3). Queries are passed to TableQueries; changes are committed by the hub and
// sent to clients once they are durable.
#pragma once
#include "server/table_queries.h"

namespace tambour::server {

class GameHub;
struct Metrics;

class TableCommands {
 public:
  TableCommands(GameHub& hub, boost::asio::io_context& io, Workers& workers) : hub_(hub), queries_(io, workers) {}

  void take(const ClientPtr& client, std::shared_ptr<const json> message);
  void tell_private(const RoomPtr& room, const Step& step);  // a private record written by another server

 private:
  struct Command;
  using Commands = std::unordered_map<std::string, Command>;
  static const Commands& commands();

  void told(const ClientPtr& client, const json& message, const std::function<void()>& work);
  void handle(const RoomPtr& room, const ClientPtr& client, const json& message, const std::string& type);
  void join(const ClientPtr& client, const json& message);
  void join_known(const ClientPtr& client, const json& message);
  void send_hello(const RoomPtr& room, Client& client, const json& request);

  void on_act(const RoomPtr&, const ClientPtr&, const json&);
  void on_undo(const RoomPtr&, const ClientPtr&, const json&);
  void on_takeback(const RoomPtr&, const ClientPtr&, const json&);
  void on_resign(const RoomPtr&, const ClientPtr&, const json&);
  void on_draw(const RoomPtr&, const ClientPtr&, const json&);
  void on_claim(const RoomPtr&, const ClientPtr&, const json&);
  void on_holiday(const RoomPtr&, const ClientPtr&, const json&);
  void on_chat(const RoomPtr&, const ClientPtr&, const json&);
  void on_mute(const RoomPtr&, const ClientPtr&, const json&);
  void on_note(const RoomPtr&, const ClientPtr&, const json&);
  void on_entropy(const RoomPtr&, const ClientPtr&, const json&);
  void on_answers(const RoomPtr&, const ClientPtr&, const json&);
  void on_standing(const RoomPtr&, const ClientPtr&, const json&);
  void on_away(const RoomPtr&, const ClientPtr&, const json&);
  void on_resume(const RoomPtr&, const ClientPtr&, const json&);
  void on_ping(const RoomPtr&, const ClientPtr&, const json&);
  void done(const RoomPtr& room, const ClientPtr& client, const json& message, Steps steps);
  void played_by(const RoomPtr& room, const ClientPtr& client, const json& message, Steps steps, int played);
  void give_back(const RoomPtr& room, const ClientPtr& client, const json& message, Seat seat);
  void ask_other(const RoomPtr& room, const ClientPtr& client, const json& message, const std::string& what);
  void tell_seat(const RoomPtr& room, Seat seat, const json& message, const Client* but = nullptr);
  void tell_standing(const RoomPtr& room, Seat seat, const Client* but = nullptr);

  GameHub& hub_;
  TableQueries queries_;
};

}  // namespace tambour::server
