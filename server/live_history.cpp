// SPDX-License-Identifier: MIT
// The log of a live game and its earlier states.
#include <algorithm>

#include "kit/fault.h"
#include "server/live_game.h"

namespace tambour::server {

LogBodies LiveGame::log(Viewer v) const {
  LogBodies out;
  for (const Entry& entry : log_[std::size_t(viewer_index(v))]) out.push_back(entry.body);
  return out;
}

std::string log_json(const LogBodies& log, int64_t from) {
  std::string out = "[";
  for (std::size_t i = std::size_t(std::max<int64_t>(from, 0)); i < log.size(); ++i)
    out += (out.size() > 1 ? ",{\"seq\":" : "{\"seq\":") + std::to_string(i + 1) + "," + *log[i] + "}";
  return out + "]";
}

std::optional<std::size_t> LiveGame::records_at(Viewer v, int64_t at) const {
  if (at < 0 || at > seq(v)) return std::nullopt;
  return at == 0 ? 0 : log_[std::size_t(viewer_index(v))][std::size_t(at - 1)].record + 1;
}

std::optional<State> LiveGame::state_at(std::size_t records) const {
  const std::size_t acts = records == 0 ? 0 : acts_after_[records - 1];
  if (std::any_of(acts_after_.begin() + std::ptrdiff_t(records), acts_after_.end(), [&](std::size_t later) { return later < acts; }))
    return std::nullopt;
  return match_.at(acts);
}

std::vector<LogEntry> acts_after(const Game& game, const std::vector<Record>& records, std::size_t count) {
  std::vector<LogEntry> acts;
  for (std::size_t i = 0; i < std::min(count, records.size()); ++i) {
    const Record& r = records[i];
    std::string why;
    if (r.kind == RecordKind::Act) {
      const auto act = parse_action(r.text, game, why);
      if (!act) throw tambour::Fault("record " + std::to_string(i + 1) + " cannot be read: " + why);
      acts.push_back({r.seat, *act});
    }
    if (r.kind == RecordKind::Undo && !acts.empty()) acts.pop_back();
    if (r.kind == RecordKind::Takeback)
      if (const int kept = to_int(r.text).value_or(-1); kept >= 0 && std::size_t(kept) < acts.size()) acts.resize(std::size_t(kept));
  }
  return acts;
}

State state_after(const Game& game, const std::vector<LogEntry>& acts) {
  State s;
  game.setup(s);
  for (const LogEntry& entry : acts) game.apply(s, entry.act);
  return s;
}

}  // namespace tambour::server
