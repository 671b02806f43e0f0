// SPDX-License-Identifier: MIT
#include "toy/page.h"

#include "battle/all_units.h"
#include "battle/around.h"
#include "battle/battle_game.h"
#include "battle/cover.h"
#include "battle/cup.h"
#include "battle/due_list.h"
#include "battle/sight_line.h"
#include "battle/way_back.h"
#include "battle/window.h"
#include "battle/word_reader.h"
#include "play/declare.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::page {
namespace {

constexpr int kHexes = 600, kUnits = Cup::kMost;

struct Counter {
  Seat side;
  int strength, hexes, behind;  // a column lies behind its head, over this side
  HexId head;
};
struct Field {
  Battle battle;
  UnitVector<Counter> units;
  int unit_count() const { return int(units.size()); }
  HexId across(HexId h, int side) const { return battle.map.next[h][std::size_t(side)]; }
  bool hides(HexId h) const { return battle.map.terrain_at(h) == "woods"; }
};
struct Due {  // a retreat, away from `cause`
  UnitId unit = kNoUnit;
  uint8_t pad = 0;
  HexId cause = kNoHex;
};
struct Pos {
  Cup cup;
  PerUnit<HexId, kUnits> head;  // kNoHex: gone
  PerUnit<Trail, kUnits> trail;
  PerUnit<uint8_t, kUnits> hexes, strength, fired;
  Cover<kHexes> cover;
  FixedVector<Due, 7> due;
  uint8_t turn, pad[3];
};
struct Book {
  using Field = page::Field;
  using Pos = page::Pos;
  static constexpr Citation kGameOver = cite("5.1"), kDieDue = cite("3.3");
};
using Run = tambour::Run<Field, Pos>;
using Look = Run::Look;

Seat side_of(const Look& b, UnitId u) { return b.field.units[u].side; }
bool stands(const Look& b, UnitId u) { return b.field.units.has(u) && b.pos.head[u] != kNoHex; }
Footprint footprint(const Look& b, UnitId u) { return lay_trail(b.field.battle.map.grid, b.pos.head[u], b.pos.hexes[u], b.pos.trail[u]); }

bool sees(const Look& b, HexId from, HexId to) {
  return each_on_line(b.field.battle.map.grid, from, to, [&](const LineStep& s, HexId one, HexId two) {
    const auto open = [&](HexId h) { return h == kNoHex || (!b.field.hides(h) && b.pos.cover.in(h) == kNoUnit); };
    return open(one) || (s.between && open(two));
  });
}

void lay(Run& r, UnitId u, const Footprint& hexes) {
  r.pos.head[u] = hexes[0], r.pos.hexes[u] = uint8_t(hexes.size());
  r.pos.trail[u] = *trail_of(r.field.battle.map.grid, hexes);
  r.pos.cover.put(u, hexes);
}
void remove(Run& r, UnitId u, Citation why) {
  r.pos.cover.lift(u, footprint(r.look(), u));
  r.pos.head[u] = kNoHex, r.pos.strength[u] = 0;
  r.pos.cup.take(index(u));
  r.tell({.fact = Fact::Eliminated, .who = u, .why = why});
}
// The head goes ahead and the column follows through the hexes it leaves (2.2).
void advance(Run& r, UnitId u, HexId to, Fact fact, Citation why) {
  const Footprint old = footprint(r.look(), u);
  r.pos.cover.lift(u, old);
  Footprint now{to};
  for (int i = 0; i + 1 < old.size(); ++i) now.push_back(old[i]);
  lay(r, u, now);
  r.tell({.fact = fact, .who = u, .hex = to, .why = why});
}

struct DrawColumn {
  QUESTION(DrawColumn, "A column is drawn", cite("1.2"), Verb::Draw);
  Seat seat(const Look&) const { return Seat::Chance; }
  void candidates(const Look& b, auto&& emit) const {
    offer_draws(Cup::kMost, [&](int m) { return b.pos.cup.holds(m); }, emit);
  }
  Refusal barred(const Look& b, Action a) const {
    if (a != Action{Verb::Draw, a.arg} || !b.pos.cup.holds(a.arg)) REFUSE("1.2");
    return {};
  }
};

struct NextHex {
  QUESTION(NextHex, "March one hex, or halt", cite("2.1"), Verb::Move, Verb::Stop);
  static constexpr bool kRest = true;
  UnitId unit;
  uint8_t left;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  void candidates(const Look& b, auto&& emit) const {
    for (const HexId n : around(b.field, b.pos.head[unit]))
      if (!emit(Action{Verb::Move, 0, unit, kNoUnit, n})) return;
    emit(Action{Verb::Stop, 0, unit});
  }
  Refusal barred(const Look& b, Action a) const {
    if (a == Action{Verb::Stop, 0, unit}) return {};
    const bool near = a.hex < b.field.battle.map.grid.size() && b.field.battle.map.grid.side_to(b.pos.head[unit], a.hex) >= 0;
    if (a != Action{Verb::Move, 0, unit, kNoUnit, a.hex} || !near || left == 0) REFUSE("2.1", unit, a.hex);
    if (b.pos.cover.in(a.hex) != kNoUnit) REFUSE("2.3", unit, a.hex);
    return {};
  }
};

struct React {
  QUESTION(React, "Fire at the column, or pass", cite("3.1"), Verb::FireAt, Verb::Pass);
  UnitId mover;
  Seat seat(const Look& b) const { return other(side_of(b, mover)); }
  void candidates(const Look& b, auto&& emit) const {
    for (const UnitId u : all_units(b.field))
      if (!emit(Action{Verb::FireAt, 0, u, kNoUnit, b.pos.head[mover]})) return;
    emit(Action{Verb::Pass});
  }
  Refusal barred(const Look& b, Action a) const {
    if (a == Action{Verb::Pass}) return {};
    const HexId target = b.pos.head[mover];
    if (a != Action{Verb::FireAt, 0, a.who, kNoUnit, target} || !stands(b, a.who) || side_of(b, a.who) != seat(b)) REFUSE("3.1", a.who);
    if (b.pos.fired[a.who]) REFUSE("3.1", a.who);
    if (distance(b.field.battle.map.grid, footprint(b, a.who), target) > 3 || !sees(b, b.pos.head[a.who], target)) REFUSE("3.2", a.who, target);
    return {};
  }
};

DIE(ShotDie, "Shot", "Fire at a column", UnitId shooter, mover;);
Ledger shot_ledger(const Look& b, UnitId shooter, UnitId mover) {
  Ledger out;
  out.add(b.pos.hexes[mover] > 2 ? -2 : 0, cite("3.3"), mover);  // a long column is easily hit
  out.add(distance(b.field.battle.map.grid, footprint(b, shooter), footprint(b, mover)) - 1, cite("3.3"), shooter);
  return out;
}
tambour::Due ShotDie::due(const Look& b) const { return test_due(shooter, b.pos.strength[shooter], shot_ledger(b, shooter, mover)); }

// Two hexes, each farther from the shot; whoever cannot go them all is lost (4.2).
struct ChooseBack {
  QUESTION(ChooseBack, "Choose the hex to fall back to", cite("4.1"), Verb::Retreat);
  UnitId unit;
  uint8_t left;  // hexes still to go
  HexId cause;
  Seat seat(const Look& b) const { return side_of(b, unit); }
  bool open(const Look& b, HexId from, HexId to) const {
    const Grid& grid = b.field.battle.map.grid;
    return b.pos.cover.in(to) == kNoUnit && grid.distance(cause, to) > grid.distance(cause, from);
  }
  bool leads_on(const Look& b, HexId to, int more) const {
    return finds_way_back(
        b.field, to, more, more, [&](HexId from, HexId next, int) { return open(b, from, next); }, [](HexId, int n) { return n == 0; });
  }
  bool possible(const Look& b) const { return leads_on(b, b.pos.head[unit], left); }
  void candidates(const Look& b, auto&& emit) const {
    for (const HexId n : around(b.field, b.pos.head[unit]))
      if (!emit(Action{Verb::Retreat, 0, unit, kNoUnit, n})) return;
  }
  Refusal barred(const Look& b, Action a) const {
    const HexId at = b.pos.head[unit];
    const bool near = a.hex < b.field.battle.map.grid.size() && b.field.battle.map.grid.side_to(at, a.hex) >= 0;
    if (a != Action{Verb::Retreat, 0, unit, kNoUnit, a.hex} || !near || !open(b, at, a.hex)) REFUSE("4.1", unit, a.hex);
    if (!leads_on(b, a.hex, left - 1)) REFUSE("4.2", unit, a.hex);
    return {};
  }
};

struct FallBack {
  static constexpr const char* kName = "FallBack";
  UnitId unit;
  uint8_t left;
  HexId cause;
  Flow run(Run& r) {
    BEGIN;
    STEP("4.1");
    if (const Footprint f = footprint(r.look(), unit); f.size() > 1) lay(r, unit, reversed(f));  // it faces about first
    for (; left; --left) {
      if (!(ChooseBack{unit, left, cause}.possible(r.look()))) {
        remove(r, unit, cite("4.2"));
        RETURN(0);
      }
      ASK(ChooseBack{unit, left, cause});
      advance(r, unit, r.answer().hex, Fact::Retreated, cite("4.1"));
    }
    END;
  }
};

struct Settle {
  static constexpr const char* kName = "Settle";
  Due now = {};
  Flow run(Run& r) {
    BEGIN;
    while (!r.pos.due.empty()) {
      now = take_first(r.pos.due, [](const Due&) { return 0; });
      if (--r.pos.strength[now.unit] == 0) remove(r, now.unit, cite("3.3"));
      else CALL(FallBack{now.unit, 2, now.cause});
    }
    END;
  }
};

struct Shot {
  static constexpr const char* kName = "Shot";
  UnitId shooter, mover;
  int need(const Look& b) const { return b.pos.strength[shooter] - shot_ledger(b, shooter, mover).total; }
  Flow run(Run& r) {
    BEGIN;
    STEP("3.3");
    r.pos.fired[shooter] = 1;
    ROLL_D10(test_breaks(need(r.look())), ShotDie{shooter, mover});
    if (r.face() <= need(r.look())) r.pos.due.push_back({mover, 0, r.pos.head[shooter]});
    CALL(Settle{});
    END;
  }
};

struct Window {
  static constexpr const char* kName = "Window";
  UnitId mover;
  uint8_t pad = 0;
  HexId hex;
  Flow run(Run& r) {
    return run_window(
        r, [&] { return r.pos.head[mover] == hex; }, [&] { return React{mover}; }, [&] { r.call(Shot{r.answer().who, mover}); });
  }
};

struct March {
  static constexpr const char* kName = "March";
  UnitId unit;
  uint8_t left = 4;
  Flow run(Run& r) {
    BEGIN;
    for (; r.pos.head[unit] != kNoHex; --left) {
      STEP("2.1");
      ASK(NextHex{unit, left});
      if (r.answer().verb == Verb::Stop) break;
      advance(r, unit, r.answer().hex, Fact::Moved, cite("2.2"));
      CALL(Window{unit, 0, r.pos.head[unit]});
    }
    END;
  }
};

struct WholeGame {
  static constexpr const char* kName = "WholeGame";
  Flow run(Run& r) {
    BEGIN;
    for (; r.pos.turn <= r.field.battle.turns; ++r.pos.turn) {
      STEP("1.1");
      for (const UnitId u : all_units(r.field)) {
        r.pos.fired[u] = 0;
        if (stands(r.look(), u)) r.pos.cup.put(index(u));
      }
      while (!r.pos.cup.empty()) {
        DRAW(DrawColumn{});
        r.pos.cup.take(r.answer().arg);
        CALL(March{UnitId(r.answer().arg)});
      }
    }
    r.tell({.fact = Fact::GameEnded, .why = cite("5.1")});
    END;
  }
};

class PageGame final : public BattleGame<Book> {
 public:
  explicit PageGame(Field field) : BattleGame(std::move(field)) {}
  std::string_view book() const override { return "page"; }
  void setup(State& s) const override {
    Run r = lay_out(s);
    r.call(WholeGame{});
    r.advance();
  }
  Trouble arrange(State& s, std::span<const Statement> given) const override {  // active <unit>: its march, and nothing after it
    Run r = lay_out(s);
    WordReader reader(field().battle);
    UnitId unit = kNoUnit;
    if (Trouble t = reader.read(given, [&] { return reader.key() == "active" ? reader.unit(1, unit) : reader.unknown({"active"}); })) return t;
    if (unit == kNoUnit) return {"", 0, "nothing is going on; give 'active <unit>'"};
    r.call(March{unit});
    r.advance();
    return {};
  }
  View observe(const State& s, Seat) const override {
    View v;
    v.turn = std::min<int>(pos(s).turn, field().battle.turns), v.turns = field().battle.turns, v.over = s.over(), v.winner = outcome(s).winner;
    for (const UnitId u : all_units(field())) {
      CounterView c(u, {field().units[u].side, stands(look(s), u) ? Condition::Good : Condition::Eliminated, pos(s).head[u], pos(s).strength[u]});
      c.values = {{"sp", pos(s).strength[u]}};
      if (stands(look(s), u))
        for (const HexId h : footprint(look(s), u)) c.hexes.push_back(h);
      if (pos(s).fired[u]) c.marks.emplace_back("fired");
      if (pos(s).cup.holds(index(u))) v.cup.push_back(marker(index(u)));
      v.counters.push_back(std::move(c));
    }
    return v;
  }
  std::optional<bool> in_sight(const State& s, HexId from, HexId to) const override { return sees(look(s), from, to); }
  void resample(State&, Seat, Rng&) const override {}  // nothing is hidden
  Outcome outcome(const State& s) const override {
    Outcome out{.over = s.over()};
    for (const UnitId u : all_units(field())) out.points[index(field().units[u].side)] += pos(s).strength[u];
    if (out.over && out.points[0] != out.points[1]) out.winner = out.points[0] > out.points[1] ? Seat::First : Seat::Second;
    return out;
  }
  std::string complaint(const State& s) const override {
    for (const UnitId u : all_units(field())) {
      if (!stands(look(s), u)) continue;
      const Footprint f = footprint(look(s), u);
      if (f.empty()) return unit(u) + " lies partly off the map";
      for (const HexId h : f)
        if (pos(s).cover.in(h) != u) return unit(u) + " and the board disagree on hex " + grid().number(h);
    }
    return {};
  }
  int evaluate(const State& s, Seat seat, Detail) const override {
    return 100 * (outcome(s).points[index(seat)] - outcome(s).points[index(other(seat))]);
  }
  std::vector<std::pair<std::string, std::string>> describe(UnitId) const override { return {}; }

 private:
  Run lay_out(State& s) const {
    Run r = begin(s);
    r.pos.turn = 1;
    r.pos.cover.clear();
    for (const UnitId u : all_units(field())) {
      const Counter& c = field().units[u];
      r.pos.strength[u] = uint8_t(c.strength);
      page::lay(r, u, tambour::lay(grid(), c.head, c.behind, c.hexes));
    }
    return r;
  }
};

}  // namespace

std::unique_ptr<Game> make(std::string_view, const Battle& battle, const std::string&, Trouble& trouble) {
  Field f{battle, {}};
  const Grid& grid = battle.map.grid;
  std::vector<bool> taken(std::size_t(grid.size()));
  if (grid.size() > kHexes || battle.roster.size() > kUnits) return trouble = {"", 0, "map or armies are too large for this game"}, nullptr;
  for (const RosterEntry& e : battle.roster) {
    const Record& r = battle.records[std::size_t(e.record)];
    const auto at = grid.parse(r.get("hex"));
    const auto facing = parse_side(r.get("face"));
    const int n = r.number("hexes").value_or(1);
    if (!at || !facing || n < 1 || n > kLongest) return trouble = {r.file, r.line, e.id + " wants a hex, a side to face, 1 to 6 hexes"}, nullptr;
    f.units.push_back({e.side, r.number("sp").value_or(1), n, opposite(*facing), *at});
    const Footprint hexes = tambour::lay(grid, *at, opposite(*facing), n);
    bool free = !hexes.empty();
    for (const HexId h : hexes) free = free && !taken[h], taken[h] = true;
    if (!free) return trouble = {r.file, r.line, e.id + " leaves the map or lies over another"}, nullptr;
    f.battle.markers.push_back(e.id);
  }
  return std::make_unique<PageGame>(std::move(f));
}

}  // namespace tambour::page
