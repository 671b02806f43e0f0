// SPDX-License-Identifier: MIT
// Twins: two games in the same position, in which one side then does different hidden things. Whatever the other side and a watcher hear
// or ask, the answers are the same. Answers come in any order, so they are compared by the id of their question, and what comes
// unasked by its kind, once nothing is outstanding.
#include <map>
#include <set>

#include "tests/sanitized.h"
#include "tests/server/test_hub.h"
#include "tests/server/twins.h"

namespace tambour::server::test {
namespace {

class Twins {
 public:
  Twins(const Game& rules, Fork fork) : rules_(rules), fork_(std::move(fork)) {
    json seats;
    for (Seat s : {Seat::First, Seat::Second}) seats[rules_.side_name(s)] = {{"kind", "human"}};
    const json body{{"from", {{"file", write_game_file(fork_.file)}}}, {"pace_ms", 0}, {"seats", seats}};
    for (Twin& t : twins_) {
      const HttpAnswer made = table_.http("POST", "/api/games", body.dump());
      if (made.status != 201) throw std::runtime_error(made.body);
      t.game = json::parse(made.body);
      for (Seat s : {Seat::First, Seat::Second}) t.seats[tambour::index(s)] = table_.join(t.game, rules_.side_name(s));
      t.watcher = table_.join(t.game);
    }
  }

  // The hidden acts, then what both sides may do alike until the other must decide or a die falls.
  void run() {
    for (int k = 0; k < 2; ++k) act(twins_[k], fork_.acts[k]);
    compare();
    for (int steps = 0; steps < 8 && !::testing::Test::HasFailure() && go_on(); ++steps) compare();
  }

 private:
  struct Twin {
    json game;
    std::shared_ptr<HallClient> seats[2], watcher;
  };

  std::shared_ptr<HallClient> rival(Twin& t) const { return t.seats[1 - tambour::index(fork_.mover)]; }
  void act(Twin& t, const std::string& text) {
    const auto mover = t.seats[tambour::index(fork_.mover)];
    table_.say(mover, {{"type", "act"}, {"seq", mover->seq()}, {"act", text}});
  }

  // An act that both twins of the mover may do, that looks the same to the other and rolls nothing; done first.
  bool go_on() {
    State(&s)[2] = fork_.states;
    if (s[0].seat != fork_.mover || s[1].seat != fork_.mover || s[0].over()) return false;
    ActionList<> list;
    rules_.options(s[0], list);
    std::vector<Action> options(list.begin(), list.end());
    std::stable_partition(options.begin(), options.end(), [](const Action& a) { return a.verb == Verb::Done || a.verb == Verb::Pass; });
    for (const Action& a : options) {
      if (rules_.refuse(s[1], a)) continue;
      const State next[2] = {after(rules_, s[0], a), after(rules_, s[1], a)};
      const Seat foe = other(fork_.mover);
      if (next[0].seat == Seat::Chance || next[0].seat != next[1].seat || seen(rules_, next[0], foe) != seen(rules_, next[1], foe)) continue;
      for (int k = 0; k < 2; ++k) s[k] = next[k], act(twins_[k], to_text(a, rules_));
      return true;
    }
    return false;
  }

  void compare() {
    for (json question : all_questions()) {
      question["id"] = ++next_id_;
      for (Twin& t : twins_)
        for (const auto& client : {rival(t), t.watcher}) {
          table_.say(client, question);
          table_.until([&] { return !answer(*client, next_id_).is_null(); });
        }
      EXPECT_EQ(plain(answer(*rival(twins_[0]), next_id_)), plain(answer(*rival(twins_[1]), next_id_))) << question << " of the other side";
      EXPECT_EQ(plain(answer(*twins_[0].watcher, next_id_)), plain(answer(*twins_[1].watcher, next_id_))) << question << " of a watcher";
    }
    EXPECT_EQ(unasked(*rival(twins_[0])), unasked(*rival(twins_[1]))) << "what the other side hears";
    EXPECT_EQ(unasked(*twins_[0].watcher), unasked(*twins_[1].watcher)) << "what a watcher hears";
    for (const char* page : {"", "/log", "/at/0", "/summary", "/dice", "/file"}) EXPECT_EQ(page_of(twins_[0], page), page_of(twins_[1], page)) << page;
  }

  static json answer(const HallClient& client, int id) {
    for (const json& m : client.heard)
      if (m.value("id", json()) == id) return m;
    return nullptr;
  }
  static std::map<std::string, std::vector<json>> unasked(const HallClient& client) {
    std::map<std::string, std::vector<json>> out;
    for (const json& m : client.heard)
      if (!m.contains("id")) out[m["type"]].push_back(plain(m));
    return out;
  }
  json page_of(const Twin& t, const std::string& page) {
    return plain(json::parse(table_.http("GET", "/api/games/" + t.game["game"].get<std::string>() + page).body, nullptr, false));
  }

  std::vector<json> all_questions() {
    const auto hex = [&] { return rules_.grid().number(HexId(rng_.below(uint32_t(rules_.grid().size())))); };
    std::vector<json> out{{{"type", "reach"}},   {{"type", "pending"}}, {{"type", "look"}, {"seq", rival(twins_[0])->seq()}},
                          {{"type", "resume"}},  {{"type", "sight"}, {"from", hex()}, {"to", hex()}}};
    std::vector<std::string> acts{"done"};
    json options;
    for (const json& m : rival(twins_[0])->heard)
      if (m.contains("options")) options = m["options"];
    if (options.is_array() && !options.empty()) acts.push_back(options[rng_.below(uint32_t(options.size()))]["text"]);
    for (const std::string& text : acts)
      for (const char* type : {"why", "ledger", "odds", "path"})
        out.push_back(std::string(type) == "path" ? json{{"type", type}, {"acts", {text}}} : json{{"type", type}, {"act", text}});
    return out;
  }

  const Game& rules_;
  Fork fork_;
  Rng rng_{5};
  TestHub table_{real_catalog()};
  Twin twins_[2];
  int next_id_ = 0;
};

TEST(Twins, what_is_hidden_changes_nothing_for_others) {
  std::set<std::string> compared;
  for (const std::string& battle : list_battles(TAMBOUR_SOURCE "/data")) {
    if (kSanitized && !battle.starts_with("train-") && battle != "marengo-1800") continue;  // training battles of jdg have too few orders
    for (const std::string_view name : rulesets()) {
      const std::string book(name);
      const Game* rules = real_catalog().find(battle, book);
      if (!rules) continue;
      for (uint64_t seed = 1; seed <= (kSanitized ? 1 : 2); ++seed) {
        SCOPED_TRACE(battle + " under " + book + ", seed " + std::to_string(seed));
        auto fork = find_fork(*rules, seed);
        if (!fork) break;
        compared.insert(book);
        Twins(*rules, std::move(*fork)).run();
        if (HasFailure()) return;
      }
    }
  }
  for (const char* book : {"jdg", "tng"}) EXPECT_TRUE(compared.contains(book)) << book << " has face-down orders, but none were compared";
}

}  // namespace
}  // namespace tambour::server::test
