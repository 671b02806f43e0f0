// SPDX-License-Identifier: MIT
#include "battle/content_hash.h"

#include "battle/chart.h"
#include "kit/hash.h"

namespace tambour {
namespace {

// Values joined so that no two lists of them look alike: each text carries its length.
class Digest {
 public:
  void add(std::string_view text) { bytes_ += std::to_string(text.size()) + ":" + std::string(text); }
  void add(int64_t value) { bytes_ += std::to_string(value) + ";"; }
  template <class List>
  void list(const List& values) {
    add(int64_t(values.size()));
    for (const auto& value : values) add(value);
  }
  void bytes(const std::vector<uint8_t>& values) { add(std::string_view(reinterpret_cast<const char*>(values.data()), values.size())); }
  uint64_t hash() const { return hash_bytes(bytes_.data(), bytes_.size()); }

 private:
  std::string bytes_;
};

void add_map(Digest& out, const Map& map) {
  out.add(map.grid.columns), out.add(map.grid.rows), out.add(map.scale);
  out.list(map.terrain_names);
  for (const bool closed : map.terrain_closed) out.add(closed);
  out.bytes(map.terrain), out.bytes(map.level);
  for (const auto& sides : map.sides)
    for (const uint16_t features : sides) out.add(features);
  for (const Road& road : map.roads) out.add(int64_t(road.kind)), out.list(road.hexes);
  for (const auto& [id, hexes] : map.zones) out.add(id), out.list(hexes);
}

}  // namespace

uint64_t content_hash(const Battle& battle) {
  Digest out;
  for (const std::string& side : battle.sides) out.add(side);
  out.add(battle.turns), out.add(battle.clock_start), out.add(battle.clock_minutes);
  out.list(battle.night), out.list(battle.fog);
  add_map(out, battle.map);
  for (const Record& record : battle.records) {
    out.add(record.kind);
    for (const auto& [key, value] : record.fields)
      if (key != "name") out.add(key), out.add(value);
  }
  for (const Directive& directive : battle.directives) out.list(directive.words);
  return out.hash();
}

uint64_t charts_hash(const std::string& data, const std::string& book) {
  Digest out;
  for (const std::string& name : list_charts(data, book)) {
    Trouble trouble;
    const auto chart = load_chart(data, book, name, trouble);
    out.add(name);
    if (!chart) continue;
    out.list(chart->columns);
    for (const auto& row : chart->rows) out.list(row);
  }
  return out.hash();
}

}  // namespace tambour
