// Twins: two games that differ only in what one side has hidden. Whatever the other side and a watcher hear or ask, the answers are the
// same.
#include <set>

#include "server/reach.h"
#include "tests/sanitized.h"
#include "tests/server/hall.h"

namespace tambour::server::test {
namespace {

// What is told apart from the game: names of games, secrets, hours.
json plain(json message) {
  if (message.is_object()) {
    for (const char* key : {"game", "commitment", "clock", "at", "created", "updated", "moved", "time", "when", "last", "secret"})
      message.erase(key);
    for (auto& [key, value] : message.items()) value = plain(value);
  } else if (message.is_array()) {
    for (json& value : message) value = plain(value);
  }
  return message;
}

struct Twin {
  json game;
  std::shared_ptr<HallClient> seats[2], watcher;
};

class Twins {
 public:
  Twins(const std::string& battle, const std::string& book, uint64_t seed) : rules_(*real_library().find(battle, book)), rng_(seed) {
    json seats;
    for (Seat s : {Seat::First, Seat::Second}) seats[rules_.side_name(s)] = {{"kind", "human"}};
    for (Twin& t : twins_) {
      t.game = hall_.make(battle, book, seats);
      for (Seat s : {Seat::First, Seat::Second}) t.seats[int(s)] = hall_.join(t.game, rules_.side_name(s));
      t.watcher = hall_.join(t.game);
    }
  }

  // Different hidden acts of the side that begins, as long as there are any; the number of comparisons made.
  int play() {
    int compared = 0;
    for (int acts = 0; acts < 12; ++acts) {
      const int mover = options_of(twins_[0], 0).empty() ? 1 : 0;
      const json a = options_of(twins_[0], mover), b = options_of(twins_[1], mover);
      if (a.empty() || b.empty()) break;
      act(twins_[0], mover, a[rng_.below(uint32_t(a.size()))]["text"]);
      act(twins_[1], mover, b[rng_.below(uint32_t(b.size()))]["text"]);
      if (!hidden(twins_[0], mover) || !hidden(twins_[1], mover)) break;
      compare(1 - mover);
      ++compared;
      if (::testing::Test::HasFailure()) break;
    }
    return compared;
  }

 private:
  static json options_of(const Twin& t, int seat) {
    json found = json::array();
    for (const json& m : t.seats[seat]->heard)
      if (m.contains("options")) found = m["options"].is_array() ? m["options"] : json::array();
    return found;
  }
  void act(Twin& t, int seat, const std::string& text) {
    hall_.say(t.seats[seat], {{"type", "act"}, {"seq", t.seats[seat]->seq()}, {"act", text}});
  }
  // The last act was told to nobody but the side that did it.
  static bool hidden(const Twin& t, int mover) {
    const json told = t.seats[1 - mover]->last("update");
    return !told.is_object() || told["act"].is_null();
  }

  void compare(int other) {
    const auto same = [&](const char* what, const json& a, const json& b) { EXPECT_EQ(plain(a), plain(b)) << what; };
    for (const json& question : questions()) {
      json answers[2][2];
      for (int k = 0; k < 2; ++k) {
        hall_.say(twins_[k].seats[other], question), hall_.say(twins_[k].watcher, question);
        answers[k][0] = twins_[k].seats[other]->heard.back(), answers[k][1] = twins_[k].watcher->heard.back();
      }
      same(question.dump().c_str(), answers[0][0], answers[1][0]);
      same(question.dump().c_str(), answers[0][1], answers[1][1]);
    }
    same("all that the other side heard", twins_[0].seats[other]->heard, twins_[1].seats[other]->heard);
    same("all that a watcher heard", twins_[0].watcher->heard, twins_[1].watcher->heard);
    for (const char* page : {"", "/log", "/summary"}) same(page, page_of(twins_[0], page), page_of(twins_[1], page));
  }
  json page_of(const Twin& t, const std::string& page) {
    return json::parse(hall_.http("GET", "/api/games/" + t.game["game"].get<std::string>() + page).body, nullptr, false);
  }
  std::vector<json> questions() {
    const auto hex = [&] { return rules_.grid().number(HexId(rng_.below(uint32_t(rules_.grid().size())))); };
    return {{{"type", "reach"}},
            {{"type", "hint"}, {"level", "random"}},
            {{"type", "odds"}, {"act", "done"}},
            {{"type", "ledger"}, {"act", "done"}},
            {{"type", "why"}, {"act", "done"}},
            {{"type", "sight"}, {"from", hex()}, {"to", hex()}}};
  }

  const Game& rules_;
  Rng rng_;
  Hall hall_{real_library()};
  Twin twins_[2];
};

TEST(Twins, what_is_hidden_changes_nothing_for_others) {
  int compared = 0;
  for (const std::string& battle : list_battles(TAMBOUR_SOURCE "/data"))
    for (const std::string_view name : rulesets()) {
      const std::string book(name);
      if (!real_library().find(battle, book)) continue;
      for (uint64_t seed = 1; seed <= (kSanitized ? 1 : 3); ++seed) {
        SCOPED_TRACE(battle + " under " + book + ", seed " + std::to_string(seed));
        compared += Twins(battle, book, seed).play();
        if (HasFailure()) return;
      }
    }
  EXPECT_GT(compared, 10) << "hidden acts are compared at all";
}

// The way to a hex and the ledger of its steps, asked in every battle and book.
TEST(Twins, reach_and_ways_of_real_battles) {
  std::set<std::string> reached;
  for (const std::string& battle : list_battles(TAMBOUR_SOURCE "/data"))
    for (const std::string_view name : rulesets()) {
      const Game* game = real_library().find(battle, std::string(name));
      if (!game) continue;
      SCOPED_TRACE(battle + " under " + std::string(name));
      Rng rng(7);
      State s;
      game->setup(s);
      ActionList<> list;
      for (int acts = 0, asked = 0; acts < 3000 && asked < (kSanitized ? 2 : 12) && !s.over(); ++acts) {
        list.clear();
        game->options(s, list);
        const bool steps =
            s.dice == Dice::None && std::any_of(list.begin(), list.end(), [](const Action& a) { return a.verb == Verb::Move; });
        if (steps && rng.below(4) == 0) {
          const json found = reach(*game, s, s.seat);
          for (const json& place : found.is_array() ? found : found["hexes"]) {
            std::string why;
            const auto first = parse_action(place["acts"][0].get<std::string>(), *game, why);
            ASSERT_TRUE(first) << why;
            EXPECT_FALSE(game->refuse(s, *first)) << place;
            EXPECT_FALSE(walk(*game, s, s.seat, {*first}).empty());
            reached.insert(std::string(name));
          }
          ++asked;
        }
        game->apply(s, list[int(rng.below(uint32_t(list.size())))]);
      }
    }
  EXPECT_GE(reached.size(), 4u);
}

}  // namespace
}  // namespace tambour::server::test
