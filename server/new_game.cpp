// SPDX-License-Identifier: MIT
// How games begin: from a battle's set-up, branched from another game, or from a file (docs/table-protocol.md, section 2).
#include <algorithm>

#include "server/accounts.h"
#include "server/lobby_api.h"
#include "server/log.h"
#include "server/new_game_plan.h"
#include "wire/parse.h"

namespace tambour::server {

namespace {

constexpr std::size_t kSmallBody = 64u << 10, kMostEntries = 20000;
constexpr int kLongestPace = 5000, kUsualPace = 250, kMostOfMachines = 8, kMostInvitations = 50;

using Acts = std::vector<std::pair<Seat, std::string>>;

json parsed(const std::string& text) {
  json body = wire::parse_json(text);
  if (body.is_discarded()) throw HttpError{400, "the body is not JSON, or it nests deeper than " + std::to_string(wire::kDeepestJson)};
  if (!body.is_object()) throw HttpError{400, "the body is a JSON object: battle, book, seats"};
  return body;
}

template <class Log>
Acts as_texts(const Log& log, std::size_t count, const Game& game) {
  Acts acts;
  for (std::size_t i = 0; i < std::min(count, log.size()); ++i) acts.emplace_back(log[i].seat, to_text(log[i].act, game));
  return acts;
}

// The acts of an uploaded file. Its entries are counted before any is played: taking back plays again from a snapshot.
Acts acts_of_file(const GameFile& file, const Game& game, int64_t wanted) {
  if (file.entries.size() > kMostEntries)
    throw HttpError{400, "the file has more than " + std::to_string(kMostEntries) + " entries; no game needs so many"};
  if (!file.given.empty() || !file.position.empty())
    throw HttpError{400, "the file begins with a free position; only games from a battle's set-up can be continued here"};
  Replayer replayer(file, game);
  if (const Trouble wrong = replayer.run()) throw HttpError{400, wrong.text()};
  const auto& log = replayer.match().log();
  return as_texts(log, wanted < 0 ? log.size() : std::size_t(wanted), game);
}

}  // namespace

void GameHub::create(const std::string& text, const std::string& address, const Reply& reply) {
  if (stopping_) throw HttpError{503, "the server stops; try again in a moment"};
  const auto plan = std::make_shared<Plan>();
  plan->address = address, plan->reply = reply;
  if (text.size() <= kSmallBody) return plan->body = parsed(text), begin(plan);
  away<json>(
      address, "", reply, [text] { return parsed(text); }, [this, plan](json& body) { plan->body = std::move(body), begin(plan); });
}

void GameHub::begin(const PlanPtr& plan) {
  const json& body = plan->body;
  if (text_or(body, "session", "", 100).size() && plan->maker.account.empty())
    return identify(body, plan->address, plan->reply, [this, plan](const Who& who) { plan->maker = who, begin(plan); });
  if (!body.contains("from")) {
    plan->row.battle = text_or(body, "battle", "", 80), plan->row.book = text_or(body, "book", "", 40);
    return found(plan);
  }
  const json& from = body["from"];
  if (!from.is_object()) throw HttpError{400, "'from' wants {\"game\": id} or {\"file\": text}"};
  if (!from.contains("file")) return branch(plan);
  const int64_t wanted = from.contains("acts") ? count_or(from, "acts", 0) : -1;
  away<std::shared_ptr<Plan>>(
      plan->address, "", plan->reply,
      [this, plan, wanted] {
        Trouble trouble;
        const json& text = plan->body["from"]["file"];
        const auto file = read_game_file(text.is_string() ? text.get_ref<const std::string&>() : "", "file", trouble);
        if (!file) throw HttpError{400, trouble.text()};
        plan->row.battle = file->battle, plan->row.book = file->book;
        const Game* game = catalog_.find(file->battle, file->book);
        if (!game) throw HttpError{400, "this server has no battle '" + file->battle + "' under '" + file->book + "'"};
        plan->acts = acts_of_file(*file, *game, wanted);
        return plan;
      },
      [this](std::shared_ptr<Plan>& ready) { found(ready); });
}

void GameHub::branch(const PlanPtr& plan) {
  const json& from = plan->body["from"];
  const std::string id = text_or(from, "game", "", 40);
  const GameRow& game = row(id);
  const json secrets = from.value("secrets", json::array());
  json shown = json::object();
  if (secrets.is_array() && !secrets.empty()) shown["secret"] = secrets[0];
  if (game.over) need_view(game, shown);
  if (!game.over && !holds_all_seats(game, secrets))
    throw HttpError{403, "this game still hides things; branch it when it is over, or with the secrets of all its seats"};
  plan->row.battle = game.battle, plan->row.book = game.book;
  Viewer eyes = Viewer::All;
  if (!game.over && !secrets.empty()) {
    const auto seat = seats_by_hash_.find(hash_secret(secrets[0].is_string() ? secrets[0].get<std::string>() : ""));
    if (seat != seats_by_hash_.end() && seat->second.first == id) eyes = viewer_of(seat->second.second);
  }
  read(id, plan->address, plan->reply, [this, plan, eyes](LiveGame& live) {
    const auto count = live.records_at(eyes, count_or(plan->body["from"], "seq", live.seq(eyes)));
    if (!count) throw HttpError{400, "'seq' wants an entry from 0 to " + std::to_string(live.seq(eyes))};
    const auto records = std::make_shared<std::vector<Record>>(live.records());
    away<std::shared_ptr<Plan>>(
        plan->address, "", plan->reply,
        [plan, records, count = *count, rules = &live.game()] {
          const auto acts = acts_after(*rules, *records, count);
          plan->acts = as_texts(acts, acts.size(), *rules);
          return plan;
        },
        [this](std::shared_ptr<Plan>& ready) { found(ready); });
  });
}

// Seats and pace as the request wants them.
void GameHub::seat_players(Plan& plan) const {
  const json& body = plan.body;
  const Game* rules = catalog_.find(plan.row.battle, plan.row.book);
  const json seats = body.value("seats", json::object());
  if (!seats.is_object()) throw HttpError{400, "'seats' wants an object with both sides"};
  GameRow& game = plan.row;
  for (Seat s : {Seat::First, Seat::Second}) {
    SeatRow& seat = game.seats[index(s)] = read_seat(seats, rules->side_name(s), plan.told);
    if (seat.kind == "human") seat.account = plan.maker.account;
    if (seat.kind == "human" && game.host_hash.empty()) game.host_hash = seat.secret_hash;
    if (seat.kind != "friend") continue;
    give_invitation(game, s);
    plan.told[rules->side_name(s)]["invite"] = invitation_of(game, s);
  }
  if (game.host_hash.empty() && !only_machines(game)) {
    const std::string host = random_token();
    game.host_hash = hash_secret(host);
    plan.told["host"] = host;
  }
  const bool listed = game.seats[0].kind == "open" || game.seats[1].kind == "open" || only_machines(game);
  try {
    game.terms = read_terms(body, listed ? Visibility::Open : Visibility::Link);
  } catch (const std::runtime_error& e) {
    throw HttpError{400, e.what()};
  }
  const json pace = body.value("pace_ms", json(kUsualPace));
  if (!pace.is_number_integer() || pace < 0 || pace > kLongestPace)
    throw HttpError{400, "'pace_ms' wants a number from 0 to " + std::to_string(kLongestPace)};
  plan.row.pace_ms = pace.get<int>();
  const auto of_machines = std::count_if(rooms_.begin(), rooms_.end(), [&](const auto& item) {
    const Room& room = *item.second;
    return room.owner == plan.address && room.live && !room.live->over() && only_machines(room.live->row());
  });
  if (only_machines(plan.row) && of_machines >= kMostOfMachines)
    throw HttpError{429, "enough games of machines run for your address; leave one of them, or wait until one is over"};
}

std::string GameHub::free_id() const {
  for (;;)
    if (const std::string id = random_name(12); !rows_.contains(id) && !rooms_.contains(id)) return id;
}

// Friends who are invited by the names of their accounts.
void GameHub::name_people(const PlanPtr& plan, std::function<void()> then) {
  std::vector<Invitation*> named;
  for (SeatRow& seat : plan->row.seats)
    if (!seat.invitation.name.empty() && seat.invitation.account.empty()) named.push_back(&seat.invitation);
  if (named.empty()) return then();
  if (!accounts_) throw HttpError{400, "this server keeps no accounts; leave 'to' out and send the invitation yourself"};
  away<PlanPtr>(
      plan->address, "", plan->reply,
      [plan, named, accounts = accounts_] {
        for (Invitation* invitation : named) {
          const auto who = accounts->named(invitation->name);
          if (!who) throw HttpError{400, "there is no account '" + invitation->name + "' here; check the name, or leave 'to' out"};
          invitation->account = who->account;
        }
        return plan;
      },
      [this, named, then = std::move(then)](PlanPtr&) {
        for (const Invitation* invitation : named)
          if (open_invitations(invitation->account) >= kMostInvitations)
            throw HttpError{429, "'" + invitation->name + "' has enough invitations to answer; send the link yourself, without 'to'"};
        then();
      },
      Workers::Kind::Advice);
}

int GameHub::open_invitations(const std::string& account) const {
  const auto games = games_of_.find(account);
  int count = 0;
  for (const std::string& id : games == games_of_.end() ? std::set<std::string>{} : games->second)
    if (const auto game = rows_.find(id); game != rows_.end() && !game->second.over)
      for (const SeatRow& seat : game->second.seats) count += seat.invitation.account == account && seat.invitation.state == "open";
  return count;
}

void GameHub::found(const PlanPtr& plan) {
  GameRow& game = plan->row;
  const BattleCatalog::Entry* title = catalog_.find(game.battle);
  if (!title) throw HttpError{404, "there is no battle '" + game.battle + "'; GET /api/battles lists them"};
  const Game* rules = catalog_.find(game.battle, game.book);
  if (!rules) throw HttpError{400, "the battle " + game.battle + " cannot be played under '" + game.book + "' here"};
  game.edition = title->editions.at(game.book);
  game.dice_version = kDiceVersion;
  game.inherited = int64_t(plan->acts.size());
  if (plan->rematch) return make(plan);
  game.stir = plan->body.value("stir", false);
  game.id = free_id();
  game.dice_secret = hex(draw_secret());
  seat_players(*plan);
  plan->entropy = text_or(plan->body, "entropy", "", kEntropyBytes);
  if (game.stir && !plan->entropy.empty()) throw HttpError{400, "with 'stir', entropy is sent after the commitment: over the socket, or with a seat"};
  name_people(plan, [this, plan] { make(plan); });
}

void GameHub::make(const PlanPtr& plan) {
  GameRow& game = plan->row;
  const Game* rules = catalog_.find(game.battle, game.book);
  try {
    need_memory();
  } catch (const TableError& fault) {
    throw as_http(fault);
  }
  make_way();
  game.created = game.moved = table_ms();
  using Made = std::shared_ptr<std::unique_ptr<LiveGame>>;
  away<Made>(
      plan->address, game.id, plan->reply,
      [plan, rules] {
        auto live = std::make_unique<LiveGame>(*rules, plan->row);
        live->inherit(plan->acts, plan->row.created);
        if (!plan->entropy.empty()) live->entropy(Seat::First, plan->entropy, plan->row.created);
        live->settle(plan->row.created);
        return std::make_shared<std::unique_ptr<LiveGame>>(std::move(live));
      },
      [this, plan](Made& made) {
        const auto room = std::make_shared<Room>(io_, plan->row.id, plan->address);
        room->live = std::move(*made);
        enter(room);
        json answer{{"game", plan->row.id}, {"commitment", room->live->commitment()}};
        if (plan->told.contains("host")) answer["host"] = plan->told["host"], plan->told.erase("host");
        answer["seats"] = plan->told;
        commit(
            room, {},
            [this, reply = plan->reply, answer] {
              ++metrics_.games_created;
              reply(201, answer.dump());
            },
            [this, reply = plan->reply](const std::string& why) {
              reply(503, error_body("the game could not be made: " + writer_.for_players(why)));
            },
            true);
      },
      plan->acts.empty() ? Workers::Kind::Advice : Workers::Kind::Spare);
}

// At the limit the least valuable game is dropped: one never played, else the one untouched for longest.
void GameHub::make_way() {
  if (rows_.size() < limits_.games) return;
  const auto& missed = index_.missed();
  const auto least = std::find_if(missed.begin(), missed.end(), [&](const auto& game) {
    return !rooms_.contains(std::get<2>(game)) && !elsewhere(std::get<2>(game)).anybody();
  });
  if (least == missed.end()) throw HttpError{503, "this server keeps no more games"};
  drop(std::get<2>(*least));
}

// What the store does not erase is there again.
void GameHub::drop(std::string id, std::function<void(const std::string& error)> done) {
  const auto at = rows_.find(id);
  if (at == rows_.end()) return;
  const GameRow kept = at->second;
  remove_row(id);
  ++pending_;
  writer_.erase(id, [this, kept, done = std::move(done)](const StoreWriter::Result& result) {
    --pending_;
    if (!result.error.empty()) log(LogLevel::Error, "game " + kept.id + " is not erased: " + result.error), remember(kept);
    else if (neighbours_) neighbours_->erased(kept.id);
    if (done) done(result.error);
  });
}

void GameHub::remove_row(const std::string& id) {
  const auto at = rows_.find(id);
  if (at == rows_.end()) return;
  for (const SeatRow& seat : at->second.seats) {
    seats_by_hash_.erase(seat.secret_hash);
    for (const std::string& device : seat.devices) seats_by_hash_.erase(device);
    for (const std::string& account : {seat.account, seat.invitation.account})
      if (const auto games = games_of_.find(account); games != games_of_.end()) games->second.erase(id);
  }
  forget_clock(id);
  index_.drop(at->second);
  rows_.erase(at);
}

void GameHub::erase(const std::string& id, const json& secrets, const Reply& reply) {
  if (only_machines(row(id)) || !holds_all_seats(row(id), secrets))
    throw HttpError{403, "a game is erased by whoever holds all its seats that are not a machine's"};
  if (const auto at = rooms_.find(id); at != rooms_.end()) {
    if (at->second->busy) throw HttpError{409, "the game is being written; try again"};
    turn_out(RoomPtr(at->second), {"game", "this game was erased by its players"});
  }
  drop(id, [this, id, reply](const std::string& error) {
    if (error.empty()) reply(200, json{{"game", id}, {"erased", true}}.dump());
    else reply(503, error_body("the game was not erased: " + writer_.for_players(error)));
  });
}

}  // namespace tambour::server
