// SPDX-License-Identifier: MIT
#include "server/replay.h"

#include "server/game_hub.h"
#include "server/log.h"
#include "server/recorded.h"

namespace tambour::server {

namespace {

// Everything is open once the game is over.
Viewer eyes_of(const LiveGame& live) { return live.row().over ? Viewer::All : Viewer::Public; }

std::string dump(const json& j) { return *text_of(j); }

// Records where each turn begins.
class TurnWatch : public EventSink {
 public:
  void on(const Event& e) override { began |= e.fact == Fact::TurnBegan; }
  bool began = false;
};

json turn_line(const LiveGame& live, const State& state, std::size_t acts) {
  const Game& game = live.game();
  const View view = game.observe(state, Seat::Nobody);
  const Outcome outcome = game.outcome(state);
  json line{{"turn", view.turn}, {"seq", acts ? live.seq_of_act(acts - 1, Viewer::All) : 0}};
  for (Seat s : {Seat::First, Seat::Second}) {
    int on_map = 0, gone = 0;
    for (const CounterView& c : view.counters) {
      if (c.side != s) continue;
      on_map += c.place == "map";
      gone += c.place == "gone";
    }
    line["points"][game.side_name(s)] = outcome.points[index(s)];
    line["on_map"][game.side_name(s)] = on_map;
    line["gone"][game.side_name(s)] = gone;
  }
  return line;
}

struct Luck {
  int count = 0, sum = 0;
  double expected = 0;
  void add(Dice dice, int face) {
    const int n = faces(dice);
    if (n == 0) return;
    ++count, sum += face, expected += (face_shown(dice, 0) + face_shown(dice, n - 1)) / 2.0;
  }
};

std::string summarise(const LiveGame& live) {
  const Game& game = live.game();
  State state = live.match().start();
  json turns = json::array({turn_line(live, state, 0)});
  Luck luck[2];
  Seat last = Seat::First;
  std::size_t acts = 0;
  for (const LogEntry& entry : live.match().log()) {
    if (entry.seat == Seat::Chance) luck[index(last)].add(state.dice, entry.act.arg);
    else last = entry.seat;
    TurnWatch watch;
    game.apply(state, entry.act, &watch);
    ++acts;
    if (watch.began || state.over()) turns.push_back(turn_line(live, state, acts));
  }
  json dice = json::object();
  for (Seat s : {Seat::First, Seat::Second}) {
    const Luck& l = luck[index(s)];
    dice[game.side_name(s)] = {{"count", l.count}, {"sum", l.sum}, {"expected", l.expected}};
  }
  return dump({{"turns", std::move(turns)}, {"dice", std::move(dice)}, {"outcome", live.outcome()}});
}

std::string file_of(const StoredGame& game) {
  const GameRow& row = game.row;
  GameFile file;
  file.book = row.book, file.battle = row.battle, file.edition = row.edition, file.game = row.id, file.dice = row.dice_version;
  file.commitment = dice_json(row, {})["commitment"];
  if (row.over) file.secret = row.dice_secret;
  file.inherited = std::size_t(row.inherited);
  for (const Record& r : game.records)
    if (auto entry = as_entry(r)) file.entries.push_back(std::move(*entry));
  try {
    GameFile checked = file;
    if (game.rules && game.changed.empty()) add_checks(checked, *game.rules);
    return write_game_file(checked);
  } catch (const std::exception&) {
    return write_game_file(file);  // a game closed by a fault is exported all the same
  }
}

RecordedGame as_recorded(const StoredGame& game) { return {game.row, game.records, {game.sides[0], game.sides[1]}}; }

// Of a finished game: by replay, or from the records alone.
std::string whole_log(const StoredGame& game) {
  std::string why;
  const auto live = play_again(game, why);
  return ",\"over\":true,\"eyes\":\"all\",\"recorded\":" + (live ? "null" : dump(why)) +
         ",\"log\":" + (live ? log_json(live->log(Viewer::All), 0) : recorded_log(as_recorded(game))) + "}";
}

std::string summary_of(const StoredGame& game) {
  std::string why;
  const auto live = play_again(game, why);
  return live ? summarise(*live) : recorded_summary(as_recorded(game), why);
}

// Older records do not say what their dice were chosen among; a replay does.
std::string dice_of(const StoredGame& game) {
  std::string why;
  const auto live = play_again(game, why);
  return dump(dice_json(game.row, live ? live->records() : game.records));
}

}  // namespace

void Replay::from_store(const std::string& id, const std::string& address, const Reply& reply, const std::string& key,
                       std::function<std::string(const StoredGame&)> work, const std::string& head) {
  if (const auto kept = key.empty() ? nullptr : hub_.cache().find(key)) return reply(200, head + *kept);
  const GameRow& game = hub_.row(id);
  const auto stored = std::make_shared<StoredGame>(StoredGame{catalog_.find(game.battle, game.book), game, {}, {"First", "Second"}, hub_.changed(game)});
  if (const BattleCatalog::Entry* title = catalog_.find(game.battle))
    for (int s = 0; s < 2; ++s) stored->sides[s] = title->battle->sides[s];
  hub_.away<std::string>(
      address, id, reply,
      [&writer = writer_, stored, work = std::move(work)] {
        try {
          auto kept = writer.load(stored->row.id);
          if (!kept) throw HttpError{404, "this game has been erased"};
          stored->records = std::move(kept->records);
        } catch (const StoreError& e) {
          throw HttpError{503, writer.for_players(e.what())};
        }
        return work(*stored);
      },
      [this, key, reply, head](std::string& text) {
        if (!key.empty()) hub_.cache().keep(key, text);
        reply(200, head + text);
      });
}

void Replay::log(const std::string& id, const json& body, const std::string& address, const Reply& reply) {
  hub_.need_view(hub_.row(id), body);
  if (hub_.row(id).over)
    return from_store(id, address, reply, "log " + id, whole_log, "{\"game\":" + dump(id) + ",\"card\":" + dump(hub_.card_of(hub_.row(id))));
  hub_.read(id, address, reply, [this, id, address, reply](LiveGame& live) {
    const Viewer eyes = eyes_of(live);
    std::string head = dump(
        {{"game", id}, {"card", hub_.card_of(live.row())}, {"over", live.row().over}, {"eyes", eyes == Viewer::All ? "all" : "public"}, {"recorded", nullptr}});
    head.pop_back();
    hub_.away<std::string>(
        address, id, reply, [head, log = live.log(eyes)] { return head + ",\"log\":" + log_json(log, 0) + "}"; },
        [reply](std::string& text) { reply(200, std::move(text)); });
  });
}

void Replay::position(const std::string& id, int64_t seq, const json& body, const std::string& address, const Reply& reply) {
  hub_.need_view(hub_.row(id), body);
  hub_.read(id, address, reply, [this, id, seq, address, reply](LiveGame& live) {
    const Viewer eyes = eyes_of(live);
    const auto count = live.records_at(eyes, seq);
    if (!count) throw HttpError{404, "the log has entries from 0 to " + std::to_string(live.seq(eyes))};
    const auto position = [seq, eyes](const Game& game, const State& state) {
      return dump({{"seq", seq},
                   {"view", view_for(game, state, eyes)},
                   {"decision", wire::decision(game, state)},
                   {"outcome", wire::outcome(game, state)}});
    };
    if (const auto state = live.state_at(*count)) return reply(200, position(live.game(), *state));
    const auto old = std::make_shared<std::vector<Record>>(live.records());
    hub_.away<std::string>(
        address, id, reply,
        [position, old, count = *count, game = &live.game()] {
          return position(*game, state_after(*game, acts_after(*game, *old, count)));
        },
        [reply](std::string& text) { reply(200, std::move(text)); });
  });
}

void Replay::file(const std::string& id, const json& secrets, const std::string& address, const Reply& reply) {
  const GameRow& game = hub_.row(id);
  if (game.terms.visibility == Visibility::Private && !hub_.holds_a_seat(game, secrets)) throw HttpError{403, "this game is private: its file is for those who played it"};
  if (!game.over && !closed_by_fault(game) && !hub_.holds_all_seats(game, secrets))
    throw HttpError{403,
                    "the file of a running game tells its secrets; it is open when the game is over, or to whoever holds all its seats"};
  from_store(id, address, reply, game.over ? "file " + id : "", file_of);
}

void Replay::summary(const std::string& id, const json& body, const std::string& address, const Reply& reply) {
  hub_.need_view(hub_.row(id), body);
  if (!hub_.row(id).over) throw HttpError{409, "the game is not over yet"};
  from_store(id, address, reply, "summary " + id, summary_of);
}

void Replay::dice(const std::string& id, const json& body, const std::string& address, const Reply& reply) {
  hub_.need_view(hub_.row(id), body);
  if (!hub_.row(id).over) return reply(200, dump(dice_json(hub_.row(id), {})));
  from_store(id, address, reply, "dice " + id, dice_of);
}

}  // namespace tambour::server
