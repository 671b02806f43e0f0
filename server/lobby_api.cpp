// SPDX-License-Identifier: MIT
// Taking seats over HTTP (docs/table-protocol.md, section 2).
#include "server/lobby_api.h"

#include <algorithm>

#include "server/log.h"
#include "wire/parse.h"

namespace tambour::server {

namespace {

constexpr std::size_t kNameBytes = 160, kNameLetters = 40;

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

std::string player_name(const json& body, const std::string& otherwise) {
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

std::string invitation_of(const GameRow& game, Seat seat) {
  return derived_token(game.dice_secret, "invitation\n" + game.id + "\n" + std::to_string(index(seat)) + "\n" +
                                             std::to_string(game.seats[index(seat)].invitation.number));
}

void give_invitation(GameRow& game, Seat seat) {
  SeatRow& free = game.seats[index(seat)];
  free.invitation.state = "open";
  free.invite_hash = hash_secret(invitation_of(game, seat));
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
    seat.invitation.state = "open";
    seat.invitation.name = text_or(*at, "to", "", 40);
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
      if (!s.is_string() || seat.secret_hash.empty()) return false;
      const std::string hash = hash_secret(s.get<std::string>());
      return hash == seat.secret_hash || std::find(seat.devices.begin(), seat.devices.end(), hash) != seat.devices.end();
    });
    if (!held) return false;
  }
  return true;
}

static const char* kNoSeat = "there is no free seat for you here; ask for a new invitation, or watch the game";

// The seat this invitation or account is invited to; without an invitation the first open seat.
static std::optional<Seat> free_seat(const GameRow& game, const std::string& invited, const Who& who) {
  for (Seat s : {Seat::First, Seat::Second}) {
    const SeatRow& seat = game.seats[index(s)];
    const Invitation& i = seat.invitation;
    const bool free = seat.secret_hash.empty() && !is_machine(seat);
    const bool mine = !i.account.empty() && i.account == who.account;
    if (seat.kind != "friend" || (invited.empty() ? !mine : seat.invite_hash != invited)) continue;
    if (!free || i.state != "open") throw HttpError{409, "this invitation was " + (free ? i.state : "taken") + "; ask for a new one, or watch the game"};
    if (!i.account.empty() && !mine) throw HttpError{403, "this invitation is for " + i.name + "; log in as " + i.name + " to take it"};
    return s;
  }
  for (Seat s : {Seat::First, Seat::Second})
    if (invited.empty() && game.seats[index(s)].kind == "open" && game.seats[index(s)].secret_hash.empty()) return s;
  return std::nullopt;
}

void GameHub::take_seat(const std::string& id, const json& body, const std::string& address, const Reply& reply) {
  if (!body.is_object()) throw HttpError{400, "the body is a JSON object: name, and invite for a friend's seat"};
  row(id);
  const std::string name = player_name(body, "Guest"), entropy = text_or(body, "entropy", "", kEntropyBytes);
  const std::string invite = text_or(body, "invite", "", 100), invited = invite.empty() ? "" : hash_secret(invite);
  identify(body, address, reply, [this, id, address, reply, name, entropy, invited](const Who& who) {
    RoomPtr room;
    try {
      room = open(id, address);
    } catch (const TableError& fault) {
      throw as_http(fault);
    }
    const auto failed = [this, reply](const std::string& why) { reply(503, error_body(writer_.for_players(why))); };
    const auto sit = [this, room, id, name, entropy, invited, who, reply, failed] {
      try {
        LiveGame& live = *room->live;
        const auto seat = live.row().over ? std::nullopt : free_seat(live.row(), invited, who);
        if (!seat) throw HttpError{409, kNoSeat};
        const std::string secret = random_token();
        Steps steps = live.sit_down(*seat, name, hash_secret(secret), who.account, table_ms());
        if (!entropy.empty())
          for (Step& step : live.entropy(*seat, entropy, table_ms())) steps.push_back(std::move(step));
        const json answer{{"game", id}, {"side", live.game().side_name(*seat)}, {"secret", secret}};
        commit(
            room, std::move(steps), [reply, answer] { reply(200, answer.dump()); }, failed);
      } catch (const HttpError& fault) {
        reply(fault.status, error_body(fault.message));
      }
    };
    when_quiet(room, nullptr, sit, [reply](const TableError& fault) { reply(as_http(fault).status, error_body(fault.message)); });
  });
}

}  // namespace tambour::server
