// SPDX-License-Identifier: MIT
#include "hex/hex.h"

namespace tambour {

std::string Grid::number(HexId h) const {
  if (h >= size()) return "----";
  const int c = column(h), r = row(h);
  return {char('0' + c / 10), char('0' + c % 10), char('0' + r / 10), char('0' + r % 10)};
}

std::optional<HexId> Grid::parse(std::string_view s) const {
  if (s.size() != 4) return std::nullopt;
  for (char c : s)
    if (c < '0' || c > '9') return std::nullopt;
  const HexId h = at((s[0] - '0') * 10 + s[1] - '0', (s[2] - '0') * 10 + s[3] - '0');
  return h == kNoHex ? std::nullopt : std::optional<HexId>(h);
}

static std::optional<int> find(std::string_view s, const char* const (&names)[6]) {
  for (int k = 0; k < 6; ++k)
    if (s == names[k]) return k;
  return std::nullopt;
}

std::optional<int> parse_vertex(std::string_view s) { return find(s, kVertexNames); }
std::optional<int> parse_side(std::string_view s) { return find(s, kSideNames); }

}  // namespace tambour
