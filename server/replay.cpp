// Finished and running games to look through: logs, positions, files, summaries, dice (docs/table-protocol.md, section 2).
#include "server/house.h"
#include "server/log.h"

namespace tambour::server {

namespace {

// Everything is open once the game is over.
Viewer eyes_of(const Sitting& sitting) { return sitting.row().over ? Viewer::All : Viewer::Public; }

std::string dump(const json& j) { return *text_of(j); }

// Notices the first moment of each turn.
class TurnWatch : public EventSink {
 public:
  void on(const Event& e) override { began |= e.fact == Fact::TurnBegan; }
  bool began = false;
};

json turn_line(const Sitting& sitting, const State& state, std::size_t acts) {
  const Game& game = sitting.game();
  const View view = game.observe(state, Seat::Nobody);
  const Outcome outcome = game.outcome(state);
  json line{{"turn", view.turn}, {"seq", acts ? sitting.seq_of_act(acts - 1, Viewer::All) : 0}};
  for (Seat s : {Seat::First, Seat::Second}) {
    int on_map = 0, gone = 0;
    for (const CounterView& c : view.counters) {
      if (c.side != s) continue;
      on_map += c.place == "map";
      gone += c.place == "gone";
    }
    line["points"][game.side_name(s)] = outcome.points[tambour::index(s)];
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

std::string summarise(Sitting& sitting) {
  if (!sitting.row().over) throw HttpFault{409, "the game is not over yet"};
  const Game& game = sitting.game();
  State state = sitting.match().start();
  json turns = json::array({turn_line(sitting, state, 0)});
  Luck luck[2];
  Seat last = Seat::First;
  std::size_t acts = 0;
  for (const LogEntry& entry : sitting.match().log()) {
    if (entry.seat == Seat::Chance) luck[tambour::index(last)].add(state.dice, entry.act.arg);
    else last = entry.seat;
    TurnWatch watch;
    game.apply(state, entry.act, &watch);
    ++acts;
    if (watch.began || state.over()) turns.push_back(turn_line(sitting, state, acts));
  }
  json dice = json::object();
  for (Seat s : {Seat::First, Seat::Second}) {
    const Luck& l = luck[tambour::index(s)];
    dice[game.side_name(s)] = {{"count", l.count}, {"sum", l.sum}, {"expected", l.expected}};
  }
  return dump({{"turns", std::move(turns)}, {"dice", std::move(dice)}, {"outcome", wire::outcome(game, sitting.state())}});
}

}  // namespace

void House::replay_log(const std::string& id, const Reply& reply) {
  read(id, reply, [this, id](Sitting& sitting) {
    const Viewer eyes = eyes_of(sitting);
    std::string head = dump(
        {{"game", id}, {"card", card_of(sitting.row())}, {"over", sitting.row().over}, {"eyes", eyes == Viewer::All ? "all" : "public"}});
    head.pop_back();
    return head + ",\"log\":" + sitting.log_json(eyes, 0) + "}";
  });
}

void House::replay_at(const std::string& id, int64_t seq, const Reply& reply) {
  read(id, reply, [seq](Sitting& sitting) {
    const Viewer eyes = eyes_of(sitting);
    const auto acts = sitting.acts_at(eyes, seq);
    if (!acts) throw HttpFault{404, "the log has entries from 0 to " + std::to_string(sitting.seq(eyes))};
    const State state = sitting.state_after(*acts);
    return dump({{"seq", seq},
                 {"view", view_for(sitting.game(), state, eyes)},
                 {"decision", wire::decision(sitting.game(), state)},
                 {"outcome", wire::outcome(sitting.game(), state)}});
  });
}

void House::game_file(const std::string& id, const json& secrets, const Reply& reply) {
  const GameRow& game = row(id);
  if (!game.over && !holds_all_seats(game, secrets))
    throw HttpFault{403,
                    "the file of a running game tells its secrets; it is open when the game is over, or to whoever holds all its seats"};
  read(id, reply, [](Sitting& sitting) {
    const GameRow& r = sitting.row();
    GameFile file;
    file.book = r.book, file.battle = r.battle, file.battle_hash = r.battle_hash, file.game = r.id, file.commitment = sitting.commitment();
    if (r.over) file.secret = r.dice_secret;
    file.inherited = std::size_t(r.inherited);
    file.entries = sitting.entries();
    add_checks(file, sitting.game());
    return write_game_file(file);
  });
}

void House::summary(const std::string& id, const Reply& reply) { read(id, reply, summarise); }

void House::dice(const std::string& id, const Reply& reply) {
  read(id, reply, [](Sitting& sitting) { return dump(sitting.dice_json()); });
}

}  // namespace tambour::server
