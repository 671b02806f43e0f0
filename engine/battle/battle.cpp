// SPDX-License-Identifier: MIT
#include "battle/battle.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "battle/content_hash.h"

namespace tambour {

namespace fs = std::filesystem;

const std::string* Record::find(std::string_view name) const {
  for (const auto& [key, value] : fields)
    if (key == name) return &value;
  return nullptr;
}

std::string Record::get(std::string_view name) const {
  const std::string* v = find(name);
  return v && *v != "-" ? *v : std::string{};
}

std::optional<int> Record::number(std::string_view name) const {
  const std::string* v = find(name);
  return v ? to_int(*v) : std::nullopt;
}

Seat Battle::seat_of(std::string_view side) const {
  return side == sides[0] ? Seat::First : side == sides[1] ? Seat::Second : Seat::Nobody;
}

CounterKind Battle::kind(UnitId unit) const {
  const RosterEntry& entry = roster[unit];
  if (entry.leader) return {CounterKind::Commander};
  static constexpr std::pair<std::string_view, CounterKind::Arm> kArms[] = {
      {"cav", CounterKind::Cavalry}, {"art", CounterKind::Artillery}, {"wagon", CounterKind::Wagon}};
  static constexpr std::pair<std::string_view, CounterKind::Weight> kWeights[] = {
      {"light", CounterKind::Light}, {"jaeger", CounterKind::Light}, {"heavy", CounterKind::Heavy}, {"horse", CounterKind::Horse}};
  CounterKind out;
  const std::string text = entry.record < 0 ? "" : records[std::size_t(entry.record)].get("arm");
  for (const std::string_view word : words(text)) {
    for (const auto& [name, arm] : kArms)
      if (word == name) out.arm = arm;
    for (const auto& [name, weight] : kWeights)
      if (word == name) out.weight = weight;
  }
  return out;
}

std::optional<UnitId> Battle::find_unit(std::string_view unit) const {
  for (std::size_t i = 0; i < roster.size(); ++i)
    if (roster[i].id == unit) return UnitId(i);
  return std::nullopt;
}

std::vector<const Record*> Battle::all(std::string_view kind) const {
  std::vector<const Record*> out;
  for (const Record& r : records)
    if (r.kind == kind) out.push_back(&r);
  return out;
}

bool Battle::plays(std::string_view book) const { return std::find(books.begin(), books.end(), book) != books.end(); }

std::string Battle::clock(int turn) const {
  if (clock_start.size() != 5 || turn < 1) return {};
  const int start = (clock_start[0] - '0') * 600 + (clock_start[1] - '0') * 60 + (clock_start[3] - '0') * 10 + clock_start[4] - '0';
  const int now = (start + (turn - 1) * clock_minutes) % 1440;
  const auto two = [](int n) { return std::string{char('0' + n / 10), char('0' + n % 10)}; };
  return two(now / 60) + ":" + two(now % 60);
}

bool read_oob(Battle& battle, const std::string& text, const std::string& file, Trouble& trouble) {
  std::vector<std::pair<std::string, std::vector<std::string>>> fields;
  int number = 0;
  for (std::string_view raw : split(text, '\n')) {
    ++number;
    const auto line = trim(raw);
    if (line.empty() || line[0] == '#') continue;
    const auto blank = line.find(' ');
    const std::string kind(line.substr(0, blank));
    const auto rest = blank == std::string_view::npos ? std::string_view{} : trim(line.substr(blank));
    if (kind == "fields") {
      const auto gap = rest.find(' ');
      if (gap == std::string_view::npos)
        return trouble = {file, number, "'fields' wants a kind and column names: fields unit id|name|side"}, false;
      std::vector<std::string> names;
      for (auto piece : split(trim(rest.substr(gap)), '|')) names.emplace_back(trim(piece));
      fields.emplace_back(std::string(rest.substr(0, gap)), std::move(names));
      continue;
    }
    const auto known = std::find_if(fields.rbegin(), fields.rend(), [&](const auto& f) { return f.first == kind; });
    if (known == fields.rend())
      return trouble = {file, number, "'" + kind + "' has no 'fields' line above it; declare its columns first"}, false;
    const auto values = split(rest, '|');
    if (values.size() != known->second.size())
      return trouble = {file, number,
                        "this " + kind + " has " + std::to_string(values.size()) + " values, its fields line names " +
                            std::to_string(known->second.size())},
             false;
    Record r{kind, {}, file, number};
    for (std::size_t i = 0; i < values.size(); ++i) r.fields.emplace_back(known->second[i], std::string(trim(values[i])));
    battle.records.push_back(std::move(r));
    if (battle.records.size() > 2000) return trouble = {file, number, "more than 2000 records; no battle is that large"}, false;
  }
  return true;
}

namespace {

bool read_numbers(const std::vector<std::string_view>& w, std::vector<int>& out) {
  for (std::size_t i = 1; i < w.size(); ++i) {
    const auto n = to_int(w[i]);
    if (!n || *n < 1 || *n > 99) return false;
    out.push_back(*n);
  }
  return true;
}

// The keywords every battle has; nothing if the line is for the book.
std::optional<std::string> read_common(Battle& b, std::string_view line, const std::vector<std::string_view>& w) {
  const std::string value(trim(line.substr(w[0].size())));
  if (w[0] == "battle") return b.id = value, "";
  if (w[0] == "title") return b.title = value, "";
  if (w[0] == "teaches") return b.teaches = value, "";
  if (w[0] == "books") {
    for (std::size_t i = 1; i < w.size(); ++i) b.books.emplace_back(w[i]);
    return "";
  }
  if (w[0] == "sides") {
    if (w.size() != 3) return "'sides' wants two names, first player first";
    b.sides[0] = w[1], b.sides[1] = w[2];
    return "";
  }
  if (w[0] == "turns") {
    const auto n = w.size() == 2 ? to_int(w[1]) : std::nullopt;
    if (!n || *n < 1 || *n > 60) return "'turns' wants a number from 1 to 60";
    return b.turns = *n, "";
  }
  if (w[0] == "clock") {
    const auto n = w.size() == 3 ? to_int(w[2]) : std::nullopt;
    if (!n || w[1].size() != 5 || w[1][2] != ':') return "'clock' wants the first turn's time and the minutes per turn: clock 08:00 80";
    return b.clock_start = w[1], b.clock_minutes = *n, "";
  }
  if (w[0] == "night") return read_numbers(w, b.night) ? "" : "'night' wants turn numbers";
  if (w[0] == "fog") return read_numbers(w, b.fog) ? "" : "'fog' wants turn numbers";
  return std::nullopt;
}

// A line by which a sheet that is `like` another battle changes that battle's files; nothing if it is no such line.
std::optional<std::string> read_change(Battle& b, const std::vector<std::string_view>& w) {
  if (w[0] != "like" && w[0] != "without" && w[0] != "absent") return std::nullopt;
  if (b.records.empty())
    return "'" + std::string(w[0]) +
           "' changes the files of another battle, and none were read; check the folder, not the sheet alone, and let 'like' name a "
           "battle with files of its own";
  if (w[0] == "like") return w.size() == 2 ? "" : "'like' wants the id of one battle";
  const std::vector<std::string> rest(w.begin() + 1, w.end());
  if (w[0] == "without") {
    const auto gone = std::erase_if(b.directives, [&](const Directive& d) { return d.words == rest; });
    return gone ? "" : "the battle this one is like has no such line";
  }
  const auto gone = std::erase_if(
      b.records, [&](const Record& r) { return rest.size() == 1 && r.get(r.kind == "formation" ? "id" : "formation") == rest[0]; });
  return gone ? "" : "'absent' wants the id of one formation of the battle this one is like";
}

}  // namespace

bool read_sheet_line(Battle& battle, std::string_view line, const std::string& file, int number, std::string& why) {
  const auto w = words(line);
  if (w.empty()) return true;
  if (const auto wrong = read_common(battle, line, w)) return why = *wrong, why.empty();
  Directive d{{}, file, number};
  for (auto piece : w) d.words.emplace_back(piece);
  battle.directives.push_back(std::move(d));
  return true;
}

bool read_sheet(Battle& battle, const std::string& text, const std::string& file, Trouble& trouble) {
  bool version = false, in_history = false;
  int number = 0;
  for (std::string_view raw : split(text, '\n')) {
    ++number;
    const auto line = trim(raw);
    if (in_history) {
      if (line == "end") in_history = false;
      else battle.history += std::string(line) + "\n";
      continue;
    }
    if (line.empty() || line[0] == '#') continue;
    const auto w = words(line);
    if (!version) {
      if (w.size() != 2 || w[0] != "tambour-battle") return trouble = {file, number, "the first line must be 'tambour-battle 1'"}, false;
      if (to_int(w[1]) != kBattleVersion)
        return trouble = {file, number, "version " + std::string(w[1]) + " is not known; this program reads version 1"}, false;
      version = true;
      continue;
    }
    if (line == "history") {
      in_history = true;
      continue;
    }
    if (const auto wrong = read_change(battle, w)) {
      if (!wrong->empty()) return trouble = {file, number, *wrong}, false;
      continue;
    }
    if (std::string why; !read_sheet_line(battle, line, file, number, why)) return trouble = {file, number, why}, false;
  }
  if (in_history) return trouble = {file, number, "'history' is not closed; write 'end' on a line of its own"}, false;
  if (!version) return trouble = {file, number, "the file is empty; its first line must be 'tambour-battle 1'"}, false;
  if (battle.books.empty() || !battle.turns) return trouble = {file, number, "'books' or 'turns' is missing"}, false;
  return true;
}

// A counter that starts on the map must stand on passable ground.
static bool stands_well(const Map& map, const Record& r, const std::string& id, Trouble& trouble) {
  const std::string where = r.get("hex");
  const auto hex = map.grid.parse(where);
  if (map.grid.size() == 0 || where.size() != 4 || where.find_first_not_of("0123456789") != std::string::npos) return true;
  if (!hex) return trouble = {r.file, r.line, "hex '" + where + "' of " + id + " is not on the map"}, false;
  if (!map.terrain_closed[map.terrain[*hex]]) return true;
  return trouble = {r.file, r.line, id + " stands in " + where + ", where impassable " + map.terrain_at(*hex) + " lies; move it"}, false;
}

bool build_roster(Battle& b, Trouble& trouble) {
  std::set<std::string> seen;
  for (const bool leaders : {false, true})
    for (std::size_t i = 0; i < b.records.size(); ++i) {
      const Record& r = b.records[i];
      const bool leader = r.kind == "cinc" || r.kind == "leader";
      if (leader != leaders || (!leader && r.kind != "unit")) continue;
      const std::string id = r.get("id");
      if (id.empty()) return trouble = {r.file, r.line, "this " + r.kind + " has no id"}, false;
      if (!seen.insert(id).second) return trouble = {r.file, r.line, "id '" + id + "' is used twice; ids must differ"}, false;
      const Seat side = b.seat_of(r.get("side"));
      if (side == Seat::Nobody)
        return trouble = {r.file, r.line, "side '" + r.get("side") + "' of " + id + " is neither " + b.sides[0] + " nor " + b.sides[1]},
               false;
      if (b.roster.size() == std::size_t(kMaxUnits))
        return trouble = {r.file, r.line,
                          "this is unit or leader " + std::to_string(kMaxUnits + 1) + "; a battle may have " + std::to_string(kMaxUnits)},
               false;
      if (!stands_well(b.map, r, id, trouble)) return false;
      b.roster.push_back({id, r.get("name").empty() ? id : r.get("name"), side, leader, int(i)});
    }
  return true;
}

// The folder of the battle this one is `like`, or the folder itself.
static std::string model_of(const std::string& directory) {
  Trouble trouble;
  const std::string sheet = read_text_file(directory + "/battle.txt", trouble).value_or("");
  for (std::string_view line : split(sheet, '\n')) {
    const auto w = words(line);
    if (w.size() == 2 && w[0] == "like" && w[1].find('/') == std::string_view::npos)
      return (fs::path(directory + "/..") / w[1]).lexically_normal().string();
    if (w.size() == 1 && w[0] == "history") break;
  }
  return directory;
}

std::unique_ptr<Battle> load_battle(const std::string& directory, Trouble& trouble) {
  auto b = std::make_unique<Battle>();
  const auto read = [&](const std::string& path, bool (*parse)(Battle&, const std::string&, const std::string&, Trouble&)) {
    const auto text = read_text_file(path, trouble);
    return text && parse(*b, *text, path, trouble);
  };
  const std::string model = model_of(directory);
  if (!read(model + "/battle.txt", read_sheet)) return nullptr;
  if (!read(model + "/map.txt",
            [](Battle& battle, const std::string& t, const std::string& f, Trouble& e) { return read_map(battle.map, t, f, e); }))
    return nullptr;
  if (!read(model + "/oob.txt", read_oob)) return nullptr;
  if (model != directory && !read(directory + "/battle.txt", read_sheet)) return nullptr;
  if (!build_roster(*b, trouble)) return nullptr;
  b->hash = content_hash(*b);
  return b;
}

std::vector<std::string> list_battles(const std::string& data) {
  std::vector<std::string> out;
  std::error_code ec;
  for (const auto& entry : fs::directory_iterator(data + "/battles", ec))
    if (fs::exists(entry.path() / "battle.txt")) out.push_back(entry.path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

std::string data_directory() {
  if (const char* env = std::getenv("TAMBOUR_DATA")) return env;
  std::error_code ec;
  const auto self = fs::read_symlink("/proc/self/exe", ec);
  for (auto dir = ec ? fs::current_path() : self.parent_path(); !dir.empty() && dir != dir.root_path(); dir = dir.parent_path())
    for (const auto& data : {dir / "data", dir / "share" / "tambour"})  // of the sources; of an installed program
      if (fs::is_directory(data / "battles", ec)) return data.string();
  return "data";
}

}  // namespace tambour
