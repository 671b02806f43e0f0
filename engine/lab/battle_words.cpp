// SPDX-License-Identifier: MIT
#include "lab/battle_words.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "kit/csv.h"

namespace tambour {

namespace fs = std::filesystem;

static const std::string kSide = "side ";

std::string BattleWords::name(const std::string& english) const {
  const auto at = texts.find(english);
  return at == texts.end() ? english : at->second;
}

std::string BattleWords::side(const std::string& english) const {
  const auto at = texts.find(kSide + english);
  return at == texts.end() ? english : at->second;
}

std::map<std::string, std::string> marker_names(const Battle& battle) {
  std::map<std::string, std::string> names;
  for (const char* kind : {"formation", "marker", "me"})
    for (const Record* r : battle.all(kind))
      if (!r->get("name").empty()) names.emplace(r->get("id"), r->get("name"));
  return names;
}

std::vector<std::string> shown_texts(const Battle& battle) {
  std::set<std::string> texts = {kSide + battle.sides[0], kSide + battle.sides[1]};
  for (const auto& [hex, name] : battle.map.names) texts.insert(name);
  for (const auto& [id, name] : marker_names(battle)) texts.insert(name);
  for (const RosterEntry& counter : battle.roster) texts.insert(counter.name);
  return {texts.begin(), texts.end()};
}

// As in the sheet, title and lesson of a battle replace those of the battle it is like, and its history is appended.
static std::string take(BattleWords& words, const std::vector<std::string>& cells, const std::vector<std::string>* known,
                        std::set<std::string>& seen) {
  const std::string &text = cells[0], &told = cells[1];
  if (text == "history") return words.history += (words.history.empty() ? "" : "\n\n") + told, "";
  if (!seen.insert(text).second) return "'" + text + "' stands twice; one line is enough";
  if (text == "title") return words.title = told, "";
  if (text == "teaches") return words.teaches = told, "";
  if (known && std::find(known->begin(), known->end(), text) == known->end()) {
    const std::string meant = nearest(text, *known);
    return "'" + text + "' is neither title, teaches, history, side and a side, nor a name of this battle" +
           (meant.empty() ? "; write it as its files do" : "; did you mean '" + meant + "'?");
  }
  return words.texts[text] = told, "";
}

static bool read_words(BattleWords& words, const std::string& file, const std::vector<std::string>* known, Trouble& trouble) {
  if (!fs::exists(file)) return true;
  const auto text = read_text_file(file, trouble);
  if (!text) return false;
  const auto rows = read_csv(*text, file, trouble);
  if (!rows) return false;
  std::set<std::string> seen;
  for (const CsvRow& row : *rows) {
    if (&row == &rows->front()) continue;  // the head
    const std::string wrong = row.cells.size() != 2 || row.cells[1].empty()
                                  ? "a line is a text and its translation, text,translation; a text with commas stands in quotes"
                                  : take(words, row.cells, known, seen);
    if (!wrong.empty()) return trouble = {file, row.line, wrong}, false;
  }
  return true;
}

BattleWords load_words(const Battle& battle, const std::string& directory, std::string_view language, Trouble& trouble) {
  BattleWords words;
  const std::vector<std::string> known = shown_texts(battle);
  const std::string table = "/" + std::string(language) + ".csv";
  // The order of battle is that of the battle this one is like; some of its units may be absent here.
  const fs::path model = battle.records.empty() ? fs::path(directory) : fs::path(battle.records.front().file).parent_path();
  std::error_code ec;
  if (!fs::equivalent(model, directory, ec) && !read_words(words, model.string() + table, nullptr, trouble)) return {};
  return read_words(words, directory + table, &known, trouble) ? words : BattleWords{};
}

}  // namespace tambour
