// SPDX-License-Identifier: MIT
// The games of an account (docs/table-protocol.md, section 6): list them, add the seats of this device, open a seat on another device.
#include <algorithm>

#include "server/lobby_api.h"
#include "server/log.h"

namespace tambour::server {

namespace {

void need_account(const Who& who) {
  if (who.account.empty()) throw HttpError{403, "this wants the session of an account; log in"};
}

}  // namespace

void GameHub::account_games(const json& body, const std::string& address, const Reply& reply) {
  identify(body, address, reply, [this, body, reply](const Who& who) {
    need_account(who);
    std::vector<OwnGame> games;
    json invitations = json::array();
    const auto at = games_of_.find(who.account);
    for (const std::string& id : at == games_of_.end() ? std::set<std::string>{} : at->second) {
      const auto known = rows_.find(id);
      if (known == rows_.end()) continue;
      const GameRow& game = known->second;
      for (Seat s : {Seat::First, Seat::Second}) {
        const SeatRow& seat = game.seats[index(s)];
        if (seat.account == who.account) games.push_back({&game, s, ""});
        if (seat.invitation.account == who.account && seat.invitation.state == "open" && !game.over) invitations.push_back(invitation_card(game, s));
      }
    }
    json filter = body.value("filter", json::object());
    json answer = own_games(std::move(games), filter.is_null() ? json::object() : filter);
    answer["invitations"] = std::move(invitations);
    reply(200, answer.dump());
  });
}

// One game after the other: each is a write of its own.
void GameHub::keep_games(const json& body, const std::string& address, const Reply& reply) {
  const json secrets = body.value("secrets", json());
  if (!secrets.is_array() || secrets.size() > kMostMine)
    throw HttpError{400, "'secrets' wants a list of up to " + std::to_string(kMostMine) + " seat secrets"};
  identify(body, address, reply, [this, secrets, reply](const Who& who) {
    need_account(who);
    auto seats = std::make_shared<std::vector<std::pair<std::string, Seat>>>();
    for (const json& secret : secrets) {
      const auto at = secret.is_string() ? seats_by_hash_.find(hash_secret(secret.get<std::string>())) : seats_by_hash_.end();
      if (at != seats_by_hash_.end()) seats->push_back(at->second);
    }
    keep_next(who.account, seats, 0, 0, reply);
  });
}

void GameHub::keep_next(const std::string& account, const std::shared_ptr<std::vector<std::pair<std::string, Seat>>>& seats, std::size_t next, int kept,
                        const Reply& reply) {
  while (next < seats->size() && (!rows_.contains((*seats)[next].first) ||
                                  rows_.at((*seats)[next].first).seats[index((*seats)[next].second)].account == account)) {
    kept += rows_.contains((*seats)[next].first);
    ++next;
  }
  if (next == seats->size()) return reply(200, json{{"kept", kept}}.dump());
  const auto& [id, seat] = (*seats)[next];
  // Skips a game that cannot be changed now.
  const Reply passed = [this, account, seats, next, kept, reply](int, const std::string&) { keep_next(account, seats, next + 1, kept, reply); };
  amend(
      id, passed, [account, side = seat](GameRow& game) { game.seats[index(side)].account = account; },
      [this, account, seats, next, kept, reply] { keep_next(account, seats, next + 1, kept + 1, reply); });
}

void GameHub::open_game(const json& body, const std::string& address, const Reply& reply) {
  const std::string id = text_or(body, "game", "", 40), side = text_or(body, "side", "", 100), session = text_or(body, "session", "", 100);
  identify(body, address, reply, [this, id, side, session, reply](const Who& who) {
    need_account(who);
    const GameRow& game = row(id);
    std::optional<Seat> wanted;
    for (Seat s : {Seat::First, Seat::Second})
      if (!wanted && game.seats[index(s)].account == who.account && (side.empty() || side == side_name(game, s))) wanted = s;
    if (!wanted) throw HttpError{403, "this account has no such seat"};
    // Repeating the request gives the same secret.
    const std::string secret = derived_token(session, "seat\n" + id + "\n" + std::to_string(index(*wanted)));
    const auto change = [account = who.account, seat = *wanted, hash = hash_secret(secret)](GameRow& changed) {
      if (changed.seats[index(seat)].account != account) throw HttpError{403, "this account has no such seat"};
      add_device(changed.seats[index(seat)], hash);
    };
    amend(id, reply, change, [this, id, seat = *wanted, secret, reply] {
      reply(200, json{{"game", id}, {"side", side_name(row(id), seat)}, {"secret", secret}}.dump());
    });
  });
}

}  // namespace tambour::server
