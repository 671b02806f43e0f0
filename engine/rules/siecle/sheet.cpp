// SPDX-License-Identifier: MIT
// Reads what the battle sheet says to this ruleset: rout edges, events, special rules, victory. Grammar: docs/positions-siecle.md.
#include <algorithm>

#include "battle/word_reader.h"
#include "rules/siecle/field.h"

namespace tambour::siecle {
namespace {

struct SheetReader : WordReader {
  SheetReader(Field& f, const Battle& b) : WordReader(b), field(f) {}
  Field& field;

  bool officer(std::size_t i, int& out) {
    UnitId u = kNoUnit;
    if (!counter(i, u)) return false;
    if (!field.is_officer(u)) return fail("'" + word(i) + "' is no commander");
    return out = field.officer(u), true;
  }
  int after(const char* text) const {  // index of the word behind `text`, or 0
    for (std::size_t i = 1; i < size(); ++i)
      if (word(i) == text) return int(i) + 1;
    return 0;
  }

  std::vector<uint8_t> distances(const std::vector<HexId>& to) const {
    std::vector<uint8_t> out;
    for (HexId h = 0; h < field.grid.size(); ++h) {
      int least = 255;
      for (HexId e : to) least = std::min(least, field.grid.distance(h, e));
      out.push_back(uint8_t(least));
    }
    return out;
  }

  bool rout() {
    Seat s;
    std::vector<HexId> edge;
    if (!side(1, s) || !hexes(2, edge)) return false;
    field.rout_distance[index(s)] = distances(edge);
    return true;
  }

  bool event() {
    static constexpr std::pair<const char*, Effect> kEffects[] = {{"none", Effect::None},
                                                             {"arrive", Effect::Arrive},
                                                             {"feint", Effect::Feint},
                                                             {"pillage", Effect::Pillage},
                                                             {"open-gate", Effect::OpenGate},
                                                             {"must-attack", Effect::MustAttack},
                                                             {"volunteers", Effect::Volunteers}};
    std::size_t which = 0;
    if (!named(1, field.events, "event", which)) return false;
    EventChit* const chit = &field.events[which];
    if (!choose(2, kEffects, chit->effect)) return false;
    int n = 0;
    if (chit->effect == Effect::Arrive) {
      if (!named(3, field.formations, "formation", chit->formation)) return false;
    }
    if (chit->effect == Effect::Feint) {
      if (word(3) != "west" && word(3) != "east") return fail("a feint goes west or east");
      chit->sides = word(3) == "west" ? 1 << SW | 1 << NW : 1 << NE | 1 << SE;
      if (!number(4, -99, 99, n)) return false;
      if (n > 6) return fail("a feint goes at most 6 hexes");  // every way of that length is looked at
    }
    if ((chit->effect == Effect::Pillage || chit->effect == Effect::Volunteers) && !number(3, -99, 99, n)) return false;
    chit->amount = uint8_t(n);
    if (const int at = after("by"); at && !side(std::size_t(at), chit->player)) return false;
    if (const int at = after("automatic"); at) {
      if (!number(std::size_t(at), -99, 99, n)) return false;
      chit->automatic = uint8_t(n);
    }
    return true;
  }

  bool victory() {
    static constexpr std::pair<const char*, Aim> kAims[] = {{"always", Aim::Always},
                                                       {"hold", Aim::Hold},
                                                       {"any", Aim::Any},
                                                       {"sole", Aim::Sole},
                                                       {"demoralised", Aim::Demoralised},
                                                       {"eliminated", Aim::Eliminated},
                                                       {"slain", Aim::Slain},
                                                       {"none-west", Aim::NoneWest},
                                                       {"saved", Aim::Saved},
                                                       {"idle", Aim::Idle}};
    VictoryLine line{};
    if (!side(1, line.side) || !number(2, -99, 99, line.points) || !choose(3, kAims, line.aim)) return false;
    const bool ground = line.aim == Aim::Hold || line.aim == Aim::Any || line.aim == Aim::Sole;
    if (ground && !hexes(4, line.hexes)) return false;
    if (line.aim == Aim::Slain && !officer(4, line.a)) return false;
    if (line.aim == Aim::NoneWest && !number(4, -99, 99, line.a)) return false;
    if (line.aim == Aim::Idle && (!number(4, -99, 99, line.a) || !number(5, -99, 99, line.b))) return false;
    field.victory.push_back(std::move(line));
    return true;
  }

  bool commanded() {  // commanded <unit> <commander> <range>
    UnitId u = kNoUnit;
    int who, range;
    if (!unit(1, u) || !officer(2, who) || !number(3, -99, 99, range)) return false;
    field.special.near.push_back({u, uint8_t(who), uint8_t(range)});
    return true;
  }

  bool take() {
    Specials& s = field.special;
    if (key() == "rout") return rout();
    if (key() == "event") return event();
    if (key() == "vp") return victory();
    if (key() == "commanded") return commanded();
    if (key() == "margins") return number(1, -99, 99, s.minor) && number(2, -99, 99, s.major);
    if (key() == "opening") return side(1, s.opening);
    if (key() == "swap") return side(1, s.swaps);
    if (key() == "streets") return s.streets = true;
    if (key() == "tired")
      return side(1, s.tired) && number(2, -99, 99, s.tired_by) && number(3, -99, 99, s.tired_from) && number(4, -99, 99, s.tired_to);
    if (key() == "dusk") return number(1, -99, 99, s.dusk_turn) && number(2, -99, 99, s.dusk_range);
    if (key() == "heat") return number(1, -99, 99, s.heat_from) && number(2, -99, 99, s.heat_to) && number(3, -99, 99, s.heat_mp);
    if (key() == "breach") return side(1, s.breachers) && number(2, -99, 99, s.breach_on);
    if (key() == "gate") return side(1, s.gate_side) && hex(2, s.gate_out) && hex(3, s.gate_in);
    if (key() == "battery")
      return side(1, s.battery_side) && hex(2, s.battery) && number(3, -99, 99, s.battery_near) && number(4, -99, 99, s.battery_far) &&
             number(5, -99, 99, s.battery_bonus);
    if (key() == "lance") {
      Seat seat;
      if (!side(1, seat)) return false;
      return s.lance[index(seat)] = true;
    }
    if (key() == "one-gun") {
      std::vector<HexId> all;
      if (!side(1, s.one_gun_side) || !hexes(2, all)) return false;
      s.one_gun.assign(std::size_t(field.grid.size()), false);
      for (HexId h : all) s.one_gun[h] = true;
      return true;
    }
    return unknown({"rout", "event", "vp", "commanded", "margins", "opening", "swap", "streets", "tired", "dusk", "heat", "breach", "gate",
                    "battery", "lance", "one-gun"});
  }
};

}  // namespace

bool read_specials(Field& field, const Battle& battle, Trouble& trouble) {
  for (int s = 0; s < 2; ++s) {  // without a rout line: the first side to the west edge, the second to the east
    auto& distance = field.rout_distance[s];
    for (HexId h = 0; h < field.grid.size(); ++h)
      distance.push_back(uint8_t(s == 0 ? field.grid.column(h) - 1 : field.grid.columns - field.grid.column(h)));
  }
  SheetReader reader(field, battle);
  return !(trouble = reader.read(battle.directives, [&] { return reader.take(); }));
}

}  // namespace tambour::siecle
