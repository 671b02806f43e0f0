// SPDX-License-Identifier: MIT
// Standing orders over the socket (docs/table-protocol.md, *Slow games*).
#include <algorithm>

#include "server/game_hub.h"
#include "server/log.h"
#include "server/message.h"

namespace tambour::server {

namespace {

constexpr int kMostStanding = 500;  // in one game
constexpr std::size_t kQuestionText = 60;
constexpr int64_t kFarthest = 20;  // greatest distance of cavalry, in hexes

// Builds "React decline game odds 50 unit b1" from the members of the message.
std::string order_text(const LiveGame& live, const json& message, const std::string& question) {
  const std::string stance = text_member(message, "stance", 10),
                    until = message.contains("until") ? text_member(message, "until", 10) : "game";
  if ((stance != "decline" && stance != "accept") || (until != "activation" && until != "turn" && until != "game"))
    throw TableError{"bad", "a standing order says \"decline\" or \"accept\", until the end of \"activation\", \"turn\" or \"game\""};
  std::string text = question + " " + stance + " " + until;
  const int64_t odds = number_member(message, "odds", 0), cavalry = number_member(message, "cavalry", 0);
  if (odds < 0 || odds > 100) throw TableError{"bad", "'odds' wants per cents, 0 to 100"};
  if (cavalry < 0 || cavalry > kFarthest) throw TableError{"bad", "'cavalry' wants hexes, 0 to " + std::to_string(kFarthest)};
  if (stance == "accept" && (odds || cavalry || message.contains("charged") || message.contains("unit")))
    throw TableError{"bad", "conditions go with an order to decline: they say when you are asked after all"};
  if (odds) text += " odds " + std::to_string(odds);
  if (message.value("charged", false)) text += " charged";
  if (cavalry) text += " cavalry " + std::to_string(cavalry);
  if (message.contains("unit")) {
    const std::string unit = text_member(message, "unit", 40);
    if (!live.game().find_unit(unit)) throw TableError{"bad", "'" + unit + "' is no unit of this battle"};
    text += " unit " + unit;
  }
  return text;
}

// An order is given while its question is open, so that the player sees what it answers. Orders to decline may be given beforehand, for
// any question of the book.
void need_question(const LiveGame& live, const Client& client, const json& message, const std::string& question) {
  if (message.value("beforehand", false)) {
    const auto listed = questions_to_decline(live.game());
    if (text_member(message, "stance", 10) != "decline" ||
        std::none_of(listed.begin(), listed.end(), [&](const ListedQuestion* q) { return question == q->name; }))
      throw TableError{"bad", "only an order to decline, and for a question of this book, is given beforehand"};
    return;
  }
  need_turn(live, client);
  need_seq(live, client, message);
  if (question != live.game().decision(live.state()).question)
    throw TableError{"bad", "a standing order is given while its question is open; now " + question + " is not"};
  const std::string stance = text_member(message, "stance", 10);
  const Answers answers = answers_to(live.game(), live.state());
  if ((stance == "decline" && !answers.decline) || (stance == "accept" && !answers.accept))
    throw TableError{"bad", "this question cannot be answered so beforehand: there is nothing to " + stance + ", or a choice to make"};
}

json beforehand(const Game& game) {
  json out = json::array();
  for (const ListedQuestion* q : questions_to_decline(game)) out.push_back({{"question", q->name}, {"prompt", q->prompt}});
  return out;
}

}  // namespace

// Sets or drops a standing order of this seat; without a question, lists all orders and those that can be given beforehand.
void TableCommands::on_standing(const RoomPtr& room, const ClientPtr& client, const json& message) {
  LiveGame& live = *room->live;
  need_seat(*client);
  if (!message.contains("question"))
    return answer(*client, message,
                  {{"type", "standing"}, {"orders", live.standing(client->seat)}, {"beforehand", beforehand(live.game())}});
  if (live.count(RecordKind::Standing) >= kMostStanding) throw TableError{"rate", "enough standing orders were given in this game"};
  const std::string question = line_member(message, "question", kQuestionText);
  std::string text;
  if (message.contains("stance") && !message["stance"].is_null()) {
    need_question(live, *client, message, question);
    text = order_text(live, message, question);
  } else {
    const std::string unit = message.contains("unit") ? text_member(message, "unit", 40) : "";
    if (!live.standing(client->seat).contains(unit.empty() ? question : question + " " + unit))
      throw TableError{"bad", "there is no standing order for '" + question + "'"};
    text = question + " ask game" + (unit.empty() ? "" : " unit " + unit);
  }
  hub_.commit(room, live.stand(client->seat, text, table_ms()), [this, room, client, message] {
    tell_standing(room, client->seat, client.get());
    answer(*client, message, {{"type", "standing"}, {"orders", room->live->standing(client->seat)}});
  });
}

// All other connections of the seat.
void TableCommands::tell_standing(const RoomPtr& room, Seat seat, const Client* but) {
  tell_seat(room, seat, {{"type", "standing"}, {"orders", room->live->standing(seat)}}, but);
}

}  // namespace tambour::server
