// SPDX-License-Identifier: MIT
#include "play/action.h"

#include "kit/text.h"

namespace tambour {

static constexpr VerbInfo kVerbs[] = {
#define VERB(name, text, shape, help, ...) {text, shape, help},
#include "play/verbs.def"
#undef VERB
};

const VerbInfo& info(Verb v) { return kVerbs[v < Verb::kCount ? int(v) : 0]; }

static std::string operand(char kind, Action a, const Names& names) {
  switch (kind) {
    case 'u': return names.unit(a.who);
    case 'w': return names.unit(a.whom);
    case 'h': return names.grid().number(a.hex);
    case 'f': return a.arg < 6 ? kVertexNames[a.arg] : "-";
    case 's': return a.arg < 6 ? kSideNames[a.arg] : "-";
    case 'm': return names.marker(a.arg);
    case 'x': return std::to_string(a.extra);
    default: return std::to_string(a.arg);
  }
}

std::string to_text(Action a, const Names& names) {
  std::string out = info(a.verb).text;
  for (const char* k = info(a.verb).shape; *k; ++k) out += " " + operand(*k, a, names);
  return out;
}

static bool read_operand(char kind, std::string_view word, Action& a, const Names& names, std::string& why) {
  const auto fail = [&](const char* what) {
    why = "'" + std::string(word) + "' is not " + what;
    return false;
  };
  switch (kind) {
    case 'u':
    case 'w': {
      const auto unit = names.find_unit(word);
      if (!unit) return fail("a unit of this battle");
      (kind == 'u' ? a.who : a.whom) = *unit;
      return true;
    }
    case 'h': {
      const auto hex = names.grid().parse(word);
      if (!hex && word != "----") return fail("a hex of this map");  // as to_text writes no hex
      a.hex = hex.value_or(kNoHex);
      return true;
    }
    case 'f':
    case 's': {
      const auto dir = kind == 'f' ? parse_vertex(word) : parse_side(word);
      if (!dir && word != "-") return fail(kind == 'f' ? "a facing (NE E SE SW W NW)" : "a hexside (N NE SE S SW NW)");
      a.arg = uint8_t(dir.value_or(255));
      return true;
    }
    case 'm': {
      const auto marker = names.find_marker(word);
      if (!marker) return fail("a marker of this battle");
      a.arg = uint8_t(*marker);
      return true;
    }
    default: {
      const auto n = to_int(word);
      if (!n || *n < 0 || *n > (kind == 'x' ? 65535 : 255)) return fail("a number in range");
      kind == 'x' ? a.extra = uint16_t(*n) : a.arg = uint8_t(*n);
      return true;
    }
  }
}

std::optional<Action> parse_action(std::string_view text, const Names& names, std::string& why) {
  const auto pieces = words(text);
  if (pieces.empty()) {
    why = "an act is missing; write for example 'done'";
    return std::nullopt;
  }
  for (int v = 1; v < int(Verb::kCount); ++v) {
    if (pieces[0] != kVerbs[v].text) continue;
    Action a;
    a.verb = Verb(v);
    const std::string_view shape = kVerbs[v].shape;
    if (pieces.size() - 1 != shape.size()) {
      why =
          "'" + std::string(pieces[0]) + "' takes " + std::to_string(shape.size()) + " operands, not " + std::to_string(pieces.size() - 1);
      return std::nullopt;
    }
    for (std::size_t k = 0; k < shape.size(); ++k)
      if (!read_operand(shape[k], pieces[k + 1], a, names, why)) return std::nullopt;
    return a;
  }
  std::vector<std::string> known;
  for (int v = 1; v < int(Verb::kCount); ++v) known.emplace_back(kVerbs[v].text);
  const std::string near = nearest(pieces[0], known);
  why = "'" + std::string(pieces[0]) + "' is no act" + (near.empty() ? "" : "; did you mean '" + near + "'?");
  return std::nullopt;
}

}  // namespace tambour
