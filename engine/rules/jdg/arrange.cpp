// SPDX-License-Identifier: MIT
// Free positions: the statements that lay out any situation (docs/positions-jdg.md).
#include "battle/word_reader.h"
#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch04_movement.h"
#include "rules/jdg/ch09_charge.h"
#include "rules/jdg/game.h"

namespace tambour::jdg {
namespace {

class Arranger : WordReader {
 public:
  Arranger(const FamilyGame& game, Run& r) : WordReader(game.field().battle), game_(game), f_(game.field()), r_(r) {}

  Trouble read(std::span<const Statement> all) {
    if (Trouble t = WordReader::read(all, [this] { return line(); })) return t;
    for (const Statement& s : all) {
      if (s.words[0] == "segment") segment_line_ = s.line;
      if (s.words[0] == "hand") hand_line_ = s.line;
    }
    form_groups(r_.pos, f_);
    for (const auto& units : groups_) {
      if (r_.pos.groups == kMaxGroups) return {"", 0, "more than " + std::to_string(kMaxGroups) + " tactical groups"};
      for (UnitId u : units) r_.pos.unit[u].group = r_.pos.groups;
      ++r_.pos.groups;
    }
    for (UnitId u : all_units(f_)) {
      const uint8_t g = r_.pos.unit[u].group;
      if (g == kNoGroup) continue;
      if (no_orders_[u]) refused_[g] = true;
    }
    for (int g = 0; g < r_.pos.groups; ++g)
      r_.pos.orders[g] = !refused_[g] && from != Phase::Orders, r_.pos.shown[g] = from != Phase::Orders;
    for (UnitId u : all_units(f_))
      if (test_[u] != GroupTest::Untested && r_.pos.unit[u].group != kNoGroup) r_.pos.test[r_.pos.unit[u].group] = test_[u];
    if (segment != Segment::None && r_.pos.active == 0xFF)
      return {"", segment_line_, "a segment wants an active marker; add 'active <formation>'"};
    if (hand_ == kNoUnit) return {};
    if (!take()) return {"", hand_line_, why()};
    return {};
  }

  Phase from = Phase::Orders;
  Segment segment = Segment::None;

 private:
  // The unit in hand: in normal movement, or on the ride of a charge that has been declared and tested for.
  bool take() {
    if (!on_map(r_.look(), hand_)) return fail("the unit in hand is not on the map");
    const bool charge = hand_target_ != kNoHex;
    if (charge && (!is_cavalry(r_.look(), hand_) || f_.doctrine->cavalry == Cavalry::AlwaysCharges))
      return fail("only cavalry rides to a charge, and only in a book with charge movement");
    take_in_hand(r_.pos, r_.look(), hand_, hand_stack_, charge ? Gait::Charge : Gait::Normal);
    Mover& m = r_.pos.mover;
    m.target = hand_target_;
    m.lock = charge && in_enemy_zone(r_.look(), side_of(r_.look(), hand_), m.start);  // 9.1-g
    if (hand_mp_ >= 0) m.mp = int8_t(hand_mp_);
    if (charge && charge_loses_target(r_.look(), m, m.start, m.mp)) return fail("the charge cannot reach its target from there");
    return true;
  }
  bool hand_word(const std::string& text) {
    if (text == "stack") return hand_stack_ = true;
    if (const auto mp = value_of(text, "mp=")) {
      const auto n = to_int(*mp);
      if (!n || *n < 0 || *n > 99) return fail("'" + text + "' is no number of movement points");
      return hand_mp_ = *n, true;
    }
    if (const auto target = value_of(text, "charge=")) return hex_of(*target, hand_target_);
    return fail("'" + text + "' says nothing of a unit in hand; write mp=<n>, stack or charge=<hex>");
  }
  bool hand() {
    if (!unit(1, hand_)) return false;
    segment = Segment::Move, from = Phase::Activation, r_.pos.phase = from;
    for (std::size_t i = 2; i < size(); ++i)
      if (!hand_word(word(i))) return false;
    return true;
  }

  bool marker(std::size_t i, int& out) {
    auto m = game_.find_marker(word(i));
    if (!m) m = game_.find_marker(word(i) + "/1");  // a formation stands for its first marker
    if (!m) return fail("'" + word(i) + "' is no marker or formation of this battle");
    return out = *m, true;
  }
  bool formation(std::size_t i, std::size_t& out) { return named(i, f_.formations, "formation", out); }

  bool set_word(UnitId u, const std::string& text) {
    UnitState& s = r_.pos.unit[u];
    if (text == "good") return s.condition = Condition::Good, true;
    if (text == "disordered") return s.condition = Condition::Disordered, true;
    if (text == "routed") return s.condition = Condition::Routed, true;
    if (text == "gone") return s.condition = Condition::Eliminated, lift(r_.pos, u), true;
    if (text == "off") return s.condition = Condition::Waiting, lift(r_.pos, u), true;
    if (text == "orders" || text == "no-orders") return no_orders_[u] = text == "no-orders", true;
    if (text == "test-passed") return test_[u] = GroupTest::Passed, true;
    if (text == "test-failed") return test_[u] = GroupTest::Failed, true;
    if (const auto facing = value_of(text, "facing=")) return vertex(*facing, s.facing);
    if (const auto at = value_of(text, "at=")) {
      HexId h = kNoHex;
      if (!hex_of(*at, h)) return false;
      if (s.condition > Condition::Routed) s.condition = Condition::Good;
      return put_at_bottom(r_.pos, u, h), true;
    }
    const auto mark = given_mark(kMarkWords, text);
    if (!mark) return fail("'" + text + "' is no state of a unit");
    r_.pos.set(u, uint16_t(*mark | (*mark == kCharging ? kFought : 0u)));
    return true;
  }

  bool set_commander(int i, const std::string& text) {
    if (text == "lost") return r_.pos.leader[i] = kLeaderHere | kLeaderLost, r_.pos.leader_at[i] = kNoHex, true;
    if (text == "moved") return r_.pos.leader[i] = uint8_t(r_.pos.leader[i] | kLeaderMoved), true;
    if (const auto at = value_of(text, "at=")) return r_.pos.leader[i] = kLeaderHere, hex_of(*at, r_.pos.leader_at[i]);
    return fail("'" + text + "' is no state of a commander; write lost, moved or at=<hex>");
  }
  bool set() {
    UnitId u = kNoUnit;
    if (!counter(1, u)) return false;
    for (std::size_t i = 2; i < size(); ++i)
      if (!(f_.is_leader(u) ? set_commander(f_.leader_of(u), word(i)) : set_word(u, word(i)))) return false;
    return size() > 2 || fail("'set' wants a unit and what it is");
  }

  bool when() {  // turn, phase, segment, active
    static constexpr const char* kPhases[] = {"orders", "initiative", "activation", "rout", "final"};
    static constexpr const char* kSegments[] = {"", "command", "fire", "move", "shock", "rally"};
    int n = 0;
    if (key() == "turn") return number(1, 1, f_.battle.turns, n) && (r_.pos.turn = uint8_t(n), true);
    if (key() == "phase") return one_of(1, kPhases, n) && (from = r_.pos.phase = Phase(n), true);
    if (key() == "segment") {
      if (!one_of(1, kSegments, n)) return false;
      return segment = Segment(n), from = r_.pos.phase = Phase::Activation, true;
    }
    if (!marker(1, n)) return false;
    r_.pos.active = uint8_t(n);
    r_.pos.marker[n] = MarkerState::Drawn;
    if (segment == Segment::None) segment = Segment::Command;
    return from = r_.pos.phase = Phase::Activation, true;
  }

  bool cup() {
    for (std::size_t i = 1; i < size(); ++i) {
      int m = 0;
      if (!marker(i, m)) return false;
      r_.pos.marker[m] = MarkerState::InCup;
    }
    return true;
  }
  bool group() {
    groups_.emplace_back();
    for (std::size_t i = 1; i < size(); ++i) {
      UnitId u = kNoUnit;
      if (!unit(i, u)) return false;
      groups_.back().push_back(u);
      if (f_.units[u].formation != f_.units[groups_.back()[0]].formation) return fail("a tactical group is of one formation");
    }
    return size() > 1 || fail("'group' wants its units");
  }
  bool holder() {
    HexId h = kNoHex;
    Seat s{};
    if (!hex(1, h) || !side(2, s)) return false;
    for (std::size_t i = 0; i < f_.objectives.size(); ++i)
      if (f_.objectives[i] == h) return r_.pos.holder[i] = s, true;
    return fail("hex " + word(1) + " is no objective");
  }

  bool line() {
    std::size_t f = 0;
    if (key() == "set") return set();
    if (key() == "turn" || key() == "phase" || key() == "segment" || key() == "active") return when();
    if (key() == "cup") return cup();
    if (key() == "hand") return hand();
    if (key() == "group") return group();
    if (key() == "holder") return holder();
    if (key() == "initiative") return side(1, r_.pos.initiative);
    if (key() == "demoralised") return formation(1, f) && (r_.pos.demoralised[f] = 1);
    if (key() == "delayed") return formation(1, f) && (r_.pos.delayed[f] = 1);
    return unknown({"set", "turn", "phase", "segment", "active", "cup", "initiative", "demoralised", "delayed", "hand", "holder", "group"});
  }

  const FamilyGame& game_;
  const Field& f_;
  Run& r_;
  PerUnit<bool, kMaxCounters> no_orders_ = {};
  bool refused_[kMaxGroups] = {};
  PerUnit<GroupTest, kMaxCounters> test_ = {};
  UnitId hand_ = kNoUnit;
  int hand_mp_ = -1;
  bool hand_stack_ = false;
  HexId hand_target_ = kNoHex;
  std::vector<std::vector<UnitId>> groups_;  // as Phase A made them, wherever their units stand now
  int segment_line_ = 0, hand_line_ = 0;
};

}  // namespace

Trouble FamilyGame::arrange(State& s, std::span<const Statement> statements) const {
  Run r = begin(s);
  lay_out(r);
  Arranger a(*this, r);
  if (Trouble t = a.read(statements)) return t;
  if (const std::string what = stacks_complaint(r.look()); !what.empty()) return {"", 0, what + "; set one of its units elsewhere"};
  push_root(r, a.from, a.segment);
  r.advance();
  return {};
}

}  // namespace tambour::jdg
