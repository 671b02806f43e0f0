// SPDX-License-Identifier: MIT
// The toy game outside its rules: points, names, and how it is made from a battle.
#include <algorithm>

#include "toy/toy.h"

namespace tambour::toy {

Outcome ToyGame::outcome(const State& s) const {
  Outcome out{.over = s.over()};
  for (UnitId u : UnitRange(int(field().counters.size())))
    if (pos(s).head[u] != kNoHex) out.points[index(field().counters[u].side)] += pos(s).strength[u];
  if (out.over && out.points[0] != out.points[1]) out.winner = out.points[0] > out.points[1] ? Seat::First : Seat::Second;
  return out;
}

int ToyGame::evaluate(const State& s, Seat seat, Detail) const {
  const Outcome o = outcome(s);
  return 100 * (o.points[index(seat)] - o.points[index(other(seat))]);
}

std::optional<UnitId> ToyGame::find_unit(std::string_view id) const {
  for (UnitId u : UnitRange(int(field().counters.size())))
    if (field().counters[u].id == id) return u;
  return std::nullopt;
}

std::optional<int> ToyGame::find_marker(std::string_view name) const {
  for (int m = 0; m < 2; ++m)
    if (name == field().sides[m]) return m;
  return std::nullopt;
}

static bool read_trap(const Battle& battle, Trap& out, Trouble& trouble) {
  constexpr std::string_view kKinds[] = {"list", "nest", "loop", "dead"};
  for (const Directive& d : battle.directives) {
    if (d.words[0] != "trap") continue;
    const auto hex = d.words.size() == 3 ? battle.map.grid.parse(d.words[1]) : std::nullopt;
    const auto kind = std::find(std::begin(kKinds), std::end(kKinds), d.words.back());
    if (!hex || kind == std::end(kKinds)) return trouble = {d.file, d.line, "write: trap <hex> list|nest|loop|dead"}, false;
    out = {Trap::Kind(kind - std::begin(kKinds)), *hex};
  }
  return true;
}

std::unique_ptr<Game> make(const Battle& battle, const std::string&, Trouble& trouble) {
  Field f{battle.id, {battle.sides[0], battle.sides[1]}, battle.map.grid, battle.turns, {}, {}};
  if (!read_trap(battle, f.trap, trouble)) return nullptr;
  for (const RosterEntry& e : battle.roster) {
    const Record& r = battle.records[std::size_t(e.record)];
    const bool line = r.get("arm") == "line";
    const auto at = f.grid.parse(r.get("hex"));
    const auto facing = line ? parse_vertex(r.get("face")) : parse_side(r.get("face"));
    if (!at) return trouble = {r.file, r.line, e.id + " stands on no hex of the map"}, nullptr;
    if (!facing) return trouble = {r.file, r.line, e.id + " must face a " + (line ? "vertex" : "hexside")}, nullptr;
    f.counters.push_back({e.id, e.side, line, r.number("sp").value_or(1), *at, *facing});
  }
  if (f.counters.size() > kUnits) return trouble = {"", 0, "more counters than this game holds"}, nullptr;
  auto game = std::make_unique<ToyGame>(std::move(f));
  State s;
  game->setup(s);
  if (const std::string broken = game->complaint(s); !broken.empty()) return trouble = {"", 0, broken}, nullptr;
  return game;
}

std::unique_ptr<Game> make_by_name(std::string_view, const Battle& battle, const std::string& data, Trouble& trouble) {
  return make(battle, data, trouble);
}

}  // namespace tambour::toy
