// SPDX-License-Identifier: MIT
// Where games are made, joined and listed (docs/table-protocol.md, section 2).
#include "server/lobby_api.h"

#include <algorithm>

#include "server/log.h"
#include "wire/parse.h"

namespace tambour::server {

namespace {

constexpr std::size_t kNameBytes = 160, kNameLetters = 40, kMostListed = 50, kMostMine = 200;

}  // namespace

std::string text_or(const json& body, const char* key, const std::string& otherwise, std::size_t limit) {
  const auto at = body.find(key);
  if (at == body.end() || at->is_null()) return otherwise;
  if (!at->is_string() || at->get_ref<const std::string&>().size() > limit)
    throw HttpError{400, std::string("'") + key + "' wants a text of at most " + std::to_string(limit) + " bytes"};
  std::string text = at->get<std::string>();
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
  return std::string(trim(text));
}

int64_t count_or(const json& body, const char* key, int64_t otherwise) {
  const auto at = body.find(key);
  if (at == body.end()) return otherwise;
  if (!at->is_number_unsigned()) throw HttpError{400, std::string("'") + key + "' wants a number from 0"};
  return at->get<int64_t>();
}

static std::string player_name(const json& body, const std::string& otherwise) {
  const std::string name = text_or(body, "name", otherwise, kNameBytes);
  const auto letters = std::count_if(name.begin(), name.end(), [](char c) { return (c & 0xC0) != 0x80; });
  if (name.empty() || std::size_t(letters) > kNameLetters)
    throw HttpError{400, "'name' wants 1 to " + std::to_string(kNameLetters) + " characters"};
  return name;
}

static bool is_level(const std::string& kind) {
  const auto known = levels();
  return std::find(known.begin(), known.end(), kind) != known.end();
}

SeatRow read_seat(const json& seats, const std::string& side, json& told) {
  const auto at = seats.find(side);
  if (at == seats.end() || !at->is_object()) throw HttpError{400, "'seats' wants an object for " + side + ": {\"kind\": \"human\"}"};
  SeatRow seat;
  seat.kind = text_or(*at, "kind", "human", 40);
  if (!is_level(seat.kind) && is_machine(seat))
    throw HttpError{400, "there is no seat of kind '" + seat.kind + "'; it is human, friend, open or a level of GET /api/levels"};
  told[side]["kind"] = seat.kind;
  if (seat.kind == "human") {
    seat.name = player_name(*at, side);
    const std::string secret = random_token();
    seat.secret_hash = hash_secret(secret);
    told[side]["secret"] = secret;
  } else if (seat.kind == "friend") {
    const std::string invite = random_token();
    seat.invite_hash = hash_secret(invite);
    told[side]["invite"] = invite;
  } else if (is_level(seat.kind)) {
    seat.name = seat.kind;
  }
  told[side]["name"] = seat.name.empty() ? json(nullptr) : json(seat.name);
  return seat;
}

const GameRow& GameHub::row(const std::string& id) const {
  const auto at = rows_.find(id);
  if (at == rows_.end()) throw HttpError{404, "there is no game '" + id + "' here; check the link"};
  return at->second;
}

bool GameHub::holds_all_seats(const GameRow& game, const json& secrets) const {
  if (!secrets.is_array() || secrets.size() > kMostMine) return false;
  for (const SeatRow& seat : game.seats) {
    if (is_machine(seat)) continue;
    const bool held = std::any_of(secrets.begin(), secrets.end(), [&](const json& s) {
      return s.is_string() && !seat.secret_hash.empty() && hash_secret(s.get<std::string>()) == seat.secret_hash;
    });
    if (!held) return false;
  }
  return true;
}

void GameHub::take_seat(const std::string& id, const json& body, const std::string& address, const Reply& reply) {
  if (!body.is_object()) throw HttpError{400, "the body is a JSON object: name, and invite for a friend's seat"};
  row(id);
  const std::string name = player_name(body, "Guest"), entropy = text_or(body, "entropy", "", kEntropyBytes);
  const std::string invite = text_or(body, "invite", "", 100), invited = invite.empty() ? "" : hash_secret(invite);
  RoomPtr room;
  try {
    room = open(id, address);
  } catch (const TableError& fault) {
    throw as_http(fault);
  }
  const auto failed = [this, reply](const std::string& why) { reply(503, error_body(writer_.for_players(why))); };
  when_quiet(
      room, nullptr,
      [this, room, id, name, entropy, invited, reply, failed] {
        LiveGame& live = *room->live;
        for (Seat s : {Seat::First, Seat::Second}) {
          const SeatRow& seat = live.row().seats[index(s)];
          if (!seat.secret_hash.empty() || (invited.empty() ? seat.kind != "open" : seat.invite_hash != invited)) continue;
          const std::string secret = random_token();
          Steps steps = live.sit_down(s, name, hash_secret(secret), now_ms());
          if (!entropy.empty())
            for (Step& step : live.entropy(s, entropy, now_ms())) steps.push_back(std::move(step));
          const json answer{{"game", id}, {"side", live.game().side_name(s)}, {"secret", secret}};
          return commit(
              room, std::move(steps), [reply, answer] { reply(200, answer.dump()); }, failed);
        }
        reply(409, error_body("there is no free seat for you here; ask for a new invitation, or watch the game"));
      },
      [reply](const TableError& fault) { reply(as_http(fault).status, error_body(fault.message)); });
}

json GameHub::seats_json(const GameRow& game) const {
  const BattleCatalog::Entry* title = catalog_.find(game.battle);
  const auto room = rooms_.find(game.id);
  json out = json::object();
  for (int s = 0; s < 2; ++s) {
    const SeatRow& seat = game.seats[s];
    bool here = is_machine(seat);
    if (room != rooms_.end())
      for (const auto& client : room->second->clients) here |= client->seat == Seat(s);
    out[title ? title->battle->sides[s] : std::to_string(s)] = {{"kind", seat.kind},
                                                                {"name", seat.name.empty() ? json(nullptr) : json(seat.name)},
                                                                {"here", here},
                                                                {"free", !is_machine(seat) && seat.secret_hash.empty()}};
  }
  return out;
}

json GameHub::card_of(const GameRow& game) const {
  const BattleCatalog::Entry* title = catalog_.find(game.battle);
  json out = wire::parse_json(game.status);
  if (!out.is_object()) out = json::object();
  const bool closed = out.erase("fault") > 0;  // what it was is for whoever looks after the server
  out.update({{"game", game.id},
              {"battle", game.battle},
              {"title", title ? title->battle->title : game.battle},
              {"book", game.book},
              {"seats", seats_json(game)},
              {"over", game.over},
              {"closed", closed},
              {"stopped", game.over || changed(game).empty() ? json(nullptr) : json(changed(game))},
              {"created", game.created},
              {"moved", game.moved}});
  return out;
}

json GameHub::card(const std::string& id) const { return card_of(row(id)); }

json GameHub::list() const {
  std::vector<const GameRow*> open_games, running;
  for (const auto& [id, game] : rows_) {
    if (game.over) continue;
    const bool open_seat = std::any_of(std::begin(game.seats), std::end(game.seats),
                                       [](const SeatRow& s) { return s.kind == "open" && s.secret_hash.empty(); });
    const auto room = rooms_.find(id);
    if (open_seat) open_games.push_back(&game);
    else if (room != rooms_.end() && !room->second->clients.empty()) running.push_back(&game);
  }
  const auto cards = [&](std::vector<const GameRow*>& games) {
    const auto shown = std::min(games.size(), kMostListed);
    std::partial_sort(games.begin(), games.begin() + std::ptrdiff_t(shown), games.end(),
                      [](auto* a, auto* b) { return a->created > b->created; });
    json out = json::array();
    for (std::size_t i = 0; i < shown; ++i) out.push_back(card_of(*games[i]));
    return out;
  };
  return {{"open", cards(open_games)}, {"running", cards(running)}};
}

json GameHub::mine(const json& body) const {
  const json secrets = body.is_object() ? body.value("secrets", json()) : json();
  if (!secrets.is_array() || secrets.size() > kMostMine)
    throw HttpError{400, "'secrets' wants a list of up to " + std::to_string(kMostMine) + " seat secrets"};
  json games = json::array();
  for (const json& secret : secrets) {
    const auto at = secret.is_string() ? seats_by_hash_.find(hash_secret(secret.get<std::string>())) : seats_by_hash_.end();
    if (at == seats_by_hash_.end()) continue;
    const GameRow& game = rows_.at(at->second.first);
    json one = card_of(game);
    const BattleCatalog::Entry* title = catalog_.find(game.battle);
    one["side"] = title ? json(title->battle->sides[index(at->second.second)]) : json(nullptr);
    one["secret"] = secret;
    games.push_back(std::move(one));
  }
  return {{"games", std::move(games)}};
}

}  // namespace tambour::server
