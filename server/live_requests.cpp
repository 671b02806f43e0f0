// SPDX-License-Identifier: MIT
// The requests that change a game, each as the records it adds: acts and dice, undo, chat, seats, endings.
#include <algorithm>

#include "server/live_game.h"
#include "server/log.h"

namespace tambour::server {

// Time does not go back within a game: another server, whose clock is a little ahead, may have written the record before.
Record LiveGame::next(RecordKind kind, Seat seat, std::string text, int64_t at) const {
  return {int64_t(records_.size()) + 1, kind, seat, std::move(text), records_.empty() ? at : std::max(at, records_.back().at)};
}

void LiveGame::add(Steps& steps, RecordKind kind, Seat seat, std::string text, int64_t at) {
  steps.push_back(live(next(kind, seat, std::move(text), at)));
  if (steps.back().open) row_.moved = steps.back().record.at;  // public, so it must not reveal hidden acts
}

Steps LiveGame::settle(int64_t at) {
  Steps steps;
  ActionList<> acts;
  if (awaits_entropy(Seat::First) || awaits_entropy(Seat::Second)) return refresh_status(), steps;
  while (!over() && state().seat == Seat::Chance) {
    acts.clear();
    game_.options(state(), acts);
    add(steps, RecordKind::Act, Seat::Chance, to_text(acts[dice_.choose(acts.size())], game_), at);
  }
  if (over() && !row_.over) add(steps, RecordKind::Over, Seat::Nobody, "", at);
  turn_clock();
  refresh_status();
  return steps;
}

bool LiveGame::awaits_entropy(Seat seat) const {
  return row_.stir && !row_.over && seat <= Seat::Second && !is_machine(row_.seats[tambour::index(seat)]) && !stirred_[tambour::index(seat)];
}

Steps LiveGame::play(Action act, int64_t at) {
  Steps steps;
  add(steps, RecordKind::Act, state().seat, to_text(act, game_), at);
  for (Step& step : settle(at)) steps.push_back(std::move(step));
  return steps;
}

Steps LiveGame::undo(Seat seat, int acts, int64_t at) {
  Steps steps;
  for (int i = 0; i < acts && may_undo(viewer_of(seat)); ++i) add(steps, RecordKind::Undo, seat, "", at);
  refresh_status();
  return steps;
}

Steps LiveGame::take_back(Seat seat, int64_t at) {
  Steps steps;
  add(steps, RecordKind::Takeback, seat, std::to_string(*last_act_of(seat)), at);
  refresh_status();
  return steps;
}

Steps LiveGame::chat(Seat seat, const std::string& text, int64_t at) {
  Steps steps;
  steps.push_back(live(next(RecordKind::Chat, seat, text, at)));
  return steps;
}

Steps LiveGame::entropy(Seat seat, const std::string& text, int64_t at) {
  Steps steps;
  add(steps, RecordKind::Entropy, seat, text, at);
  for (Step& step : settle(at)) steps.push_back(std::move(step));
  return steps;
}

Steps LiveGame::sit_down(Seat seat, const std::string& name, const std::string& secret_hash, const std::string& account, int64_t at) {
  SeatRow& s = row_.seats[index(seat)];
  s.name = name, s.secret_hash = secret_hash, s.account = account;
  if (!s.invitation.state.empty()) s.invitation.state = "taken";
  Steps steps;
  add(steps, RecordKind::Seat, seat, name, at);
  turn_clock();
  return steps;
}

Steps LiveGame::resign(Seat seat, int64_t at) {
  Steps steps;
  add(steps, RecordKind::Over, seat, "resign", at);
  refresh_status();
  return steps;
}

Steps LiveGame::agree_draw(Seat seat, int64_t at) {
  Steps steps;
  add(steps, RecordKind::Over, seat, "draw", at);
  refresh_status();
  return steps;
}

Steps LiveGame::claim(Seat seat, int64_t at) {
  Steps steps;
  add(steps, RecordKind::Over, seat, "time", at);
  refresh_status();
  return steps;
}

Steps LiveGame::seat_machine(Seat seat, const std::string& level, int64_t at) {
  Steps steps;
  GameClock(row_.terms.clock, row_.clock).free_seat(seat, table_ms());
  add(steps, RecordKind::Machine, seat, level, at);
  turn_clock();
  return steps;
}

Steps LiveGame::mute(Seat seat, bool on, int64_t at) {
  Steps steps;
  steps.push_back(live(next(RecordKind::Mute, seat, on ? "on" : "off", at)));
  return steps;
}

Steps LiveGame::note(Seat seat, const std::string& text, int64_t at) {
  Steps steps;
  steps.push_back(live(next(RecordKind::Note, seat, text, at)));
  return steps;
}

std::size_t LiveGame::noted(Seat seat) const {
  std::size_t bytes = 0;
  for (const Record& r : records_)
    if (r.kind == RecordKind::Note && r.seat == seat) bytes += r.text.size();
  return bytes;
}

// Players and watchers have separate chats until the game is over; a muted side is not delivered.
bool LiveGame::hears(Viewer v, Seat speaker) const {
  if (v == Viewer::All) return true;
  const bool player = speaker <= Seat::Second;
  if (v <= Viewer::Second && player && viewer_of(speaker) != v && muted_[viewer_index(v)]) return false;
  return !row_.terms.rooms || told_over_ || player == (v <= Viewer::Second);
}

Steps LiveGame::stand(Seat seat, const std::string& order, int64_t at) {
  Steps steps;
  steps.push_back(live(next(RecordKind::Standing, seat, order, at)));
  return steps;
}

Steps LiveGame::ask(Seat seat, const std::string& what, int64_t at) {
  Steps steps;
  steps.push_back(live(next(RecordKind::Ask, seat, what, at)));
  return steps;
}

}  // namespace tambour::server
