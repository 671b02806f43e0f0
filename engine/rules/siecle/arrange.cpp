// SPDX-License-Identifier: MIT
// Free positions: the statements of docs/positions-siecle.md.
#include <algorithm>

#include "rules/siecle/ch04_sequence.h"
#include "rules/siecle/ch07_command.h"
#include "rules/siecle/ch14_morale.h"
#include "rules/siecle/game.h"

namespace tambour::siecle {
namespace {

struct Layer {
  const SiecleGame& game;
  const Field& field;
  Pos& pos;
  Campaign& start;
  const std::vector<std::string>* w = nullptr;
  std::string why;
  bool commanded_given = false;

  bool fail(std::string message) {
    why = std::move(message);
    return false;
  }
  std::string word(std::size_t i) const { return i < w->size() ? (*w)[i] : ""; }
  bool number(std::size_t i, int low, int high, int& out) {
    const auto n = to_int(word(i));
    if (!n || *n < low || *n > high)
      return fail("'" + word(i) + "' is not a number from " + std::to_string(low) + " to " + std::to_string(high));
    out = *n;
    return true;
  }
  bool formation(std::size_t i, int& out) {
    const auto m = game.find_marker(word(i));
    if (!m || *m >= int(field.formations.size())) return fail("'" + word(i) + "' is no formation");
    out = *m;
    return true;
  }

  bool mark(UnitId u, const std::string& name) {
    static constexpr std::pair<const char*, uint32_t> marks[] = {{"flipped", kFlipped},   {"hedgehog", kHedgehog},
                                                                 {"limbered", kLimbered}, {"silenced", kSilenced},
                                                                 {"arrived", kArrived},   {"commanded", kCommanded},
                                                                 {"moved", kMoved},       {"turned", kTurned},
                                                                 {"fired", kFired},       {"charge", kCharge},
                                                                 {"fought", kFought},     {"attacked", kAttacked},
                                                                 {"reacted", kReacted},   {"reaction-fired", kReactionFired},
                                                                 {"done", kHandled}};
    if (name == "disorganised") return pos.unit[u].order = Order::Disorganised, true;
    if (name == "routed") return pos.unit[u].order = Order::Routed, true;
    if (name == "uncommanded") return pos.drop(u, kCommanded), true;
    if (name == "top") return pos.stack.put_on_top(u, pos.at(u)), true;
    if (name == "gone" || name == "off") {
      if (pos.on_map(u)) --pos.formation[field.units[u].formation].present, pos.stack.lift(u);
      pos.unit[u].fate = name == "gone" ? Fate::Eliminated : Fate::ToCome;
      return true;
    }
    for (const auto& [text, bit] : marks)
      if (name == text) return pos.set(u, bit | (bit == kReactionFired && field.units[u].arm == Arm::Artillery ? kGunReacted : 0u)), true;
    return fail("'" + name + "' is no mark of a unit");
  }

  bool set() {
    const auto u = game.find_unit(word(1));
    if (!u) return fail("'" + word(1) + "' is no unit");
    for (std::size_t i = 2; i < w->size(); ++i) {
      if (*u < field.units.size()) {
        if (!mark(*u, word(i))) return false;
      } else if (word(i) == "gone") {
        pos.officer[field.officer(*u)] = {kNoHex, Fate::Eliminated, 0};
      } else {
        return fail("a commander can only be 'gone'");
      }
    }
    return w->size() > 2 || fail("'set' wants a unit and marks");
  }

  bool event() {
    static const char* const places[] = {"not-yet", "hand", "cup", "waiting", "used"};
    const auto m = game.find_marker(word(1));
    if (!m || *m < int(field.formations.size())) return fail("'" + word(1) + "' is no event");
    for (int i = 0; i < 5; ++i)
      if (word(2) == places[i]) {
        pos.event[std::size_t(*m) - field.formations.size()].at = Chit(i);
        if (i == 2) pos.cup |= 1u << *m;
        if (i == 4) pos.event[std::size_t(*m) - field.formations.size()].uses = 0;
        return true;
      }
    return fail("an event is one of not-yet, hand, cup, waiting, used");
  }

  bool segment() {
    static const char* const names[] = {"command", "guns", "move", "fire", "melee", "rally"};
    for (int i = 0; i < 6; ++i)
      if (word(1) == names[i]) return start.segment = Segment(i), true;
    return fail("a segment is one of command, guns, move, fire, melee, rally");
  }

  bool phase() {
    if (word(1) == "command") return start.from = Phase::Command, true;
    if (word(1) == "initiative") return start.from = Phase::Initiative, true;
    if (word(1) == "activation") return start.from = Phase::Activation, true;
    return fail("a phase is one of command, initiative, activation");
  }

  bool take() {
    const std::string& key = (*w)[0];
    int n = 0, f = 0;
    if (key == "turn") {
      if (!number(1, 1, field.turns, n)) return false;
      start.turn = pos.turn = uint8_t(n);
      return true;
    }
    if (key == "active") {
      if (!formation(1, f)) return false;
      start.formation = uint8_t(f), start.from = Phase::Activation;
      if (start.segment == Segment::None) start.segment = Segment::Move;
      return true;
    }
    if (key == "segment") return segment();
    if (key == "phase") return phase();
    if (key == "set") return set();
    if (key == "event") return event();
    if (key == "cup") {
      for (std::size_t i = 1; i < w->size(); ++i) {
        const auto m = game.find_marker(word(i));
        if (!m) return fail("'" + word(i) + "' is no marker");
        pos.cup |= 1u << *m;
      }
      return true;
    }
    if (key == "morale") {
      if (!formation(1, f) || !number(2, -60, 60, n)) return false;
      pos.formation[f].morale = int8_t(n);
      return true;
    }
    if (key == "out-of-command") {
      if (!formation(1, f)) return false;
      pos.formation[f].flags |= kOutOfCommand;
      return true;
    }
    if (key == "available") {
      if (!formation(1, f)) return false;
      pos.formation[f].flags |= kAvailable;
      return true;
    }
    if (key == "gate") {
      if (!number(2, 1, field.turns, n) || word(1) != "open") return fail("write: gate open <turn>");
      if (field.special.gate_out == kNoHex) return fail("this battle has no gate; give it one with the line 'gate' of the sheet");
      pos.gate_open = uint8_t(n);
      return true;
    }
    return fail("'" + key + "' is no statement (turn, phase, active, segment, set, event, cup, morale, out-of-command, available, gate)");
  }
};

}  // namespace

Trouble SiecleGame::arrange(State& s, std::span<const Statement> statements) const {
  Run r = begin(s);
  place_counters(r);
  Campaign start;
  start.from = Phase::Command;
  Layer layer{*this, field(), r.pos, start, nullptr, {}};
  for (const Statement& st : statements)
    if (st.words.empty()) return {"", st.line, "'given' wants a statement, for example: given active A"};
  // What the activation would have found out comes first, so that statements can overrule it.
  for (const Statement& st : statements)
    if (st.words[0] == "active") {
      layer.w = &st.words;
      if (!layer.take()) return {"", st.line, layer.why};
    }
  r.pos.phase = start.from;
  r.pos.active = start.formation;
  for (const bool before : {true, false}) {
    for (const Statement& st : statements) {
      const bool status = st.words[0] == "set" || st.words[0] == "morale";
      layer.w = &st.words;
      if (st.words[0] != "active" && status == before && !layer.take()) return {"", st.line, layer.why};
    }
    if (before && start.formation != kNone) mark_units(r, start.formation);
    if (before) continue;
    for (const Statement& st : statements) {  // commanded or not, as the position says, after the trace
      layer.w = &st.words;
      if (st.words[0] == "set" && !layer.take()) return {"", st.line, layer.why};
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
