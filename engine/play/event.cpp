// SPDX-License-Identifier: MIT
#include "play/event.h"

#include <string_view>

namespace tambour {

static constexpr const char* kNames[] = {
#define FACT(name, text) #name,
#include "play/facts.def"
#undef FACT
};
static constexpr const char* kTexts[] = {
#define FACT(name, text) text,
#include "play/facts.def"
#undef FACT
};

const char* fact_name(Fact f) { return f < Fact::kCount ? kNames[int(f)] : "?"; }
const char* fact_template(Fact f) { return f < Fact::kCount ? kTexts[int(f)] : "?"; }

static std::string fill(std::string_view key, const Event& e, const Names& names) {
  if (key == "who") return names.unit(e.who);
  if (key == "whom") return names.unit(e.whom);
  if (key == "hex") return names.grid().number(e.hex);
  if (key == "from") return names.grid().number(e.from);
  if (key == "value") return std::to_string(e.value);
  if (key == "value2") return std::to_string(e.value2);
  if (key == "facing") return e.value >= 0 && e.value < 6 ? kVertexNames[e.value] : "-";
  if (key == "marker") return names.marker(e.value);
  return "{" + std::string(key) + "}";
}

std::string to_text(const Event& e, const Names& names) {
  std::string out;
  std::string_view rest = fact_template(e.fact);
  for (auto open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
    const auto close = rest.find('}', open);
    out += rest.substr(0, open);
    out += fill(rest.substr(open + 1, close - open - 1), e, names);
    rest.remove_prefix(close + 1);
  }
  out += rest;
  if (e.row) out += ": " + std::string(e.row);
  return out;
}

}  // namespace tambour
