// SPDX-License-Identifier: MIT
// The events that cause notices, and the check that a notice is still true when it is sent.
#include <algorithm>

#include "server/game_hub.h"
#include "server/log.h"
#include "server/notices.h"
#include "wire/parse.h"

namespace tambour::server {

namespace {

constexpr int64_t kGrace = 60 * int64_t(1000);  // milliseconds a connected player has to act before a notice of the turn

constexpr int64_t kSoon = 2000;  // time for the sending server to learn of the write

bool complete(const GameRow& row) {
  return std::none_of(std::begin(row.seats), std::end(row.seats), [](const SeatRow& s) { return !is_machine(s) && s.secret_hash.empty(); });
}

}  // namespace

// The deciding seat of a running game; Nobody while a seat is free.
Seat GameHub::asked(const GameRow& row) const {
  if (row.over || !complete(row)) return Seat::Nobody;
  const json status = wire::parse_json(row.status);
  const json to_act = status.is_object() ? status.value("to_act", json()) : json();
  for (Seat s : {Seat::First, Seat::Second})
    if (to_act == side_name(row, s)) return s;
  return Seat::Nobody;
}

// Notices are written in the transaction of the event that causes them.
std::vector<SqlStatement> GameHub::notices_of(const GameRow* before, const GameRow& now) const {
  std::vector<SqlStatement> out;
  if (!notices_) return out;
  const int64_t at = table_ms();
  const auto add = [&](Seat seat, const std::string& account, const char* kind, int64_t delay) {
    Notice notice;
    notice.account = account, notice.game = now.id, notice.kind = kind, notice.cause = std::string(kind) + " " + std::to_string(new_stamp());
    notice.detail = std::to_string(index(seat)), notice.made = at, notice.due = at + delay;
    out.push_back(add_notice(notice));
  };
  for (Seat s : {Seat::First, Seat::Second}) {
    const SeatRow& seat = now.seats[index(s)];
    const Invitation& i = seat.invitation;
    if (!i.account.empty() && i.state == "open" && (!before || before->seats[index(s)].invitation.state != "open" || before->seats[index(s)].invitation.number != i.number))
      add(s, i.account, "invite", kSoon);
    if (seat.account.empty() || is_machine(seat)) continue;
    if (now.over && before && !before->over) add(s, seat.account, "end", kSoon);
    if (asked(now) == s && (!before || asked(*before) != s)) add(s, seat.account, "turn", kGrace);
  }
  return out;
}

// Less than a tenth of the time is left. All servers use the same cause, so it is sent once.
void GameHub::tell_time_is_short(const GameRow& game) {
  const Seat seat = game.clock.counts;
  if (!notices_ || seat > Seat::Second || game.seats[index(seat)].account.empty()) return;
  Notice notice;
  notice.account = game.seats[index(seat)].account, notice.game = game.id, notice.kind = "clock";
  ClockState state = game.clock;
  notice.cause = "clock " + std::to_string(GameClock(game.terms.clock, state).runs_out());
  notice.detail = std::to_string(index(seat)), notice.made = notice.due = table_ms();
  notices_->add(std::move(notice));
}

bool GameHub::is_here(const std::string& id, Seat seat) const {
  const auto room = rooms_.find(id);
  if (elsewhere(id).seats[index(seat)]) return true;
  return room != rooms_.end() && std::any_of(room->second->clients.begin(), room->second->clients.end(), [&](const auto& c) { return c->seat == seat && c->in_view; });
}

std::optional<NoticeFacts> GameHub::facts_of(const Notice& notice, const std::string& language) const {
  const auto at = rows_.find(notice.game);
  if (at == rows_.end()) return std::nullopt;
  const GameRow& game = at->second;
  const Seat seat = notice.detail == "1" ? Seat::Second : Seat::First;
  const SeatRow& own = game.seats[index(seat)];
  const bool invited = notice.kind == "invite";
  if (invited ? own.invitation.account != notice.account || own.invitation.state != "open" : own.account != notice.account) return std::nullopt;
  if (!invited && is_here(game.id, seat)) return std::nullopt;
  ClockState state = game.clock;
  const GameClock clock(game.terms.clock, state);
  if (notice.kind == "turn" && asked(game) != seat) return std::nullopt;
  if (notice.kind == "clock" && (game.over || state.counts != seat || clock.runs_low() > table_ms())) return std::nullopt;
  if (notice.kind == "end" && !game.over) return std::nullopt;
  NoticeFacts facts;
  const BattleCatalog::Entry* title = catalog_.find(game.battle);
  facts.title = title ? title->battle->title : game.battle;
  if (title)
    if (const auto words = title->words.find(language); words != title->words.end() && !words->second.title.empty()) facts.title = words->second.title;
  facts.opponent = game.seats[index(other(seat))].name;
  const json status = wire::parse_json(game.status);
  if (!status.is_object()) return facts;
  facts.turn = status.value("turn", 0);
  const json winner = status.value("winner", json());
  facts.result = winner.is_null() ? "drawn" : winner == side_name(game, seat) ? "won" : "lost";
  return facts;
}

}  // namespace tambour::server
