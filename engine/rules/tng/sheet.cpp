// SPDX-License-Identifier: MIT
// The battle's own rules: the lines of its sheet that only this book understands (docs/positions-tng.md lists them).
#include <algorithm>

#include "battle/word_reader.h"
#include "rules/tng/field.h"

namespace tambour::tng {
namespace {

// One line being read.
struct Line : WordReader {
  explicit Line(Field& field) : WordReader(field.battle), f(field) {}
  Field& f;

  bool group(std::size_t i, int& out) {
    return named(i, f.groups, "group", out);
  }
};

bool watch(Line& l, HexId h, Seat start) {
  for (std::size_t i = 0; i < l.f.objectives.size(); ++i)
    if (l.f.objectives[i] == h) {
      if (start != Seat::Nobody) l.f.objective_start[i] = start;
      return true;
    }
  if (l.f.objectives.size() == kMaxObjectives) return l.fail("more than " + std::to_string(kMaxObjectives) + " objective hexes");
  l.f.objectives.push_back(h);
  l.f.objective_start.push_back(start);
  return true;
}

bool read_award(Line& l) {  // vp Side points kind …
  Award a;
  int points = 0, limit = 0;
  if (!l.side(1, a.side) || !l.number(2, -99, 99, points)) return false;
  a.points = int8_t(points);
  const std::string kind = l.size() > 3 ? l.word(3) : "", what = l.size() > 4 ? l.word(4) : "";
  if (kind == "hold" || kind == "hold-all") {
    a.kind = kind == "hold" ? AwardKind::Hold : AwardKind::HoldAll;
    if (!l.hexes(4, a.hexes)) return false;
    for (HexId h : a.hexes)
      if (!watch(l, h, Seat::Nobody)) return false;
  } else if (kind == "reach") {
    a.kind = AwardKind::Reach;
    if (!l.number(4, 1, 99, limit) || !l.hexes(5, a.hexes)) return false;
    a.limit = int8_t(limit);
  } else if (kind == "called") {
    a.kind = AwardKind::Called;
  } else if (kind == "collapse") {
    a.kind = AwardKind::Collapse;
  } else if (kind == "eliminated") {
    a.kind = AwardKind::EliminatedArm;
    if (what == "any") a.kind = AwardKind::Eliminated;
    else if (what == "large") a.kind = AwardKind::EliminatedLarge;
    else if (what == "small") a.kind = AwardKind::EliminatedSmall;
    else if (what == "infantry") a.arm = Arm::Infantry;
    else if (what == "cavalry") a.arm = Arm::Cavalry;
    else if (what == "artillery") a.arm = Arm::Artillery;
    else return l.fail("'eliminated' wants any, large, small, infantry, cavalry or artillery");
  } else {
    return l.fail("'vp' knows hold, hold-all, reach, collapse, called and eliminated, not '" + kind + "'");
  }
  l.f.awards.push_back(std::move(a));
  return true;
}

bool read_held(Line& l) {
  Seat seat;
  std::vector<HexId> hexes;
  if (!l.side(1, seat) || !l.hexes(2, hexes)) return false;
  for (HexId h : hexes)
    if (!watch(l, h, seat)) return false;
  return true;
}

bool read_automatic(Line& l) {
  Seat seat;
  std::vector<HexId> hexes;
  if (!l.side(1, seat) || !l.hexes(2, hexes)) return false;
  for (HexId h : hexes)
    if (!watch(l, h, Seat::Nobody)) return false;
  l.f.automatic.emplace_back(seat, std::move(hexes));
  return true;
}

bool read_verdict(Line& l) { return l.number(1, 1, 99, l.f.draw_under) && l.number(2, 1, 99, l.f.major_from); }

bool read_group_flags(Line& l) {  // one-marker G…, file G…
  for (std::size_t i = 1; i < l.size(); ++i) {
    int g = 0;
    if (!l.group(i, g)) return false;
    (l.word(0) == "file" ? l.f.groups[std::size_t(g)].in_file : l.f.groups[std::size_t(g)].one_marker) = true;
  }
  return true;
}

bool read_also(Line& l) {  // 4.12-g
  UnitId u = kNoUnit;
  int g = 0;
  if (!l.unit(1, u) || !l.group(2, g)) return false;
  l.f.units[u].also_group = uint8_t(g);
  return true;
}

bool read_jaegers(Line& l) {
  Seat seat;
  if (!l.side(1, seat)) return false;
  return l.f.jaegers_massed[index(seat)] = true;
}

bool read_hold(Line& l) {
  int through = 0, radius = 0;
  if (!l.number(1, 1, 60, through) || !l.number(2, 0, 30, radius)) return false;
  HeldBack held{uint8_t(through), uint8_t(radius), {}};
  if (!l.units(3, [&](UnitId u) { return held.units.push_back(u), true; })) return false;
  l.f.held_back.push_back(std::move(held));
  return true;
}

bool read_plan(Line& l) {
  Plan p;
  int from = 0, to = 0, level = 0, g = 0;
  if (!l.side(1, p.side) || !l.number(2, 1, 60, from) || !l.number(3, from, 60, to)) return false;
  const auto zone = l.size() > 4 ? l.f.battle.map.zones.find(l.word(4)) : l.f.battle.map.zones.end();
  if (zone == l.f.battle.map.zones.end()) return l.fail("'plan' wants a zone of the map after its turns");
  if (!l.number(5, 0, 9, level)) return false;
  for (std::size_t i = 6; i < l.size(); ++i) {
    if (!l.group(i, g)) return false;
    p.groups = uint16_t(p.groups | 1u << g);
  }
  p.from = uint8_t(from), p.to = uint8_t(to), p.level = uint8_t(level);
  for (HexId h = 0; h < l.f.grid.size(); ++h) {
    int least = 255;
    for (HexId goal : zone->second) least = std::min(least, l.f.grid.distance(goal, h));
    p.far.push_back(uint8_t(least));
  }
  l.f.plans.push_back(std::move(p));
  return true;
}

bool read_must_order(Line& l) {
  int g = 0, turn = 0;
  if (!l.group(1, g) || !l.number(2, 1, 60, turn)) return false;
  l.f.must_order_turn[g] = uint8_t(turn);
  return true;
}

bool read_no_extended(Line& l) {  // no-extended TURN [group…]
  int turn = 0, g = 0;
  if (!l.number(1, 1, 60, turn)) return false;
  for (std::size_t i = 2; i < l.size(); ++i) {
    if (!l.group(i, g)) return false;
    l.f.no_extended[g] |= uint64_t{1} << turn;
  }
  if (l.size() == 2)
    for (auto& turns : l.f.no_extended) turns |= uint64_t{1} << turn;
  return true;
}

bool read_tired(Line& l) {
  int g = 0, turn = 0, by = 0;
  if (!l.group(1, g) || !l.number(2, 1, 60, turn) || !l.number(3, 0, 9, by)) return false;
  l.f.tired_turn[g] = uint8_t(turn), l.f.tired_by[g] = uint8_t(by);
  return true;
}

bool read_weather(Line& l) {  // mist LEVEL turn…, dusk RANGE turn…
  int value = 0, turn = 0;
  if (!l.number(1, 0, 12, value)) return false;
  const bool mist = l.word(0) == "mist";
  (mist ? l.f.mist_level : l.f.dusk_range) = uint8_t(value);
  for (std::size_t i = 2; i < l.size(); ++i) {
    if (!l.number(i, 1, 60, turn)) return false;
    (mist ? l.f.mist_turns : l.f.dusk_turns) |= uint64_t{1} << turn;
  }
  return true;
}

bool read_ice(Line& l) {  // ice Side TERRAIN FIRE
  int fire = 0;
  if (!l.side(1, l.f.ice_side) || !l.number(3, -9, 9, fire)) return false;
  l.f.ice_fire = int8_t(fire);
  l.f.ice.assign(std::size_t(l.f.grid.size()), false);
  for (HexId h = 0; h < l.f.grid.size(); ++h) l.f.ice[h] = l.f.battle.map.terrain_at(h) == l.word(2);
  return true;
}

bool read_cossacks(Line& l) {
  return l.units(1, [&](UnitId u) { return l.f.units[u].cossack = true; });
}

// The units from word i on, at least one, all of one side.
bool read_band(Line& l, std::size_t i, Seat& side, std::vector<UnitId>& out) {
  if (i >= l.size()) return l.fail("'" + l.word(0) + "' wants at least one unit");
  for (; i < l.size(); ++i) {
    UnitId u = kNoUnit;
    if (!l.unit(i, u)) return false;
    if (!out.empty() && l.f.units[u].side != side)
      return l.fail("'" + l.word(0) + "' is for units of one side; " + l.word(i) + " is not of it");
    side = l.f.units[u].side;
    out.push_back(u);
  }
  return true;
}

bool read_detach(Line& l) {  // detach LEVEL unit…
  int level = 0;
  std::vector<UnitId> band;
  if (!l.number(1, 1, 9, level) || !read_band(l, 2, l.f.detach_side, band)) return false;
  l.f.detach_level = uint8_t(level);
  for (UnitId u : band) l.f.units[u].detachable = true;
  return true;
}

bool read_call(Line& l) {  // call TURN unit…
  int turn = 0;
  std::vector<UnitId> band;
  if (!l.number(1, 1, 60, turn) || !read_band(l, 2, l.f.call_side, band)) return false;
  l.f.call_turn = uint8_t(turn);
  for (UnitId u : band) {
    if (l.f.units[u].turn < turn)
      return l.fail(l.f.battle.roster[u].id + " is there before it can be called; let it arrive on turn " + std::to_string(turn));
    l.f.units[u].on_call = true;
  }
  return true;
}

bool elsewhere(Line&) { return true; }  // read by the charts, the counters or the rout distances

}  // namespace

bool read_own_rules(Field& f, Trouble& t) {
  static const std::vector<std::pair<std::string, bool (*)(Line&)>> readers = {{"vp", read_award},
                                                                               {"held", read_held},
                                                                               {"automatic", read_automatic},
                                                                               {"verdict", read_verdict},
                                                                               {"one-marker", read_group_flags},
                                                                               {"file", read_group_flags},
                                                                               {"also", read_also},
                                                                               {"jaegers-massed", read_jaegers},
                                                                               {"hold", read_hold},
                                                                               {"plan", read_plan},
                                                                               {"must-order", read_must_order},
                                                                               {"no-extended", read_no_extended},
                                                                               {"tired", read_tired},
                                                                               {"mist", read_weather},
                                                                               {"dusk", read_weather},
                                                                               {"ice", read_ice},
                                                                               {"cossacks", read_cossacks},
                                                                               {"detach", read_detach},
                                                                               {"call", read_call},
                                                                               {"option", elsewhere},
                                                                               {"chart", elsewhere},
                                                                               {"code", elsewhere},
                                                                               {"rout", elsewhere}};
  f.ice.assign(std::size_t(f.grid.size()), false);
  Line line(f);
  t = line.read(f.battle.directives, [&] {
    const auto found = std::find_if(readers.begin(), readers.end(), [&](const auto& r) { return r.first == line.key(); });
    if (found != readers.end()) return found->second(line);
    std::vector<std::string> known;
    for (const auto& r : readers) known.push_back(r.first);
    return line.unknown(known);
  });
  if (t) return false;
  f.objective_of.assign(std::size_t(f.grid.size()), kNone);
  for (std::size_t i = 0; i < f.objectives.size(); ++i) f.objective_of[f.objectives[i]] = uint8_t(i);
  return true;
}

}  // namespace tambour::tng
