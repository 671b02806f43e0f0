// SPDX-License-Identifier: MIT
// Reads a battle and its charts into a Field, refusing what the rules cannot use.
#include "rules/jdg/field.h"

#include <algorithm>
#include <functional>

#include "battle/record_reader.h"
#include "rules/jdg/field_build.h"

namespace tambour::jdg {

namespace {

constexpr const char* kSideKeyNames[kSideKeys] = {
    "bridge",     "stream",     "ford",       "river",      "crest",       "level_up",         "slope_up",         "steep_up",
    "level_down", "slope_down", "steep_down", "redoubt_in", "redoubt_out", "fortification_in", "fortification_out"};

// "+2D" -> 2 and disorders; "NA" -> -1.
bool read_cost(const std::string& cell, int8_t& cost, bool* disorders) {
  if (cell == "NA") return cost = -1, true;
  std::string_view digits = cell;
  if (disorders && !digits.empty() && digits.back() == 'D') *disorders = true, digits.remove_suffix(1);
  const auto n = to_int(digits);
  if (!n || *n < 0 || *n > 20) return false;
  return cost = int8_t(*n), true;
}

class Builder : RecordReader {
 public:
  Builder(Field& f, const std::string& charts, ChargeRule charges, Trouble& t) : RecordReader(f.battle, t), f_(f), charts_(charts), charges_(charges) {}

  bool build() {
    return sizes() && terrain() && sides() && tables() && modifiers() && formations() && markers() && units() && commanders() &&
           read_sheet_rules(f_, charts_, trouble) &&
           (make_passages(f_), make_skyline(f_), make_side_flags(f_, charges_), make_rout_distances(f_, trouble));
  }

 private:
  using RecordReader::fail;
  bool fail(const std::string& file, int line, std::string message) { return trouble = {file, line, std::move(message)}, false; }
  std::optional<Chart> chart(const char* name) { return load_chart(f_.data_directory, charts_, name, trouble); }

  bool sizes() {
    f_.grid = f_.battle.map.grid;
    f_.next = f_.battle.map.next;
    if (!map_fits(f_.battle.map, kMaxHexes, trouble)) return false;
    if (f_.battle.roster.size() > std::size_t(kMaxCounters))
      return fail(f_.battle.id, 0, "more than " + std::to_string(kMaxCounters) + " counters");
    return true;
  }

  bool terrain() {
    const auto c = chart("terrain");
    if (!c) return false;
    for (std::size_t i = 0; i < f_.battle.map.terrain_names.size(); ++i) {
      const std::string& name = f_.battle.map.terrain_names[i];
      if (!c->find(name))
        return fail(c->file, 0, "the chart has no line for terrain '" + name + "' of the map; add one or rename the terrain");
      TerrainLine t;
      constexpr const char* kColumns[4] = {"inf", "cav", "art", "commander"};
      for (int a = 0; a < 4; ++a)
        if (!read_cost(c->cell(name, kColumns[a]).value_or("?"), t.cost[a], nullptr))
          return fail(c->file, 0, "terrain '" + name + "': column " + kColumns[a] + " is no cost");
      const auto fire = c->number(name, "fire"), shock = c->number(name, "shock"), cav = c->number(name, "shock_cav");
      if (!fire || !shock || !cav) return fail(c->file, 0, "terrain '" + name + "': fire and shock must be numbers");
      t.fire = int8_t(*fire), t.shock = int8_t(*shock), t.shock_by_cavalry = int8_t(*cav);
      t.charge = c->cell(name, "charge") == "yes";
      t.six_fronts = c->cell(name, "fronts") == "6";
      t.blocks_sight = c->cell(name, "sight") == "blocks";
      t.clear = name == "clear" || name == "vines" || name == "cultivated";
      t.castle = name == "castle";
      t.foot_only = name == "cassina" || name == "farm";
      if (f_.battle.map.terrain_closed[i]) std::fill(t.cost, t.cost + 4, int8_t{-1});
      f_.terrain.push_back(t);
    }
    return true;
  }

  bool sides() {
    const auto c = chart("sides");
    if (!c) return false;
    for (const char* key : kSideKeyNames) {
      if (!c->find(key)) return fail(c->file, 0, std::string("the line '") + key + "' is missing");
      SideLine s;
      constexpr const char* kColumns[4] = {"inf", "cav", "art", "commander"};
      for (int a = 0; a < 4; ++a)
        if (!read_cost(c->cell(key, kColumns[a]).value_or("?"), s.cost[a], a < 3 ? &s.disorders[a] : nullptr))
          return fail(c->file, 0, std::string("'") + key + "': column " + kColumns[a] + " is no cost");
      s.can_shock = c->cell(key, "shock") != "NA";
      const auto fire = c->number(key, "fire"), shock = s.can_shock ? c->number(key, "shock") : 0;
      if (!fire || !shock) return fail(c->file, 0, std::string("'") + key + "': fire must be a number, shock a number or NA");
      s.fire = int8_t(*fire), s.shock = int8_t(*shock), s.charge = c->cell(key, "charge") == "yes";
      f_.sides.push_back(s);
    }
    return true;
  }

  template <class Result>
  bool steps(const char* name, const std::vector<std::pair<std::string, Result>>& words, const std::function<void(int, Result)>& keep) {
    const auto c = chart(name);
    if (!c) return false;
    for (std::size_t i = 0; i < c->rows.size(); ++i) {
      const auto least = to_int(c->rows[i][0]);
      const auto found = std::find_if(words.begin(), words.end(), [&](const auto& w) { return w.first == c->rows[i][1]; });
      if (!least || found == words.end()) return fail(c->file, c->lines[i], "a line wants a total and a known result");
      keep(*least, found->second);
    }
    return true;
  }

  bool tables() {
    if (!steps<FireResult>(
            "fire",
            {{"none", FireResult::None}, {"test", FireResult::Test}, {"disorder", FireResult::Disorder}, {"rout", FireResult::Rout}},
            [&](int least, FireResult r) {
              f_.fire_table.push_back({int16_t(least), r});
            }))
      return false;
    if (!steps<ShockResult>("shock",
                            {{"attacker_counter", ShockResult::AttackerCounter},
                             {"attacker_back", ShockResult::AttackerBack},
                             {"defender_test", ShockResult::DefenderTest},
                             {"defender_disorder", ShockResult::DefenderDisorder}},
                            [&](int least, ShockResult r) {
                              f_.shock_table.push_back({int16_t(least), r});
                            }))
      return false;
    return read_odds(f_.data_directory, charts_, f_.odds, trouble);
  }

  bool modifiers() {
    const auto c = chart("modifiers");
    if (!c) return false;
    Modifiers& m = f_.mod;
    const Figure all[] = {{"stacked_guns", &m.stacked_guns},
                                                   {"firer_in_square", &m.firer_in_square},
                                                   {"reaction", &m.reaction},
                                                   {"massed", &m.massed},
                                                   {"target_square", &m.target_square},
                                                   {"adjacent", &m.adjacent},
                                                   {"maximum_range", &m.maximum_range},
                                                   {"routed", &m.routed},
                                                   {"rear", &m.rear},
                                                   {"front_and_rear", &m.front_and_rear},
                                                   {"exposed", &m.exposed},
                                                   {"charge_heavy", &m.charge_heavy},
                                                   {"charge_light", &m.charge_light},
                                                   {"charge_on_square", &m.charge_on_square},
                                                   {"infantry_on_square", &m.infantry_on_square},
                                                   {"cavalry_shock", &m.cavalry_shock},
                                                   {"pursuit", &m.pursuit},
                                                   {"six_fronts", &m.six_fronts}};
    return read_values(*c, "value", all, 20, trouble);
  }

  std::optional<uint8_t> formation(const std::string& id) const {
    for (std::size_t i = 0; i < f_.formations.size(); ++i)
      if (f_.formations[i].id == id) return uint8_t(i);
    return std::nullopt;
  }

  bool formations() {
    for (const Record* r : f_.battle.all("formation")) {
      if (formation(r->get("id"))) return fail(*r, "formation '" + r->get("id") + "' is given twice");
      const Seat side = f_.battle.seat_of(r->get("side"));
      if (side == Seat::Nobody) return fail(*r, "formation '" + r->get("id") + "' has no known side");
      f_.formations.push_back({r->get("id"), r->get("name"), r->get("colour"), side, 0});
    }
    if (f_.formations.size() > kMaxFormations) return fail(f_.battle.id, 0, "more than " + std::to_string(kMaxFormations) + " formations");
    return true;
  }

  // 2.1-a: a marker has a code, O or C, and a number.
  bool markers() {
    by("2.1-a");
    for (const Record* r : f_.battle.all("am")) {
      const auto of = formation(r->get("formation"));
      if (!of) return fail(*r, "marker for unknown formation '" + r->get("formation") + "'");
      // 2.1-a
      if (r->get("code") != "O") return fail(*r, "an ordinary marker has the code O, not '" + r->get("code") + "' (2.1-a)");
      for (int n = 1; n <= 2; ++n) {
        const auto value = r->number(n == 1 ? "init1" : "init2");
        if (!value) {
          if (n == 2 && r->get("init2").empty()) continue;  // a formation may have a single marker (2.1.1-b)
          return fail(*r, "a marker of '" + r->get("formation") + "' has no initiative value (2.1-a)");
        }
        f_.markers.push_back({f_.formations[*of].id + "/" + std::to_string(n),
                              MarkerKind::Ordinary,
                              f_.formations[*of].side,
                              *of,
                              uint8_t(n),
                              int8_t(*value),
                              0,
                              {}});
      }
    }
    for (const Record* r : f_.battle.all("cam")) {
      Marker m{r->get("id"),
               MarkerKind::AllCavalry,
               f_.battle.seat_of(r->get("side")),
               0xFF,
               0,
               int8_t(r->number("init").value_or(0)),
               uint8_t(r->number("turn").value_or(0)),
               {}};
      const std::string kind = r->get("kind");
      if (r->get("code") != "C") return fail(*r, "a combined marker has the code C, not '" + r->get("code") + "' (2.1-a)");
      if (kind == "all-artillery") m.kind = MarkerKind::AllArtillery;
      else if (kind == "set-aside") m.kind = MarkerKind::SetAside;
      else if (kind != "all-cavalry")
        return fail(*r, "combined marker '" + m.id + "' wants a kind: all-cavalry, all-artillery or set-aside");
      if (m.side == Seat::Nobody) return fail(*r, "combined marker '" + m.id + "' has no known side");
      const std::string named = r->get("formations");
      for (auto id : words(named)) {
        const auto of = formation(std::string(id));
        if (!of) return fail(*r, "combined marker '" + m.id + "' names unknown formation '" + std::string(id) + "'");
        m.sets_aside.push_back(*of);
      }
      f_.markers.push_back(std::move(m));
    }
    if (f_.markers.size() > kMaxMarkers) return fail(f_.battle.id, 0, "more than " + std::to_string(kMaxMarkers) + " markers");
    for (const Marker& m : f_.markers) f_.battle.markers.push_back(m.id);
    return true;
  }

  bool must_place(const Record& r, HexId& out) {
    return place(r, "hex", out, &zone_) && (out != kNoHex || fail(r, r.get("id") + " has no hex; write one, or zone:<id>"));
  }

  // 0.3-a, 0.3-b: the ratings a counter must carry, and its arm.
  bool units() {
    by("0.3-a", "0.3-b");
    for (const RosterEntry& e : f_.battle.roster) {
      if (e.leader) continue;
      const Record& r = f_.battle.records[std::size_t(e.record)];
      Counter u;
      const std::string arm = r.get("arm");
      const std::string first(words(arm).empty() ? std::string_view{} : words(arm)[0]);
      u.arm = first == "inf" ? Arm::Infantry : first == "cav" ? Arm::Cavalry : Arm::Artillery;
      // 0.3-b, 0.3-a, 0.3-e
      if (first != "inf" && first != "cav" && first != "art")
        return fail(r, "arm '" + arm + "' of " + e.id + " is none of inf, cav, art (0.3-b)");
      u.heavy = arm == "cav heavy" && by("0.3-c");
      u.side = e.side;
      const auto of = formation(r.get("formation"));
      if (!of) return fail(r, "formation '" + r.get("formation") + "' of " + e.id + " is not in the order of battle");
      if (f_.formations[*of].side != e.side) return fail(r, e.id + " and its formation are of different sides");
      u.formation = *of;
      const bool gun = u.arm == Arm::Artillery;
      const auto sp = r.number("sp"), coh = r.number("coh"), eng = r.number("eng"), mp = r.number("mp"), dcoh = r.number("dcoh"),
                 dmp = r.number("dmp");
      if (!sp || !coh || !mp || !dcoh || !dmp || (!gun && (!eng || !r.number("deng") || !r.number("dsp"))))
        return fail(r,
                    e.id + " lacks a rating: every unit wants sp, coh, mp and their disordered values, all but artillery eng too (0.3-a)");
      if (gun && eng) return fail(r, e.id + " is artillery and has no engagement rating (0.3-a, 8.9-a)");
      if (gun && (!r.number("reff") || !r.number("rmax")))
        return fail(r, e.id + " is artillery and wants its two ranges, reff and rmax (0.3-e)");
      u.front = {int8_t(*sp), int8_t(*coh), int8_t(eng.value_or(0)), int8_t(*mp)};
      u.back = {int8_t(r.number("dsp").value_or(0)), int8_t(*dcoh), int8_t(r.number("deng").value_or(0)), int8_t(*dmp)};
      u.effective = uint8_t(r.number("reff").value_or(0)), u.maximum = uint8_t(r.number("rmax").value_or(0));
      u.turn = uint8_t(r.number("turn").value_or(0));
      if (!must_place(r, u.hex)) return false;
      if (!zone_.empty() && u.turn == 0) u.turn = 1;
      const auto face = parse_vertex(r.get("face"));
      if (!face) return fail(r, "facing '" + r.get("face") + "' of " + e.id + " is no vertex; write NE E SE SW W NW (6.1.1-a)");
      u.facing = uint8_t(*face);
      if (f_.ground(u.hex).cost[int(u.arm)] < 0 && f_.battle.map.road_in[u.hex] == RoadKind::None)
        return fail(r, e.id + " starts in " + f_.grid.number(u.hex) + ", ground its arm may not enter; choose another hex");
      Formation& card = f_.formations[*of];
      if (card.arrives == 0 || std::max<uint8_t>(u.turn, 1) < card.arrives) card.arrives = std::max<uint8_t>(u.turn, 1);
      f_.units_of[index(u.side)].push_back(UnitId(f_.units.size()));
      auto& entries = f_.entry_hexes[index(u.side)];
      if (u.turn > 0 && std::find(entries.begin(), entries.end(), u.hex) == entries.end()) entries.push_back(u.hex);
      f_.units.push_back(u);
    }
    return true;
  }

  bool commanders() {
    for (const RosterEntry& e : f_.battle.roster) {
      if (!e.leader) continue;
      const Record& r = f_.battle.records[std::size_t(e.record)];
      const auto drm = r.number("drm"), orders = r.number("orders"), range = r.number("range");
      // 2.5.1-a
      if (!drm || !orders || !range) return fail(r, "commander " + e.id + " lacks drm, orders or range (2.5.1-a)");
      Commander c{e.side,
                  int8_t(*drm),
                  int8_t(*orders),
                  int8_t(*range),
                  uint8_t(r.number("from_turn").value_or(1)),
                  uint8_t(r.number("to_turn").value_or(99)),
                  kNoHex,
                  false,
                  0xFF};
      const std::string where = r.get("hex");
      if (where.rfind("with:", 0) == 0) {
        const auto whom = f_.battle.find_unit(where.substr(5));
        if (!whom || f_.units.has(*whom))
          return fail(r, "commander " + e.id + " takes over from '" + where.substr(5) + "', who is no commander");
        c.takes_over = uint8_t(f_.leader_of(*whom));
      } else if (!must_place(r, c.hex)) {
        return false;
      } else {
        c.enters = !zone_.empty();
      }
      if (c.from_turn > 1 && !c.enters && c.takes_over == 0xFF)
        return fail(r, "commander " + e.id + " comes on turn " + std::to_string(c.from_turn) +
                           ": give him an entry, zone:<id>, or with:<the commander he replaces>");
      f_.commanders.push_back(c);
    }
    if (f_.commanders.size() > kMaxLeaders) return fail(f_.battle.id, 0, "more than " + std::to_string(kMaxLeaders) + " commanders");
    return true;
  }

  Field& f_;
  const std::string& charts_;
  ChargeRule charges_;
  std::string zone_;  // by which the counter last placed comes in
};

}  // namespace

// 2.1.1-a, 2.3.1-d: a formation's marker activates its units; a combined one those its battle says (2.1.2-b).
bool activates(const Field& field, const Marker& m, UnitId u) {
  by("2.3.1-d");
  if (m.kind == MarkerKind::AllCavalry) return field.units[u].arm == Arm::Cavalry;
  if (m.kind == MarkerKind::AllArtillery) return field.units[u].arm == Arm::Artillery;
  return m.kind == MarkerKind::Ordinary && field.units[u].formation == m.formation;
}

bool build_field(Field& field, const Battle& battle, const std::string& data_directory, const std::string& charts, ChargeRule charges,
                 Trouble& trouble) {
  field.battle = battle;
  field.data_directory = data_directory;
  if (!Builder(field, charts, charges, trouble).build()) return false;
  for (int turn : battle.night)
    if (turn >= 0 && turn < 256) field.dark[std::size_t(turn)] = true;
  for (int turn : battle.fog)
    if (turn >= 0 && turn < 256) field.misty[std::size_t(turn)] = true;
  field.ring = rings(field.grid);
  field.near = discs<kMaxHexes>(field.grid, kMarchStops);
  for (const Marker& m : field.markers) {
    auto& units = field.activated.emplace_back();
    auto& set = field.active_set.emplace_back();
    for (UnitId u : field.units_of[index(m.side)])
      if (activates(field, m, u)) units.push_back(u), set.add(u);
  }
  return true;
}

}  // namespace tambour::jdg
