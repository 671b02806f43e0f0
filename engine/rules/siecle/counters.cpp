// SPDX-License-Identifier: MIT
// Reads the order of battle: units, commanders, formations, event chits.
#include <algorithm>

#include "battle/record_reader.h"
#include "rules/siecle/field.h"

namespace tambour::siecle {
namespace {

constexpr std::pair<const char*, Arm> kArms[] = {
    {"HI", Arm::HeavyInfantry}, {"LI", Arm::LightInfantry}, {"HC", Arm::HeavyCavalry}, {"LC", Arm::LightCavalry}, {"A", Arm::Artillery}};

struct Reader : RecordReader {
  Field& field;

  Reader(Field& f, const Battle& b, Trouble& t) : RecordReader(b, t), field(f) {}
  int number_or(const Record& r, const char* name, int otherwise) { return r.number(name).value_or(otherwise); }

  // "0", "8", or "6+": with an event
  bool turn(const Record& r, uint8_t& out) {
    std::string text = r.get("turn");
    if (text.ends_with('+')) return out = kNone, true;
    const auto n = to_int(text);
    if (!text.empty() && (!n || *n < 0 || *n > 99)) return fail(r, "turn '" + text + "' of " + r.get("id") + " is not a number");
    out = uint8_t(n.value_or(0));
    return true;
  }
  int formation_of(const Record& r) { return named(r, "formation", field.formations); }

  bool read_formation(const Record& r) {
    Formation f{battle.seat_of(r.get("side")), kNone, kNone, 10, 1, r.get("id"), r.get("name"), r.get("colour")};
    if (f.side == Seat::Nobody) return fail(r, "formation " + f.id + " is on neither side");
    if (!number_if_given(r, "morale", 1, 60, f.morale)) return false;
    const std::string when = r.get("available");  // "turn 8", or "event, from turn 6"
    if (when.starts_with("event")) f.turn = kNone;
    else if (when.starts_with("turn ")) f.turn = uint8_t(to_int(when.substr(5)).value_or(1));
    if (field.formations.size() == kFormations) return fail(r, "more than " + std::to_string(kFormations) + " formations");
    field.formations.push_back(std::move(f));
    return true;
  }

  bool read_unit(const Record& r, Seat side) {
    Counter c{};
    const std::string arm = r.get("arm");
    const auto known = std::find_if(std::begin(kArms), std::end(kArms), [&](const auto& a) { return arm == a.first; });
    if (by("1.11-a") && known == std::end(kArms)) return fail(r, "arm '" + arm + "' of " + r.get("id") + " is not one of HI LI HC LC A");
    c.arm = known->second, c.side = side;
    const int f = formation_of(r);
    if (f < 0 || field.formations[std::size_t(f)].side != side)
      return fail(r, "formation '" + r.get("formation") + "' of " + r.get("id") + " is not one of its side");
    // 1.12-a
    if ((!number(r, "cp", 1, 30, c.cp[0]) || !number(r, "mf", 1, 10, c.mf[0]) || !number(r, "mp", 1, 20, c.mp)) && by("1.12-a")) return false;
    c.formation = uint8_t(f), c.steps = 1;
    if (!number_if_given(r, "steps", 1, 2, c.steps)) return false;
    c.cp[1] = int8_t(number_or(r, "cp2", (c.cp[0] + 1) / 2)), c.mf[1] = int8_t(number_or(r, "mf2", c.mf[0] - 1));
    c.fire = int8_t(number_or(r, "fire", 0)), c.melee = int8_t(number_or(r, "mel", 0));
    c.range = c.arm == Arm::Artillery ? 8 : 1;
    if (c.arm == Arm::Artillery && !number_if_given(r, "range", 1, 12, c.range)) return false;
    c.always_commanded = r.get("always") == "yes";
    if (!vertex(r, c.face) || !turn(r, c.turn) || !place(r, "hex", c.hex)) return false;
    if (c.hex == kNoHex) return fail(r, r.get("id") + " has neither a hex nor an entry zone");
    field.units.push_back(c);
    return true;
  }

  bool read_officer(const Record& r, Seat side) {
    Officer o{};
    o.side = side, o.formation = kNone;
    by("1.2-a", "1.2-b");
    if (!number(r, "cr", 0, 20, o.radius) || !number(r, "mb", -5, 9, o.bonus)) return false;
    const uint8_t me = uint8_t(field.officers.size());
    o.deputy = r.get("rank") == "marechal";
    o.always_commanded = r.get("always") == "yes";
    if (!turn(r, o.turn) || !place(r, "hex", o.hex)) return false;
    if (r.kind == "leader") {
      if (!number(r, "av", 0, 9, o.activation)) return false;
      const int f = formation_of(r);
      if (f < 0 || field.formations[std::size_t(f)].side != side)
        return fail(r, "formation '" + r.get("formation") + "' of " + r.get("id") + " is not one of its side");
      o.formation = uint8_t(f);
      uint8_t& post = o.deputy ? field.formations[std::size_t(f)].deputy : field.formations[std::size_t(f)].commander;
      if (post != kNone) return fail(r, "formation '" + r.get("formation") + "' has two " + (o.deputy ? "deputies" : "commanders"));
      post = me;
    } else {
      uint8_t& chief = field.chiefs[index(side)];
      if (chief != kNone) return fail(r, "side " + r.get("side") + " has two commanders in chief");
      chief = me;
    }
    if (!o.deputy && o.hex == kNoHex) return fail(r, r.get("id") + " has neither a hex nor an entry zone");
    field.officers.push_back(o);
    return true;
  }

  bool read_event(const Record& r) {
    by("6.1.2-a");
    EventChit e{};
    if (!number(r, "av", 0, 10, e.activation)) return false;
    e.side = e.player = battle.seat_of(r.get("side"));
    if (e.side == Seat::Nobody) return fail(r, "event " + r.get("id") + " is on neither side");
    e.from = uint8_t(number_or(r, "from_turn", 1)), e.uses = uint8_t(number_or(r, "uses", 1));
    e.in_hand = r.get("place") == "hand";
    e.id = r.get("id"), e.name = r.get("name");
    if (field.events.size() == kEvents) return fail(r, "more than " + std::to_string(kEvents) + " events");
    field.events.push_back(std::move(e));
    return true;
  }
};

}  // namespace

bool read_counters(Field& field, const Battle& battle, Trouble& trouble) {
  Reader reader{field, battle, trouble};
  for (const Record* r : battle.all("formation"))
    if (!reader.read_formation(*r)) return false;
  for (const RosterEntry& entry : battle.roster) {
    const Record& r = battle.records[std::size_t(entry.record)];
    if (!(entry.leader ? reader.read_officer(r, entry.side) : reader.read_unit(r, entry.side))) return false;
  }
  if (field.units.size() > kUnits || field.officers.size() > kLeaders)
    return trouble = {"", 0, "more than " + std::to_string(kUnits) + " units or " + std::to_string(kLeaders) + " commanders"}, false;
  for (const Record* r : battle.all("me"))
    if (!reader.read_event(*r)) return false;
  for (const Formation& f : field.formations) field.battle.markers.push_back(f.id);
  for (const EventChit& e : field.events) field.battle.markers.push_back(e.id);
  return true;
}

}  // namespace tambour::siecle
