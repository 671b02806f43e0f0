// SPDX-License-Identifier: MIT
// Chat, muting and private notes.
#include <algorithm>

#include "server/game_hub.h"
#include "server/log.h"
#include "server/message.h"

namespace tambour::server {

namespace {

constexpr int kMostChat = 2000, kMostMutes = 200, kMostNotes = 2000;  // in one game
constexpr std::size_t kChatText = 500, kNoteText = 4000, kMostNoted = 1u << 20;

}  // namespace

void TableCommands::on_chat(const RoomPtr& room, const ClientPtr& client, const json& message) {
  const bool watches = client->seat == Seat::Nobody;
  if (!client->chat.take() || (watches && !room->watchers_chat.take())) throw TableError{"rate", "too much is said at once; wait a little"};
  const int said = room->live->count(RecordKind::Chat);
  if (said >= kMostChat || (watches && said >= kMostChat / 2)) throw TableError{"rate", "enough has been said in this game"};
  hub_.commit(room, room->live->chat(client->seat, line_member(message, "text", kChatText), table_ms()), {});
}

// To all clients of one seat on this server.
void TableCommands::tell_seat(const RoomPtr& room, Seat seat, const json& message, const Client* but) {
  const Text text = text_of(message);
  const auto clients = room->clients;
  for (const auto& client : clients)
    if (client->seat == seat && client.get() != but) client->send(text);
}

void TableCommands::on_mute(const RoomPtr& room, const ClientPtr& client, const json& message) {
  need_seat(*client);
  if (!message.contains("on") || !message["on"].is_boolean()) throw TableError{"bad", "'on' wants true or false"};
  const bool on = message["on"];
  if (room->live->count(RecordKind::Mute) >= kMostMutes) throw TableError{"rate", "enough has been muted in this game"};
  hub_.commit(room, room->live->mute(client->seat, on, table_ms()), [this, room, client, message, on] {
    answer(*client, message, {{"type", "mute"}, {"on", on}});
    tell_seat(room, client->seat, {{"type", "mute"}, {"on", on}}, client.get());
  });
}

void TableCommands::on_note(const RoomPtr& room, const ClientPtr& client, const json& message) {
  need_seat(*client);
  const auto at = message.find("text");
  if (at == message.end() || !at->is_string() || at->get_ref<const std::string&>().size() > kNoteText)
    throw TableError{"bad", "'text' wants at most " + std::to_string(kNoteText) + " bytes"};
  std::string text = at->get<std::string>();
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c >= 0 && c < ' ' && c != '\n' && c != '\t'; }, ' ');
  if (room->live->count(RecordKind::Note) >= kMostNotes || room->live->noted(client->seat) + text.size() > kMostNoted)
    throw TableError{"rate", "enough has been noted in this game"};
  hub_.commit(room, room->live->note(client->seat, text, table_ms()), [this, room, client, message, text] {
    answer(*client, message, {{"type", "note"}, {"text", text}});
    tell_seat(room, client->seat, {{"type", "note"}, {"text", text}}, client.get());
  });
}

void TableCommands::tell_private(const RoomPtr& room, const Step& step) {
  const LiveGame& live = *room->live;
  const Seat seat = step.record.seat;
  if (step.record.kind == RecordKind::Standing) tell_standing(room, seat);
  if (step.record.kind == RecordKind::Mute) tell_seat(room, seat, {{"type", "mute"}, {"on", live.muted(seat)}});
  if (step.record.kind == RecordKind::Note) tell_seat(room, seat, {{"type", "note"}, {"text", live.notes(seat)}});
}

}  // namespace tambour::server
