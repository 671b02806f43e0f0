// SPDX-License-Identifier: MIT
// What a client says over its socket, and what it is answered (docs/table-protocol.md, section 3).
#include <algorithm>

#include "server/house.h"
#include "server/log.h"
#include "server/message.h"

namespace tambour::server {

namespace {

constexpr int kMostEntropy = 20, kMostChat = 2000, kMostStanding = 500;  // in one game
constexpr std::size_t kMostRecords = 50000;                              // after that a game takes no more
constexpr std::ptrdiff_t kMostWatchers = 200;                            // of one game
constexpr std::size_t kChatText = 500, kEntropyText = 200, kQuestionText = 60;

void need_legal(const Sitting& sitting, Action act) {
  const Game& game = sitting.game();
  if (!game.refuse(sitting.state(), act)) return;
  const Refusal no = sitting.match().refuse(act, sitting.state().seat);
  const bool taken = sitting.match().taken(act, sitting.state().seat);
  throw Fault{
      "refused",
      taken ? to_text(act, game) + " has been taken already: it was the only answer the rules left" : refusal_sentence(game, act, no),
      wire::refusal(game, no)};
}

}  // namespace

const std::unordered_map<std::string, House::Handler>& House::handlers() {
  static const std::unordered_map<std::string, Handler> kHandlers = {
      {"act", &House::on_act},         {"why", &House::on_why},         {"ledger", &House::on_ledger},    {"reach", &House::on_reach},
      {"odds", &House::on_odds},       {"hint", &House::on_hint},       {"undo", &House::on_undo},        {"takeback", &House::on_takeback},
      {"chat", &House::on_chat},       {"look", &House::on_look},       {"entropy", &House::on_entropy},  {"resume", &House::on_resume},
      {"ping", &House::on_ping},       {"sight", &House::on_sight},     {"path", &House::on_path},        {"arc", &House::on_arc},
      {"pending", &House::on_pending}, {"answers", &House::on_answers}, {"standing", &House::on_standing}};
  return kHandlers;
}

// Questions are put to copies of the state; whatever happens to them, the game is whole.
bool House::only_asks(Handler handler) {
  static constexpr Handler kPlays[] = {&House::on_act,      &House::on_answers, &House::on_undo,   &House::on_takeback,
                                       &House::on_standing, &House::on_chat,    &House::on_entropy};
  return std::find(std::begin(kPlays), std::end(kPlays), handler) == std::end(kPlays);
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
    const RoomPtr room = open(client->game, client->address);
    when_quiet(
        room, client, [this, room, client, message, method = handler->second] { handle(room, client, message, method); },
        [client](const Fault& why) { turn_away(*client, why); });
  } catch (const Fault& fault) {
    ++metrics_.errors;
    answer_fault(*client, message, fault);
    if (fault.code == "game" || fault.code == "full" || (client->game.empty() && fault.code == "store")) client->end(1008, fault.code);
  } catch (const std::exception& e) {
    log(LogLevel::Error, std::string("a message cannot be handled: ") + e.what());
    answer_fault(*client, message, {"bad", "a member of the message has the wrong kind"});
  }
}

void House::handle(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message, Handler handler) {
  if (client->game.empty()) return;  // has left meanwhile
  try {
    if (room->sitting->records().size() >= kMostRecords && (handler == &House::on_act || handler == &House::on_answers || handler == &House::on_undo))
      throw Fault{"rate", "this game has grown too long; branch it to play on"};
    (this->*handler)(room, client, message);
  } catch (const Fault& fault) {
    ++(fault.code == "refused" ? metrics_.refusals : metrics_.errors);
    answer_fault(*client, message, fault);
  } catch (const json::exception&) {
    ++metrics_.errors;
    answer_fault(*client, message, {"bad", "a member of the message has the wrong kind"});
  } catch (const std::exception& e) {
    if (!only_asks(handler)) throw;
    log(LogLevel::Error, "game " + room->id + ": a question cannot be answered: " + e.what() + "; " + room->sitting->report());
    answer_fault(*client, message, {"fault", "This cannot be worked out: it met a fault in the rules. The game goes on."});
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
  const RoomPtr room = open(id, client->address);
  const auto watchers = std::count_if(room->clients.begin(), room->clients.end(), [](const auto& c) { return c->seat == Seat::Nobody; });
  if (seat == Seat::Nobody && watchers >= kMostWatchers) throw Fault{"full", "as many watch this game as can; try again later"};
  client->game = id;
  client->seat = seat;
  when_quiet(
      room, client,
      [this, room, client, message] {
        if (client->game.empty()) return;
        send_hello(room, *client, message);
        room->clients.push_back(client);
        ++metrics_.clients;
        attend(room);
        wake(room);
      },
      [client](const Fault& why) { turn_away(*client, why); });
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
            {"clock", sitting.clock()},
            {"takeback", wire::seat(sitting.game(), room->asking)},
            {"standing", sitting.standing(client.seat)}};
  if (const auto id = request.find("id"); id != request.end() && (id->is_number() || id->is_string())) head["id"] = *id;
  std::string text = *text_of(head);
  text.pop_back();
  client.send(std::make_shared<const std::string>(text + ",\"view\":" + sitting.view(v) +
                                                  ",\"log\":" + log_json(sitting.log(v), number_member(request, "from", 0)) + "}"));
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
  if (const auto list = message.find("acts"); list != message.end()) acts = read_acts(sitting.game(), *list);
  else acts.push_back(read_act(sitting.game(), text_member(message, "act", kActText)));
  need_legal(sitting, acts[0]);
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
  played_by(room, client, message, std::move(steps), played);
}

void House::played_by(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message, Steps steps, int played) {
  commit(room, std::move(steps), [room, client, message, played] {
    answer(*client, message, {{"type", "done"}, {"seq", room->sitting->seq(client->viewer())}, {"played", played}});
  });
}

// Answers to questions of one kind that were shown together. Dice fall between them; an answer whose question does not come up is passed
// over, and the first that meets another question ends it: what is left is asked anew.
void House::on_answers(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  Sitting& sitting = *room->sitting;
  const Game& game = sitting.game();
  need_turn(sitting, *client);
  need_seq(sitting, *client, message);
  const auto acts = read_acts(game, message.value("acts", json()));
  const auto asked = questions_in_a_row(game, known_by(sitting, *client));
  if (acts.size() > asked.size()) throw Fault{"bad", "only " + std::to_string(asked.size()) + " such questions wait; ask \"pending\""};
  need_legal(sitting, acts[0]);
  Steps steps;
  int played = 0;
  for (std::size_t i = 0; i < acts.size() && !sitting.over() && sitting.state().seat == client->seat; ++i) {
    if (!same_question(sitting.state(), asked[i])) continue;
    if (game.refuse(sitting.state(), acts[i])) break;
    Steps more = sitting.play(acts[i], now_ms());
    std::move(more.begin(), more.end(), std::back_inserter(steps));
    ++played;
  }
  played_by(room, client, message, std::move(steps), played);
}

// Gives or drops a standing order of this seat. It is given while its question is open, so that it can be seen what it answers.
void House::on_standing(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  Sitting& sitting = *room->sitting;
  need_seat(*client);
  if (sitting.count(RecordKind::Standing) >= kMostStanding) throw Fault{"rate", "enough standing orders were given in this game"};
  const std::string question = line_member(message, "question", kQuestionText);
  std::string stance = "ask", until = "game";
  if (message.contains("stance") && !message["stance"].is_null()) {
    need_turn(sitting, *client);
    need_seq(sitting, *client, message);
    if (question != sitting.game().decision(sitting.state()).question)
      throw Fault{"bad", "a standing order is given while its question is open; now " + question + " is not"};
    stance = text_member(message, "stance", 10);
    if (message.contains("until")) until = text_member(message, "until", 10);
    if ((stance != "decline" && stance != "accept") || (until != "activation" && until != "turn" && until != "game"))
      throw Fault{"bad", "a standing order says \"decline\" or \"accept\", until the end of \"activation\", \"turn\" or \"game\""};
    const Answers answers = answers_to(sitting.game(), sitting.state());
    if (!(stance == "decline" ? answers.decline : answers.accept))
      throw Fault{"bad", "this question cannot be answered so beforehand: there is nothing to " + stance + ", or a choice to make"};
  } else if (!sitting.standing(client->seat).contains(question)) {
    throw Fault{"bad", "there is no standing order for '" + question + "'"};
  }
  commit(room, sitting.stand(client->seat, question + " " + stance + " " + until, now_ms()), [room, client, message] {
    const json orders = room->sitting->standing(client->seat);
    const auto clients = room->clients;
    for (const auto& other : clients)
      if (other->seat == client->seat && other != client) other->send(text_of({{"type", "standing"}, {"orders", orders}}));
    answer(*client, message, {{"type", "standing"}, {"orders", orders}});
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
  need_seat(*client);
  if (room->sitting->row().over) throw Fault{"undo", "the game is over; branch it to play on from an earlier position"};
  const Seat rival = other(client->seat);
  if (message.contains("answer")) {
    if (room->asking != rival) throw Fault{"undo", "nobody asks for a takeback"};
    if (message["answer"] == true) need_seq(*room->sitting, *client, message);  // what it agrees to is what it has seen
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
  if (!room->sitting->can_take_back(seat)) throw Fault{"undo", "there is nothing left to take back"};
  room->stop.request_stop();
  commit(room, room->sitting->take_back(seat, now_ms()), std::move(done));
}

void House::on_chat(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  const bool watches = client->seat == Seat::Nobody;
  if (!client->chat.take() || (watches && !room->watchers_chat.take())) throw Fault{"rate", "too much is said at once; wait a little"};
  const int said = room->sitting->count(RecordKind::Chat);
  if (said >= kMostChat || (watches && said >= kMostChat / 2)) throw Fault{"rate", "enough has been said in this game"};
  commit(room, room->sitting->chat(client->seat, line_member(message, "text", kChatText), now_ms()), {});
}

void House::on_entropy(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  if (client->seat == Seat::Nobody) throw Fault{"turn", "you watch this game; take a seat to add to its dice"};
  if (room->sitting->row().over) throw Fault{"turn", "the game is over; its dice have fallen"};
  if (room->sitting->count(RecordKind::Entropy) >= kMostEntropy) throw Fault{"rate", "this game has entropy enough"};
  commit(room, room->sitting->entropy(client->seat, line_member(message, "text", kEntropyText), now_ms()), {});
}

void House::on_look(const RoomPtr& room, const std::shared_ptr<Client>& client, const json& message) {
  const Sitting& sitting = *room->sitting;
  const int64_t seq = number_member(message, "seq", -1);
  const auto records = sitting.records_at(client->viewer(), seq);
  if (!records) throw Fault{"bad", "'seq' wants an entry from 0 to " + std::to_string(sitting.seq(client->viewer()))};
  const auto position = [seq, v = client->viewer()](const Game& game, const State& state) {
    return json{{"type", "position"}, {"seq", seq}, {"view", view_for(game, state, v)}, {"decision", wire::decision(game, state)}};
  };
  if (const auto state = sitting.state_at(*records)) return answer(*client, message, position(sitting.game(), *state));
  const auto old = std::make_shared<std::vector<Record>>(sitting.records().begin(), sitting.records().begin() + std::ptrdiff_t(*records));
  compute(room, client, message, nullptr, [position, old](const Game& game, const State&, Seat, std::stop_token) {
    return position(game, state_after(game, acts_after(game, *old, old->size())));
  });
}

}  // namespace tambour::server
