// SPDX-License-Identifier: MIT
// How players end a game before the rules do: one resigns, or both agree on a draw.
#include "server/game_hub.h"
#include "server/log.h"
#include "server/message.h"

namespace tambour::server {

void GameHub::on_resign(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  need_running(*room->live, *client);
  need_seq(*room->live, *client, message);
  room->stop.request_stop();
  commit(room, room->live->resign(client->seat, table_ms()), [client, message, room] {
    answer(*client, message, {{"type", "done"}, {"seq", room->live->seq(client->viewer())}});
  });
}

void GameHub::on_draw(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  LiveGame& live = *room->live;
  need_running(live, *client);
  const Seat rival = other(client->seat);
  if (!message.contains("answer")) {
    need_seq(live, *client, message);
    if (is_machine(live.row().seats[index(rival)])) throw TableError{"turn", "a machine agrees to no draw; resign, or play to the end"};
    return ask_other(room, client, message, "draw");
  }
  if (live.request() != Request{rival, "draw"}) throw TableError{"turn", "nobody offers a draw"};
  if (message["answer"] != true) return ask_other(room, client, message, "");
  need_seq(live, *client, message);
  room->stop.request_stop();
  commit(room, live.agree_draw(client->seat, table_ms()), [client, message, room] {
    answer(*client, message, {{"type", "done"}, {"seq", room->live->seq(client->viewer())}});
  });
}

}  // namespace tambour::server
