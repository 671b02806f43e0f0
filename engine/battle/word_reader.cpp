// SPDX-License-Identifier: MIT
#include "battle/word_reader.h"

#include <algorithm>

namespace tambour {

const std::string& WordReader::word(std::size_t i) const {
  static const std::string none;
  return i < words_->size() ? (*words_)[i] : none;
}

bool WordReader::unknown(const std::vector<std::string>& known) {
  const std::string near = nearest(key(), known);
  if (!near.empty()) return fail("unknown word '" + key() + "'; did you mean '" + near + "'?");
  std::string all;
  for (const std::string& k : known) all += (all.empty() ? "" : ", ") + k;
  return fail("unknown word '" + key() + "'; known are " + all);
}

bool WordReader::side(std::size_t i, Seat& out) {
  out = battle_.seat_of(word(i));
  return out != Seat::Nobody || fail("'" + key() + "' wants a side: " + battle_.sides[0] + " or " + battle_.sides[1]);
}

bool WordReader::number(std::size_t i, int low, int high, int& out) {
  const auto n = to_int(word(i));
  if (!n || *n < low || *n > high)
    return fail("word " + std::to_string(i + 1) + " of '" + key() + "' must be a number from " + std::to_string(low) + " to " +
                std::to_string(high));
  return out = *n, true;
}

bool WordReader::hex_of(std::string_view text, HexId& out) {
  const auto h = battle_.map.grid.parse(text);
  if (!h) return fail("hex '" + std::string(text) + "' is not on the map");
  return out = *h, true;
}

bool WordReader::hexes(std::size_t from, std::vector<HexId>& out) {
  for (std::size_t i = from; i < size(); ++i) {
    const auto zone_id = value_of(word(i), "zone:");
    if (!zone_id) {
      if (HexId h = kNoHex; !hex(i, h)) return false;
      else out.push_back(h);
      continue;
    }
    const auto zone = battle_.map.zones.find(std::string(*zone_id));
    if (zone == battle_.map.zones.end()) return fail("the map has no zone '" + std::string(*zone_id) + "'");
    out.insert(out.end(), zone->second.begin(), zone->second.end());
  }
  return !out.empty() || fail("'" + key() + "' wants hexes or a zone: 0405 or zone:<id>");
}

bool WordReader::counter(std::size_t i, UnitId& out) {
  const auto u = battle_.find_unit(word(i));
  if (!u) return fail("'" + word(i) + "' is not in this battle");
  return out = *u, true;
}

bool WordReader::unit(std::size_t i, UnitId& out) {
  if (!counter(i, out)) return false;
  return !battle_.roster[out].leader || fail("'" + word(i) + "' is a commander; '" + key() + "' wants a unit");
}

bool WordReader::vertex(std::string_view text, uint8_t& facing) {
  const auto v = parse_vertex(text);
  if (!v) return fail("'" + std::string(text) + "' is no facing; write one of NE E SE SW W NW");
  return facing = uint8_t(*v), true;
}

bool WordReader::one_of(std::size_t i, std::span<const char* const> names, int& out) {
  const auto at = std::find(names.begin(), names.end(), word(i));
  if (at != names.end() && !word(i).empty()) return out = int(at - names.begin()), true;
  std::string all;
  for (const char* n : names)
    if (*n) all += (all.empty() ? "" : ", ") + std::string(n);
  return fail("'" + key() + "' wants one of " + all);
}

std::optional<std::string_view> value_of(std::string_view word, std::string_view key) {
  if (!word.starts_with(key)) return std::nullopt;
  return word.substr(key.size());
}

}  // namespace tambour
