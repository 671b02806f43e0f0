// SPDX-License-Identifier: MIT
// The battle sheet's own lines: rout edges, objectives, awards, and the special rules of a battle by name.
#include <algorithm>

#include "battle/word_reader.h"
#include "rules/jdg/field_build.h"

namespace tambour::jdg {
namespace {

class Sheet : WordReader {
 public:
  Sheet(Field& f, const std::string& book) : WordReader(f.battle), f_(f), book_(book) {}
  Trouble read() {
    return WordReader::read(f_.battle.directives, [this] { return line(); });
  }

 private:
  bool remember(HexId h) {  // an objective whose last holder counts
    if (std::find(f_.objectives.begin(), f_.objectives.end(), h) != f_.objectives.end()) return true;
    if (f_.objectives.size() == kMaxObjectives) return fail("more than " + std::to_string(kMaxObjectives) + " objective hexes");
    f_.objectives.push_back(h);
    f_.objective_start.push_back(Seat::Nobody);
    return true;
  }

  bool award() {
    Award a;
    int points = 0;
    if (!side(1, a.side) || !number(2, -99, 99, points)) return false;
    a.points = int8_t(points);
    static constexpr std::pair<const char*, AwardKind> kKinds[] = {{"hold", AwardKind::Hold},
                                                       {"hold-good", AwardKind::HoldInGoodOrder},
                                                       {"hold-disordered", AwardKind::HoldDisordered},
                                                       {"control", AwardKind::Control},
                                                       {"entered", AwardKind::Entered},
                                                       {"eliminated", AwardKind::Eliminated},
                                                       {"eliminated-from", AwardKind::EliminatedLarge},
                                                       {"eliminated-below", AwardKind::EliminatedSmall},
                                                       {"routed", AwardKind::Routed},
                                                       {"demoralised", AwardKind::Demoralised},
                                                       {"always", AwardKind::Always}};
    if (!choose(3, kKinds, a.kind)) return false;
    if (a.kind <= AwardKind::Entered && !hexes(4, a.hexes)) return false;
    if (a.kind == AwardKind::EliminatedLarge || a.kind == AwardKind::EliminatedSmall) {
      int limit = 0;
      if (!number(4, -99, 99, limit)) return false;
      a.limit = int8_t(limit);
    }
    if (a.kind == AwardKind::Control || a.kind == AwardKind::Entered)
      for (HexId h : a.hexes)
        if (!remember(h)) return false;
    f_.awards.push_back(std::move(a));
    return true;
  }

  bool automatic() {
    Automatic a;
    if (!side(1, a.side)) return false;
    std::size_t end = size();
    if (end > 4 && word(end - 2) == "clear-west-of") {
      int column = 0;
      if (!number(end - 1, -99, 99, column)) return false;
      a.no_enemy_west_of = int8_t(column);
    }
    if (size() < 4 || (word(2) != "control" && word(2) != "good-in"))
      return fail("'automatic' wants a side, control or good-in, and hexes");
    auto& list = word(2) == "control" ? a.hold : a.good_in;
    for (std::size_t i = 3; i < size() && word(i) != "clear-west-of"; ++i) {
      HexId h = kNoHex;
      if (!hex(i, h)) return false;
      list.push_back(h);
      if (word(2) == "control" && !remember(h)) return false;
    }
    f_.automatic.push_back(std::move(a));
    return true;
  }

  bool surprise() {
    if (!side(1, f_.first_turn_initiative)) return false;
    for (std::size_t i = 3; i < size(); ++i) {
      UnitId u = kNoUnit;
      if (!unit(i, u)) return false;
      f_.idle_first_turn.push_back(u);
    }
    return true;
  }

  // deploy <book> <unit> <hex>: another starting hex under one book.
  bool deploy() {
    UnitId u = kNoUnit;
    HexId h = kNoHex;
    if (size() != 4) return fail("'deploy' wants a book, a unit and a hex");
    if (!unit(2, u) || !hex(3, h)) return false;
    if (word(1) == book_) f_.units[u].hex = h;
    return true;
  }

  bool gap() {
    HexId a = kNoHex, b = kNoHex;
    int limit = 0;
    if (!hex(1, a) || !hex(2, b) || !number(3, 0, 99, limit)) return false;
    if (f_.grid.side_to(a, b) < 0) return fail("'gap' wants two adjacent hexes and a number of units");
    f_.gap_from = a, f_.gap_to = b, f_.gap_limit = uint8_t(limit);
    return true;
  }

  bool line() {
    Seat s{};
    std::vector<HexId> list;
    int n = 0;
    if (key() == "rout")
      return side(1, s) && hexes(2, list) &&
             (f_.rout_distance[std::size_t(index(s))].assign(std::size_t(f_.grid.size()), 255), seed(s, list));
    if (key() == "control") {
      if (!side(1, s) || !hexes(2, list)) return false;
      for (HexId h : list) {
        if (!remember(h)) return false;
        f_.objective_start[std::size_t(std::find(f_.objectives.begin(), f_.objectives.end(), h) - f_.objectives.begin())] = s;
      }
      return true;
    }
    if (key() == "award") return award();
    if (key() == "automatic") return automatic();
    if (key() == "surprise") return surprise();
    if (key() == "gap") return gap();
    if (key() == "deploy") return deploy();
    if (key() == "three-cavalry") return side(1, f_.three_cavalry);
    if (key() == "margin") {
      if (!number(1, -99, 99, n)) return false;
      f_.draw_margin = n;
      if (!number(2, -99, 99, n)) return false;
      return f_.major_margin = n, true;
    }
    if (key() == "immobile") {
      UnitId u = kNoUnit;
      return unit(1, u) && (f_.units[u].immobile = true);
    }
    if (key() == "clear-cassina") {  // the battle's own text over the general chart (ruling B14)
      for (std::size_t i = 0; i < f_.terrain.size(); ++i)
        if (f_.battle.map.terrain_names[i] == "cassina") f_.terrain[i].cost[0] = 1;
      return true;
    }
    return unknown(
        {"rout", "control", "award", "automatic", "surprise", "gap", "deploy", "three-cavalry", "margin", "immobile", "clear-cassina"});
  }

  bool seed(Seat s, const std::vector<HexId>& list) {
    for (HexId h : list) f_.rout_distance[std::size_t(index(s))][h] = 0;
    return true;
  }

  Field& f_;
  const std::string& book_;
};

}  // namespace

bool read_sheet_rules(Field& field, const std::string& book, Trouble& trouble) { return !(trouble = Sheet(field, book).read()); }

}  // namespace tambour::jdg
