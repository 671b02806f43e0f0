// SPDX-License-Identifier: MIT
// The same battle again with sides swapped (docs/table-protocol.md, section 2, Rematch). The first to ask makes the game and reserves the
// other seat. A seat's secret there is derived from the one presented here, so that repeating the request gives the same answer.
#include "server/lobby_api.h"
#include "server/log.h"
#include "server/new_game_plan.h"

namespace tambour::server {

namespace {

std::string secret_there(const std::string& secret, const std::string& game) { return derived_token(secret, "rematch\n" + game); }

}  // namespace

void GameHub::rematch(const std::string& id, const json& body, const std::string& address, const Reply& reply) {
  const GameRow& old = row(id);
  if (!body.is_object()) throw HttpError{400, "the body is a JSON object: secret, and entropy if you like"};
  const std::string secret = text_or(body, "secret", "", 100);
  const Seat seat = seat_of(old, secret);
  if (seat > Seat::Second) throw HttpError{403, "only who played this game can ask for another"};
  if (!old.over) throw HttpError{409, "the game is not over yet"};
  if (old.rematch.game.empty()) return open_rematch(old, seat, body, secret, address, reply);
  if (!rows_.contains(old.rematch.game)) throw HttpError{404, "the rematch has been erased"};
  enter_rematch(old, seat, body, secret, address, reply);
}

void GameHub::open_rematch(const GameRow& old, Seat seat, const json& body, const std::string& secret, const std::string& address,
                           const Reply& reply) {
  const auto plan = std::make_shared<Plan>();
  plan->address = address;
  plan->row.battle = old.battle, plan->row.book = old.book, plan->row.pace_ms = old.pace_ms, plan->row.stir = old.stir, plan->row.terms = old.terms;
  plan->row.terms.rooms = true;
  plan->rematch = true;
  plan->row.id = free_id();
  plan->row.dice_secret = hex(draw_secret());
  const SeatRow &mine = old.seats[index(seat)], &theirs = old.seats[index(other(seat))];
  SeatRow& own = plan->row.seats[index(other(seat))];
  own.kind = "human", own.name = mine.name, own.account = mine.account, own.secret_hash = hash_secret(secret_there(secret, plan->row.id));
  plan->row.host_hash = own.secret_hash;
  SeatRow& rival = plan->row.seats[index(seat)];
  if (is_machine(theirs)) {
    rival.kind = rival.name = theirs.kind;
  } else {
    rival.kind = "friend";
    rival.invitation.account = theirs.account, rival.invitation.name = theirs.account.empty() ? "" : theirs.name;
    give_invitation(plan->row, seat);
  }
  // Entropy is mixed in here only if the dice do not wait for it; otherwise it is sent after the commitment.
  plan->entropy = old.stir ? "" : text_or(body, "entropy", "", kEntropyBytes);
  // The plan keeps this function, so the function must not keep the plan.
  plan->reply = [this, game = plan->row.id, id = old.id, seat, secret, reply](int status, const std::string& answer) {
    if (status != 201) return reply(status, answer);
    link_rematch(id, seat, game, secret, reply);
  };
  found(plan);
}

// The old game links to the new one. If the other side was faster, its game counts and this one is erased.
void GameHub::link_rematch(const std::string& old, Seat seat, const std::string& game, const std::string& secret, const Reply& reply) {
  const auto change = [seat, game](GameRow& row) {
    if (row.rematch.game.empty()) row.rematch = {game, seat};
  };
  amend(old, reply, change, [this, old, seat, game, secret, reply] {
    const GameRow& now = row(old);
    if (now.rematch.game != game) {
      if (const auto at = rooms_.find(game); at != rooms_.end()) turn_out(RoomPtr(at->second), {"game", "the other side's rematch is played"});
      drop(game);
      return enter_rematch(now, seat, json::object(), secret, "", reply);
    }
    answer_rematch(now, seat, secret, reply);
  });
}

void GameHub::answer_rematch(const GameRow& old, Seat seat, const std::string& secret, const Reply& reply) const {
  const auto there = rows_.find(old.rematch.game);
  if (there == rows_.end()) return reply(404, error_body("the rematch has been erased"));
  const SeatRow& rival = there->second.seats[index(seat)];
  reply(200, json{{"game", old.rematch.game},
                  {"side", side_name(old, other(seat))},
                  {"secret", secret_there(secret, old.rematch.game)},
                  {"waits", !is_machine(rival) && rival.secret_hash.empty()}}
                 .dump());
}

// Takes the seat there, or finds it already taken by the same player, perhaps from another device.
void GameHub::enter_rematch(const GameRow& old, Seat seat, const json& body, const std::string& secret, const std::string& address,
                            const Reply& reply) {
  const std::string id = old.rematch.game, old_id = old.id, there = hash_secret(secret_there(secret, id));
  const Seat side = other(seat);
  const SeatRow mine = old.seats[index(seat)];
  const std::string entropy = text_or(body, "entropy", "", kEntropyBytes);
  const auto answer = [this, old_id, seat, secret, reply] { answer_rematch(row(old_id), seat, secret, reply); };
  if (seat_of(row(id), secret_there(secret, id)) == side) return answer();
  if (!row(id).seats[index(side)].secret_hash.empty()) {
    const auto change = [side, there, old_id](GameRow& game) { add_device(game.seats[index(side)], there); };
    return amend(id, reply, change, answer);
  }
  RoomPtr room;
  try {
    room = open(id, address);
  } catch (const TableError& fault) {
    throw as_http(fault);
  }
  const auto sit = [this, room, side, mine, there, entropy, answer, reply] {
    LiveGame& live = *room->live;
    if (!live.row().seats[index(side)].secret_hash.empty()) return reply(409, error_body("the seat was taken just now; ask again"));
    Steps steps = live.sit_down(side, mine.name, there, mine.account, table_ms());
    if (!entropy.empty())
      for (Step& step : live.entropy(side, entropy, table_ms())) steps.push_back(std::move(step));
    commit(room, std::move(steps), answer, [this, reply](const std::string& why) { reply(503, error_body(writer_.for_players(why))); });
  };
  when_quiet(room, nullptr, sit, [reply](const TableError& fault) { reply(as_http(fault).status, error_body(fault.message)); });
}

}  // namespace tambour::server
