// SPDX-License-Identifier: MIT
// Resigning, winning on time, draw offers; and holidays, which stop the clock.
#include "server/game_hub.h"
#include "server/log.h"
#include "server/message.h"

namespace tambour::server {

void TableCommands::on_resign(const RoomPtr& room, const ClientPtr& client, const json& message) {
  need_running(*room->live, *client);
  need_seq(*room->live, *client, message);
  room->stop.request_stop();
  done(room, client, message, room->live->resign(client->seat, table_ms()));
}

void TableCommands::on_draw(const RoomPtr& room, const ClientPtr& client, const json& message) {
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
  done(room, client, message, live.agree_draw(client->seat, table_ms()));
}

void TableCommands::on_claim(const RoomPtr& room, const ClientPtr& client, const json& message) {
  LiveGame& live = *room->live;
  need_running(live, *client);
  need_seq(live, *client, message);
  if (live.row().terms.clock.timeout != ClockTerms::Timeout::Claim) throw TableError{"turn", "in this game nobody wins by the clock"};
  if (live.out_of_time() != other(client->seat)) throw TableError{"turn", "the other side's time has not run out"};
  room->stop.request_stop();
  done(room, client, message, live.claim(client->seat, table_ms()));
}

void TableCommands::on_holiday(const RoomPtr& room, const ClientPtr& client, const json& message) {
  LiveGame& live = *room->live;
  need_running(live, *client);
  if (live.row().terms.clock.kind == ClockTerms::Kind::None) throw TableError{"turn", "this game has no clock to stop"};
  const int64_t days = number_member(message, "days", -1);
  if (days < 0 || days > 60) throw TableError{"bad", "'days' wants a number from 0 to 60"};
  if (!live.rest(client->seat, int(days))) throw TableError{"turn", "so many days of holiday are not left in this game"};
  done(room, client, message, {});
}

}  // namespace tambour::server
