// SPDX-License-Identifier: MIT
#include "server/table_commands.h"

#include <algorithm>

#include "server/game_hub.h"
#include "server/log.h"
#include "server/message.h"

namespace tambour::server {

namespace {

constexpr int kMostEntropy = 20, kMostAsked = 1000;  // in one game
constexpr int64_t kMostUndone = 200;                // acts in one request
constexpr std::size_t kMostRecords = 50000;         // a game accepts no more
constexpr std::ptrdiff_t kMostWatchers = 200;                            // of one game
constexpr std::size_t kEntropyText = 200;

void need_legal(const LiveGame& live, Action act) {
  const Game& game = live.game();
  if (!game.refuse(live.state(), act)) return;
  const Refusal no = live.match().refuse(act, live.state().seat);
  const bool taken = live.match().taken(act, live.state().seat);
  throw TableError{
      "refused",
      taken ? to_text(act, game) + " has been taken already: it was the only answer the rules left" : refusal_sentence(game, act, no),
      wire::refusal(game, no)};
}

// A player whose seat a machine has taken may still watch from it.
void need_person(const LiveGame& live, const Client& client, bool may_look) {
  if (!may_look && client.seat <= Seat::Second && is_machine(live.row().seats[index(client.seat)]))
    throw TableError{"turn", "your time ran out and a machine has taken your seat; you can look on"};
}

// {"for": "units"}: declines for the rest of the activation for all units that could have answered.
void pass_on(LiveGame& live, Action act, const json& message) {
  if (text_member(message, "for", 10) != "units" || (act.verb != Verb::Pass && act.verb != Verb::No))
    throw TableError{"bad", "\"for\": \"units\" goes with an act that declines"};
  live.pass_on();
}

// Not every game is open to watchers.
void need_public(const GameRow& row) {
  if (row.terms.visibility == Visibility::Private) throw TableError{"barred", "this game is private: only those who play it may look"};
  if (!row.terms.watchers && !row.over) throw TableError{"barred", "this game has no watchers; it is open to all when it is over"};
}

}  // namespace

struct TableCommands::Command {
  enum Kind : uint8_t {
    Plays,   // needs a seat
    Grows,   // needs a seat, and adds records to the game
    Talks,   // also allowed after a machine has taken the seat
    Answers  // changes nothing
  };
  void (TableCommands::*run)(const RoomPtr&, const ClientPtr&, const json&);
  Kind kind = Plays;
};

const TableCommands::Commands& TableCommands::commands() {
  using C = TableCommands;
  static const Commands kCommands = {{"act", {&C::on_act, Command::Grows}},
                                     {"answers", {&C::on_answers, Command::Grows}},
                                     {"undo", {&C::on_undo, Command::Grows}},
                                     {"takeback", {&C::on_takeback}},
                                     {"resign", {&C::on_resign}},
                                     {"draw", {&C::on_draw}},
                                     {"claim", {&C::on_claim}},
                                     {"holiday", {&C::on_holiday}},
                                     {"standing", {&C::on_standing}},
                                     {"entropy", {&C::on_entropy}},
                                     {"chat", {&C::on_chat, Command::Talks}},
                                     {"mute", {&C::on_mute, Command::Talks}},
                                     {"note", {&C::on_note, Command::Talks}},
                                     {"away", {&C::on_away, Command::Answers}},
                                     {"resume", {&C::on_resume, Command::Answers}},
                                     {"ping", {&C::on_ping, Command::Answers}}};
  return kCommands;
}

void TableCommands::take(const ClientPtr& client, std::shared_ptr<const json> said) {
  const json& message = *said;
  ++hub_.metrics().messages;
  told(client, message, [&] {
    if (hub_.stopping() && hub_.shared() && client->game.empty()) return client->end(1012, "stop");
    if (hub_.stopping() && !hub_.shared()) throw TableError{"stop", "The server stops; join again in a moment."};
    if (!message.is_object()) throw TableError{"bad", "a message is a JSON object with a \"type\""};
    const std::string type = text_member(message, "type", 20);
    if (client->game.empty()) {
      if (type != "join") throw TableError{"bad", "the first message is a \"join\""};
      return join(client, message);
    }
    if (!commands().contains(type) && !TableQueries::knows(type)) throw TableError{"bad", "'" + type + "' is no message of this protocol"};
    const RoomPtr room = hub_.open(client->game, client->address);
    hub_.when_quiet(
        room, client, [this, room, client, said, type] { handle(room, client, *said, type); },
        [client](const TableError& why) { turn_away(*client, why); });
  });
}

// An exception while a message is handled becomes an error for its sender.
void TableCommands::told(const ClientPtr& client, const json& message, const std::function<void()>& work) {
  try {
    work();
  } catch (const TableError& fault) {
    ++hub_.metrics().errors;
    answer_fault(*client, message, fault);
    if (fault.code == "game" || fault.code == "recorded" || fault.code == "full" || fault.code == "barred" || (client->game.empty() && fault.code == "store")) client->end(1008, fault.code);
  } catch (const std::exception& e) {
    log(LogLevel::Error, std::string("a message cannot be handled: ") + e.what());
    answer_fault(*client, message, {"bad", "a member of the message has the wrong kind"});
  }
}

void TableCommands::handle(const RoomPtr& room, const ClientPtr& client, const json& message, const std::string& type) {
  if (client->game.empty()) return;  // it has left meanwhile
  const auto command = commands().find(type);
  const bool asks = command == commands().end() || command->second.kind == Command::Answers;
  try {
    if (command == commands().end()) return queries_.answer_to(type, room, client, message);
    need_person(*room->live, *client, asks || command->second.kind == Command::Talks);
    if (command->second.kind == Command::Grows && room->live->records().size() >= kMostRecords)
      throw TableError{"rate", "this game has grown too long; branch it to play on"};
    (this->*command->second.run)(room, client, message);
  } catch (const TableError& fault) {
    ++(fault.code == "refused" ? hub_.metrics().refusals : hub_.metrics().errors);
    answer_fault(*client, message, fault);
  } catch (const json::exception&) {
    ++hub_.metrics().errors;
    answer_fault(*client, message, {"bad", "a member of the message has the wrong kind"});
  } catch (const std::exception& e) {
    if (!asks) throw;
    log(LogLevel::Error, "game " + room->id + ": a question cannot be answered: " + e.what() + "; " + room->live->report());
    answer_fault(*client, message, {"fault", "This cannot be worked out: it met a fault in the rules. The game goes on."});
  }
}

// A game or seat unknown here may be new on another server.
void TableCommands::join(const ClientPtr& client, const json& message) {
  const std::string id = text_member(message, "game", 40);
  const bool seated = message.contains("seat") && !message["seat"].is_null();
  if (!hub_.shared() || hub_.is_known(id, seated ? text_member(message, "seat", 100) : "")) return join_known(client, message);
  hub_.refreshed(id, [this, client, message] {
    told(client, message, [&] {
      if (client->game.empty() && !client->left.stop_requested()) join_known(client, message);
    });
  });
}

void TableCommands::join_known(const ClientPtr& client, const json& message) {
  const std::string id = text_member(message, "game", 40);
  Seat seat = Seat::Nobody;
  if (message.contains("seat") && !message["seat"].is_null()) {
    const auto known = hub_.seat_behind(text_member(message, "seat", 100));
    if (!known || known->first != id) throw TableError{"game", "this seat link does not belong to the game; check the link"};
    seat = known->second;
  }
  number_member(message, "from", 0);
  if (const GameRow* known = hub_.find(id); known && seat == Seat::Nobody) need_public(*known);
  const RoomPtr room = hub_.open(id, client->address);
  const auto watchers = std::count_if(room->clients.begin(), room->clients.end(), [](const auto& c) { return c->seat == Seat::Nobody; });
  if (seat == Seat::Nobody && watchers >= kMostWatchers) throw TableError{"full", "as many watch this game as can; try again later"};
  client->game = id;
  client->seat = seat;
  client->in_view = true;
  hub_.when_quiet(
      room, client,
      [this, room, client, message] {
        if (client->game.empty()) return;
        send_hello(room, *client, message);
        room->clients.push_back(client);
        ++hub_.metrics().clients;
        hub_.attend(room);
        hub_.wake(room);
      },
      [client](const TableError& why) { turn_away(*client, why); });
}

void TableCommands::send_hello(const RoomPtr& room, Client& client, const json& request) {
  LiveGame& live = *room->live;
  const Viewer v = client.viewer();
  json head{{"type", "hello"},
            {"game", client.game},
            {"battle", live.row().battle},
            {"book", live.row().book},
            {"side", wire::seat(live.game(), client.seat)},
            {"seats", hub_.seats_json(live.row())},
            {"commitment", live.commitment()},
            {"inherited", live.row().inherited},
            {"stir", json::array()},
            {"seq", live.seq(v)},
            {"decision", live.decision()},
            {"options", live.options_for(v)},
            {"undo", live.may_undo(v)},
            {"clock", live.clock()},
            {"takeback", wire::seat(live.game(), live.request().what == "takeback" ? live.request().by : Seat::Nobody)},
            {"draw", wire::seat(live.game(), live.request().what == "draw" ? live.request().by : Seat::Nobody)},
            {"standing", live.standing(client.seat)},
            {"terms", terms_json(live.row().terms)},
            {"rematch", hub_.rematch_json(live.row())},
            {"notes", live.notes(client.seat)},
            {"muted", live.muted(client.seat)}};
  for (Seat s : {Seat::First, Seat::Second})
    if (live.awaits_entropy(s)) head["stir"].push_back(live.game().side_name(s));
  if (const auto id = request.find("id"); id != request.end() && (id->is_number() || id->is_string())) head["id"] = *id;
  std::string text = *text_of(head);
  text.pop_back();
  client.send(std::make_shared<const std::string>(text + ",\"view\":" + live.view(v) +
                                                  ",\"log\":" + log_json(live.log(v), number_member(request, "from", 0)) + "}"));
}

void TableCommands::on_resume(const RoomPtr& room, const ClientPtr& client, const json& message) {
  send_hello(room, *client, message);
}

void TableCommands::on_ping(const RoomPtr&, const ClientPtr& client, const json& message) {
  answer(*client, message, {{"type", "pong"}});
}

// A hidden page: its player gets notices as if away, while the others still see them at the table.
void TableCommands::on_away(const RoomPtr& room, const ClientPtr& client, const json& message) {
  if (!message.contains("on") || !message["on"].is_boolean()) throw TableError{"bad", "'on' wants true or false"};
  client->in_view = !message["on"].get<bool>();
  hub_.show_presence(room);
}

// One act, or a path: plays acts until a die, an enemy decision or a refusal interrupts.
void TableCommands::on_act(const RoomPtr& room, const ClientPtr& client, const json& message) {
  LiveGame& live = *room->live;
  need_turn(live, *client);
  need_seq(live, *client, message);
  std::vector<Action> acts;
  if (const auto list = message.find("acts"); list != message.end()) acts = read_acts(live.game(), *list);
  else acts.push_back(read_act(live.game(), text_member(message, "act", kActText)));
  need_legal(live, acts[0]);
  if (message.contains("for")) pass_on(live, acts[0], message);
  Steps steps;
  int played = 0;
  const int64_t now = table_ms();  // one time for all: they are one command
  const std::string question = live.game().decision(live.state()).question;
  for (const Action act : acts) {
    if (live.over() || live.state().seat != client->seat || question != live.game().decision(live.state()).question) break;
    if (live.game().refuse(live.state(), act)) break;
    Steps more = live.play(act, now);
    const bool interrupted = more.size() > 1;  // dice fell, or the game ended
    std::move(more.begin(), more.end(), std::back_inserter(steps));
    ++played;
    if (interrupted) break;
  }
  played_by(room, client, message, std::move(steps), played);
}

// Writes a private record and sends it to its owner.
void TableCommands::done(const RoomPtr& room, const ClientPtr& client, const json& message, Steps steps) {
  hub_.commit(room, std::move(steps), [room, client, message] {
    answer(*client, message, {{"type", "done"}, {"seq", room->live->seq(client->viewer())}});
  });
}

void TableCommands::played_by(const RoomPtr& room, const ClientPtr& client, const json& message, Steps steps, int played) {
  hub_.commit(room, std::move(steps), [room, client, message, played] {
    answer(*client, message, {{"type", "done"}, {"seq", room->live->seq(client->viewer())}, {"played", played}});
  });
}

// Answers a run of questions of one kind. Dice may fall between them; answers whose question does not come up are skipped, and a different
// question ends the run.
void TableCommands::on_answers(const RoomPtr& room, const ClientPtr& client, const json& message) {
  LiveGame& live = *room->live;
  const Game& game = live.game();
  need_turn(live, *client);
  need_seq(live, *client, message);
  const auto acts = read_acts(game, message.value("acts", json()));
  const auto asked = questions_in_a_row(game, known_by(live, *client));
  if (acts.size() > asked.size()) throw TableError{"bad", "only " + std::to_string(asked.size()) + " such questions wait; ask \"pending\""};
  need_legal(live, acts[0]);
  Steps steps;
  int played = 0;
  for (std::size_t i = 0; i < acts.size() && !live.over() && live.state().seat == client->seat; ++i) {
    if (!same_question(live.state(), asked[i])) continue;
    if (game.refuse(live.state(), acts[i])) break;
    Steps more = live.play(acts[i], table_ms());
    std::move(more.begin(), more.end(), std::back_inserter(steps));
    ++played;
  }
  played_by(room, client, message, std::move(steps), played);
}

void TableCommands::on_undo(const RoomPtr& room, const ClientPtr& client, const json& message) {
  need_seq(*room->live, *client, message);
  if (client->seat == Seat::Nobody || !room->live->may_undo(client->viewer()))
    throw TableError{"undo", "nothing to take back: undo goes back to the last die, reveal or decision of the other side; ask for a takeback"};
  const auto acts = std::clamp<int64_t>(number_member(message, "acts", 1), 1, kMostUndone);
  room->stop.request_stop();
  done(room, client, message, room->live->undo(client->seat, int(acts), table_ms()));
}

void TableCommands::on_takeback(const RoomPtr& room, const ClientPtr& client, const json& message) {
  need_seat(*client);
  if (room->live->row().over) throw TableError{"undo", "the game is over; branch it to play on from an earlier position"};
  const Seat rival = other(client->seat);
  if (message.contains("answer")) {
    if (room->live->request() != Request{rival, "takeback"}) throw TableError{"undo", "nobody asks for a takeback"};
    if (message["answer"] == true) need_seq(*room->live, *client, message);  // the client must have seen the request it agrees to
    if (message["answer"] == true)
      return give_back(room, client, message, rival);
    return ask_other(room, client, message, "");
  }
  need_seq(*room->live, *client, message);
  if (!room->live->can_take_back(client->seat)) throw TableError{"undo", "you have not played anything yet"};
  if (is_machine(room->live->row().seats[index(rival)]))
    return give_back(room, client, message, client->seat);
  ask_other(room, client, message, "takeback");
}

// A request to the other side is a record, so that clients who join later, on any server, see it.
void TableCommands::ask_other(const RoomPtr& room, const ClientPtr& client, const json& message, const std::string& what) {
  if (!what.empty() && room->live->count(RecordKind::Ask) >= kMostAsked) throw TableError{"rate", "enough has been asked in this game"};
  done(room, client, message, room->live->ask(client->seat, what, table_ms()));
}

void TableCommands::give_back(const RoomPtr& room, const ClientPtr& client, const json& message, Seat seat) {
  if (!room->live->can_take_back(seat)) throw TableError{"undo", "there is nothing left to take back"};
  room->stop.request_stop();
  done(room, client, message, room->live->take_back(seat, table_ms()));
}

void TableCommands::on_entropy(const RoomPtr& room, const ClientPtr& client, const json& message) {
  if (client->seat == Seat::Nobody) throw TableError{"turn", "you watch this game; take a seat to add to its dice"};
  if (room->live->row().over) throw TableError{"turn", "the game is over; its dice have fallen"};
  if (room->live->count(RecordKind::Entropy) >= kMostEntropy) throw TableError{"rate", "this game has entropy enough"};
  hub_.commit(room, room->live->entropy(client->seat, line_member(message, "text", kEntropyText), table_ms()), {});
}

}  // namespace tambour::server
