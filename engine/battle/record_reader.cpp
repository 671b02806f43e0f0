// SPDX-License-Identifier: MIT
#include "battle/record_reader.h"

namespace tambour {

bool RecordReader::no_number(const Record& r, const char* name, int low, int high) {
  const std::string range = "a number from " + std::to_string(low) + " to " + std::to_string(high);
  if (r.get(name).empty()) return fail(r, r.get("id") + " has no '" + name + "'; give " + range);
  return fail(r, r.get("id") + " wants '" + name + "' as " + range + ", not '" + r.get(name) + "'");
}

bool RecordReader::hex(const Record& r, const char* column, HexId& out) {
  const std::string text = r.get(column);
  out = kNoHex;
  if (text.empty()) return true;
  const auto h = battle.map.grid.parse(text);
  if (!h) return fail(r, "hex '" + text + "' of " + r.get("id") + " is not on the map");
  return out = *h, true;
}

bool RecordReader::place(const Record& r, const char* column, HexId& out, std::string* zone) {
  const std::string text = r.get(column);
  if (zone) zone->clear();
  if (!text.starts_with("zone:")) return hex(r, column, out);
  const auto found = battle.map.zones.find(text.substr(5));
  if (found == battle.map.zones.end() || found->second.empty()) return fail(r, "the map has no zone '" + text.substr(5) + "'");
  if (zone) *zone = found->first;
  return out = found->second.front(), true;
}

bool RecordReader::vertex(const Record& r, uint8_t& out) {
  const auto face = parse_vertex(r.get("face"));
  if (!face) return fail(r, "facing '" + r.get("face") + "' of " + r.get("id") + " is not a vertex; write NE E SE SW W NW");
  return out = uint8_t(*face), true;
}

bool map_fits(const Map& map, int hexes, Trouble& trouble) {
  if (map.grid.size() > 0 && map.grid.size() <= hexes) return true;
  trouble = {"", 0, "the map has " + std::to_string(map.grid.size()) + " hexes; this ruleset plays on at most " + std::to_string(hexes)};
  return false;
}

}  // namespace tambour
