// SPDX-License-Identifier: MIT
// Free positions. Grammar: docs/positions-bataille.md.
#include <algorithm>

#include "battle/word_reader.h"
#include "rules/bataille/ch07_sequence.h"
#include "rules/bataille/ch18_howitzers.h"
#include "rules/bataille/ch18_supply.h"
#include "rules/bataille/game.h"

namespace tambour::bataille {
namespace {

struct Arranger : WordReader {
  Arranger(const BatailleGame& g, Run& run, Campaign& campaign) : WordReader(g.field().battle), game(g), field(g.field()), r(run), start(campaign) {}
  const BatailleGame& game;
  const Field& field;
  Run& r;
  Campaign& start;

  bool lost_guns(UnitId u, bool boxed) {
    if (!is_gun(field.units[u].arm) || (!boxed && field.units[u].arm != Arm::Wagon))
      return fail(boxed ? "the Battery Box holds batteries and wagons alone" : "only a wagon can be wrecked");
    if (boxed) return send_to_box(r, u, cite("18.11-a")), true;
    return wreck(r, u, cite("18.14.1.7-a")), true;
  }
  bool fire() {  // fire <hex>
    const auto h = field.grid.parse(word(1));
    if (!h || field.ground[*h].burns == kNone) return fail("'" + word(1) + "' is no hex of a town or village");
    return start_fire(r, *h), true;
  }
  bool mark(UnitId u, const std::string& name) {
    if (name == "boxed" || name == "wrecked") return lost_guns(u, name == "boxed");
    UnitState& s = r.pos.unit[u];
    if (name == "disorder" || name == "pgd") {
      s.order = name == "pgd" ? Order::Pgd : Order::Disorder;
      if (!is_gun(field.units[u].arm)) s.form = Form::Column;
      if (s.hexes > 1) reshape(r, u, Footprint{r.pos.at(u)});
      return true;
    }
    if (name == "tired" || name == "exhausted" || name == "charged") {
      if (field.units[u].arm != Arm::Cavalry) return fail("'" + word(1) + "' is no cavalry");
      HorseState& h = r.pos.horse[field.units[u].horse];
      if (name == "charged") h.flags |= kHasCharged;
      else h.ready = name == "tired" ? Ready::Tired : Ready::Exhausted;
      return true;
    }
    if (name == "out-of-command") return r.pos.drop(u, kInCommand), true;
    if (name == "gone") return remove_unit(r, u, cite("3.3-c")), true;
    if (const auto bit = given_mark(kMarkWords, name)) return r.pos.set(u, *bit), true;
    return fail("'" + name + "' is no mark of a unit (disorder pgd gone boxed wrecked moved in-command out-of-command in-mu had-mu prone tired exhausted charged)");
  }
  bool set() {
    if (const auto k = game.find_unit(word(1)); k && field.is_officer(*k)) {
      LeaderState& l = r.pos.leader[field.officer(*k)];
      if (word(2) == "moved") return l.flags |= kRode, true;
      if (word(2) == "gone") return l = leader_at(field.officer(*k), kNoHex, Fate::Gone), true;
      if (word(2) == "maneuver-unit") return l.flags |= kHoldsChit, r.pos.cup |= 1u << field.officer(*k), true;
      if (word(2) == "force-marched") {  // so many turns in a row
        int n;
        if (!number(3, 0, 20, n)) return false;
        return l.march = uint8_t(n), true;
      }
      if (word(2) == "arrived") return l.flags |= kArrived, true;
      if (word(2) == "last-turn") return l.flags |= kLastTurn, true;
      if (word(2) == "replaced-by") {
        const auto z = game.find_unit(word(3));
        if (!z || !field.is_officer(*z)) return fail("'" + word(3) + "' is no leader");
        return l.post = kNone, r.pos.leader[field.officer(*z)].post = uint8_t(field.officer(*k)), true;
      }
      if (word(2) == "activated") return l.flags |= kActivated, true;
      if (word(2) == "administrative") {
        const auto h = field.grid.parse(word(3));
        if (!h) return fail("'" + word(3) + "' is no hex to march to");
        l.goal = *h;
        const UnitSet set = members(r.look(), field.officer(*k), Mu::Own);
        for (const UnitId u : all_units(field))
          if (set.has(u)) r.pos.set(u, kMarchAm);
        return true;
      }
      static constexpr std::pair<const char*, Mu> kinds[] = {{"own", Mu::Own}, {"corps", Mu::Corps}, {"march-column", Mu::MarchColumn}, {"initiative", Mu::Initiative}};
      for (const auto& [name, kind] : kinds)
        if (word(2) == name) return l.mu = kind, true;
      return fail("a leader can be moved, gone, maneuver-unit, activated, administrative <hex>, arrived, last-turn, replaced-by <leader>, own, corps, march-column or initiative");
    }
    UnitId u;
    if (!unit(1, u)) return false;
    for (std::size_t i = 2; i < size(); ++i)
      if (!mark(u, word(i))) return false;
    return size() > 2 || fail("'set' wants a unit and marks");
  }
  bool assault() {  // assault <unit> <hex> <distance>
    UnitId u;
    int n;
    const auto h = field.grid.parse(word(2));
    if (!unit(1, u) || !number(3, 1, 20, n)) return false;
    if (!h || !enemy_at(r.look(), *h, side_of(r.look(), u))) return fail("'" + word(2) + "' holds no enemy of " + word(1));
    if (contact(r.look(), u, *h).hex == kNoHex) return fail(word(1) + " is not next to " + word(2));
    const bool second = r.pos.has(u, kAssault) && r.pos.unit[u].target != *h;
    r.pos.set(u, kAssault);
    if (r.pos.unit[u].form == Form::Column && field.units[u].method != Method::French) r.pos.set(u, kInColumn);
    (second ? r.pos.unit[u].target2 : r.pos.unit[u].target) = *h, r.pos.unit[u].distance = uint8_t(n);
    UnitId list[kMates];
    const int m = mates(r.look(), top_at(r.look(), *h), list);
    for (int k = 0; k < m; ++k) r.pos.set(list[k], kTarget);
    return true;
  }
  bool chit() {
    const auto m = game.find_marker(word(1));
    if (!m || *m >= field.officer_count() + kActionChits) return fail("'" + word(1) + "' is no chit");
    if (*m < field.officer_count() && r.pos.leader[*m].mu == Mu::None) r.pos.leader[*m].mu = Mu::Own;
    return start.from = Start::Maneuver, start.marker = uint8_t(*m), true;
  }
  bool place() {  // place <unit> <hex> <hexside>: a reinforcement that came on an earlier turn, in Column
    UnitId u;
    if (!unit(1, u)) return false;
    const auto h = field.grid.parse(word(2));
    const auto face = parse_side(word(3));
    if (!h || !face || r.pos.unit[u].fate != Fate::Due) return fail("'place' wants a unit that is still to come, a hex and a hexside");
    UnitState& s = r.pos.unit[u];
    s.fate = Fate::OnMap, s.facing = uint8_t(*face), s.form = is_gun(field.units[u].arm) ? Form::Limbered : Form::Column;
    r.pos.stack.put_at_bottom(u, *h);
    link_stack(r, *h);
    return true;
  }
  bool segment() {
    static constexpr const char* kNames[] = {"command", "maneuver", "fire", "assault", "reorganization"};
    int n = 0;
    return one_of(1, kNames, n) && (start.from = Start(n), true);
  }
  bool take() {
    UnitId u = kNoUnit;
    Seat seat;
    int n = 0;
    if (key() == "turn") {
      if (!number(1, 1, field.turns, n)) return false;
      return start.turn = r.pos.turn = uint8_t(n), true;
    }
    if (key() == "segment") return segment();
    if (key() == "chit") return chit();
    if (key() == "set") return set();
    if (key() == "place") return place();
    if (key() == "assault") return assault();
    if (key() == "losses") {
      if (!unit(1, u) || !number(2, 0, (field.units[u].old_guard ? 2 : 1) * field.units[u].inc - 1, n)) return false;
      return r.pos.unit[u].losses = uint8_t(n), true;
    }
    if (key() == "rounds") {
      if (!unit(1, u) || !number(2, 0, 99, n)) return false;
      return r.pos.unit[u].rounds = uint8_t(n), true;
    }
    if (key() == "fire") return fire();
    if (key() == "drawer") return side(1, seat) && (r.pos.drawer = uint8_t(index(seat)), true);
    if (key() == "level") {
      std::size_t f = 0;
      return named(1, field.formations, "formation", f) && number(2, 0, 3, n) && (r.pos.level[f] = uint8_t(n), true);
    }
    return unknown({"turn", "segment", "chit", "set", "place", "assault", "losses", "rounds", "drawer", "level", "fire"});
  }
};

}  // namespace

Trouble BatailleGame::arrange(State& s, std::span<const Statement> statements) const {
  Run r = begin(s);
  place_counters(r);
  Campaign start;
  if (const std::string wrong = complaint(s); !wrong.empty()) return {"", 0, "the position breaks a rule: " + wrong};
  Arranger arranger(*this, r, start);
  mark_command(r);  // statements can overrule it
  if (Trouble t = arranger.read(statements, [&] { return arranger.take(); })) return t;
  if (const std::string wrong = complaint(s); !wrong.empty()) return {"", 0, "the position breaks a rule: " + wrong};
  r.call(start);
  r.advance();
  return {};
}

}  // namespace tambour::bataille
