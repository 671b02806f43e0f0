// SPDX-License-Identifier: MIT
#include "lab/random_battle.h"

#include <algorithm>
#include <functional>

#include "battle/chart.h"

namespace tambour {
namespace {

// What a free position may give a unit, of all books: who has no such mark refuses it. Conditions first, then the marks of each marks.def.
constexpr const char* kMarks[] = {
    "disordered", "disorganised", "routed", "gone", "off", "disorder", "pgd", "boxed", "wrecked", "tired", "exhausted", "charged", "orders", "no-orders",
    "out-of-command", "square", "fired", "moved", "turned", "fought", "finished", "reacted", "evaded", "reinforcement", "charging", "stayed", "attacked",
    "second-used", "lost-square", "turned-to-fire", "answered", "secondary", "orders-gained", "orders-failed", "extended", "flipped", "hedgehog", "limbered",
    "silenced", "arrived", "commanded", "reaction-fired", "weary", "in-command", "in-mu", "had-mu", "prone"};

// The names of the terrain chart that a map of this book may use for its hexes.
std::vector<std::string> terrains(const Battle& armies, std::string_view book, const std::string& data, const MakeGame& make) {
  std::vector<std::string> out;
  Trouble trouble;
  const auto chart = load_chart(data, std::string(book), "terrain", trouble);
  for (std::size_t i = 0; chart && i < chart->rows.size(); ++i) {
    Battle probe = armies;
    probe.map.terrain_names.push_back(chart->rows[i][0]);
    probe.map.terrain_closed.push_back(false);
    probe.map.terrain_marks.push_back('?');
    probe.map.terrain[0] = uint8_t(probe.map.terrain_names.size() - 1);  // books check only terrain in use
    trouble = {};
    if (make(book, probe, data, trouble)) out.push_back(chart->rows[i][0]);
  }
  return out;
}

constexpr int kMostWorks = 24;  // hexsides with works; every book has room for that many

void draw_map(Map& map, const std::vector<std::string>& names, const std::vector<bool>& taken, Rng& rng) {
  for (const std::string& n : names) {
    if (std::find(map.terrain_names.begin(), map.terrain_names.end(), n) != map.terrain_names.end()) continue;
    map.terrain_names.push_back(n);
    map.terrain_closed.push_back(false);
    map.terrain_marks.push_back('?');
  }
  const auto kinds = uint32_t(map.terrain_names.size()), wild = 2 + rng.below(5);
  const auto& features = side_features();
  int works = 0;
  for (HexId h = 0; h < map.grid.size(); ++h) {
    if (rng.below(wild) == 0 && !taken[h]) map.terrain[h] = uint8_t(rng.below(kinds));
    if (rng.below(wild) == 0) map.level[h] = uint8_t(rng.below(4));
    for (int k = 0; k < 3; ++k) {
      const HexId n = map.next[h][std::size_t(k)];
      if (n == kNoHex || rng.below(wild)) continue;
      const uint16_t bit = features[rng.below(uint32_t(features.size()))].second;
      const bool work = bit & (kRedoubt | kFortification), inside = rng.below(2);
      if (work && ++works > kMostWorks) continue;
      map.sides[h][std::size_t(k)] = uint16_t(bit | (work && inside ? kWorkInside : 0));
      map.sides[n][std::size_t(opposite(k))] = uint16_t(bit | (work && !inside ? kWorkInside : 0));
    }
  }
}

// The starting hexes in the records.
std::vector<std::string*> places(Battle& battle) {
  std::vector<std::string*> out;
  for (Record& r : battle.records)
    for (auto& [name, value] : r.fields)
      if (name == "hex" && value.size() == 4 && to_int(value)) out.push_back(&value);
  return out;
}

std::vector<bool> taken_hexes(Battle& battle) {
  std::vector<bool> out(std::size_t(battle.map.grid.size()), false);
  for (const std::string* p : places(battle)) {
    const int n = *to_int(*p);
    if (const HexId h = battle.map.grid.at(n / 100, n % 100); h != kNoHex) out[h] = true;
  }
  for (const auto& [name, hexes] : battle.map.zones)  // entry hexes of reinforcements
    for (const HexId h : hexes) out[h] = true;
  return out;
}

// Moves counters one by one to random hexes of a small window; a counter that may not stand there keeps its place.
void crowd(Battle& battle, const std::function<bool()>& stands, Rng& rng) {
  const Grid& grid = battle.map.grid;
  const int width = std::min(int(grid.columns), 6 + int(rng.below(5))), height = std::min(int(grid.rows), 6 + int(rng.below(5)));
  const int left = int(rng.below(uint32_t(grid.columns - width + 1))), top = int(rng.below(uint32_t(grid.rows - height + 1)));
  auto all = places(battle);
  for (int moves = 0; moves < 40 && !all.empty(); ++moves) {
    std::string& place = *all[rng.below(uint32_t(all.size()))];
    const std::string before = place;
    const int column = left + 1 + int(rng.below(uint32_t(width))), row = top + 1 + int(rng.below(uint32_t(height)));
    place = grid.number(grid.at(column, row));
    if (!stands()) place = before;
  }
}

// Marks only units that are alone in their hex, since a mark can make a stack illegal.
void mark(Table& table, Rng& rng) {
  UnitVector<UnitSummary> counters;
  table.game->summaries(table.start, counters);
  const auto alone = [&](std::size_t u) {
    const auto here = [&](const UnitSummary& b) { return b.hex == counters[u].hex; };
    return u < counters.size() && counters[u].hex != kNoHex && std::count_if(counters.begin(), counters.end(), here) == 1;
  };
  std::vector<Statement> given;
  for (std::size_t u = 0; u < table.battle->roster.size(); ++u) {
    if (given.size() > 24 || rng.below(3) || !alone(u)) continue;
    given.push_back({{"set", table.battle->roster[u].id, kMarks[rng.below(uint32_t(std::size(kMarks)))]}, 1});
    State s;
    if (table.game->arrange(s, given) || !table.game->complaint(s).empty()) given.pop_back();
    else table.start = s;
  }
}

}  // namespace

std::unique_ptr<Table> random_battle(const Battle& armies, std::string_view book, const std::string& data, const MakeGame& make, Rng& rng) {
  const auto names = terrains(armies, book, data, make);
  for (int attempt = 0; attempt < 20; ++attempt) {
    auto table = std::make_unique<Table>();
    table->battle = std::make_unique<Battle>(armies);
    Battle& battle = *table->battle;
    draw_map(battle.map, names, taken_hexes(battle), rng);
    const auto stands = [&] {
      Trouble trouble;
      return (table->game = make(book, battle, data, trouble)) != nullptr;
    };
    if (!stands()) continue;
    crowd(battle, stands, rng);
    if (!stands()) continue;
    table->game->setup(table->start);
    mark(*table, rng);
    return table;
  }
  return nullptr;
}

}  // namespace tambour
