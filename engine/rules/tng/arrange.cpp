// SPDX-License-Identifier: MIT
// Free positions: the statements of docs/positions-tng.md.
#include <algorithm>

#include "battle/word_reader.h"
#include "rules/tng/ch04_activation.h"
#include "rules/tng/ch08_5_charge.h"
#include "rules/tng/game.h"

namespace tambour::tng {
namespace {

constexpr std::pair<const char*, OwnRule> kOwnRules[] = {{"roused", kRoused}, {"detached", kDetached}, {"called", kCalled}};
constexpr const char* kPhases[] = {"orders", "initiative", "activation", "reserve", "morale", "commanders"};
constexpr const char* kSteps[] = {"announce", "retreats", "squares", "commitment", "reaction", "battles"};
constexpr const char* kSegments[] = {"none", "opening", "fire", "move", "shock", "rally"};

struct Arranger : WordReader {
  Arranger(const TngGame& g, Run& run) : WordReader(g.field().battle), game(g), r(run) {}
  const TngGame& game;
  Run& r;
  Start start;
  bool late = false;  // second pass: what begins an activation has been done

  Pos& p() { return r.pos; }
  const Field& f() const { return r.field; }

  bool marker(std::size_t i, int& out) {
    auto m = game.find_marker(word(i));
    if (!m) m = game.find_marker(word(i) + "/1");  // a group stands for its first marker
    if (!m) return fail("'" + word(i) + "' is no marker");
    return out = *m, true;
  }

  bool place() {
    UnitId u = kNoUnit;
    HexId h = kNoHex;
    if (!unit(1, u)) return false;
    if (key() == "gone" || key() == "off") {
      lift(p(), u);
      p().condition[u] = key() == "gone" ? Condition::Eliminated : Condition::Waiting;
      return true;
    }
    if (!hex(2, h)) return false;
    if (p().condition[u] > Condition::Routed) p().condition[u] = Condition::Good;
    put_at_bottom(p(), u, h);
    return true;
  }
  bool set_word(UnitId u, const std::string& text) {
    if (text == "good") return p().condition[u] = Condition::Good, true;
    if (text == "disordered") return p().condition[u] = Condition::Disordered, true;
    if (text == "routed" && is_gun(r.look(), u)) return fail(word(1) + " is artillery, which is lost instead of routed (8.76-a)");
    if (text == "routed") return p().condition[u] = Condition::Routed, true;
    const auto mark = given_mark(kMarkWords, text);
    if (!mark) return fail("'" + text + "' is no state of a unit");
    if (*mark == kSquare && is_cavalry(r.look(), u)) return fail(word(1) + " is cavalry, which forms no square (8.55-e)");
    if (late || *mark == kSquare) p().set(u, *mark);
    return true;
  }
  bool set() {
    UnitId u = kNoUnit;
    if (!unit(1, u)) return false;
    for (std::size_t i = 2; i < size(); ++i)
      if (!set_word(u, word(i))) return false;
    return true;
  }
  bool face() {
    UnitId u = kNoUnit;
    return unit(1, u) && vertex(word(2), p().facing[u]);
  }
  bool orders() {  // orders under|road|none u…, last-orders u…
    if (!late) return true;
    static constexpr const char* kOrders[] = {"none", "under", "road"};
    const bool last = key() == "last-orders";
    int kind = int(Orders::Under);
    if (!last && !one_of(1, kOrders, kind)) return false;
    for (std::size_t i = last ? 1 : 2; i < size(); ++i) {
      UnitId u = kNoUnit;
      if (!unit(i, u)) return false;
      if (last) p().orders[u] = Orders(kind);  // the orders phase takes them for last turn's
      else set_orders(r, u, Orders(kind));
    }
    return true;
  }
  bool pool() {
    const PoolState state = key() == "pool" ? PoolState::InPool : key() == "drawn" ? PoolState::Drawn : PoolState::Held;
    for (std::size_t i = 1; i < size(); ++i) {
      const auto m = game.find_marker(word(i));
      if (!m) return fail("'" + word(i) + "' is no marker");
      p().pool[*m] = state;
      if (f().markers[std::size_t(*m)].group != kNone) p().had_marker[f().markers[std::size_t(*m)].group] = 1;
    }
    return true;
  }
  bool count() {  // a side or marker and a number
    int n = 0;
    Seat s{};
    if (key() == "used") {
      const auto m = game.find_marker(word(1));
      if (!m) return fail("'used' wants a marker and a number");
      return number(2, 0, 99, n) && (p().used[*m] = uint8_t(n), true);
    }
    if (!side(1, s) || !number(2, 0, 99, n)) return false;
    (key() == "failures" ? p().delay_failures : p().orders_spent)[index(s)] = uint8_t(n);
    return true;
  }
  bool phase() {
    int n = 0;
    if (word(1) == "rout") {  // the morale phase once collapse has been judged
      start.collapse_judged = true;
      return start.phase = p().phase = Phase::Morale, true;
    }
    return one_of(1, kPhases, n) && (start.phase = p().phase = Phase(n), true);
  }
  bool activation() {  // active MARKER, reserve u
    int m = 0;
    if (key() == "active" && !marker(1, m)) return false;
    if (key() == "reserve" && !unit(1, start.command)) return false;
    if (key() == "active") start.marker = uint8_t(m);
    start.phase = key() == "active" ? Phase::Activation : Phase::Reserve;
    if (start.segment == Segment::None) start.segment = Segment::Opening;
    return true;
  }
  bool groups() {  // collapsed, shown, combined, kept-out
    for (std::size_t i = 1; i < size(); ++i) {
      int m = 0;
      if (!marker(i, m)) return false;
      if (key() == "kept-out") p().had_marker[m / 2] = 0;
      else if (key() == "combined") p().combined[i - 1 > 1 ? 1 : i - 1] = uint8_t(m / 2);
      else (key() == "shown" ? p().shown : p().collapsed)[m / 2] = 1;
    }
    return true;
  }
  bool side_fact() {  // commander, owner
    Seat s{};
    HexId h = kNoHex;
    if (!side(1, s) || !hex(2, h)) return false;
    if (key() == "commander") return p().commander[index(s)] = h, true;
    if (f().objective_of[h] == kNone) return fail("hex " + word(2) + " is no objective");
    return p().owner[f().objective_of[h]] = s, true;
  }

  // An attack announced before the position begins: shock u HEX, charge u TARGET HEX [HEX] FACING.
  bool attack() {
    if (!late) return true;
    UnitId u = kNoUnit;
    HexId h = kNoHex;
    if (!unit(1, u) || !hex(2, h)) return false;
    const bool charges = key() == "charge";
    if (const Refusal no = DeclareAttacks{}.barred(r.look(), {.verb = charges ? Verb::Charge : Verb::Shock, .who = u, .hex = h}))
      return forbidden(no);
    if (!charges) return declare_shock(r, u, h), true;
    ChargeRoute route{u, 0, h, kNoHex, kNoHex};
    for (std::size_t i = 3; i + 1 < size(); ++i) {
      if (!hex(i, h)) return false;
      if (const Refusal no = route.barred(r.look(), {.verb = Verb::Move, .who = u, .hex = h})) return forbidden(no);
      (route.steps ? route.second : route.first) = h;
      ++route.steps;
    }
    uint8_t facing = 0;
    if (size() < 4) return fail("'charge' wants a unit, its target, the one or two hexes it rides through, and its facing");
    if (!vertex(word(size() - 1), facing)) return false;
    if (const Refusal no = route.finish_barred(r.look(), facing)) return forbidden(no);
    return declare_charge(r, route, facing), true;
  }
  bool forbidden(const Refusal& no) { return fail("rule " + std::string(find_row(no.why)->id) + " forbids this attack"); }

  // Attacks need a step that comes after their announcement, and such a step needs attacks.
  bool begin_shock() {
    if (p().attacks.empty() && start.step == ShockStage::Announce) return true;
    if (start.segment != Segment::Shock || start.step == ShockStage::Announce || p().attacks.empty())
      return fail("announced attacks want 'given segment shock' and a 'given step' after the announcement, and such a step wants attacks");
    if (const Refusal no = owes_attack(r.look(), AttackState::Declared)) return forbidden(no);
    for (Attack& a : p().attacks)
      if (start.step >= ShockStage::Reaction) a.state = AttackState::Committed;
    return true;
  }

  bool own_rules() {
    for (std::size_t i = 1; i < size(); ++i) {
      OwnRule rule{};
      if (!choose(i, kOwnRules, rule)) return false;
      p().own_rules = uint8_t(p().own_rules | rule);
    }
    return true;
  }
  bool turn() {
    int n = 0;
    return number(1, 1, 60, n) && (p().turn = uint8_t(n), true);
  }
  bool segment() {
    int n = 0;
    return one_of(1, kSegments, n) && (start.segment = Segment(n), true);
  }
  bool step() {
    int n = 0;
    return one_of(1, kSteps, n) && (start.step = ShockStage(n), true);
  }
  bool initiative() {
    if (word(1) == "nobody") return p().initiative = Seat::Nobody, true;
    return side(1, p().initiative);
  }

  bool take() {
    static const std::pair<const char*, bool (Arranger::*)()> kReaders[] = {{"turn", &Arranger::turn},
                                                                            {"face", &Arranger::face},
                                                                            {"set", &Arranger::set},
                                                                            {"orders", &Arranger::orders},
                                                                            {"last-orders", &Arranger::orders},
                                                                            {"pool", &Arranger::pool},
                                                                            {"drawn", &Arranger::pool},
                                                                            {"held", &Arranger::pool},
                                                                            {"used", &Arranger::count},
                                                                            {"failures", &Arranger::count},
                                                                            {"spent", &Arranger::count},
                                                                            {"phase", &Arranger::phase},
                                                                            {"segment", &Arranger::segment},
                                                                            {"step", &Arranger::step},
                                                                            {"active", &Arranger::activation},
                                                                            {"reserve", &Arranger::activation},
                                                                            {"initiative", &Arranger::initiative},
                                                                            {"commander", &Arranger::side_fact},
                                                                            {"owner", &Arranger::side_fact},
                                                                            {"collapsed", &Arranger::groups},
                                                                            {"shown", &Arranger::groups},
                                                                            {"combined", &Arranger::groups},
                                                                            {"kept-out", &Arranger::groups},
                                                                            {"own", &Arranger::own_rules},
                                                                            {"shock", &Arranger::attack},
                                                                            {"charge", &Arranger::attack}};
    if (key() == "at" || key() == "off" || key() == "gone") return late || place();
    std::vector<std::string> known = {"at", "off", "gone"};
    for (const auto& [name, reader] : kReaders) {
      if (key() == name) return (this->*reader)();
      known.emplace_back(name);
    }
    return unknown(known);
  }
};

}  // namespace

Trouble TngGame::arrange(State& s, std::span<const Statement> given) const {
  Run run = begin(s);
  lay_out(run.pos);
  Arranger a(*this, run);
  for (const bool late : {false, true}) {
    a.late = late;
    if (Trouble t = a.read(given, [&] { return a.take(); })) return t;
    if (late) break;
    form_commands(run);
    for (auto& had : run.pos.had_marker) had = 1;
    if (a.start.segment == Segment::None) continue;
    if (a.start.marker != kNone) {
      begin_activation(run, field().markers[a.start.marker].side, a.start.marker);
      if (run.pos.pool[a.start.marker] == PoolState::InPool) run.pos.pool[a.start.marker] = PoolState::Drawn;
    } else if (a.start.command != kNoUnit) {
      const UnitId command = run.pos.command[a.start.command];
      begin_activation(run, field().units[a.start.command].side, kNone);
      for (UnitId u : all_units(field()))
        if (run.pos.command[u] == command && run.pos.on_map(u) && !next_to_enemy(run.look(), run.pos.at(u), run.pos.side))
          run.pos.set(u, kActive);
    }
  }
  if (!a.begin_shock()) return {"", 0, a.why()};
  if (const std::string wrong = position_complaint(run.look()); !wrong.empty()) return {"", 0, "the position breaks a rule: " + wrong};
  run.call(WholeGame{a.start});
  run.advance();
  return {};
}

}  // namespace tambour::tng
