// SPDX-License-Identifier: MIT
// Counters, commanders, groups, markers and the map's costs.
#include "rules/tng/field.h"

#include <algorithm>
#include <map>

namespace tambour::tng {
namespace {

bool fail(Trouble& t, const Record& r, std::string message) {
  t = {r.file, r.line, std::move(message)};
  return false;
}

bool read_number(const Record& r, const char* name, int low, int high, int& out, Trouble& t) {
  const std::string text = r.get(name);
  const auto n = to_int(text);
  if (text.empty())
    return fail(t, r, r.get("id") + " has no '" + name + "'; give a number from " + std::to_string(low) + " to " + std::to_string(high));
  if (!n || *n < low || *n > high)
    return fail(t, r,
                "'" + text + "' is no '" + name + "' for " + r.get("id") + "; give a number from " + std::to_string(low) + " to " +
                    std::to_string(high));
  out = *n;
  return true;
}

bool read_groups(Field& f, Trouble& t) {
  for (const Record* r : f.battle.all("formation")) {
    Group g{r->get("id"), r->get("name").empty() ? r->get("id") : r->get("name"), f.battle.seat_of(r->get("side"))};
    if (g.side == Seat::Nobody) return fail(t, *r, "group " + g.id + " belongs to neither side");
    if (f.groups.size() == kMaxGroups) return fail(t, *r, "more than " + std::to_string(kMaxGroups) + " groups");
    const char* columns[2] = {"am1", "am2"};
    for (int k = 0; k < 2; ++k) {
      int rating = 5;
      if (!r->get(columns[k]).empty() && !read_number(*r, columns[k], -9, 19, rating, t)) return false;
      g.orders_rating[k] = int8_t(rating);
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

int find_group(const Field& f, std::string_view id) {
  for (std::size_t g = 0; g < f.groups.size(); ++g)
    if (f.groups[g].id == id) return int(g);
  return -1;
}

bool read_markers(Field& f, Trouble& t) {
  for (const Record* r : f.battle.all("marker")) {
    Marker m;
    m.id = r->get("id"), m.side = f.battle.seat_of(r->get("side"));
    const std::string kind = r->get("kind");
    if (m.side == Seat::Nobody || (kind != "barrage" && kind != "combined"))
      return fail(t, *r, "a marker needs a side and the kind barrage or combined");
    m.kind = kind == "barrage" ? MarkerKind::Barrage : MarkerKind::Combined;
    int uses = 0, from = 1;
    if (!read_number(*r, "uses", 0, 99, uses, t)) return false;
    if (!r->get("from").empty() && !read_number(*r, "from", 1, 60, from, t)) return false;
    m.uses = uint8_t(uses), m.from_turn = uint8_t(from);
    const std::string names = r->get("groups");
    for (auto w : words(names)) {
      const int g = find_group(f, w);
      if (g < 0 || f.groups[std::size_t(g)].side != m.side) return fail(t, *r, "'" + std::string(w) + "' is no group of the marker's side");
      m.groups.push_back(uint8_t(g));
    }
    if (m.kind == MarkerKind::Combined && m.groups.size() < 2)
      return fail(t, *r, "a Combined Group marker names the groups it may join, at least two");
    if (f.markers.size() == kMaxMarkers) return fail(t, *r, "more than " + std::to_string(kMaxMarkers) + " markers");
    f.markers.push_back(std::move(m));
  }
  return true;
}

bool read_commanders(Field& f, Trouble& t) {
  f.commanders.resize(2);
  for (int s = 0; s < 2; ++s) f.commanders[std::size_t(s)].side = Seat(s);
  for (std::size_t u = 0; u < f.battle.roster.size(); ++u) {
    const RosterEntry& entry = f.battle.roster[u];
    if (!entry.leader) continue;
    const Record& r = f.battle.records[std::size_t(entry.record)];
    if (f.commander_ids[std::size_t(index(entry.side))] != kNoUnit)
      return fail(t, r, "a side has one Overall Commander, " + entry.id + " is a second");
    Commander c{entry.side};
    by("4.61-a");
    c.no_delay = r.get("delay") == "none";
    int delay = 0, rating = 0, orders = 0, range = 0;  // 4.61: all four
    if (!c.no_delay && !read_number(r, "delay", 0, 19, delay, t)) return false;
    if (!read_number(r, "command", 0, 9, rating, t) || !read_number(r, "orders", 0, 12, orders, t) ||
        !read_number(r, "range", 0, 60, range, t))
      return false;
    c.delay = int8_t(delay), c.rating = int8_t(rating), c.orders = int8_t(orders), c.range = int8_t(range);
    const auto hex = f.grid.parse(r.get("hex"));
    if (!hex) return fail(t, r, "hex '" + r.get("hex") + "' of " + entry.id + " is not on the map");
    c.hex = *hex;
    f.commanders[std::size_t(index(entry.side))] = c;
    f.commander_ids[std::size_t(index(entry.side))] = UnitId(u);
  }
  return true;
}

// "inf", "inf light", "inf jaeger", "cav light", "cav heavy", "art foot", "art horse".
bool read_arm(const Record& r, Counter& c, Trouble& t) {
  const std::string arm = r.get("arm");
  const auto w = words(arm);
  const std::string_view kind = w.empty() ? "" : w[0], detail = w.size() > 1 ? w[1] : "";
  int value = 0;
  if (kind == "inf" && (detail.empty() || detail == "light" || detail == "jaeger")) {
    c.arm = Arm::Infantry, c.jaeger = detail == "jaeger";
    if (!read_number(r, "df", -9, 9, value, t) && by("2.2-b")) return false;
    c.defensive_fire = int8_t(value);
    return true;
  }
  if (kind == "cav" && (detail == "light" || detail == "heavy") && by("2.2-c")) {
    c.arm = Arm::Cavalry, c.heavy = detail == "heavy";
    return true;
  }
  if (kind == "art") {  // 2.2-d
    c.arm = Arm::Artillery;
    if (!read_number(r, "reff", 1, 12, value, t)) return false;
    c.effective = uint8_t(value);
    if (!read_number(r, "rmax", value, 12, value, t)) return false;
    c.maximum = uint8_t(value);
    return true;
  }
  return fail(t, r,
              "arm '" + arm + "' of " + r.get("id") + " is none of: inf, inf light, inf jaeger, cav light, cav heavy, art foot, art horse");
}

bool read_ratings(const Record& r, Counter& c, Trouble& t) {
  int sp = 0, coh = 0, ma = 0;
  if (!read_number(r, "sp", 0, 40, sp, t) || !read_number(r, "coh", 0, 19, coh, t) || !read_number(r, "mp", 1, 20, ma, t)) return false;
  c.good = {int8_t(sp), int8_t(coh), int8_t(ma)};
  const auto back = [&](const char* name, int8_t front, int8_t& out) {
    int v = front;
    if (!r.get(name).empty() && !read_number(r, name, 0, 40, v, t)) return false;
    out = int8_t(v);
    return true;
  };
  c.horse = c.arm == Arm::Artillery && ma == 8;  // 2.4-c
  return back("dsp", c.good.sp, c.disordered.sp) && back("dcoh", c.good.cohesion, c.disordered.cohesion) &&
         back("dmp", c.good.ma, c.disordered.ma);
}

bool read_place(Field& f, const Record& r, Counter& c, Trouble& t) {
  const std::string hex = r.get("hex");
  int turn = 0;
  if (!r.get("turn").empty() && !read_number(r, "turn", 0, 60, turn, t)) return false;
  c.turn = uint8_t(turn);
  const auto face = parse_vertex(r.get("face").empty() ? "E" : r.get("face"));
  if (!face) return fail(t, r, "facing '" + r.get("face") + "' of " + r.get("id") + " is no vertex; one of NE, E, SE, SW, W, NW");
  c.facing = uint8_t(*face);
  if (hex.empty()) return c.turn = 99, true;
  if (!hex.starts_with("zone:")) {
    const auto h = f.grid.parse(hex);
    if (!h) return fail(t, r, "hex '" + hex + "' of " + r.get("id") + " is not on the map");
    if (c.turn) return fail(t, r, r.get("id") + " arrives later, so its place must be an entry: zone:<name>");
    return c.hex = *h, true;
  }
  const std::string zone = hex.substr(5);
  const auto found = f.battle.map.zones.find(zone);
  if (found == f.battle.map.zones.end() || found->second.empty()) return fail(t, r, "the map has no zone '" + zone + "'");
  if (!c.turn) c.turn = 1;
  for (std::size_t e = 0; e < f.entries.size(); ++e)
    if (f.entries[e].zone == zone && f.entries[e].side == c.side) return c.entry = uint8_t(e), true;
  if (f.entries.size() == kMaxEntries) return fail(t, r, "more than " + std::to_string(kMaxEntries) + " entry hexes");
  c.entry = uint8_t(f.entries.size());
  f.entries.push_back({zone, c.side, found->second.front()});
  return true;
}

bool read_units(Field& f, Trouble& t) {
  std::map<std::string, uint8_t> brigades;
  std::string code;
  for (const Directive& d : f.battle.directives)
    if (d.words[0] == "code" && d.words.size() == 2) code = d.words[1];
  for (const RosterEntry& entry : f.battle.roster) {
    if (entry.leader) continue;
    const Record& r = f.battle.records[std::size_t(entry.record)];
    if (f.units.size() == kMaxCounters) return fail(t, r, "more than " + std::to_string(kMaxCounters) + " combat units");
    if (const std::string own = r.get("code"); !own.empty() && !code.empty() && own.find(code) == std::string::npos && by("2.2-e"))
      return fail(t, r, entry.id + " carries scenario code " + own + ", this battle is " + code + "; leave it out");
    Counter c;
    c.side = entry.side;
    const int g = find_group(f, r.get("formation"));
    if (g < 0 || f.groups[std::size_t(g)].side != c.side)
      return fail(t, r, "'" + r.get("formation") + "' is no group of " + entry.id + "'s side");
    c.group = uint8_t(g);
    const std::string brigade = r.get("brigade").empty() ? entry.id : r.get("formation") + "|" + r.get("brigade");
    c.brigade = brigades.emplace(brigade, uint8_t(brigades.size())).first->second;
    if (!read_arm(r, c, t) || !read_ratings(r, c, t) || !read_place(f, r, c, t)) return false;
    f.units_of[index(c.side)].push_back(UnitId(f.units.size()));
    f.units.push_back(c);
  }
  for (Group& g : f.groups) g.arrives = 99;
  for (const Counter& c : f.units) f.groups[c.group].arrives = std::min(f.groups[c.group].arrives, c.turn ? c.turn : uint8_t{1});
  return true;
}

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
  if (!read_groups(f, t) || !read_markers(f, t) || !read_commanders(f, t) || !read_units(f, t) || !read_ground(f, t)) return false;
  for (const Marker& m : f.markers) f.battle.markers.push_back(m.id);
  return true;
}

bool build_field(Field& f, const Battle& battle, const std::string& data_directory, Trouble& t) {
  f.battle = battle;
  f.grid = battle.map.grid;
  if (f.grid.size() == 0 || f.grid.size() > kMaxHexes)
    return t = {"map", 0, "the map has " + std::to_string(f.grid.size()) + " hexes; this book plays on 1 to " + std::to_string(kMaxHexes)},
           false;
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
    if (c.hex != kNoHex && f.ground_at(c.hex).cost[int(c.arm)] == kClosed && f.battle.map.road_in[c.hex] == RoadKind::None)
      return fail(t, f.battle.records[std::size_t(f.battle.roster[u].record)], f.battle.roster[u].id + " starts on ground closed to it");
  }
  return make_rout_distances(f, t);
}

}  // namespace tambour::tng
