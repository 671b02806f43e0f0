// SPDX-License-Identifier: MIT
// Free positions: the statements of docs/positions-tng.md.
#include <algorithm>

#include "rules/tng/ch04_activation.h"
#include "rules/tng/ch08_5_charge.h"
#include "rules/tng/game.h"

namespace tambour::tng {
namespace {

constexpr std::pair<const char*, uint32_t> kFlags[] = {{"square", kSquare},
                                                       {"fired", kFired},
                                                       {"turned-to-fire", kTurnedToFire},
                                                       {"moved", kMoved},
                                                       {"turned", kTurned},
                                                       {"finished", kFinished},
                                                       {"answered", kAnswered},
                                                       {"reacted", kReacted},
                                                       {"secondary", kSecondary},
                                                       {"orders-gained", kOrdersGained},
                                                       {"orders-failed", kOrdersFailed},
                                                       {"extended", kExtended},
                                                       {"fought", kFought}};
constexpr std::pair<const char*, OwnRule> kOwnRules[] = {{"roused", kRoused}, {"detached", kDetached}, {"called", kCalled}};
constexpr const char* kPhases[] = {"orders", "initiative", "activation", "reserve", "morale", "commanders"};
constexpr const char* kSteps[] = {"announce", "retreats", "squares", "commitment", "reaction", "battles"};
constexpr const char* kSegments[] = {"none", "opening", "fire", "move", "shock", "rally"};

struct Arranger {
  const TngGame& game;
  Run& r;
  Start start;
  bool late = false;  // second pass: what begins an activation has been done

  Pos& p() { return r.pos; }
  const Field& f() const { return r.field; }

  std::string unit(const std::vector<std::string>& w, std::size_t i, UnitId& out) const {
    const auto u = i < w.size() ? game.find_unit(w[i]) : std::nullopt;
    if (!u || *u >= f().units.size()) return "'" + (i < w.size() ? w[i] : std::string()) + "' is no unit of this position";
    return out = *u, "";
  }
  std::string seat(const std::vector<std::string>& w, std::size_t i, int& out) const {
    const Seat s = i < w.size() ? f().battle.seat_of(w[i]) : Seat::Nobody;
    if (s == Seat::Nobody) return "a side is wanted: " + f().battle.sides[0] + " or " + f().battle.sides[1];
    return out = index(s), "";
  }
  std::string number(const std::vector<std::string>& w, std::size_t i, int& out) const {
    const auto n = i < w.size() ? to_int(w[i]) : std::nullopt;
    if (!n || *n < 0 || *n > 99) return "a number from 0 to 99 is wanted";
    return out = *n, "";
  }
  std::string hex(const std::vector<std::string>& w, std::size_t i, HexId& out) const {
    const auto h = i < w.size() ? f().grid.parse(w[i]) : std::nullopt;
    if (!h) return "'" + (i < w.size() ? w[i] : std::string()) + "' is no hex of this map";
    return out = *h, "";
  }
  std::string marker(const std::vector<std::string>& w, std::size_t i, int& out) const {
    auto m = i < w.size() ? game.find_marker(w[i]) : std::nullopt;
    if (!m && i < w.size()) m = game.find_marker(w[i] + "/1");  // a group stands for its first marker
    if (!m) return "'" + (i < w.size() ? w[i] : std::string()) + "' is no marker";
    return out = *m, "";
  }

  std::string place(const std::vector<std::string>& w) {
    UnitId u = 0;
    if (auto no = unit(w, 1, u); !no.empty()) return no;
    if (w[0] == "gone" || w[0] == "off") {
      p().stacks.lift(u);
      p().health[u] = w[0] == "gone" ? Health::Gone : Health::Waiting;
      return "";
    }
    HexId h = kNoHex;
    if (auto no = hex(w, 2, h); !no.empty()) return no;
    if (p().health[u] > Health::Routed) p().health[u] = Health::Good;
    p().stacks.put_at_bottom(u, h);
    return "";
  }
  std::string set(const std::vector<std::string>& w) {
    UnitId u = 0;
    if (auto no = unit(w, 1, u); !no.empty()) return no;
    for (std::size_t i = 2; i < w.size(); ++i) {
      const auto* flag = std::find_if(std::begin(kFlags), std::end(kFlags), [&](const auto& k) { return w[i] == k.first; });
      if (w[i] == "disordered") p().health[u] = Health::Disordered;
      else if (w[i] == "routed" && is_gun(r.look(), u)) return w[1] + " is artillery, which is lost instead of routed (8.76-a)";
      else if (w[i] == "routed") p().health[u] = Health::Routed;
      else if (w[i] == "good") p().health[u] = Health::Good;
      else if (flag == std::end(kFlags)) return "'" + w[i] + "' is no state of a unit";
      else if (flag->second == kSquare && is_cavalry(r.look(), u)) return w[1] + " is cavalry, which forms no square (8.55-e)";
      else if (late || flag->second == kSquare) p().set(u, flag->second);
    }
    return "";
  }
  std::string orders(const std::vector<std::string>& w) {  // orders under|road|none u…, last-orders u…
    if (!late) return "";
    const bool last = w[0] == "last-orders";
    const std::string kind = last ? "under" : w.size() > 1 ? w[1] : "";
    if (kind != "under" && kind != "road" && kind != "none") return "'orders' wants under, road or none, then units";
    for (std::size_t i = last ? 1 : 2; i < w.size(); ++i) {
      UnitId u = 0;
      if (auto no = unit(w, i, u); !no.empty()) return no;
      const Orders value = kind == "under" ? Orders::Under : kind == "road" ? Orders::Road : Orders::None;
      if (last) p().orders[u] = value;  // the orders phase takes them for last turn's
      else set_orders(r, u, value);
    }
    return "";
  }
  std::string pool(const std::vector<std::string>& w) {
    const PoolState state = w[0] == "pool" ? PoolState::InPool : w[0] == "drawn" ? PoolState::Drawn : PoolState::Held;
    for (std::size_t i = 1; i < w.size(); ++i) {
      const auto m = game.find_marker(w[i]);
      if (!m) return "'" + w[i] + "' is no marker";
      p().pool[*m] = state;
      if (f().markers[std::size_t(*m)].group != kNone) p().had_marker[f().markers[std::size_t(*m)].group] = 1;
    }
    return "";
  }
  std::string count(const std::vector<std::string>& w) {  // a side or marker and a number
    int n = 0, s = 0;
    if (w[0] == "used") {
      const auto m = w.size() > 1 ? game.find_marker(w[1]) : std::nullopt;
      if (!m) return "'used' wants a marker and a number";
      if (auto no = number(w, 2, n); !no.empty()) return no;
      return p().used[*m] = uint8_t(n), "";
    }
    if (auto no = seat(w, 1, s); !no.empty()) return no;
    if (auto no = number(w, 2, n); !no.empty()) return no;
    (w[0] == "failures" ? p().delay_failures : p().orders_spent)[s] = uint8_t(n);
    return "";
  }
  std::string when(const std::vector<std::string>& w) {
    if (w.size() < 2) return "'" + w[0] + "' wants a word";
    if (w[0] == "phase" && w[1] == "rout") {  // the morale phase once collapse has been judged
      start.collapse_judged = true;
      return start.phase = p().phase = Phase::Morale, "";
    }
    if (w[0] == "step") {
      const auto* at = std::find(std::begin(kSteps), std::end(kSteps), w[1]);
      if (at == std::end(kSteps)) return "steps of the shock segment are announce, retreats, squares, commitment, reaction, battles";
      return start.step = ShockStage(at - kSteps), "";
    }
    if (w[0] == "phase") {
      const auto* at = std::find(std::begin(kPhases), std::end(kPhases), w[1]);
      if (at == std::end(kPhases)) return "phases are orders, initiative, activation, reserve, morale, rout, commanders";
      return start.phase = p().phase = Phase(at - kPhases), "";
    }
    if (w[0] == "segment") {
      const auto* at = std::find(std::begin(kSegments), std::end(kSegments), w[1]);
      if (at == std::end(kSegments)) return "segments are opening, fire, move, shock, rally";
      return start.segment = Segment(at - kSegments), "";
    }
    if (w[0] == "active") {
      int m = 0;
      if (auto no = marker(w, 1, m); !no.empty()) return no;
      start.phase = Phase::Activation, start.marker = uint8_t(m);
      if (start.segment == Segment::None) start.segment = Segment::Opening;
      return "";
    }
    UnitId u = 0;  // reserve u
    if (auto no = unit(w, 1, u); !no.empty()) return no;
    start.phase = Phase::Reserve, start.command = u;
    if (start.segment == Segment::None) start.segment = Segment::Opening;
    return "";
  }
  std::string side_fact(const std::vector<std::string>& w) {  // initiative, commander, owner, shown, collapsed, combined
    int s = 0;
    if (w[0] == "initiative") {
      if (w.size() == 2 && w[1] == "nobody") return p().initiative = Seat::Nobody, "";
      if (auto no = seat(w, 1, s); !no.empty()) return no;
      return p().initiative = Seat(s), "";
    }
    if (w[0] == "collapsed" || w[0] == "shown" || w[0] == "combined" || w[0] == "kept-out") {
      for (std::size_t i = 1; i < w.size(); ++i) {
        int m = 0;
        if (auto no = marker(w, i, m); !no.empty()) return no;
        if (w[0] == "kept-out") p().had_marker[m / 2] = 0;
        else if (w[0] == "combined") p().combined[i - 1 > 1 ? 1 : i - 1] = uint8_t(m / 2);
        else (w[0] == "shown" ? p().shown : p().collapsed)[m / 2] = 1;
      }
      return "";
    }
    HexId h = kNoHex;
    if (auto no = seat(w, 1, s); !no.empty()) return no;
    if (auto no = hex(w, 2, h); !no.empty()) return no;
    if (w[0] == "commander") return p().commander[s] = h, "";
    if (f().objective_of[h] == kNone) return "hex " + w[2] + " is no objective";
    return p().owner[f().objective_of[h]] = Seat(s), "";
  }

  // An attack announced before the position begins: shock u HEX, charge u TARGET HEX [HEX] FACING.
  std::string attack(const std::vector<std::string>& w) {
    if (!late) return "";
    UnitId u = 0;
    HexId h = kNoHex;
    if (auto no = unit(w, 1, u); !no.empty()) return no;
    if (auto no = hex(w, 2, h); !no.empty()) return no;
    const bool charges = w[0] == "charge";
    if (const Refusal no = DeclareAttacks{}.barred(r.look(), {.verb = charges ? Verb::Charge : Verb::Shock, .who = u, .hex = h}))
      return forbidden(no);
    if (!charges) return declare_shock(r, u, h), "";
    ChargeRoute route{u, 0, h, kNoHex, kNoHex};
    for (std::size_t i = 3; i + 1 < w.size(); ++i) {
      if (auto no = hex(w, i, h); !no.empty()) return no;
      if (const Refusal no = route.barred(r.look(), {.verb = Verb::Move, .who = u, .hex = h})) return forbidden(no);
      (route.steps ? route.second : route.first) = h;
      ++route.steps;
    }
    const auto facing = w.size() > 3 ? parse_vertex(w.back()) : std::nullopt;
    if (!facing) return "'charge' wants a unit, its target, the one or two hexes it rides through, and its facing";
    if (const Refusal no = route.finish_barred(r.look(), *facing)) return forbidden(no);
    return declare_charge(r, route, uint8_t(*facing)), "";
  }
  static std::string forbidden(const Refusal& no) { return "rule " + std::string(find_row(no.why)->id) + " forbids this attack"; }

  // Attacks need a step that comes after their announcement, and such a step needs attacks.
  std::string begin_shock() {
    if (p().attacks.empty() && start.step == ShockStage::Announce) return "";
    if (start.segment != Segment::Shock || start.step == ShockStage::Announce || p().attacks.empty())
      return "announced attacks want 'given segment shock' and a 'given step' after the announcement, and such a step wants attacks";
    if (const Refusal no = owes_attack(r.look(), AttackState::Declared)) return forbidden(no);
    for (Attack& a : p().attacks)
      if (start.step >= ShockStage::Reaction) a.state = AttackState::Committed;
    return "";
  }

  std::string own_rules(const std::vector<std::string>& w) {
    for (std::size_t i = 1; i < w.size(); ++i) {
      const auto* rule = std::find_if(std::begin(kOwnRules), std::end(kOwnRules), [&](const auto& k) { return w[i] == k.first; });
      if (rule == std::end(kOwnRules)) return "'own' knows roused, detached and called, not '" + w[i] + "'";
      p().own_rules = uint8_t(p().own_rules | rule->second);
    }
    return "";
  }

  std::string take(const std::vector<std::string>& w) {
    const std::string& k = w[0];
    if (k == "own") return own_rules(w);
    if (k == "shock" || k == "charge") return attack(w);
    if (k == "turn") {
      int n = 0;
      if (auto no = number(w, 1, n); !no.empty()) return no;
      return p().turn = uint8_t(std::clamp(n, 1, 60)), "";
    }
    if (k == "at" || k == "off" || k == "gone") return late ? "" : place(w);
    if (k == "face") {
      UnitId u = 0;
      const auto v = w.size() == 3 ? parse_vertex(w[2]) : std::nullopt;
      if (auto no = unit(w, 1, u); !no.empty()) return no;
      if (!v) return "'face' wants a unit and a vertex";
      return p().facing[u] = uint8_t(*v), "";
    }
    if (k == "set") return set(w);
    if (k == "orders" || k == "last-orders") return orders(w);
    if (k == "pool" || k == "drawn" || k == "held") return pool(w);
    if (k == "used" || k == "failures" || k == "spent") return count(w);
    if (k == "phase" || k == "segment" || k == "step" || k == "active" || k == "reserve") return when(w);
    if (k == "initiative" || k == "commander" || k == "owner" || k == "collapsed" || k == "shown" || k == "combined" || k == "kept-out")
      return side_fact(w);
    const std::string near =
        nearest(k, {"turn",  "at",        "off",      "gone",     "face",     "set",     "orders", "last-orders", "pool",       "drawn",
                    "held",  "used",      "failures", "spent",    "phase",    "segment", "active", "reserve",     "initiative", "commander",
                    "owner", "collapsed", "shown",    "combined", "kept-out", "own",     "shock",  "charge",      "step"});
    return "unknown statement '" + k + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?");
  }
};

}  // namespace

Trouble TngGame::arrange(State& s, std::span<const Statement> given) const {
  Run run = begin(s);
  lay_out(run.pos);
  Arranger a{*this, run, {}};
  for (const bool late : {false, true}) {
    a.late = late;
    for (const Statement& line : given) {
      if (line.words.empty()) return {"", line.line, "'given' wants a statement, for example: given active A"};
      if (const std::string no = a.take(line.words); !no.empty()) return {"", line.line, no};
    }
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
      for (UnitId u = 0; u < field().units.size(); ++u)
        if (run.pos.command[u] == command && run.pos.on_map(u) && !next_to_enemy(run.look(), run.pos.at(u), run.pos.side))
          run.pos.set(u, kActive);
    }
  }
  if (const std::string no = a.begin_shock(); !no.empty()) return {"", 0, no};
  if (const std::string wrong = position_complaint(run.look()); !wrong.empty()) return {"", 0, "the position breaks a rule: " + wrong};
  run.call(WholeGame{a.start});
  run.advance();
  return {};
}

}  // namespace tambour::tng
