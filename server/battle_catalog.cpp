// SPDX-License-Identifier: MIT
#include "server/battle_catalog.h"

#include "server/dice.h"

#include <algorithm>
#include <set>

#include "ai/player.h"
#include "battle/chart.h"
#include "lab/cited.h"
#include "lab/translated.h"

namespace tambour::server {

// The translated texts of a battle; ids and side names stay, as the protocol uses them.
static const BattleWords& words_of(const BattleCatalog::Entry& title, const std::string& language) {
  static const BattleWords kEnglish;
  const auto at = title.words.find(language);
  return at == title.words.end() ? kEnglish : at->second;
}

static json card_json(const BattleCatalog::Entry& title, const BattleWords& words) {
  json card = wire::battle_card(*title.battle);
  if (!words.title.empty()) card["title"] = words.title;
  if (!words.teaches.empty()) card["teaches"] = words.teaches;
  if (!words.history.empty()) card["history"] = words.history;
  for (const std::string& side : title.battle->sides) card["side_names"][side] = words.side(side);
  card["playable"] = json::array();
  for (const std::string& book : title.battle->books)
    if (title.games.contains(book)) card["playable"].push_back(book);
  card["balance"] = json::array();
  for (const BalanceRecord& r : title.balance)
    card["balance"].push_back({{"book", r.book}, {"players", r.players}, {"games", r.games}, {"wins", {r.wins[0], r.wins[1]}}, {"draws", r.draws}});
  return card;
}

BattleCatalog::BattleCatalog(const std::string& data, const std::vector<std::string_view>& books, const MakeGame& make)
    : data_(data), books_(books.begin(), books.end()) {
  for (const std::string& id : list_battles(data)) {
    Trouble trouble;
    Entry title{load_battle(data + "/battles/" + id, trouble), {}, {}, {}};
    if (!title.battle) {
      troubles_.push_back(trouble.text());
      continue;
    }
    for (const std::string& book : title.battle->books) {
      if (std::find(books_.begin(), books_.end(), book) == books_.end()) continue;
      if (auto game = make(book, *title.battle, data, trouble))
        title.games.emplace(book, std::move(game)), title.editions.emplace(book, edition_of(book, *title.battle, data));
      else troubles_.push_back("battle " + id + " under " + book + ": " + trouble.text());
    }
    for (const std::string_view language : kLanguages) {
      Trouble wrong;
      title.words.emplace(language, load_words(*title.battle, data + "/battles/" + id, language, wrong));
      if (wrong) troubles_.push_back(wrong.text());
    }
    Trouble wrong;
    title.balance = load_balance(balance_file(data, id), wrong);
    if (wrong) troubles_.push_back(wrong.text());
    entries_.emplace(id, std::move(title));
  }
  list_cards("");
  for (const std::string_view language : kLanguages) list_cards(std::string(language));
}

void BattleCatalog::list_cards(const std::string& language) {
  json cards = json::array();
  for (const auto& [id, title] : entries_) cards.push_back(card_json(title, words_of(title, language)));
  battles_[language] = json{{"battles", std::move(cards)}}.dump();
}

const std::string& BattleCatalog::battles_json(const std::string& language) const {
  const auto at = battles_.find(language);
  return at == battles_.end() ? battles_.at("") : at->second;
}

const BattleCatalog::Entry* BattleCatalog::find(const std::string& battle) const {
  const auto at = entries_.find(battle);
  return at == entries_.end() ? nullptr : &at->second;
}

const Game* BattleCatalog::find(const std::string& battle, const std::string& book) const {
  const Entry* title = find(battle);
  if (!title) return nullptr;
  const auto at = title->games.find(book);
  return at == title->games.end() ? nullptr : at->second.get();
}

std::string BattleCatalog::difference(const std::string& battle, const std::string& book, const Edition& then) const {
  if (!find(battle, book)) return "this server no longer has the battle " + battle + " under " + book;
  return tambour::difference(then, find(battle)->editions.at(book), book, battle);
}

// When and where a reinforcement arrives: {"arrives": "4", "entry": "zone:east_entry"}.
static void add_arrivals(json& roster, const Battle& battle) {
  for (std::size_t u = 0; u < battle.roster.size(); ++u) {
    if (battle.roster[u].record < 0) continue;
    const tambour::Record& record = battle.records[std::size_t(battle.roster[u].record)];
    const std::string turn = record.get("turn");
    if (turn.empty() || turn == "0") continue;
    roster[u]["arrives"] = turn;
    roster[u]["entry"] = record.get("hex");
  }
}

std::string BattleCatalog::battle_json(const Entry& title, const std::string& book, const std::string& language) const {
  const BattleWords& words = words_of(title, language);
  json map = wire::map(title.battle->map), roster = wire::roster(*title.games.at(book), *title.battle);
  add_arrivals(roster, *title.battle);
  for (json& name : map["names"]) name = words.name(name);
  for (json& counter : roster)
    for (const char* key : {"name", "formation", "formation_name"})
      if (const auto at = counter.find(key); at != counter.end()) *at = words.name(*at);
  json sheet = json::array();
  for (const Directive& line : title.battle->directives) sheet.push_back(line.words);
  json markers = json::object();
  for (const auto& [id, name] : marker_names(*title.battle)) markers[id] = words.name(name);
  return json{{"card", card_json(title, words)},
              {"book", book},
              {"map", std::move(map)},
              {"roster", std::move(roster)},
              {"markers", std::move(markers)},
              {"sheet", std::move(sheet)},
              {"night", title.battle->night},
              {"fog", title.battle->fog}}
      .dump();
}

std::string BattleCatalog::rules_json(const std::string& name, const std::string& language) const {
  const RuleBook* book = find_book(name);
  if (!book) return "";
  const auto other = translated(language, name);
  json rows = json::array();
  for (std::size_t i = 0; i < book->rows.size(); ++i) {
    const RuleRow& r = book->rows[i];
    const RowWords words = other.empty() ? RowWords{r.title, r.summary} : other[i];
    rows.push_back({{"rule", r.id}, {"title", words.title}, {"kind", r.kind}, {"summary", words.summary}});
  }
  return json{{"book", name}, {"language", other.empty() ? "en" : language}, {"rows", std::move(rows)}}.dump();
}

std::string BattleCatalog::charts_json(const std::string& name) const {
  if (!find_book(name)) return "";
  json charts = json::array();
  for (const std::string& id : list_charts(data_, name)) {
    Trouble trouble;
    const auto chart = load_chart(data_, name, id, trouble);
    if (chart) charts.push_back({{"name", chart->name}, {"grade", chart->grade}, {"columns", chart->columns}, {"rows", chart->rows}});
  }
  return json{{"book", name}, {"charts", std::move(charts)}}.dump();
}

std::string BattleCatalog::coverage_json() const {
  json books = json::array();
  for (const RuleBook& book : rule_books()) {
    std::set<std::string_view> ids;
    for (const CitedAt& at : cited())
      if (at.book == book.name) ids.insert(at.id);
    const auto notes = std::count_if(book.rows.begin(), book.rows.end(), [](const RuleRow& r) { return r.kind == "note"; });
    books.push_back({{"book", book.name},
                     {"rows", book.rows.size()},
                     {"notes", notes},
                     {"cited", ids.size()},
                     {"playable", std::find(books_.begin(), books_.end(), book.name) != books_.end()}});
  }
  return json{{"books", std::move(books)}}.dump();
}

std::string BattleCatalog::verbs_json() {
  json verbs = json::array();
  for (int v = 1; v < int(Verb::kCount); ++v)
    verbs.push_back({{"verb", info(Verb(v)).text}, {"shape", info(Verb(v)).shape}, {"help", info(Verb(v)).help}});
  return json{{"verbs", std::move(verbs)}}.dump();
}

std::string BattleCatalog::levels_json() { return json{{"levels", levels()}}.dump(); }

std::string BattleCatalog::signature() const {
  std::string all;
  for (const auto& [id, entry] : entries_)
    for (const auto& [book, edition] : entry.editions) all += id + " " + book + " " + std::to_string(edition.rules) + " " + hex64(edition.hash) + "\n";
  return hex(sha256(all));
}

}  // namespace tambour::server
