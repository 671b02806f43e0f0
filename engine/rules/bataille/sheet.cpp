// SPDX-License-Identifier: MIT
// Reads what the battle sheet says to this ruleset: rout edges, depots, victory. Grammar: docs/positions-bataille.md.
#include <algorithm>

#include "battle/all_units.h"
#include "battle/word_reader.h"
#include "rules/bataille/field.h"

namespace tambour::bataille {
namespace {

struct SheetReader : WordReader {
  SheetReader(Field& f, const Battle& b) : WordReader(b), field(f), battle(b) {}
  Field& field;
  const Battle& battle;
  bool odds_of_section_23 = false;

  bool rout() {
    Seat s;
    std::vector<HexId> edge;
    if (!side(1, s) || !hexes(2, edge)) return false;
    auto& flags = field.rout_edge[index(s)];
    auto& far = field.rout_distance[index(s)];
    flags.assign(std::size_t(field.grid.size()), false), far.assign(std::size_t(field.grid.size()), 255);
    for (const HexId e : edge) {
      flags[e] = true;
      for (HexId h = 0; h < field.grid.size(); ++h) far[h] = uint8_t(std::min<int>(far[h], field.grid.distance(h, e)));
    }
    return true;
  }
  bool leader(std::size_t i, int& out) {
    UnitId u = kNoUnit;
    if (!counter(i, u)) return false;
    if (!battle.roster[u].leader) return fail("'" + word(i) + "' is no leader of this battle");
    return out = field.officer(u), true;
  }
  bool byte(std::size_t i, int low, int high, uint8_t& out) {
    int n = 0;
    return number(i, low, high, n) && (out = uint8_t(n), true);
  }
  bool depot() {
    Seat s;
    std::vector<HexId> list;
    return side(1, s) && hexes(2, list) && (field.depot[index(s)] = list[0], true);
  }
  bool terminus() {  // terminus <zone> <hex>
    std::vector<HexId> list;
    bool known = false;
    if (!hexes(2, list)) return false;
    for (Entry& e : field.entries)
      if (e.id == word(1)) e.terminus = list[0], known = true;
    return known || fail("nobody enters by '" + word(1) + "'");
  }
  bool post() {  // static <side> <name> <hexes>
    Post p;
    std::vector<HexId> list;
    if (!side(1, p.side) || !hexes(3, list)) return false;
    if (field.posts.size() == kPosts) return fail("more than " + std::to_string(kPosts) + " Static Positions");
    p.id = word(2), p.hexes.assign(std::size_t(field.grid.size()), false);
    for (const HexId h : list) p.hexes[h] = true;
    bool any = false;
    for (const UnitId u : all_units(field)) {
      Counter& c = field.units[u];
      const std::string flags = battle.records[std::size_t(battle.roster[u].record)].get("flags");
      if (c.side != p.side || c.hex == kNoHex || !p.hexes[c.hex] || flags.find("static") == std::string::npos) continue;
      c.post = uint8_t(field.posts.size()), any = true;
    }
    if (!any) return fail("Static Position '" + p.id + "' has no units; flag those that start in it static");
    return by("8.8.1-a"), field.posts.push_back(std::move(p)), true;
  }
  bool largest() {  // largest <side> corps|division|brigade: of Maneuver Units
    static constexpr std::pair<const char*, uint8_t> kRanks[] = {{"corps", 2}, {"division", 4}, {"brigade", 5}};
    Seat s;
    return side(1, s) && choose(2, kRanks, field.command.largest[index(s)]);
  }
  bool most() {  // most <side> <turn> <number>
    Seat s;
    int turn = 0, n = 0;
    if (!side(1, s) || !number(2, 1, field.turns, turn) || !number(3, 0, 200, n)) return false;
    auto& list = field.command.most[index(s)];
    if (list.size() <= std::size_t(turn)) list.resize(std::size_t(turn) + 1, kNone);
    return list[std::size_t(turn)] = uint8_t(n), true;
  }
  bool corps() {  // corps <leader>: may be one Maneuver Unit though corps are not
    int k = 0;
    if (!leader(1, k)) return false;
    return field.command.corps[index(field.officers[std::size_t(k)].side)] |= 1u << k, true;
  }
  // vp <side>|holder|both <points> hold|reach|most <hexes> | per <n> infantry|cavalry|increments | battery | level <n> | always
  bool award() {
    static constexpr std::pair<const char*, Award::Kind> kKinds[] = {
        {"hold", Award::Hold},       {"reach", Award::Reach},           {"most", Award::Most},   {"infantry", Award::Infantry},
        {"cavalry", Award::Cavalry}, {"battery", Award::Battery},       {"level", Award::Level}, {"increments", Award::Increments},
        {"always", Award::Always}};
    Award a;
    if (word(1) != "holder" && word(1) != "both" && !side(1, a.side)) return false;
    const bool per = word(3) == "per";
    if (!byte(2, 1, 99, a.points) || !choose(per ? 5 : 3, kKinds, a.kind)) return false;
    if ((per || a.kind == Award::Level) && !byte(4, 1, 99, a.per)) return false;
    if (a.kind <= Award::Most && !hexes(4, a.hexes)) return false;
    return field.victory.awards.push_back(std::move(a)), true;
  }
  bool margins() {  // margins <victory> [<decisive>]
    if (!byte(1, 1, 200, field.victory.margin)) return false;
    field.victory.decisive = 0;
    return size() == 2 || byte(2, field.victory.margin, 200, field.victory.decisive);
  }
  bool automatic() {  // automatic <first side> <hex> <reach>
    Seat s;
    if (!side(1, s)) return false;
    if (s != Seat::First) return fail("only " + battle.sides[0] + " can win at once");
    return hex(2, field.victory.key) && byte(3, 0, 40, field.victory.key_reach);
  }
  bool tether() {  // tether <leader> <hexes> <formations>
    Tether t;
    int k = 0;
    uint8_t f = 0;
    if (!leader(1, k) || !byte(2, 0, 40, t.reach)) return false;
    t.leader = uint8_t(k);
    for (std::size_t i = 3; i < size(); ++i) {
      if (!named(i, field.formations, "formation", f)) return false;
      t.formations.push_back(f);
    }
    return t.formations.empty() ? fail("'tether' wants a leader, a number of hexes and formations") : (field.tethers.push_back(std::move(t)), true);
  }
  bool melee() {  // melee <ground> <numerator>[/<denominator>]
    static constexpr const char* kGrounds[] = {"uphill", "stream", "sunken-road", "structure"};
    int ground = 0;
    if (!one_of(1, kGrounds, ground)) return false;
    const auto slash = word(2).find('/');
    const auto over = to_int(word(2).substr(0, slash));
    const auto under = slash == std::string::npos ? std::optional<int>(1) : to_int(word(2).substr(slash + 1));
    if (!over || !under || *over < 1 || *over > 9 || *under < 1 || *under > 9)
      return fail("'" + word(2) + "' is no factor such as 1/2 or 3/2, of figures from 1 to 9");
    return field.melee_ground[ground] = Ratio(*over, *under), true;
  }
  bool period() {
    static constexpr const char* kPeriods[] = {"1805", "1809", "1811", "1813", "1815", "1815-ligny"};
    int known = 0;
    return one_of(1, kPeriods, known);
  }
  bool formed() {  // formed <terrain> …: formations are kept there
    for (std::size_t i = 1; i < size(); ++i) {
      const auto& known = field.charts.terrains;
      const auto at = std::find(known.begin(), known.end(), word(i));
      if (at == known.end()) return fail("'" + word(i) + "' is no terrain of the Movement Chart");
      for (Ground& g : field.ground)
        if (g.terrain == at - known.begin()) g.general = false;
    }
    return by("12.5-a", "12.6-a"), size() > 1 || fail("'formed' wants terrains, for example woods");
  }
  bool dusk() {
    int turn = 0;
    for (std::size_t i = 1; i < size(); ++i) {
      if (!number(i, 1, battle.turns, turn)) return false;
      field.dusk[std::size_t(turn)] = true;
    }
    return size() > 1 || fail("'dusk' wants turn numbers");
  }
  // 23.0-b: odds of exactly 1:1.5 belong to the column below.
  void lower_odds() {
    for (auto& c : field.charts.fire) c.above |= odds_of_section_23 && c.least == Ratio(2, 3);
    for (auto& c : field.charts.melee) c.above |= odds_of_section_23 && c.least == Ratio(2, 3);
  }
  bool option() {
    const std::pair<const char*, bool*> kOptions[] = {{"first-fire", &field.first_fire},       {"old-guard-terror", &field.old_guard_terror},
                                                      {"team-draw", &field.command.team},      {"howitzer-sections", &field.sections},
                                                      {"secret-units", &field.command.secret},   {"guns-in-squares", &field.guns_in_squares},
                                                      {"grand-charge-eases-squares", &field.grand_charge_eases_squares},
                                                      {"odds-of-section-23", &odds_of_section_23}};
    bool* which = nullptr;
    return choose(1, kOptions, which) && (*which = true, lower_odds(), true);
  }
  bool take() {
    static const std::pair<const char*, bool (SheetReader::*)()> kReaders[] = {
        {"rout", &SheetReader::rout},       {"depot", &SheetReader::depot},     {"terminus", &SheetReader::terminus},
        {"static", &SheetReader::post},     {"largest", &SheetReader::largest}, {"most", &SheetReader::most},
        {"corps", &SheetReader::corps},     {"vp", &SheetReader::award},        {"margins", &SheetReader::margins},
        {"tether", &SheetReader::tether},   {"melee", &SheetReader::melee},     {"automatic", &SheetReader::automatic},
        {"period", &SheetReader::period},   {"dusk", &SheetReader::dusk},       {"option", &SheetReader::option},
        {"formed", &SheetReader::formed}};
    if (key() == "hold") return hexes(1, field.victory.hold);
    if (key() == "clear") return hexes(1, field.victory.clear);
    if (key() == "resupply") return field.resupply = true;
    if (key() == "no-prolong") return field.no_prolong = true;
    if (key() == "rye") return field.rye = true;
    if (key() == "no-reinforcements") return true;
    std::vector<std::string> known = {"hold", "clear", "resupply", "no-prolong", "rye", "no-reinforcements"};
    for (const auto& [name, reader] : kReaders) {
      if (key() == name) return (this->*reader)();
      known.emplace_back(name);
    }
    return unknown(known);
  }
};

}  // namespace

// Hexes of roads and trails that hang together with the depot, and how far each hex is from the nearest of them.
static void measure_depot_road(Field& field, int side) {
  auto& far = field.depot_road[side];
  far.assign(std::size_t(field.grid.size()), kNone);
  if (field.depot[side] == kNoHex) return;
  std::vector<HexId> road{field.depot[side]};
  for (std::size_t i = 0; i < road.size(); ++i)
    for (int k = 0; k < 6; ++k)
      if (const Edge& e = field.edge(road[i], k); e.to != kNoHex && e.road && std::find(road.begin(), road.end(), e.to) == road.end())
        road.push_back(e.to);
  if (road.size() == 1) return;
  for (HexId h = 0; h < field.grid.size(); ++h)
    for (const HexId x : road) far[h] = uint8_t(std::min<int>(far[h], field.grid.distance(h, x)));
}

bool read_sheet_lines(Field& field, const Battle& battle, Trouble& trouble) {
  for (int s = 0; s < 2; ++s) {
    field.rout_edge[s].assign(std::size_t(field.grid.size()), false);
    field.rout_distance[s].assign(std::size_t(field.grid.size()), 0);
  }
  field.dusk.assign(std::size_t(battle.turns) + 1, false), field.night = field.dusk;
  for (const int turn : battle.night)
    if (turn > 0 && turn <= battle.turns) field.night[std::size_t(turn)] = true;
  SheetReader reader(field, battle);
  if ((trouble = reader.read(battle.directives, [&] { return reader.take(); }))) return false;
  for (int s = 0; s < 2; ++s) measure_depot_road(field, s);
  return true;
}

// Leaders, action chits, formations, and the sides for the option of 8.4.1.1.
static void name_markers(Field& field) {
  auto& names = field.battle.markers;
  for (int k = 0; k < field.officer_count(); ++k) names.push_back(field.battle.roster[field.officer_id(k)].id);
  names.insert(names.end(), {"leader-chit", "regroup-chit", "artillery-chit", "reinforcement-chit"});
  for (const Formation& f : field.formations) names.push_back(f.id);
  names.insert(names.end(), {field.battle.sides[0], field.battle.sides[1]});
}

std::unique_ptr<Field> make_field(const Battle& battle, const std::string& data, Trouble& trouble) {
  auto field = std::make_unique<Field>();
  field->battle = battle, field->grid = battle.map.grid, field->turns = battle.turns;
  if (const auto colon = battle.clock_start.find(':'); colon != std::string::npos)
    field->first_slot = to_int(battle.clock_start.substr(colon + 1)).value_or(0) / 20 % 3;  // 3.5-a
  for (const auto& [hex, name] : battle.map.names) field->places.emplace_back(name, hex);
  if (!read_charts(*field, data, trouble) || !read_ground(*field, battle, data, trouble) || !read_counters(*field, battle, data, trouble) ||
      !read_sheet_lines(*field, battle, trouble) || !check_shapes(*field, battle, trouble) || !check_wagons(*field, battle, trouble))
    return nullptr;
  name_markers(*field);
  return field;
}

}  // namespace tambour::bataille
