// SPDX-License-Identifier: MIT
// Cards of games, and lists of them (docs/table-protocol.md, section 2).
#include <algorithm>

#include "server/game_filter.h"
#include "server/game_hub.h"
#include "server/lobby_api.h"
#include "server/log.h"
#include "wire/parse.h"

namespace tambour::server {

namespace {

constexpr std::size_t kMostListed = 50;

}  // namespace

json GameHub::seats_json(const GameRow& game) const {
  const auto room = rooms_.find(game.id);
  json out = json::object();
  for (int s = 0; s < 2; ++s) {
    const SeatRow& seat = game.seats[s];
    bool here = is_machine(seat) || elsewhere(game.id).seats[s];
    if (room != rooms_.end())
      for (const auto& client : room->second->clients) here |= client->seat == Seat(s);
    json& told = out[side_name(game, Seat(s))];
    told = {{"kind", seat.kind},
            {"name", seat.name.empty() ? json(nullptr) : json(seat.name)},
            {"here", here},
            {"free", !is_machine(seat) && seat.secret_hash.empty()}};
    if (!seat.invitation.state.empty()) told["invitation"] = seat.invitation.state;
  }
  return out;
}

json GameHub::card_of(const GameRow& game) const {
  const BattleCatalog::Entry* title = catalog_.find(game.battle);
  json out = wire::parse_json(game.status);
  if (!out.is_object()) out = json::object();
  const bool closed = out.erase("fault") > 0;  // details are for the administrator only
  out.update({{"game", game.id},
              {"battle", game.battle},
              {"title", title ? title->battle->title : game.battle},
              {"book", game.book},
              {"seats", seats_json(game)},
              {"over", game.over},
              {"closed", closed},
              {"stopped", game.over || changed(game).empty() ? json(nullptr) : json(changed(game))},
              {"terms", terms_json(game.terms)},
              {"due", due_json(game)},
              {"rematch", rematch_json(game)},
              {"created", game.created},
              {"moved", game.moved}});
  return out;
}

json GameHub::card(const std::string& id, const json& body) const {
  need_view(row(id), body);
  return card_of(row(id));
}

json GameHub::rematch_json(const GameRow& game) const {
  if (game.rematch.game.empty()) return nullptr;
  return {{"game", game.rematch.game}, {"by", side_name(game, game.rematch.by)}};
}

std::string GameHub::side_name(const GameRow& game, Seat seat) const {
  const BattleCatalog::Entry* title = catalog_.find(game.battle);
  return title ? title->battle->sides[index(seat)] : std::to_string(index(seat));
}

// Which seat runs out of time and when, or that it has.
json GameHub::due_json(const GameRow& game) const {
  ClockState state = game.clock;
  const GameClock clock(game.terms.clock, state);
  if (!clock.on() || game.over) return nullptr;
  const Seat out = clock.out(table_ms());
  const Seat whose = out <= Seat::Second ? out : state.counts;
  if (whose > Seat::Second) return nullptr;
  return {{"side", side_name(game, whose)}, {"at", state.out <= Seat::Second ? state.out_at : clock.runs_out()}, {"out", out <= Seat::Second}};
}

json GameHub::list() const {
  json open_games = json::array();
  for (const auto& [created, id] : index_.open()) {
    if (open_games.size() == kMostListed) break;
    open_games.push_back(card_of(rows_.at(id)));
  }
  std::set<const GameRow*> watched;  // here or at another server
  const auto add = [&](const std::string& id) {
    const auto at = rows_.find(id);
    if (at == rows_.end()) return;
    const GameRow& game = at->second;
    if (!game.over && game.terms.visibility == Visibility::Open && !has_open_seat(game)) watched.insert(&game);
  };
  for (const auto& [id, room] : rooms_)
    if (!room->clients.empty()) add(id);
  for (const auto& [id, present] : elsewhere_)
    if (present.anybody()) add(id);
  std::vector<const GameRow*> running(watched.begin(), watched.end());
  const auto shown = std::min(running.size(), kMostListed);
  std::partial_sort(running.begin(), running.begin() + std::ptrdiff_t(shown), running.end(), [](auto* a, auto* b) { return a->created > b->created; });
  json cards = json::array();
  for (std::size_t i = 0; i < shown; ++i) cards.push_back(card_of(*running[i]));
  return {{"open", std::move(open_games)}, {"running", std::move(cards)}};
}

json GameHub::mine(const json& body) const {
  const json secrets = body.is_object() ? body.value("secrets", json()) : json();
  if (!secrets.is_array() || secrets.size() > kMostMine)
    throw HttpError{400, "'secrets' wants a list of up to " + std::to_string(kMostMine) + " seat secrets"};
  std::vector<OwnGame> games;
  for (const json& secret : secrets) {
    const auto at = secret.is_string() ? seats_by_hash_.find(hash_secret(secret.get<std::string>())) : seats_by_hash_.end();
    if (at != seats_by_hash_.end()) games.push_back({&rows_.at(at->second.first), at->second.second, secret});
  }
  return own_games(std::move(games), body.value("filter", json()));
}

// With a filter: one page of the matching games, newest first.
json GameHub::own_games(std::vector<OwnGame> games, const json& wanted) const {
  json out = json::array();
  std::size_t from = 0, count = games.size();
  const bool filtered = !wanted.is_null();
  if (filtered) {
    const GameFilter filter(wanted);
    std::erase_if(games, [&](const OwnGame& g) { return !filter.fits(*g.row, g.seat, side_name(*g.row, g.seat)); });
    std::stable_sort(games.begin(), games.end(), [](const OwnGame& a, const OwnGame& b) { return a.row->moved > b.row->moved; });
    from = std::min(filter.from, games.size()), count = std::min(filter.count, games.size() - from);
  }
  for (std::size_t i = from; i < from + count; ++i) {
    json one = card_of(*games[i].row);
    one["side"] = side_name(*games[i].row, games[i].seat);
    if (!games[i].secret.empty()) one["secret"] = games[i].secret;
    out.push_back(std::move(one));
  }
  json answer{{"games", std::move(out)}};
  if (filtered) answer["total"] = games.size();
  return answer;
}

}  // namespace tambour::server
