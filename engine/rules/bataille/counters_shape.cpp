// SPDX-License-Identifier: MIT
// Bad set-ups: every unit must be able to stand as its line of the order of battle says.
#include <algorithm>

#include "rules/bataille/field.h"

namespace tambour::bataille {
namespace {

struct ShapeCheck {
  const Field& field;
  const Battle& battle;
  Trouble& trouble;

  bool fail(const Record& r, const std::string& message) { return trouble = {r.file, r.line, message}, false; }
  std::string terrain(HexId h) const { return field.charts.terrains[field.ground[h].terrain]; }

  // Hexes a formation must have, and may have at most.
  static std::pair<int, int> lengths(const Counter& c) {
    const int fours = std::min((c.inc + 3) / 4, kLongest);
    const bool horse = c.arm == Arm::Cavalry;
    if (c.form == Form::Road) return is_gun(c.arm) ? std::pair(std::min<int>(c.inc, kLongest), std::min<int>(c.inc, kLongest)) : std::pair(fours, fours);
    if (c.form == Form::Column && horse) return {fours, fours};
    if (c.form == Form::Line) return {1, horse ? fours : c.inc >= 5 ? 2 : 1};
    if (c.form == Form::Skirmish) return horse || c.inc >= 4 ? std::pair(2, 2) : std::pair(1, 1);
    return {1, 1};
  }
  bool length(const Record& r, const Counter& c) {
    const auto [least, most] = lengths(c);
    const std::string id = r.get("id");
    const int n = c.hexes.size();
    if (c.form == Form::Line && n == 2 && c.inc < 5 && c.arm == Arm::Infantry && by("12.6.1-a", "11.1.6-a"))
      return fail(r, id + " is too weak for a Line of two hexes (12.6.1); leave hex2 empty");
    if (n > most) return fail(r, id + " covers " + std::to_string(n) + " hexes, its formation has at most " + std::to_string(most) + "; shorten hex2");
    if (n < least && by("12.5-b", "12.8.2-b"))
      return fail(r, id + " covers " + std::to_string(n) + " hexes, its formation needs " + std::to_string(least) + "; add the others to hex2");
    return true;
  }
  bool line(const Record& r, const Counter& c) {
    const std::string id = r.get("id");
    if (c.hexes.size() == 1) return true;
    if (!trail_of(field.grid, c.hexes)) return fail(r, "the hexes of " + id + " do not touch; name them from head to tail");
    const int side = field.grid.side_to(c.hexes[0], c.hexes[1]);
    if (!faces_vertex(c.form)) {
      if (side == c.face) return fail(r, id + " is laid tail first; its second hex must lie behind it");
      return true;
    }
    const int off = turn(side, -c.face);
    if (off != 2 && off != 5) return fail(r, id + " is laid front to back; its second hex must be on its flank");
    if (!is_straight(field.grid, c.hexes) && by("12.6.4.2-a")) return fail(r, id + " is bent; the hexes of a Line must lie in one row");
    return true;
  }
  bool ground(const Record& r, const Counter& c) {
    const std::string id = r.get("id");
    for (const HexId h : c.hexes) {
      const Ground& g = field.ground[h];
      const bool formed = c.form == Form::Column || c.form == Form::Line || c.form == Form::Square;
      if (g.general && formed && by("12.4-a", "12.6-a", "12.9-a"))
        return fail(r, id + " is formed in General Order terrain (" + terrain(h) + ", hex " + field.grid.number(h) + "); write form gen or skirm");
      if (!g.general && c.form == Form::General)
        return fail(r, id + " is in General Order where the ground does not ask for it (" + terrain(h) + "); write col or line");
      const Class kind = is_gun(c.arm) ? Class::Guns : c.arm == Arm::Cavalry ? Class::Cavalry : Class::Infantry;
      const auto closed = [&](const std::array<Edge, 6>& edges) {
        return std::all_of(edges.begin(), edges.end(), [&](const Edge& e) {
          return e.to == kNoHex || field.edge(e.to, field.grid.side_to(e.to, h)).cost[int(kind)] == kProhibited;
        });
      };
      if (closed(field.edges[h]) && by("13.1.7.1-a"))
        return fail(r, id + " stands in hex " + field.grid.number(h) + " (" + terrain(h) + "), which is closed to it; give it another hex");
    }
    return true;
  }
};

}  // namespace

bool check_shapes(const Field& field, const Battle& battle, Trouble& trouble) {
  ShapeCheck check{field, battle, trouble};
  std::vector<UnitId> owner(std::size_t(field.grid.size()), kNoUnit);
  for (const RosterEntry& entry : battle.roster) {
    if (entry.leader) continue;
    const Record& r = battle.records[std::size_t(entry.record)];
    const UnitId u = *battle.find_unit(entry.id);
    const Counter& c = field.units[u];
    if (c.hex == kNoHex) continue;  // comes later, or lies beside the map
    by("12.2-a", "5.3.2-a");
    if (!check.line(r, c) || !check.length(r, c) || !check.ground(r, c)) return false;
    for (const HexId h : c.hexes) {
      const UnitId before = owner[h];
      if (before == kNoUnit) owner[h] = u;
      else if (field.units[before].side != c.side)
        return check.fail(r, entry.id + " and " + field.battle.roster[before].id + " are enemies in one hex, " + field.grid.number(h) + "; move one of them");
      else if (field.units[before].hex != c.hex)
        return check.fail(r, entry.id + " and " + field.battle.roster[before].id + " make two stacks in a hex, " + field.grid.number(h) + "; move one of them");
    }
  }
  return true;
}

bool check_wagons(const Field& field, const Battle& battle, Trouble& trouble) {
  for (const RosterEntry& entry : battle.roster) {
    if (entry.leader) continue;
    const Record& r = battle.records[std::size_t(entry.record)];
    const Counter& w = field.units[*battle.find_unit(entry.id)];
    if (w.arm != Arm::Wagon) continue;
    const bool fed = std::any_of(field.units.begin(), field.units.end(), [&](const Counter& g) {
      return is_gun(g.arm) && g.arm != Arm::Wagon && g.side == w.side && g.nation == w.nation && g.range == w.range;
    });
    if (!fed && by("18.14.1-a")) {
      trouble = {r.file, r.line, "wagon " + entry.id + " holds rounds of calibre " + std::to_string(w.range) + ", which no battery of its nation has; give it the range of one"};
      return false;
    }
  }
  return true;
}

}  // namespace tambour::bataille
