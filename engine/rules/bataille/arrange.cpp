// SPDX-License-Identifier: MIT
// Free positions. Grammar: docs/positions-bataille.md.
#include <algorithm>

#include "rules/bataille/ch07_sequence.h"
#include "rules/bataille/game.h"

namespace tambour::bataille {
namespace {

struct Layer {
  const BatailleGame& game;
  const Field& field;
  Run& r;
  Campaign& start;
  const std::vector<std::string>* w = nullptr;
  std::string why;

  bool fail(std::string message) { return why = std::move(message), false; }
  std::string word(std::size_t i) const { return i < w->size() ? (*w)[i] : ""; }
  bool number(std::size_t i, int low, int high, int& out) {
    const auto n = to_int(word(i));
    if (!n || *n < low || *n > high)
      return fail("'" + word(i) + "' is not a number from " + std::to_string(low) + " to " + std::to_string(high));
    return out = *n, true;
  }
  bool unit(std::size_t i, UnitId& out) {
    const auto u = game.find_unit(word(i));
    if (!u || !field.is_unit(*u)) return fail("'" + word(i) + "' is no unit");
    return out = *u, true;
  }
  bool mark(UnitId u, const std::string& name) {
    static constexpr std::pair<const char*, uint32_t> marks[] = {
        {"in-command", kInCommand}, {"in-mu", kInMu}, {"moved", kMoved}, {"had-mu", kHadMu}, {"prone", kProne}};
    UnitState& s = r.pos.unit[u];
    if (name == "disorder" || name == "pgd") {
      s.order = name == "pgd" ? Order::Pgd : Order::Disorder;
      if (!is_gun(field.units[u].arm)) s.form = Form::Column;
      if (s.hexes > 1) reshape(r, u, Footprint{r.pos.at(u)});
      return true;
    }
    if (name == "out-of-command") return r.pos.drop(u, kInCommand), true;
    if (name == "gone") return remove_unit(r, u, cite("3.3-c")), true;
    for (const auto& [text, bit] : marks)
      if (name == text) return r.pos.set(u, bit), true;
    return fail("'" + name + "' is no mark of a unit (disorder pgd gone moved in-command out-of-command in-mu had-mu prone)");
  }
  bool set() {
    if (const auto k = game.find_unit(word(1)); k && field.is_officer(*k)) {
      LeaderState& l = r.pos.leader[field.officer(*k)];
      if (word(2) == "moved") return l.flags |= kRode, true;
      if (word(2) == "gone") return l = {kNoHex, Fate::Gone, 0, 0, 0}, true;
      if (word(2) == "maneuver-unit") return l.flags |= kHoldsChit, r.pos.cup |= 1u << field.officer(*k), true;
      return fail("a leader can be moved, gone or maneuver-unit");
    }
    UnitId u;
    if (!unit(1, u)) return false;
    for (std::size_t i = 2; i < w->size(); ++i)
      if (!mark(u, word(i))) return false;
    return w->size() > 2 || fail("'set' wants a unit and marks");
  }
  bool assault() {  // assault <unit> <hex> <distance>
    UnitId u;
    int n;
    const auto h = field.grid.parse(word(2));
    if (!unit(1, u) || !number(3, 1, 20, n)) return false;
    if (!h || !enemy_at(r.look(), *h, side_of(r.look(), u))) return fail("'" + word(2) + "' holds no enemy of " + word(1));
    if (contact(r.look(), u, *h).hex == kNoHex) return fail(word(1) + " is not next to " + word(2));
    r.pos.set(u, kAssault);
    if (r.pos.unit[u].form == Form::Column && field.units[u].method != Method::French) r.pos.set(u, kInColumn);
    r.pos.unit[u].target = *h, r.pos.unit[u].distance = uint8_t(n);
    UnitId list[kMates];
    const int m = mates(r.look(), top_at(r.look(), *h), list);
    for (int k = 0; k < m; ++k) r.pos.set(list[k], kTarget);
    return true;
  }
  bool chit() {
    const auto m = game.find_marker(word(1));
    if (!m || *m >= field.officer_count() + kActionChits) return fail("'" + word(1) + "' is no chit");
    return start.from = Start::Maneuver, start.marker = uint8_t(*m), true;
  }
  bool segment() {
    static const char* const names[] = {"command", "maneuver", "fire", "assault", "reorganization"};
    for (int i = 0; i < 5; ++i)
      if (word(1) == names[i]) return start.from = Start(i), true;
    return fail("a segment is one of command, maneuver, fire, assault, reorganization");
  }
  bool take() {
    const std::string& key = (*w)[0];
    UnitId u;
    int n = 0;
    if (key == "turn") {
      if (!number(1, 1, field.turns, n)) return false;
      return start.turn = r.pos.turn = uint8_t(n), true;
    }
    if (key == "segment") return segment();
    if (key == "chit") return chit();
    if (key == "set") return set();
    if (key == "assault") return assault();
    if (key == "losses") {
      if (!unit(1, u) || !number(2, 0, (field.units[u].old_guard ? 2 : 1) * field.units[u].inc - 1, n)) return false;
      return r.pos.unit[u].losses = uint8_t(n), true;
    }
    if (key == "rounds") {
      if (!unit(1, u) || !number(2, 0, 99, n)) return false;
      return r.pos.unit[u].rounds = uint8_t(n), true;
    }
    if (key == "drawer") {
      for (int s = 0; s < 2; ++s)
        if (word(1) == field.sides[s]) return r.pos.drawer = uint8_t(s), true;
      return fail("'" + word(1) + "' is no side");
    }
    if (key == "level") {
      for (std::size_t f = 0; f < field.formations.size(); ++f)
        if (field.formations[f].id == word(1)) {
          if (!number(2, 0, 3, n)) return false;
          return r.pos.level[f] = uint8_t(n), true;
        }
      return fail("'" + word(1) + "' is no formation");
    }
    return fail("'" + key + "' is no statement (turn, segment, chit, set, assault, losses, rounds, drawer, level)");
  }
};

}  // namespace

Trouble BatailleGame::arrange(State& s, std::span<const Statement> statements) const {
  Run r = begin(s);
  place_counters(r);
  Campaign start;
  if (const std::string wrong = complaint(s); !wrong.empty()) return {"", 0, "the position breaks a rule: " + wrong};
  Layer layer{*this, field(), r, start, nullptr, {}};
  mark_command(r);  // statements can overrule it
  for (const Statement& st : statements) {
    layer.w = &st.words;
    if (!layer.take()) return {"", st.line, layer.why};
  }
  if (const std::string wrong = complaint(s); !wrong.empty()) return {"", 0, "the position breaks a rule: " + wrong};
  r.call(start);
  r.advance();
  return {};
}

}  // namespace tambour::bataille
