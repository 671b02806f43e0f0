// SPDX-License-Identifier: MIT
// Free positions: the statements of docs/positions-siecle.md.
#include <algorithm>

#include "battle/word_reader.h"
#include "rules/siecle/ch04_sequence.h"
#include "rules/siecle/ch07_command.h"
#include "rules/siecle/ch14_morale.h"
#include "rules/siecle/game.h"

namespace tambour::siecle {
namespace {

struct Arranger : WordReader {
  Arranger(const SiecleGame& g, Pos& p, Campaign& c) : WordReader(g.field().battle), game(g), field(g.field()), pos(p), start(c) {}
  const SiecleGame& game;
  const Field& field;
  Pos& pos;
  Campaign& start;

  bool formation(std::size_t i, int& out) { return named(i, field.formations, "formation", out); }

  bool mark(UnitId u, const std::string& name) {
    if (name == "disorganised") return pos.unit[u].order = Order::Disorganised, true;
    if (name == "routed") return pos.unit[u].order = Order::Routed, true;
    if (name == "uncommanded") return pos.drop(u, kCommanded), true;
    if (name == "top") {
      if (pos.at(u) == kNoHex) return fail("only a unit on the map can be on top of its stack");
      return put_on_top(pos, u, pos.at(u)), true;
    }
    if (name == "gone" || name == "off") {
      if (pos.on_map(u)) --pos.formation[field.units[u].formation].present, lift(pos, u);
      pos.unit[u].fate = name == "gone" ? Fate::Eliminated : Fate::ToCome;
      return true;
    }
    const auto bit = given_mark(kMarkWords, name);
    if (!bit) return fail("'" + name + "' is no mark of a unit");
    return pos.set(u, *bit | (*bit == kReactionFired && field.units[u].arm == Arm::Artillery ? kGunReacted : 0u)), true;
  }

  bool set() {
    UnitId u = kNoUnit;
    if (!counter(1, u)) return false;
    for (std::size_t i = 2; i < size(); ++i) {
      if (field.units.has(u)) {
        if (!mark(u, word(i))) return false;
      } else if (word(i) == "gone") {
        pos.officer[field.officer(u)] = {kNoHex, Fate::Eliminated, 0};
      } else {
        return fail("a commander can only be 'gone'");
      }
    }
    return size() > 2 || fail("'set' wants a unit and marks");
  }

  bool event() {
    static const char* const places[] = {"not-yet", "hand", "cup", "waiting", "used"};
    const auto m = game.find_marker(word(1));
    if (!m || *m < int(field.formations.size())) return fail("'" + word(1) + "' is no event");
    int at = 0;
    if (!one_of(2, places, at)) return false;
    EventState& event = pos.event[std::size_t(*m) - field.formations.size()];
    event.at = Chit(at);
    if (event.at == Chit::InCup) pos.cup.put(*m);
    if (event.at == Chit::Used) event.uses = 0;
    return true;
  }

  bool segment() {
    static const char* const names[] = {"command", "guns", "move", "fire", "melee", "rally"};
    int n = 0;
    return one_of(1, names, n) && (start.segment = Segment(n), true);
  }

  bool phase() {
    static const char* const names[] = {"", "command", "initiative", "activation"};
    int n = 0;
    return one_of(1, names, n) && (start.from = Phase(n), true);
  }

  bool take() {
    int n = 0, f = 0;
    if (key() == "turn") {
      if (!number(1, 1, field.battle.turns, n)) return false;
      start.turn = pos.turn = uint8_t(n);
      return true;
    }
    if (key() == "active") {
      if (!formation(1, f)) return false;
      start.formation = uint8_t(f), start.from = Phase::Activation;
      if (start.segment == Segment::None) start.segment = Segment::Move;
      return true;
    }
    if (key() == "segment") return segment();
    if (key() == "phase") return phase();
    if (key() == "set") return set();
    if (key() == "event") return event();
    if (key() == "cup") {
      for (std::size_t i = 1; i < size(); ++i) {
        const auto m = game.find_marker(word(i));
        if (!m) return fail("'" + word(i) + "' is no marker");
        pos.cup.put(*m);
      }
      return true;
    }
    if (key() == "morale") {
      if (!formation(1, f) || !number(2, -60, 60, n)) return false;
      pos.formation[f].morale = int8_t(n);
      return true;
    }
    if (key() == "out-of-command") {
      if (!formation(1, f)) return false;
      pos.formation[f].flags |= kOutOfCommand;
      return true;
    }
    if (key() == "available") {
      if (!formation(1, f)) return false;
      pos.formation[f].flags |= kAvailable;
      return true;
    }
    if (key() == "gate") {
      if (!number(2, 1, field.battle.turns, n) || word(1) != "open") return fail("write: gate open <turn>");
      if (field.special.gate_out == kNoHex) return fail("this battle has no gate; give it one with the line 'gate' of the sheet");
      pos.gate_open = uint8_t(n);
      return true;
    }
    return unknown({"turn", "phase", "active", "segment", "set", "event", "cup", "morale", "out-of-command", "available", "gate"});
  }
};

}  // namespace

Trouble SiecleGame::arrange(State& s, std::span<const Statement> statements) const {
  Run r = begin(s);
  place_counters(r);
  Campaign start;
  start.from = Phase::Command;
  Arranger arranger(*this, r.pos, start);
  for (const Statement& st : statements)
    if (st.words.empty()) return {"", st.line, "'given' wants a statement, for example: given active A"};
  // What the activation would have found out comes first, so that statements can overrule it.
  for (const Statement& st : statements)
    if (st.words[0] == "active") {
      arranger.open(st.words);
      if (!arranger.take()) return {"", st.line, arranger.why()};
    }
  r.pos.phase = start.from;
  r.pos.active = start.formation;
  for (const bool before : {true, false}) {
    for (const Statement& st : statements) {
      const bool status = st.words[0] == "set" || st.words[0] == "morale";
      arranger.open(st.words);
      if (st.words[0] != "active" && status == before && !arranger.take()) return {"", st.line, arranger.why()};
    }
    if (before && start.formation != kNone) mark_units(r, start.formation);
    if (before) continue;
    for (const Statement& st : statements) {  // commanded or not, as the position says, after the trace
      arranger.open(st.words);
      if (st.words[0] == "set" && !arranger.take()) return {"", st.line, arranger.why()};
    }
  }
  if (start.segment == Segment::None && start.formation != kNone) start.segment = Segment::Move;
  for (int f = 0; f < int(field().formations.size()); ++f)
    if (formation_morale(r.look(), f) <= 0) r.pos.formation[f].flags |= kDemoralised;
  r.pos.segment = start.segment;
  if (const std::string wrong = position_complaint(r.look(), true); !wrong.empty()) return {"", 0, "the position breaks a rule: " + wrong};
  r.call(start);
  r.advance();
  return {};
}

}  // namespace tambour::siecle
