// SPDX-License-Identifier: MIT
#include "server/table_queries.h"

#include <algorithm>
#include <boost/asio/post.hpp>

#include "server/log.h"
#include "server/message.h"
#include "server/reach.h"
#include "server/unit_plan.h"
#include "wire/advice.h"

namespace tambour::server {

namespace {

constexpr int kMostQuestions = 4;  // per game at a time

}  // namespace

const TableQueries::Handlers& TableQueries::handlers() {
  static const Handlers kHandlers = {
      {"why", &TableQueries::on_why},   {"ledger", &TableQueries::on_ledger}, {"reach", &TableQueries::on_reach}, {"odds", &TableQueries::on_odds},
      {"hint", &TableQueries::on_hint}, {"after", &TableQueries::on_after},   {"look", &TableQueries::on_look},   {"path", &TableQueries::on_path},
      {"arc", &TableQueries::on_arc},   {"pending", &TableQueries::on_pending}, {"sight", &TableQueries::on_sight}};
  return kHandlers;
}

void TableQueries::answer_to(const std::string& type, const RoomPtr& room, const ClientPtr& client, const json& message) {
  (this->*handlers().at(type))(room, client, message);
}

void TableQueries::on_why(const RoomPtr& room, const ClientPtr& client, const json& message) {
  const LiveGame& live = *room->live;
  const Game& game = live.game();
  need_turn(live, *client);
  const Action act = read_act(game, text_member(message, "act", kActText));
  State state;
  at_end_of_way(state, live, *client, message);
  const Refusal no = message.contains("after") ? game.refuse(state, act) : live.match().refuse(act, client->seat);
  answer(*client, message, {{"type", "why"}, {"act", wire::act(game, act)}, {"legal", !no}, {"refusal", wire::refusal(game, no)}});
}

// The result of acts: the next question, and whether they could still be undone.
void TableQueries::on_after(const RoomPtr& room, const ClientPtr& client, const json& message) {
  need_turn(*room->live, *client);
  const Game& game = room->live->game();
  State state = known_by(*room->live, *client);
  const auto reveals = state.reveals;
  for (const Action act : read_acts(game, message.value("acts", json()))) {
    if (state.over() || state.seat != client->seat || game.refuse(state, act)) break;
    game.apply(state, act);
  }
  const bool undo = !state.over() && state.seat == client->seat && state.reveals == reveals;
  answer(*client, message, {{"type", "after"}, {"undo", undo}, {"decision", wire::decision(game, state)}});
}

void TableQueries::on_ledger(const RoomPtr& room, const ClientPtr& client, const json& message) {
  const LiveGame& live = *room->live;
  need_turn(live, *client);
  State state;
  at_end_of_way(state, live, *client, message);
  const Action act = legal_act(live.game(), state, message);
  json body = wire::ledger(live.game(), live.game().ledger(state, act));
  body["type"] = "ledger";
  body["act"] = wire::act(live.game(), act);
  answer(*client, message, std::move(body));
}

static void need_calm(const Room& room) {
  if (room.questions >= kMostQuestions) throw TableError{"rate", "answers are still being worked out; wait for them"};
}

void TableQueries::compute(const RoomPtr& room, const ClientPtr& client, const json& request, std::shared_ptr<const State> state,
                      std::function<json(const Game&, const State&, Seat, std::stop_token)> work) {
  need_calm(*room);
  if (!state) state = std::make_shared<State>(room->live->state());
  // Counted as open until it is answered or dropped.
  const std::shared_ptr<void> open(nullptr, [&io = io_, room](void*) { boost::asio::post(io, [room] { --room->questions; }); });
  const auto job = [&io = io_, room, client, request, work = std::move(work), game = &room->live->game(), state, open,
                    left = client->left](std::stop_token stop) mutable {
    const std::stop_callback relay(stop, [&] { left.request_stop(); });
    json body;
    try {
      body = work(*game, *state, client->seat, left.get_token());
    } catch (const std::exception& e) {
      // The query ran on a copy: the game is intact.
      log(LogLevel::Error, "game " + room->id + ": a question cannot be answered: " + e.what() + "; " + request.value("type", "") +
                               ", position " + hex64(position_hash(*state)));
      body = {
          {"type", "error"}, {"code", "fault"}, {"message", "This cannot be worked out: it met a fault in the rules. The game goes on."}};
    }
    boost::asio::post(io, [client, request, body = std::move(body)]() mutable {
      if (!client->game.empty()) answer(*client, request, std::move(body));
    });
  };
  ++room->questions;
  if (!workers_.post({Workers::Kind::Advice, client->address, room->id, job, client->left.get_token()}))
    throw TableError{"rate", "the server has many questions to answer; ask again in a moment"};
}

void TableQueries::on_reach(const RoomPtr& room, const ClientPtr& client, const json& message) {
  need_turn(*room->live, *client);
  compute(room, client, message, std::make_shared<State>(room->live->state()),
          [](const Game& game, const State& state, Seat seat, std::stop_token) {
            return json{{"type", "reach"}, {"hexes", reach(game, state, seat)}};
          });
}

namespace {

constexpr uint64_t kMostNodes = 40'000, kMostSamples = 4'000;  // a fraction of a second on one worker

// One line per ending, for clients that show bars: "x1 routed, x2 disordered".
json outcome_lines(const json& odds) {
  json lines = json::array();
  for (const json& ending : odds["endings"]) {
    std::string text;
    for (const json& c : ending["changes"])
      text += (text.empty() ? "" : ", ") + c["unit"].get<std::string>() + " " + c["fate"].get<std::string>();
    lines.push_back({{"text", text.empty() ? "no change" : text}, {"probability", ending["probability"]}});
  }
  return lines;
}

}  // namespace

void TableQueries::on_odds(const RoomPtr& room, const ClientPtr& client, const json& message) {
  need_turn(*room->live, *client);
  const Game& rules = room->live->game();
  auto end = std::make_shared<State>();
  at_end_of_way(*end, *room->live, *client, message);
  const Action act = legal_act(rules, *end, message);
  std::string why;
  auto options = wire::odds_options_from(message, why);
  if (!options) throw TableError{"bad", why};
  options->eyes = client->seat;
  options->nodes = std::min(options->nodes, kMostNodes), options->samples = std::min(options->samples, kMostSamples);
  compute(room, client, message, std::move(end), [act, options = *options](const Game& game, const State& state, Seat, std::stop_token) {
    json body = wire::odds(game, tambour::odds(game, state, act, options), options);
    body["outcomes"] = outcome_lines(body);
    body["type"] = "odds";
    body["act"] = wire::act(game, act);
    return body;
  });
}

namespace {

constexpr std::size_t kMostPlanned = 6;  // units in one plan

json plan_json(const Game& game, const std::vector<UnitPlan>& plan) {
  json out = json::array();
  for (const UnitPlan& unit : plan) {
    json line{{"acts", json::array()}, {"gains", json::array()}};
    for (const Action act : unit.acts) line["acts"].push_back(wire::act(game, act));
    for (const auto& [part, value] : unit.gains) line["gains"].push_back({{"part", part}, {"value", value}});
    out.push_back(std::move(line));
  }
  return out;
}

}  // namespace

void TableQueries::on_hint(const RoomPtr& room, const ClientPtr& client, const json& message) {
  need_turn(*room->live, *client);
  const std::string level = message.contains("level") ? text_member(message, "level", 40) : std::string(levels().back());
  std::shared_ptr<Player> player = make_player(level, hash_text(random_token()));
  if (!player) throw TableError{"absent", "there is no level '" + level + "' here; GET /api/levels lists them"};
  if (message.value("plan", false))
    return compute(room, client, message, std::make_shared<State>(known_by(*room->live, *client)),
                   [player](const Game& game, const State& state, Seat seat, std::stop_token stop) {
                     return json{{"type", "hint"}, {"plan", plan_json(game, plan_formation(game, state, player, seat, kMostPlanned, stop))}};
                   });
  compute(room, client, message, std::make_shared<State>(room->live->state()),
          [player](const Game& game, const State& state, Seat seat, std::stop_token stop) {
            return json{{"type", "hint"}, {"act", wire::act(game, player->choose(game, state, seat, stop))}};
          });
}

// The cost of a path, step by step, as far as it is legal.
void TableQueries::on_path(const RoomPtr& room, const ClientPtr& client, const json& message) {
  need_turn(*room->live, *client);
  const auto acts = read_acts(room->live->game(), message.value("acts", json()));
  const State known = known_by(*room->live, *client);
  answer(*client, message, {{"type", "path"}, {"steps", walk(room->live->game(), known, client->seat, acts)}});
}

// Fire reach by hex; for several units the best of them.
void TableQueries::on_arc(const RoomPtr& room, const ClientPtr& client, const json& message) {
  const Game& game = room->live->game();
  const json units = message.value("units", json());
  if (!units.is_array() || units.empty() || units.size() > kMaxUnits) throw TableError{"bad", "'units' wants a list of unit ids"};
  std::vector<UnitId> guns;
  for (const json& id : units) {
    const auto found = game.find_unit(id.is_string() ? id.get<std::string>() : "");
    if (!found) throw TableError{"bad", id.dump(-1, ' ', false, json::error_handler_t::replace) + " is no unit of this battle"};
    if (std::find(guns.begin(), guns.end(), *found) == guns.end()) guns.push_back(*found);
  }
  State state;
  at_end_of_way(state, *room->live, *client, message);
  static constexpr const char* kNames[] = {"", "hidden", "turned", "open"};
  json body{{"type", "arc"}, {"hidden", json::array()}, {"turned", json::array()}, {"open", json::array()}};
  for (HexId h = 0; h < game.grid().size(); ++h) {
    FireReach best = FireReach::Out;
    for (UnitId gun : guns) best = std::max(best, game.fire_reach(state, gun, h));
    if (best != FireReach::Out) body[kNames[int(best)]].push_back(game.grid().number(h));
  }
  answer(*client, message, std::move(body));
}

// The run of questions of one kind, each with its answers.
void TableQueries::on_pending(const RoomPtr& room, const ClientPtr& client, const json& message) {
  need_turn(*room->live, *client);
  const Game& game = room->live->game();
  json questions = json::array();
  for (const State& s : questions_in_a_row(game, known_by(*room->live, *client)))
    questions.push_back({{"decision", wire::decision(game, s)}, {"options", wire::options(game, s)}});
  answer(*client, message, {{"type", "pending"}, {"questions", std::move(questions)}});
}

void TableQueries::on_sight(const RoomPtr& room, const ClientPtr& client, const json& message) {
  const Game& game = room->live->game();
  const auto hex = [&](const char* name) {
    const std::string number = text_member(message, name, 4);
    const auto found = game.grid().parse(number);
    if (!found) throw TableError{"bad", "\"" + number + "\" is not a hex of this map; write CCRR, for example 0508"};
    return *found;
  };
  const auto clear = game.in_sight(known_by(*room->live, *client), hex("from"), hex("to"));
  answer(*client, message,
         {{"type", "sight"}, {"from", message["from"]}, {"to", message["to"]}, {"clear", clear ? json(*clear) : json(nullptr)}});
}

// A request for an earlier log entry.
void TableQueries::on_look(const RoomPtr& room, const ClientPtr& client, const json& message) {
  const LiveGame& live = *room->live;
  const int64_t seq = number_member(message, "seq", -1);
  const auto records = live.records_at(client->viewer(), seq);
  if (!records) throw TableError{"bad", "'seq' wants an entry from 0 to " + std::to_string(live.seq(client->viewer()))};
  const auto position = [seq, v = client->viewer()](const Game& game, const State& state) {
    return json{{"type", "position"}, {"seq", seq}, {"view", view_for(game, state, v)}, {"decision", wire::decision(game, state)}};
  };
  if (const auto state = live.state_at(*records)) return answer(*client, message, position(live.game(), *state));
  need_calm(*room);  // before a long game is copied
  const auto old = std::make_shared<std::vector<Record>>(live.records().begin(), live.records().begin() + std::ptrdiff_t(*records));
  compute(room, client, message, nullptr, [position, old](const Game& game, const State&, Seat, std::stop_token) {
    return position(game, state_after(game, acts_after(game, *old, old->size())));
  });
}

}  // namespace tambour::server
