// What a client says over its socket, and what it is answered (docs/table-protocol.md, section 3).
#include <algorithm>
#include <boost/asio/post.hpp>

#include "server/house.h"
#include "server/log.h"
#include "server/reach.h"
#include "wire/advice.h"

namespace tambour::server {

namespace {

constexpr std::size_t kMostActs = 64;
constexpr int kMostEntropy = 20, kMostChat = 2000, kMostQuestions = 4;  // in one game; of the last at a time
constexpr std::size_t kActText = 200, kChatText = 500, kEntropyText = 200;

std::string text_member(const json& message, const char* key, std::size_t limit) {
  const auto at = message.find(key);
  if (at == message.end() || !at->is_string()) throw Fault{"bad", std::string("'") + key + "' is missing; it wants a text"};
  std::string text = at->get<std::string>();
  if (text.empty() || text.size() > limit)
    throw Fault{"bad", std::string("'") + key + "' wants 1 to " + std::to_string(limit) + " bytes of text"};
  return text;
}

// One line, so that it can stand in a game file.
std::string line_member(const json& message, const char* key, std::size_t limit) {
  std::string text = text_member(message, key, limit);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
  text = trim(text);
  if (text.empty()) throw Fault{"bad", std::string("'") + key + "' is blank"};
  return text;
}

int64_t number_member(const json& message, const char* key, int64_t otherwise) {
  const auto at = message.find(key);
  if (at == message.end()) return otherwise;
  if (!at->is_number_integer()) throw Fault{"bad", std::string("'") + key + "' wants a whole number"};
  return at->get<int64_t>();
}

Action read_act(const Game& game, const std::string& text) {
  std::string why;
  const auto act = text.size() <= kActText ? parse_action(text, game, why) : std::nullopt;
  if (!act) throw Fault{"bad", why.empty() ? "an act has at most " + std::to_string(kActText) + " bytes" : why};
  return *act;
}

void need_turn(const Sitting& sitting, const Client& client) {
  if (sitting.over()) throw Fault{"turn", "the game is over"};
  if (client.seat == Seat::Nobody) throw Fault{"turn", "you watch this game; take a seat to play"};
  if (sitting.state().seat != client.seat)
    throw Fault{"turn", "the decision is " + wire::seat(sitting.game(), sitting.state().seat).get<std::string>() + "'s"};
}

void need_seq(const Sitting& sitting, const Client& client, const json& message) {
  const int64_t seq = number_member(message, "seq", -1);
  if (seq == -1) throw Fault{"bad", "'seq' is missing: the number of the last entry you have seen"};
  if (seq != sitting.seq(client.viewer()))
    throw Fault{"stale", "the game has gone on to entry " + std::to_string(sitting.seq(client.viewer())) + "; look again"};
}

void answer(Client& client, const json& request, json body) {
  if (const auto id = request.find("id"); id != request.end() && (id->is_number() || id->is_string())) body["id"] = *id;
  client.send(text_of(body));
}

void answer_fault(Client& client, const json& request, const Fault& fault) {
  json body{{"type", "error"}, {"code", fault.code}, {"message", fault.message}};
  if (!fault.refusal.is_null()) body["refusal"] = fault.refusal;
  answer(client, request.is_object() ? request : json::object(), std::move(body));
}

// The write before this client's request failed, and with it the game in memory.
void turn_away(Client& client) {
  client.game.clear();
  answer_fault(client, json::object(), {"store", "The store is out of order; join again in a moment."});
  client.end(1011, "store");
}

std::string refusal_sentence(const Game& game, Action act, const Refusal& no) {
  const RuleRow* row = find_row(no.why);
  return to_text(act, game) +
         " is not allowed: " + (row ? std::string(row->summary) + " (" + std::string(row->id) + ")" : "it is against the rules");
}

// The open decision's state as this seat knows it, or with "after" the one at the end of that way: acts of this seat.
void at_end_of_way(State& state, const Sitting& sitting, const Client& client, const json& message) {
  const Game& game = sitting.game();
  copy(state, wire::known_to(game, sitting.state(), client.seat));
  const auto way = message.find("after");
  if (way == message.end()) return;
  if (!way->is_array() || way->size() > kMostActs) throw Fault{"bad", "\"after\" is a list of up to 64 acts"};
  for (const json& step : *way) {
    const Action a = read_act(game, step.is_string() ? step.get<std::string>() : std::string());
    if (game.decision(state).seat != client.seat || game.refuse(state, a)) break;
    game.apply(state, a);
  }
}

// Reads "act" and sees to it that it is legal at the end of the way.
Action legal_act(const Game& game, const State& state, const json& message) {
  const Action act = read_act(game, text_member(message, "act", kActText));
  if (const Refusal no = game.refuse(state, act)) throw Fault{"refused", refusal_sentence(game, act, no), wire::refusal(game, no)};
  return act;
}

}  // namespace

const std::unordered_map<std::string, House::Handler>& House::handlers() {
  static const std::unordered_map<std::string, Handler> kHandlers = {
      {"act", &House::on_act},   {"why", &House::on_why},    {"ledger", &House::on_ledger},   {"reach", &House::on_reach},
      {"odds", &House::on_odds}, {"hint", &House::on_hint},  {"undo", &House::on_undo},       {"takeback", &House::on_takeback},
      {"chat", &House::on_chat}, {"look", &House::on_look},  {"entropy", &House::on_entropy}, {"resume", &House::on_resume},
      {"ping", &House::on_ping}, {"sight", &House::on_sight}};
  return kHandlers;
}

void House::message(const std::shared_ptr<Client>& client, const json& message) {
  ++metrics_.messages;
  try {
    if (stopping_) throw Fault{"stop", "The server stops; join again in a moment."};
    if (!message.is_object()) throw Fault{"bad", "a message is a JSON object with a \"type\""};
    const std::string type = text_member(message, "type", 20);
    if (client->game.empty()) {
      if (type != "join") throw Fault{"bad", "the first message is a \"join\""};
      return join(client, message);
    }
    const auto handler = handlers().find(type);
    if (handler == handlers().end()) throw Fault{"bad", "'" + type + "' is no message of this protocol"};
    const RoomPtr room = open(client->game);
    when_quiet(
        room, client, [this, room, client, message, method = handler->second] { handle(room, client, message, method); },
        [client] { turn_away(*client); });
  } catch (const Fault& fault) {
    ++metrics_.errors;
    answer_fault(*client, message, fault);
    if (fault.code == "game" || (client->game.empty() && fault.code == "store")) client->end(1008, fault.code);
  }
}

void House::handle(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message, Handler handler) {
  if (client->game.empty()) return;  // has left meanwhile
  try {
    (this->*handler)(room, client, message);
  } catch (const Fault& fault) {
    ++(fault.code == "refused" ? metrics_.refusals : metrics_.errors);
    answer_fault(*client, message, fault);
  }
}

void House::join(const std::shared_ptr<Client>& client, const json& message) {
  const std::string id = text_member(message, "game", 40);
  Seat seat = Seat::Nobody;
  if (message.contains("seat") && !message["seat"].is_null()) {
    const auto known = seats_by_hash_.find(hash_secret(text_member(message, "seat", 100)));
    if (known == seats_by_hash_.end() || known->second.first != id)
      throw Fault{"game", "this seat link does not belong to the game; check the link"};
    seat = known->second.second;
  }
  number_member(message, "from", 0);
  const RoomPtr room = open(id);
  client->game = id;
  client->seat = seat;
  when_quiet(
      room, client,
      [this, room, client, message] {
        if (client->game.empty()) return;
        room->clients.push_back(client);
        ++metrics_.clients;
        send_hello(room, *client, message);
        attend(room);
        wake(room);
      },
      [client] { turn_away(*client); });
}

void House::send_hello(const RoomPtr& room, Client& client, const json& request) {
  Sitting& sitting = *room->sitting;
  const Viewer v = client.viewer();
  json head{{"type", "hello"},
            {"game", client.game},
            {"battle", sitting.row().battle},
            {"book", sitting.row().book},
            {"side", wire::seat(sitting.game(), client.seat)},
            {"seats", seats_json(sitting.row())},
            {"commitment", sitting.commitment()},
            {"seq", sitting.seq(v)},
            {"decision", sitting.decision()},
            {"options", sitting.options_for(v)},
            {"undo", sitting.may_undo(v)},
            {"clock", sitting.clock(now_ms())},
            {"takeback", wire::seat(sitting.game(), room->asking)}};
  if (const auto id = request.find("id"); id != request.end() && (id->is_number() || id->is_string())) head["id"] = *id;
  std::string text = *text_of(head);
  text.pop_back();
  client.send(std::make_shared<const std::string>(text + ",\"view\":" + sitting.view(v) +
                                                  ",\"log\":" + sitting.log_json(v, number_member(request, "from", 0)) + "}"));
}

void House::on_resume(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  send_hello(room, *client, message);
}

void House::on_ping(const RoomPtr&, const std::shared_ptr<Client>& client, const json& message) {
  answer(*client, message, {{"type", "pong"}});
}

// One act, or a path of them: as many as can be played before something cuts in.
void House::on_act(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  Sitting& sitting = *room->sitting;
  need_turn(sitting, *client);
  need_seq(sitting, *client, message);
  std::vector<Action> acts;
  if (const auto list = message.find("acts"); list != message.end()) {
    if (!list->is_array() || list->empty() || list->size() > kMostActs)
      throw Fault{"bad", "'acts' wants a list of 1 to " + std::to_string(kMostActs) + " acts"};
    for (const json& item : *list) acts.push_back(read_act(sitting.game(), item.is_string() ? item.get<std::string>() : ""));
  } else {
    acts.push_back(read_act(sitting.game(), text_member(message, "act", kActText)));
  }
  if (const Refusal no = sitting.game().refuse(sitting.state(), acts[0]))
    throw Fault{"refused", refusal_sentence(sitting.game(), acts[0], no), wire::refusal(sitting.game(), no)};
  Steps steps;
  int played = 0;
  const std::string question = sitting.game().decision(sitting.state()).question;
  for (const Action act : acts) {
    if (sitting.over() || sitting.state().seat != client->seat || question != sitting.game().decision(sitting.state()).question) break;
    if (sitting.game().refuse(sitting.state(), act)) break;
    Steps more = sitting.play(act, now_ms());
    const bool interrupted = more.size() > 1;  // dice fell, or the game ended
    std::move(more.begin(), more.end(), std::back_inserter(steps));
    ++played;
    if (interrupted) break;
  }
  const bool asked = room->asking != Seat::Nobody;
  room->asking = Seat::Nobody;
  commit(room, std::move(steps), [this, room, client, message, played, asked] {
    if (asked) broadcast(room, {{"type", "takeback"}, {"by", nullptr}});
    answer(*client, message, {{"type", "done"}, {"seq", room->sitting->seq(client->viewer())}, {"played", played}});
  });
}

void House::on_why(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  const Sitting& sitting = *room->sitting;
  const Game& game = sitting.game();
  need_turn(sitting, *client);
  const Action act = read_act(game, text_member(message, "act", kActText));
  State state;
  at_end_of_way(state, sitting, *client, message);
  const Refusal no = game.refuse(state, act);
  answer(*client, message, {{"type", "why"}, {"act", wire::act(game, act)}, {"legal", !no}, {"refusal", wire::refusal(game, no)}});
}

void House::on_ledger(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  const Sitting& sitting = *room->sitting;
  need_turn(sitting, *client);
  State state;
  at_end_of_way(state, sitting, *client, message);
  const Action act = legal_act(sitting.game(), state, message);
  json body = wire::ledger(sitting.game(), sitting.game().ledger(state, act));
  body["type"] = "ledger";
  body["act"] = wire::act(sitting.game(), act);
  answer(*client, message, std::move(body));
}

void House::compute(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& request, std::shared_ptr<const State> state,
                    std::function<json(const Game&, const State&, Seat, std::stop_token)> work) {
  if (room->questions >= kMostQuestions) throw Fault{"rate", "answers are still being worked out; wait for them"};
  const bool taken = workers_.post_advice([&io = io_, room, client, request, work = std::move(work), game = &room->sitting->game(),
                                           state = std::move(state)](std::stop_token stop) {
    json body = work(*game, *state, client->seat, stop);
    boost::asio::post(io, [room, client, request, body = std::move(body)]() mutable {
      --room->questions;
      if (!client->game.empty()) answer(*client, request, std::move(body));
    });
  });
  if (!taken) throw Fault{"rate", "the server has many questions to answer; ask again in a moment"};
  ++room->questions;
}

void House::on_reach(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  need_turn(*room->sitting, *client);
  compute(room, client, message, std::make_shared<State>(room->sitting->state()),
          [](const Game& game, const State& state, Seat seat, std::stop_token) {
            return json{{"type", "reach"}, {"hexes", reach(game, state, seat)}};
          });
}

namespace {

constexpr uint64_t kMostNodes = 40'000, kMostSamples = 4'000;  // a fraction of a second of one worker

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

void House::on_odds(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  need_turn(*room->sitting, *client);
  const Game& rules = room->sitting->game();
  auto end = std::make_shared<State>();
  at_end_of_way(*end, *room->sitting, *client, message);
  const Action act = legal_act(rules, *end, message);
  std::string why;
  auto options = wire::odds_options_from(message, why);
  if (!options) throw Fault{"bad", why};
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

void House::on_hint(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  need_turn(*room->sitting, *client);
  const std::string level = message.contains("level") ? text_member(message, "level", 40) : std::string(levels().back());
  std::shared_ptr<Player> player = make_player(level, hash_text(random_token()));
  if (!player) throw Fault{"absent", "there is no level '" + level + "' here; GET /api/levels lists them"};
  compute(room, client, message, std::make_shared<State>(room->sitting->state()),
          [player](const Game& game, const State& state, Seat seat, std::stop_token stop) {
            return json{{"type", "hint"}, {"act", wire::act(game, player->choose(game, state, seat, stop))}};
          });
}

void House::on_undo(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  need_seq(*room->sitting, *client, message);
  if (client->seat == Seat::Nobody || !room->sitting->may_undo(client->viewer()))
    throw Fault{"undo", "nothing to take back: undo goes back to the last die, reveal or decision of the other side; ask for a takeback"};
  room->stop.request_stop();
  commit(room, room->sitting->undo(client->seat, now_ms()), [client, message, room] {
    answer(*client, message, {{"type", "done"}, {"seq", room->sitting->seq(client->viewer())}});
  });
}

void House::on_takeback(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  if (client->seat == Seat::Nobody) throw Fault{"turn", "you watch this game; take a seat to play"};
  if (room->sitting->row().over) throw Fault{"undo", "the game is over; branch it to play on from an earlier position"};
  const Seat rival = other(client->seat);
  if (message.contains("answer")) {
    if (room->asking != rival) throw Fault{"undo", "nobody asks for a takeback"};
    if (message["answer"] == true)
      return give_back(room, rival, [client, message, room] {
        answer(*client, message, {{"type", "done"}, {"seq", room->sitting->seq(client->viewer())}});
      });
    room->asking = Seat::Nobody;
    return broadcast(room, {{"type", "takeback"}, {"by", nullptr}});
  }
  need_seq(*room->sitting, *client, message);
  if (!room->sitting->can_take_back(client->seat)) throw Fault{"undo", "you have not played anything yet"};
  if (is_machine(room->sitting->row().seats[tambour::index(rival)]))
    return give_back(room, client->seat, [client, message, room] {
      answer(*client, message, {{"type", "done"}, {"seq", room->sitting->seq(client->viewer())}});
    });
  room->asking = client->seat;
  broadcast(room, {{"type", "takeback"}, {"by", wire::seat(room->sitting->game(), client->seat)}});
}

void House::give_back(const RoomPtr& room, Seat seat, std::function<void()> done) {
  room->asking = Seat::Nobody;
  if (!room->sitting->can_take_back(seat)) throw Fault{"undo", "there is nothing left to take back"};
  room->stop.request_stop();
  commit(room, room->sitting->take_back(seat, now_ms()), [this, room, done = std::move(done)] {
    broadcast(room, {{"type", "takeback"}, {"by", nullptr}});
    done();
  });
}

void House::on_chat(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  if (room->sitting->count(RecordKind::Chat) >= kMostChat) throw Fault{"rate", "enough has been said in this game"};
  commit(room, room->sitting->chat(client->seat, line_member(message, "text", kChatText), now_ms()), {});
}

void House::on_entropy(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  if (client->seat == Seat::Nobody) throw Fault{"turn", "you watch this game; take a seat to add to its dice"};
  if (room->sitting->row().over) throw Fault{"turn", "the game is over; its dice have fallen"};
  if (room->sitting->count(RecordKind::Entropy) >= kMostEntropy) throw Fault{"rate", "this game has entropy enough"};
  commit(room, room->sitting->entropy(client->seat, line_member(message, "text", kEntropyText), now_ms()), {});
}

void House::on_sight(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  const Game& game = room->sitting->game();
  const auto hex = [&](const char* name) {
    const std::string number = text_member(message, name, 4);
    const auto found = game.grid().parse(number);
    if (!found) throw Fault{"bad", "\"" + number + "\" is not a hex of this map; write CCRR, for example 0508"};
    return *found;
  };
  State known = wire::known_to(game, room->sitting->state(), client->seat == Seat::Nobody ? Seat::First : client->seat);
  if (client->seat == Seat::Nobody) known = wire::known_to(game, known, Seat::Second);
  const auto clear = game.in_sight(known, hex("from"), hex("to"));
  answer(*client, message,
         {{"type", "sight"}, {"from", message["from"]}, {"to", message["to"]}, {"clear", clear ? json(*clear) : json(nullptr)}});
}

void House::on_look(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  const Sitting& sitting = *room->sitting;
  const int64_t seq = number_member(message, "seq", -1);
  const auto acts = sitting.acts_at(client->viewer(), seq);
  if (!acts) throw Fault{"bad", "'seq' wants an entry from 0 to " + std::to_string(sitting.seq(client->viewer()))};
  const State state = sitting.state_after(*acts);
  answer(*client, message,
         {{"type", "position"},
          {"seq", seq},
          {"view", view_for(sitting.game(), state, client->viewer())},
          {"decision", wire::decision(sitting.game(), state)}});
}

}  // namespace tambour::server
