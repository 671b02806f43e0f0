// SPDX-License-Identifier: MIT
#include "lab/draft.h"

#include <algorithm>

#include "battle/content_hash.h"
#include "lab/game_file.h"

namespace tambour {
namespace {

// The operands before the first field=value, by kind.
struct Shape {
  std::string_view kind;
  std::vector<const char*> fields;
  const char* example;
};
const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {{"unit", {"id", "side", "formation", "arm", "hex", "face"}, "unit a Blue A inf 0405 E sp=6"},
                                         {"cinc", {"id", "side", "hex"}, "cinc K Blue 0305 orders=2"},
                                         {"leader", {"id", "side", "formation", "hex"}, "leader L Blue A 0305"},
                                         {"formation", {"id", "side"}, "formation A Blue name=First"}};
  return all;
}

std::string value_of(std::string_view text) {
  std::string out(text);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

bool read_fields(const std::vector<std::string_view>& w, std::size_t from, std::vector<std::pair<std::string, std::string>>& out,
                 std::string& why) {
  for (std::size_t i = from; i < w.size(); ++i) {
    const auto equals = w[i].find('=');
    if (equals == std::string_view::npos || equals == 0) return why = "'" + std::string(w[i]) + "' is not field=value", false;
    out.emplace_back(std::string(w[i].substr(0, equals)), value_of(w[i].substr(equals + 1)));
  }
  return true;
}

}  // namespace

std::string_view without_comment(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i)
    if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) return trim(line.substr(0, i));
  return trim(line);
}

Draft::Draft(std::string data_directory, std::string file) : data_(std::move(data_directory)), file_(std::move(file)) {
  battle_ = std::make_unique<Battle>();
  battle_->id = "position", battle_->title = "A free position";
  battle_->turns = 10;
}

Draft::Took Draft::take(std::string_view line, int number, std::string& why) {
  const auto w = words(line);
  if (w.empty()) return Took::Yes;
  const auto took = [](bool good) { return good ? Took::Yes : Took::Wrong; };
  if (w[0] == "battle") return took(w.size() == 2 ? take_battle(w[1], why) : (why = "'battle' wants the id of a battle", false));
  if (w[0] == "map") return took(read_map_line(battle_->map, "size" + std::string(line.substr(3)), why));
  if (w[0] == "terrain" || w[0] == "side" || w[0] == "road" || w[0] == "level" || w[0] == "name" || w[0] == "zone")
    return took(read_map_line(battle_->map, line, why));
  if (w[0] == "sides") return took(read_sheet_line(*battle_, line, file_, number, why));
  if (w[0] == "sheet") return took(read_sheet_line(*battle_, trim(line.substr(5)), file_, number, why));
  if (w[0] == "defaults") return took(take_default(w, why));
  if (w[0] == "record" || std::any_of(shapes().begin(), shapes().end(), [&](const Shape& s) { return s.kind == w[0]; }))
    return took(take_record(w, number, why));
  if (w[0] != "given") return Took::No;
  Statement s{{}, number};
  for (std::size_t i = 1; i < w.size(); ++i) s.words.emplace_back(w[i]);
  if (s.words.empty()) return why = "'given' wants a statement, for example: given active A", Took::Wrong;
  given_.push_back(std::move(s));
  return Took::Yes;
}

bool Draft::take_battle(std::string_view id, std::string& why) {
  if (!battle_->records.empty() || battle_->map.grid.size()) return why = "'battle' must come before map and units", false;
  const auto known = list_battles(data_);
  if (std::find(known.begin(), known.end(), id) == known.end()) {
    const std::string near = nearest(id, known);
    return why = "there is no battle '" + std::string(id) + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"), false;
  }
  Trouble trouble;
  auto loaded = load_battle(data_ + "/battles/" + std::string(id), trouble);
  if (!loaded) return why = trouble.text(), false;
  battle_ = std::move(loaded);
  drafted_ = battle_->records.size();
  return true;
}

bool Draft::take_record(const std::vector<std::string_view>& w, int number, std::string& why) {
  Record r{std::string(w[0]), {}, file_, number};
  std::size_t at = 1;
  if (w[0] == "record") {
    if (w.size() < 3) return why = "'record' wants a kind and fields, for example: record am formation=A init1=5", false;
    r.kind = w[at++];
  } else {
    const Shape& shape = *std::find_if(shapes().begin(), shapes().end(), [&](const Shape& s) { return s.kind == w[0]; });
    for (const char* field : shape.fields) {
      if (at >= w.size() || w[at].find('=') != std::string_view::npos)
        return why = "this " + r.kind + " has no " + field + "; write for example: " + shape.example, false;
      r.fields.emplace_back(field, value_of(w[at++]));
    }
  }
  if (!read_fields(w, at, r.fields, why)) return false;
  battle_->records.push_back(std::move(r));
  return true;
}

bool Draft::take_default(const std::vector<std::string_view>& w, std::string& why) {
  if (w.size() < 3) return why = "'defaults' wants a kind and fields, for example: defaults unit sp=4", false;
  const auto colon = w[1].find(':');
  Default d{std::string(w[1].substr(0, colon)), colon == std::string_view::npos ? "" : value_of(w[1].substr(colon + 1)), {}};
  if (!read_fields(w, 2, d.fields, why)) return false;
  defaults_.push_back(std::move(d));
  return true;
}

// Values of a counter: its own, then the defaults of its arm, then the general defaults; later lines win.
void Draft::complete_records() {
  for (std::size_t i = drafted_; i < battle_->records.size(); ++i) {
    Record& r = battle_->records[i];
    for (const bool special : {true, false})
      for (auto d = defaults_.rbegin(); d != defaults_.rend(); ++d) {
        if (d->kind != r.kind || d->arm.empty() == special || !r.get("arm").starts_with(d->arm)) continue;
        for (auto field = d->fields.rbegin(); field != d->fields.rend(); ++field)
          if (!r.find(field->first)) r.fields.push_back(*field);
      }
  }
}

void Draft::add_formations() {
  std::set<std::string> have;
  for (const Record* r : battle_->all("formation")) have.insert(r->get("id"));
  std::vector<Record> made;
  for (std::size_t i = drafted_; i < battle_->records.size(); ++i) {
    const Record& r = battle_->records[i];
    const std::string id = r.get("formation");
    if ((r.kind != "unit" && r.kind != "leader") || id.empty() || !have.insert(id).second) continue;
    made.push_back({"formation", {{"id", id}, {"side", r.get("side")}, {"name", id}}, r.file, r.line});
  }
  battle_->records.insert(battle_->records.end(), made.begin(), made.end());
}

std::unique_ptr<Table> Draft::lay(std::string_view book, const MakeGame& make, Trouble& trouble) {
  auto table = std::make_unique<Table>();
  if (battle_->map.grid.size() == 0) return trouble = {file_, 0, "there is no map; begin with 'map 12 10' or 'battle <id>'"}, nullptr;
  add_formations();
  complete_records();
  if (battle_->books.empty()) battle_->books.emplace_back(book);
  battle_->roster.clear();
  if (!build_roster(*battle_, trouble)) return nullptr;
  battle_->hash = content_hash(*battle_);
  battle_->arranged = !given_.empty();
  table->battle = std::move(battle_);
  table->game = make(book, *table->battle, data_, trouble);
  if (!table->game) return nullptr;
  if (given_.empty()) {
    table->game->setup(table->start);
    return table;
  }
  if (trouble = table->game->arrange(table->start, given_); trouble) {
    if (trouble.file.empty()) trouble.file = file_;
    return nullptr;
  }
  return table;
}

std::unique_ptr<Table> open_position(const GameFile& file, const std::string& data, const MakeGame& make, Trouble& trouble) {
  Draft draft(data, "position");
  std::vector<std::string> lines = file.position;
  if (lines.empty()) lines.push_back("battle " + file.battle);
  int number = 0;
  for (const std::string& line : lines) {
    std::string why;
    const auto took = draft.take(line, ++number, why);
    if (took == Draft::Took::Yes) continue;
    return trouble = {"position", number, took == Draft::Took::Wrong ? why : "'" + line + "' is no line of a position"}, nullptr;
  }
  for (const Statement& statement : file.given) draft.give(statement);
  return draft.lay(file.book, make, trouble);
}

std::unique_ptr<Table> open_game_file(const GameFile& file, const std::string& data, const MakeGame& make, Trouble& trouble) {
  auto table = open_position(file, data, make, trouble);
  if (!table) return nullptr;
  const std::string why = difference(file.edition, edition_of(file.book, *table->battle, data), file.book, file.battle);
  if (!why.empty()) return trouble = {"", 0, "this game cannot go on: " + why}, nullptr;
  return table;
}

}  // namespace tambour
