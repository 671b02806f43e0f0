// SPDX-License-Identifier: MIT
// Counters, commanders, groups, markers and the map's costs.
#include "rules/tng/field.h"

#include <algorithm>
#include <map>

#include "battle/record_reader.h"

namespace tambour::tng {
namespace {

struct Reader : RecordReader {
  Field& f;
  std::string zone;  // by which a unit comes in

  Reader(Field& field, Trouble& t) : RecordReader(field.battle, t), f(field) {}

  bool read_groups() {
    for (const Record* r : f.battle.all("formation")) {
      Group g{r->get("id"), r->get("name").empty() ? r->get("id") : r->get("name"), f.battle.seat_of(r->get("side"))};
      if (g.side == Seat::Nobody) return fail(*r, "group " + g.id + " belongs to neither side");
      if (f.groups.size() == kMaxGroups) return fail(*r, "more than " + std::to_string(kMaxGroups) + " groups");
      const char* columns[2] = {"am1", "am2"};
      for (int k = 0; k < 2; ++k) {
        g.orders_rating[k] = 5;
        if (!number_if_given(*r, columns[k], -9, 19, g.orders_rating[k])) return false;
      }
      f.groups.push_back(std::move(g));
    }
    for (std::size_t g = 0; g < f.groups.size(); ++g)
      for (int k = 0; k < 2; ++k) {  // 4.31: two markers each
        Marker m;
        m.id = f.groups[g].id + "/" + std::to_string(k + 1), m.side = f.groups[g].side, m.group = uint8_t(g), m.number = uint8_t(k);
        f.markers.push_back(std::move(m));
      }
    return true;
  }

  int find_group(std::string_view id) const {
    for (std::size_t g = 0; g < f.groups.size(); ++g)
      if (f.groups[g].id == id) return int(g);
    return -1;
  }

  bool read_markers() {
    for (const Record* r : f.battle.all("marker")) {
      Marker m;
      m.id = r->get("id"), m.side = f.battle.seat_of(r->get("side"));
      const std::string kind = r->get("kind");
      if (m.side == Seat::Nobody || (kind != "barrage" && kind != "combined"))
        return fail(*r, "a marker needs a side and the kind barrage or combined");
      m.kind = kind == "barrage" ? MarkerKind::Barrage : MarkerKind::Combined;
      m.from_turn = 1;
      if (!number(*r, "uses", 0, 99, m.uses) || !number_if_given(*r, "from", 1, 60, m.from_turn)) return false;
      const std::string names = r->get("groups");
      for (auto w : words(names)) {
        const int g = find_group(w);
        if (g < 0 || f.groups[std::size_t(g)].side != m.side) return fail(*r, "'" + std::string(w) + "' is no group of the marker's side");
        m.groups.push_back(uint8_t(g));
      }
      if (m.kind == MarkerKind::Combined && m.groups.size() < 2)
        return fail(*r, "a Combined Group marker names the groups it may join, at least two");
      if (f.markers.size() == kMaxMarkers) return fail(*r, "more than " + std::to_string(kMaxMarkers) + " markers");
      f.markers.push_back(std::move(m));
    }
    return true;
  }

  bool read_commanders() {
    f.commanders.resize(2);
    for (int s = 0; s < 2; ++s) f.commanders[std::size_t(s)].side = Seat(s);
    for (std::size_t u = 0; u < f.battle.roster.size(); ++u) {
      const RosterEntry& entry = f.battle.roster[u];
      if (!entry.leader) continue;
      const Record& r = f.battle.records[std::size_t(entry.record)];
      if (f.commander_ids[std::size_t(index(entry.side))] != kNoUnit)
        return fail(r, "a side has one Overall Commander, " + entry.id + " is a second");
      Commander c{entry.side};
      by("4.61-a");
      c.no_delay = r.get("delay") == "none";
      if (!c.no_delay && !number(r, "delay", 0, 19, c.delay)) return false;  // 4.61: all four
      if (!number(r, "command", 0, 9, c.rating) || !number(r, "orders", 0, 12, c.orders) || !number(r, "range", 0, 60, c.range)) return false;
      if (!hex(r, "hex", c.hex)) return false;
      if (c.hex == kNoHex) return fail(r, entry.id + " has no hex; write the one he stands in");
      f.commanders[std::size_t(index(entry.side))] = c;
      f.commander_ids[std::size_t(index(entry.side))] = UnitId(u);
    }
    return true;
  }

  // "inf", "inf light", "inf jaeger", "cav light", "cav heavy", "art foot", "art horse".
  bool read_arm(const Record& r, Counter& c) {
    const std::string arm = r.get("arm");
    const auto w = words(arm);
    const std::string_view kind = w.empty() ? "" : w[0], detail = w.size() > 1 ? w[1] : "";
    if (kind == "inf" && (detail.empty() || detail == "light" || detail == "jaeger")) {
      c.arm = Arm::Infantry, c.jaeger = detail == "jaeger";
      return number(r, "df", -9, 9, c.defensive_fire) || !by("2.2-b");
    }
    if (kind == "cav" && (detail == "light" || detail == "heavy") && by("2.2-c")) {
      c.arm = Arm::Cavalry, c.heavy = detail == "heavy";
      return true;
    }
    if (kind == "art") {  // 2.2-d
      c.arm = Arm::Artillery;
      return number(r, "reff", 1, 12, c.effective) && number(r, "rmax", c.effective, 12, c.maximum);
    }
    return fail(r, "arm '" + arm + "' of " + r.get("id") + " is none of: inf, inf light, inf jaeger, cav light, cav heavy, art foot, art horse");
  }

  bool read_ratings(const Record& r, Counter& c) {
    if (!number(r, "sp", 0, 40, c.good.sp) || !number(r, "coh", 0, 19, c.good.cohesion) || !number(r, "mp", 1, 20, c.good.ma)) return false;
    c.horse = c.arm == Arm::Artillery && c.good.ma == 8;  // 2.4-c
    c.disordered = c.good;
    return number_if_given(r, "dsp", 0, 40, c.disordered.sp) && number_if_given(r, "dcoh", 0, 40, c.disordered.cohesion) &&
           number_if_given(r, "dmp", 0, 40, c.disordered.ma);
  }

  bool read_place(const Record& r, Counter& c) {
    if (!number_if_given(r, "turn", 0, 60, c.turn) || !place(r, "hex", c.hex, &zone)) return false;
    c.facing = uint8_t(*parse_vertex("E"));
    if (!r.get("face").empty() && !vertex(r, c.facing)) return false;
    if (c.hex == kNoHex) return c.turn = 99, true;
    if (zone.empty()) return !c.turn || fail(r, r.get("id") + " arrives later, so its place must be an entry: zone:<name>");
    const HexId by_hex = c.hex;
    c.hex = kNoHex;
    if (!c.turn) c.turn = 1;
    for (std::size_t e = 0; e < f.entries.size(); ++e)
      if (f.entries[e].zone == zone && f.entries[e].side == c.side) return c.entry = uint8_t(e), true;
    if (f.entries.size() == kMaxEntries) return fail(r, "more than " + std::to_string(kMaxEntries) + " entry hexes");
    c.entry = uint8_t(f.entries.size());
    f.entries.push_back({zone, c.side, by_hex});
    return true;
  }

  bool read_units() {
    std::map<std::string, uint8_t> brigades;
    std::string code;
    for (const Directive& d : f.battle.directives)
      if (d.words[0] == "code" && d.words.size() == 2) code = d.words[1];
    for (const RosterEntry& entry : f.battle.roster) {
      if (entry.leader) continue;
      const Record& r = f.battle.records[std::size_t(entry.record)];
      if (f.units.size() == kMaxCounters) return fail(r, "more than " + std::to_string(kMaxCounters) + " combat units");
      if (const std::string own = r.get("code"); !own.empty() && !code.empty() && own.find(code) == std::string::npos && by("2.2-e"))
        return fail(r, entry.id + " carries scenario code " + own + ", this battle is " + code + "; leave it out");
      Counter c;
      c.side = entry.side;
      const int g = find_group(r.get("formation"));
      if (g < 0 || f.groups[std::size_t(g)].side != c.side)
        return fail(r, "'" + r.get("formation") + "' is no group of " + entry.id + "'s side");
      c.group = uint8_t(g);
      const std::string brigade = r.get("brigade").empty() ? entry.id : r.get("formation") + "|" + r.get("brigade");
      c.brigade = brigades.emplace(brigade, uint8_t(brigades.size())).first->second;
      if (!read_arm(r, c) || !read_ratings(r, c) || !read_place(r, c)) return false;
      f.units_of[index(c.side)].push_back(UnitId(f.units.size()));
      f.units.push_back(c);
    }
    for (Group& g : f.groups) g.arrives = 99;
    for (const Counter& c : f.units) f.groups[c.group].arrives = std::min(f.groups[c.group].arrives, c.turn ? c.turn : uint8_t{1});
    return true;
  }
};

bool read_ground(Field& f, Trouble& t) {
  static const std::map<std::string, uint8_t> known = {{"clear", kClear},           {"woods", kWoods},          {"orchard", kOrchard},
                                                       {"swamp", kSwamp},           {"marsh", kSwamp},          {"village", kVillage},
                                                       {"town", kVillage},          {"castle", kCastle},        {"redoubt", kWorks},
                                                       {"cultivated", kCultivated}, {"pheasantry", kPheasantry}};
  const Map& map = f.battle.map;
  for (HexId h = 0; h < f.grid.size(); ++h) {
    const uint8_t kind = map.terrain[h];
    const auto found = known.find(map.terrain_names[kind]);
    if (map.terrain_closed[kind]) f.ground.push_back(kRiverSide);  // closed to all, as the side of a pond is
    else if (found != known.end()) f.ground.push_back(found->second);
    else {
      std::vector<std::string> names;
      for (const auto& [name, line] : known) names.push_back(name);
      const std::string near = nearest(map.terrain_names[kind], names);
      t = {"map", 0,
           "terrain '" + map.terrain_names[kind] + "' in hex " + f.grid.number(h) + " is not on the terrain chart" +
               (near.empty() ? "" : "; did you mean '" + near + "'?")};
      return false;  // 7.21-a
    }
  }
  return true;
}

}  // namespace

bool read_counters(Field& f, Trouble& t) {
  Reader reader(f, t);
  if (!reader.read_groups() || !reader.read_markers() || !reader.read_commanders() || !reader.read_units() || !read_ground(f, t)) return false;
  for (const Marker& m : f.markers) f.battle.markers.push_back(m.id);
  return true;
}

bool build_field(Field& f, const Battle& battle, const std::string& data_directory, Trouble& t) {
  f.battle = battle;
  f.grid = battle.map.grid;
  if (!map_fits(battle.map, kMaxHexes, t)) return false;
  f.next = battle.map.next;
  for (HexId h = 0; h < f.grid.size(); ++h) f.cube.push_back(f.grid.cube(h));
  f.ring = rings(f.grid);
  f.near = discs<kMaxHexes>(f.grid, kNear);
  f.level = battle.map.level;
  if (!read_charts(f, data_directory, t) || !read_counters(f, t) || !read_own_rules(f, t)) return false;
  make_passages(f);
  for (HexId h = 0; h < f.grid.size(); ++h) {
    uint8_t near = 0;
    for (std::size_t e = 0; e < f.entries.size(); ++e)
      if (f.grid.distance(h, f.entries[e].hex) <= 2) near = uint8_t(near | 1u << e);
    f.near_entry.push_back(near);
  }
  for (std::size_t u = 0; u < f.units.size(); ++u) {
    const Counter& c = f.units[u];
    if (c.hex == kNoHex || f.ground_at(c.hex).cost[int(c.arm)] != kClosed || f.battle.map.road_in[c.hex] != RoadKind::None) continue;
    const Record& r = f.battle.records[std::size_t(f.battle.roster[u].record)];
    return t = {r.file, r.line, f.battle.roster[u].id + " starts on ground closed to it"}, false;
  }
  return make_rout_distances(f, t);
}

}  // namespace tambour::tng
