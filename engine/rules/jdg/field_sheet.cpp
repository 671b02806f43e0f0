// SPDX-License-Identifier: MIT
// The battle sheet's own lines: rout edges, objectives, awards, and the special rules of a battle by name.
#include <algorithm>

#include "rules/jdg/field_build.h"

namespace tambour::jdg {
namespace {

class Sheet {
 public:
  Sheet(Field& f, const std::string& book, Trouble& t) : f_(f), book_(book), trouble_(t) {}

  bool read() {
    for (const Directive& d : f_.battle.directives) {
      d_ = &d;
      if (!line()) return false;
    }
    return true;
  }

 private:
  bool fail(std::string message) { return trouble_ = {d_->file, d_->line, std::move(message)}, false; }
  const std::vector<std::string>& w() const { return d_->words; }

  bool side(std::size_t i, Seat& out) {
    out = i < w().size() ? f_.battle.seat_of(w()[i]) : Seat::Nobody;
    return out != Seat::Nobody || fail("'" + w()[0] + "' wants a side, " + f_.battle.sides[0] + " or " + f_.battle.sides[1]);
  }
  bool number(std::size_t i, int& out) {
    const auto n = i < w().size() ? to_int(w()[i]) : std::nullopt;
    if (!n || *n < -99 || *n > 99) return fail("'" + w()[0] + "' wants a number in place " + std::to_string(i));
    return out = *n, true;
  }
  // Hexes, or zone:<id>, from word i on.
  bool hexes(std::size_t i, std::vector<HexId>& out) {
    for (; i < w().size(); ++i) {
      if (w()[i].rfind("zone:", 0) == 0) {
        const auto z = f_.battle.map.zones.find(w()[i].substr(5));
        if (z == f_.battle.map.zones.end()) return fail("zone '" + w()[i].substr(5) + "' is not on the map");
        out.insert(out.end(), z->second.begin(), z->second.end());
        continue;
      }
      const auto h = f_.grid.parse(w()[i]);
      if (!h) return fail("hex '" + w()[i] + "' is not on the map");
      out.push_back(*h);
    }
    return !out.empty() || fail("'" + w()[0] + "' wants hexes or zone:<id>");
  }

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
    if (!side(1, a.side) || !number(2, points)) return false;
    a.points = int8_t(points);
    const std::string kind = w().size() > 3 ? w()[3] : "";
    const std::pair<const char*, AwardKind> kinds[] = {{"hold", AwardKind::Hold},
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
    const auto found = std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& k) { return kind == k.first; });
    if (found == std::end(kinds))
      return fail("unknown award '" + kind +
                  "'; write hold, hold-good, hold-disordered, control, entered, eliminated, eliminated-from, eliminated-below, routed, "
                  "demoralised or always");
    a.kind = found->second;
    if (a.kind <= AwardKind::Entered && !hexes(4, a.hexes)) return false;
    if (a.kind == AwardKind::EliminatedLarge || a.kind == AwardKind::EliminatedSmall) {
      int limit = 0;
      if (!number(4, limit)) return false;
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
    std::size_t end = w().size();
    if (end > 4 && w()[end - 2] == "clear-west-of") {
      int column = 0;
      if (!number(end - 1, column)) return false;
      a.no_enemy_west_of = int8_t(column);
    }
    if (w().size() < 4 || (w()[2] != "control" && w()[2] != "good-in"))
      return fail("'automatic' wants a side, control or good-in, and hexes");
    auto& list = w()[2] == "control" ? a.hold : a.good_in;
    for (std::size_t i = 3; i < w().size() && w()[i] != "clear-west-of"; ++i) {
      const auto h = f_.grid.parse(w()[i]);
      if (!h) return fail("hex '" + w()[i] + "' is not on the map");
      list.push_back(*h);
      if (w()[2] == "control" && !remember(*h)) return false;
    }
    f_.automatic.push_back(std::move(a));
    return true;
  }

  bool surprise() {
    if (!side(1, f_.first_turn_initiative)) return false;
    for (std::size_t i = 3; i < w().size(); ++i) {
      const auto u = f_.battle.find_unit(w()[i]);
      if (!u || *u >= f_.units.size()) return fail("unit '" + w()[i] + "' is not in the order of battle");
      f_.idle_first_turn.push_back(*u);
    }
    return true;
  }

  // deploy <book> <unit> <hex>: another starting hex under one book.
  bool deploy() {
    const auto u = w().size() == 4 ? f_.battle.find_unit(w()[2]) : std::nullopt;
    const auto h = w().size() == 4 ? f_.grid.parse(w()[3]) : std::nullopt;
    if (!u || *u >= f_.units.size() || !h) return fail("'deploy' wants a book, a unit and a hex");
    if (w()[1] == book_) f_.units[*u].hex = *h;
    return true;
  }

  bool gap() {
    const auto a = w().size() == 4 ? f_.grid.parse(w()[1]) : std::nullopt, b = w().size() == 4 ? f_.grid.parse(w()[2]) : std::nullopt;
    int limit = 0;
    if (!a || !b || f_.grid.side_to(*a, *b) < 0) return fail("'gap' wants two adjacent hexes and a number of units");
    if (!number(3, limit)) return false;
    f_.gap_from = *a, f_.gap_to = *b, f_.gap_limit = uint8_t(limit);
    return true;
  }

  bool line() {
    const std::string& key = w()[0];
    Seat s{};
    std::vector<HexId> list;
    int n = 0;
    if (key == "rout")
      return side(1, s) && hexes(2, list) &&
             (f_.rout_distance[std::size_t(index(s))].assign(std::size_t(f_.grid.size()), 255), seed(s, list));
    if (key == "control") {
      if (!side(1, s) || !hexes(2, list)) return false;
      for (HexId h : list) {
        if (!remember(h)) return false;
        f_.objective_start[std::size_t(std::find(f_.objectives.begin(), f_.objectives.end(), h) - f_.objectives.begin())] = s;
      }
      return true;
    }
    if (key == "award") return award();
    if (key == "automatic") return automatic();
    if (key == "surprise") return surprise();
    if (key == "gap") return gap();
    if (key == "deploy") return deploy();
    if (key == "three-cavalry") return side(1, f_.three_cavalry);
    if (key == "margin") {
      if (!number(1, n)) return false;
      f_.draw_margin = n;
      if (!number(2, n)) return false;
      return f_.major_margin = n, true;
    }
    if (key == "immobile") {
      const auto u = w().size() == 2 ? f_.battle.find_unit(w()[1]) : std::nullopt;
      if (!u || *u >= f_.units.size()) return fail("'immobile' wants a unit of the order of battle");
      return f_.units[*u].immobile = true;
    }
    if (key == "clear-cassina") {  // the battle's own text over the general chart (ruling B14)
      for (std::size_t i = 0; i < f_.terrain.size(); ++i)
        if (f_.battle.map.terrain_names[i] == "cassina") f_.terrain[i].cost[0] = 1;
      return true;
    }
    const std::string near = nearest(key, {"rout", "control", "award", "automatic", "surprise", "gap", "deploy", "three-cavalry", "margin",
                                           "immobile", "clear-cassina"});
    return fail("unknown line '" + key + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }

  bool seed(Seat s, const std::vector<HexId>& list) {
    for (HexId h : list) f_.rout_distance[std::size_t(index(s))][h] = 0;
    return true;
  }

  Field& f_;
  const std::string& book_;
  Trouble& trouble_;
  const Directive* d_ = nullptr;
};

}  // namespace

bool read_sheet_rules(Field& field, const std::string& book, Trouble& trouble) { return Sheet(field, book, trouble).read(); }

}  // namespace tambour::jdg
