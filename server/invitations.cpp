// SPDX-License-Identifier: MIT
// Access to games: hosts, invitations, games closed to watchers (docs/table-protocol.md, section 2).
#include <algorithm>

#include "server/accounts.h"
#include "server/lobby_api.h"
#include "server/log.h"

namespace tambour::server {

namespace {

constexpr int kMostTries = 8;  // attempts at a change that other servers keep overtaking
constexpr std::size_t kMostDevices = 50;
constexpr int64_t kMostRenewals = 1000;  // of one seat's invitation

std::string secret_in(const json& body, const char* key) { return body.is_object() ? text_or(body, key, "", 100) : ""; }

}  // namespace

Seat GameHub::seat_of(const GameRow& row, const std::string& secret) const {
  const auto at = secret.empty() ? seats_by_hash_.end() : seats_by_hash_.find(hash_secret(secret));
  return at != seats_by_hash_.end() && at->second.first == row.id ? at->second.second : Seat::Nobody;
}

bool GameHub::holds_a_seat(const GameRow& row, const json& secrets) const {
  return secrets.is_array() && secrets.size() <= kMostMine && std::any_of(secrets.begin(), secrets.end(), [&](const json& s) {
           return s.is_string() && seat_of(row, s.get<std::string>()) <= Seat::Second;
         });
}

// Stores of older versions do not record the host: it was the first seat of a person.
bool GameHub::is_host(const GameRow& row, const std::string& secret) const {
  if (!secret.empty() && hash_secret(secret) == row.host_hash) return true;
  const Seat seat = seat_of(row, secret);
  if (seat > Seat::Second) return false;
  if (!row.host_hash.empty()) return row.seats[index(seat)].secret_hash == row.host_hash;
  return row.seats[index(seat)].kind == "human" && (seat == Seat::First || row.seats[0].kind != "human");
}

void GameHub::need_view(const GameRow& row, const json& body) const {
  const bool closed = row.terms.visibility == Visibility::Private || (!row.terms.watchers && !row.over);
  if (!closed) return;
  const std::string secret = secret_in(body, "secret"), invite = secret_in(body, "invite");
  if (seat_of(row, secret) <= Seat::Second || is_host(row, secret)) return;
  for (const SeatRow& seat : row.seats)
    if (!invite.empty() && seat.invitation.state == "open" && seat.invite_hash == hash_secret(invite)) return;
  throw HttpError{403, row.terms.visibility == Visibility::Private ? "this game is private: only those who play it may look"
                                                                   : "this game has no watchers: it is open to all when it is over"};
}

void GameHub::identify(const json& body, const std::string& address, const Reply& reply, std::function<void(const Who&)> then) {
  const std::string session = secret_in(body, "session");
  if (session.empty()) return then({});
  if (!accounts_) throw HttpError{400, "this server keeps no accounts; leave 'session' out"};
  away<Who>(
      address, "", reply,
      [accounts = accounts_, session] {
        const auto who = accounts->of_session(session);
        if (!who) throw HttpError{403, "this session is over; log in again"};
        return *who;
      },
      [then = std::move(then)](Who& who) { then(who); }, Workers::Kind::Advice);
}

// A game in memory is changed through its room, so that clients are told; for any other only the row is written.
void GameHub::amend(const std::string& id, const Reply& reply, std::function<void(GameRow&)> change, std::function<void()> done, int tries) {
  const auto failed = [this, reply](const std::string& why) { reply(503, error_body(writer_.for_players(why))); };
  if (const auto at = rooms_.find(id); at != rooms_.end()) {
    const RoomPtr room = at->second;
    const auto work = [this, room, reply, change, done, failed] {
      try {
        GameRow changed = room->live->row();
        change(changed);
        room->live->amend([&](GameRow& row) { row = changed; });
        commit(room, {}, done, failed);
      } catch (const HttpError& fault) {
        reply(fault.status, error_body(fault.message));
      }
    };
    return when_quiet(room, nullptr, work, [reply](const TableError& fault) { reply(as_http(fault).status, error_body(fault.message)); });
  }
  GameRow changed = row(id);
  change(changed);
  ++pending_;
  const int64_t stamp = new_stamp();
  Batch batch{false, changed, {}, stamp, NextAnswer::Kept, notices_of(&row(id), changed)};
  writer_.write(std::move(batch), [this, id, reply, change, done, failed, tries, changed, stamp](const StoreWriter::Result& result) mutable {
    --pending_;
    if (result.outcome == WriteOutcome::Stale && neighbours_ && tries < kMostTries)
      return refreshed(id, [this, id, reply, change, done, tries] {
        try {
          amend(id, reply, change, done, tries + 1);
        } catch (const HttpError& fault) {
          reply(fault.status, error_body(fault.message));
        }
      });
    if (result.outcome != WriteOutcome::Written) return failed(result.error);
    if (neighbours_) neighbours_->wrote();
    changed.stamp = stamp;
    remember(changed);
    // Others may have written since, or erased it.
    if (neighbours_)
      return refreshed(id, [reply, done] {
        try {
          done();
        } catch (const HttpError& fault) {
          reply(fault.status, error_body(fault.message));
        }
      });
    if (const auto at = rooms_.find(id); at != rooms_.end() && at->second->live && !at->second->busy) at->second->live->follow(changed, {});
    done();
  });
}

// Tells the clients at the table that its row has changed.
void GameHub::tell_changes(const RoomPtr& room, const GameRow& before, const GameRow& now) {
  if (before.id.empty()) return;
  for (Seat s : {Seat::First, Seat::Second}) {
    const Invitation &then = before.seats[index(s)].invitation, &here = now.seats[index(s)].invitation;
    if (then.state != here.state || then.number != here.number)
      broadcast(room, {{"type", "invitation"}, {"side", side_name(now, s)}, {"state", here.state}});
  }
  if (before.rematch.game.empty() && !now.rematch.game.empty())
    broadcast(room, {{"type", "rematch"}, {"game", now.rematch.game}, {"by", side_name(now, now.rematch.by)}});
  if (!std::equal(std::begin(before.clock.away_until), std::end(before.clock.away_until), now.clock.away_until))
    broadcast(room, {{"type", "clock"}, {"clock", room->live->clock()}});
}

json GameHub::invitation_json(const GameRow& row, Seat seat) const {
  const SeatRow& s = row.seats[index(seat)];
  const Invitation& i = s.invitation;
  const std::string invite = invitation_of(row, seat);
  const bool shown = i.state == "open" && hash_secret(invite) == s.invite_hash;  // older stores used other invitations
  return {{"side", side_name(row, seat)},
          {"state", i.state},
          {"to", i.name.empty() ? json(nullptr) : json(i.name)},
          {"invite", shown ? json(invite) : json(nullptr)}};
}

json GameHub::invitations(const std::string& id, const json& body) const {
  const GameRow& game = row(id);
  if (!is_host(game, secret_in(body, "secret"))) throw HttpError{403, "only who made the game sees its invitations"};
  json out = json::array();
  for (Seat s : {Seat::First, Seat::Second})
    if (!game.seats[index(s)].invitation.state.empty()) out.push_back(invitation_json(game, s));
  return {{"game", id}, {"invitations", std::move(out)}};
}

void add_device(SeatRow& seat, const std::string& hash) {
  if (std::find(seat.devices.begin(), seat.devices.end(), hash) != seat.devices.end()) return;
  if (seat.devices.size() >= kMostDevices) throw HttpError{429, "this seat has been opened on enough devices"};
  seat.devices.push_back(hash);
}

static Seat side_in(const json& body, const std::string& first, const std::string& second) {
  const std::string side = text_or(body, "side", "", 100);
  if (side == first) return Seat::First;
  if (side == second) return Seat::Second;
  throw HttpError{400, "'side' wants " + first + " or " + second};
}

// The seat named in the request, if the host may change its invitation.
static SeatRow& changeable(GameRow& game, Seat seat) {
  SeatRow& s = game.seats[index(seat)];
  if (game.over) throw HttpError{409, "the game is over"};
  if (s.invitation.state.empty()) throw HttpError{409, "nobody was invited to this seat"};
  if (!s.secret_hash.empty()) throw HttpError{409, "the invitation was taken: somebody sits there"};
  return s;
}

void GameHub::renew_invitation(const std::string& id, const json& body, const Reply& reply) {
  if (!is_host(row(id), secret_in(body, "secret"))) throw HttpError{403, "only who made the game renews its invitations"};
  const Seat seat = side_in(body, side_name(row(id), Seat::First), side_name(row(id), Seat::Second));
  const auto change = [seat](GameRow& game) {
    Invitation& i = changeable(game, seat).invitation;
    if (++i.number > kMostRenewals) throw HttpError{429, "this invitation has been renewed often enough"};
    give_invitation(game, seat);
  };
  amend(id, reply, change, [this, id, seat, reply] { reply(200, invitation_json(row(id), seat).dump()); });
}

void GameHub::withdraw_invitation(const std::string& id, const json& body, const Reply& reply) {
  if (!is_host(row(id), secret_in(body, "secret"))) throw HttpError{403, "only who made the game withdraws its invitations"};
  const Seat seat = side_in(body, side_name(row(id), Seat::First), side_name(row(id), Seat::Second));
  amend(
      id, reply, [seat](GameRow& game) { changeable(game, seat).invitation.state = "withdrawn"; },
      [this, id, seat, reply] { reply(200, invitation_json(row(id), seat).dump()); });
}

// The seat the requester is invited to, by invitation or by account.
Seat GameHub::invited_seat(const GameRow& game, const json& body, const Who& who) const {
  const std::string invite = secret_in(body, "invite");
  for (Seat s : {Seat::First, Seat::Second}) {
    const SeatRow& seat = game.seats[index(s)];
    if (seat.invitation.state.empty()) continue;
    if (invite.empty() ? !who.account.empty() && seat.invitation.account == who.account : seat.invite_hash == hash_secret(invite)) return s;
  }
  throw HttpError{404, "there is no such invitation to this game; ask for a new one"};
}

json GameHub::invitation_card(const GameRow& game, Seat seat) const {
  const Invitation& i = game.seats[index(seat)].invitation;
  const json card = card_of(game);
  const std::string by = game.seats[index(other(seat))].name;
  return {{"game", game.id},         {"by", by.empty() ? json(nullptr) : json(by)}, {"battle", game.battle},
          {"title", card["title"]},  {"book", game.book},                           {"side", side_name(game, seat)},
          {"state", i.state},        {"terms", card["terms"]},                      {"to", i.name.empty() ? json(nullptr) : json(i.name)},
          {"stir", game.stir}};
}

void GameHub::look_at_invitation(const std::string& id, const json& body, const std::string& address, const Reply& reply) {
  row(id);
  identify(body, address, reply,
           [this, id, body, reply](const Who& who) { reply(200, invitation_card(row(id), invited_seat(row(id), body, who)).dump()); });
}

void GameHub::decline(const std::string& id, const json& body, const std::string& address, const Reply& reply) {
  row(id);
  identify(body, address, reply, [this, id, body, reply](const Who& who) {
    const auto change = [this, body, who](GameRow& game) {
      const Seat seat = invited_seat(game, body, who);
      Invitation& i = changeable(game, seat).invitation;
      if (!i.account.empty() && i.account != who.account) throw HttpError{403, "this invitation is for " + i.name};
      if (i.state == "withdrawn") throw HttpError{409, "this invitation was withdrawn"};
      i.state = "declined";
    };
    amend(id, reply, change, [id, reply] { reply(200, json{{"game", id}, {"state", "declined"}}.dump()); });
  });
}

}  // namespace tambour::server
