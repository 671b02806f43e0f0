// SPDX-License-Identifier: MIT
// Writing what was done in a game, and telling its clients once it is durable.
#include <algorithm>
#include <utility>

#include "server/game_hub.h"
#include "server/log.h"

namespace tambour::server {

void GameHub::commit(const RoomPtr& room, Steps steps, std::function<void()> done, std::function<void(const std::string&)> failed,
                     bool create) {
  Batch batch{create, room->live->row(), {}, new_stamp(), next_answer(*room, steps, create)};
  if (create) batch.records = room->live->records();  // with the inherited ones
  else
    for (const Step& step : steps) batch.records.push_back(step.record);
  const auto known = rows_.find(room->id);
  batch.also = notices_of(known == rows_.end() ? nullptr : &known->second, batch.game);
  room->busy = true;
  room->writing = batch.stamp;
  ++pending_;
  const auto wrote = batch.records.size();
  const auto begun = std::chrono::steady_clock::now();
  writer_.write(std::move(batch), [this, room, steps = std::move(steps), done = std::move(done), failed = std::move(failed), wrote, begun,
                                   stamp = batch.stamp, next = batch.next, again = room->current](const StoreWriter::Result& result) {
    --pending_;
    room->busy = false;
    if (result.outcome == WriteOutcome::Stale && neighbours_) return overtaken(room, wrote, again);
    if (result.outcome != WriteOutcome::Written) {
      if (result.outcome == WriteOutcome::Doubt) doubted(room);
      else lost(room, result.error);
      if (failed) failed(result.error);
      return;
    }
    room->live->stamped(stamp, wrote);
    if (next != NextAnswer::Kept) room->answers = next == NextAnswer::Machine;
    if (neighbours_) neighbours_->wrote();
    guarded(room, [&] {
      committed(room, steps);
      // Only open acts are counted: figures must not reveal hidden ones.
      if (std::any_of(steps.begin(), steps.end(), [](const Step& s) { return s.open; }))
        metrics_.took(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
      if (done) done();
    });
    if (alive(room)) at_rest(room);
  });
}

// Chat does not change whose turn it is.
NextAnswer GameHub::next_answer(const Room& room, const Steps& steps, bool create) const {
  const bool matters = create || std::any_of(steps.begin(), steps.end(), [](const Step& s) { return s.record.kind != RecordKind::Chat; });
  if (!neighbours_ || !matters) return NextAnswer::Kept;
  return wants_answer(room) ? NextAnswer::Machine : NextAnswer::People;
}

// Marks an update that is followed by others of the same request: clients show them together.
static std::string as_told(const Steps& steps, const Step* step, std::size_t viewer) {
  std::string text = step->update[viewer];
  const bool more = std::any_of(step + 1, steps.data() + steps.size(), [&](const Step& later) { return !later.update[viewer].empty(); });
  if (more) text.back() = ',', text += "\"more\":true}";
  return text;
}

void GameHub::committed(const RoomPtr& room, const Steps& steps) {
  const GameRow earlier = rows_[room->id];
  remember(room->live->row());
  count(room);
  cache_.drop("log " + room->id);  // chat continues after the end of a game
  const Request before = std::exchange(room->request, room->live->request());
  for (const Step& step : steps) {
    metrics_.acts += step.open && step.record.kind == RecordKind::Act;
    std::array<Text, kLiveViewers> texts;
    for (std::size_t v = 0; v < texts.size(); ++v)
      if (!step.update[v].empty()) texts[v] = std::make_shared<const std::string>(as_told(steps, &step, v));
    const auto clients = room->clients;  // a copy: send() may drop a client that does not read
    for (const auto& client : clients)
      if (const Text& text = texts[std::size_t(viewer_index(client->viewer()))]) client->send(text);
  }
  tell_changes(room, earlier, room->live->row());
  if (room->request == before) return;
  if (before.by != Seat::Nobody && before.what != room->request.what) broadcast(room, {{"type", before.what}, {"by", nullptr}});
  if (room->request.by != Seat::Nobody)
    broadcast(room, {{"type", room->request.what}, {"by", wire::seat(room->live->game(), room->request.by)}});
}

// The write failed: the game in memory is ahead of the store and is dropped. Clients join again and get the stored state.
void GameHub::lost(const RoomPtr& room, const std::string& why) {
  log(LogLevel::Error, "game " + room->id + ": " + why);
  ++metrics_.store_failures;
  turn_out(room, {"store", "The move was not played: " + writer_.for_players(why) + "."});
}

void GameHub::doubted(const RoomPtr& room) {
  log(LogLevel::Error, "game " + room->id + ": the connection to the database broke, and it is not known whether the move was written");
  ++metrics_.doubts;
  turn_out(room, {"doubt", "Perhaps the move was played: the connection to the database broke. Join again and look."}, 1012);
}

}  // namespace tambour::server
