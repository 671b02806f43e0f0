// SPDX-License-Identifier: MIT
// Free positions: the statements that lay out any situation (docs/positions-jdg.md).
#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch04_movement.h"
#include "rules/jdg/ch09_charge.h"
#include "rules/jdg/game.h"

namespace tambour::jdg {
namespace {

constexpr std::pair<const char*, uint16_t> kFlagWords[] = {{"square", kSquare},
                                                           {"fired", kFired},
                                                           {"moved", kMovedNow},
                                                           {"turned", kTurnedNow},
                                                           {"fought", kFought},
                                                           {"finished", kHandled},
                                                           {"reacted", kReacted},
                                                           {"evaded", kEvaded},
                                                           {"reinforcement", kReinforcement},
                                                           {"charging", kCharging | kFought},
                                                           {"stayed", kStayed},
                                                           {"attacked", kAttacked},
                                                           {"second-used", kSecondUsed},
                                                           {"lost-square", kLostSquare}};

class Arranger {
 public:
  Arranger(const FamilyGame& game, Run& r) : game_(game), f_(game.field()), r_(r) {}

  Trouble read(std::span<const Statement> all) {
    for (const Statement& s : all) {
      if (std::string why = line(s.words); !why.empty()) return {"", s.line, why};
      if (s.words[0] == "segment") segment_line_ = s.line;
      if (s.words[0] == "hand") hand_line_ = s.line;
    }
    form_groups(r_.pos, f_);
    for (const auto& units : groups_) {
      if (r_.pos.groups == kMaxGroups) return {"", 0, "more than " + std::to_string(kMaxGroups) + " tactical groups"};
      for (UnitId u : units) r_.pos.unit[u].group = r_.pos.groups;
      ++r_.pos.groups;
    }
    for (UnitId u = 0; u < f_.unit_count(); ++u) {
      const uint8_t g = r_.pos.unit[u].group;
      if (g == kNoGroup) continue;
      if (no_orders_[u]) refused_[g] = true;
    }
    for (int g = 0; g < r_.pos.groups; ++g)
      r_.pos.orders[g] = !refused_[g] && from != Phase::Orders, r_.pos.shown[g] = from != Phase::Orders;
    for (UnitId u = 0; u < f_.unit_count(); ++u)
      if (test_[u] != GroupTest::Untested && r_.pos.unit[u].group != kNoGroup) r_.pos.test[r_.pos.unit[u].group] = test_[u];
    if (segment != Segment::None && r_.pos.active == 0xFF)
      return {"", segment_line_, "a segment wants an active marker; add 'active <formation>'"};
    if (hand_ == kNoUnit) return {};
    if (std::string why = take(); !why.empty()) return {"", hand_line_, why};
    return {};
  }

  Phase from = Phase::Orders;
  Segment segment = Segment::None;

 private:
  // The unit in hand: in normal movement, or on the ride of a charge that has been declared and tested for.
  std::string take() {
    if (!on_map(r_.look(), hand_)) return "the unit in hand is not on the map";
    const bool charge = hand_target_ != kNoHex;
    if (charge && (!is_cavalry(r_.look(), hand_) || f_.doctrine->cavalry == Cavalry::AlwaysCharges))
      return "only cavalry rides to a charge, and only in a book with charge movement";
    take_in_hand(r_.pos, r_.look(), hand_, hand_stack_, charge ? Gait::Charge : Gait::Normal);
    Mover& m = r_.pos.mover;
    m.target = hand_target_;
    m.lock = charge && in_enemy_zone(r_.look(), side(r_.look(), hand_), m.start);  // 9.1-g
    if (hand_mp_ >= 0) m.mp = int8_t(hand_mp_);
    if (charge && charge_loses_target(r_.look(), m, m.start, m.mp)) return "the charge cannot reach its target from there";
    return {};
  }
  std::string hand_word(const std::string& word) {
    if (word == "stack") return hand_stack_ = true, "";
    if (word.rfind("mp=", 0) == 0) {
      const auto n = to_int(word.substr(3));
      if (!n || *n < 0 || *n > 99) return "'" + word + "' is no number of movement points";
      return hand_mp_ = *n, "";
    }
    if (word.rfind("charge=", 0) == 0) {
      const auto h = f_.grid.parse(word.substr(7));
      if (!h) return "'" + word + "' is no hex of this map";
      return hand_target_ = *h, "";
    }
    return "'" + word + "' says nothing of a unit in hand; write mp=<n>, stack or charge=<hex>";
  }

  std::optional<int> marker(const std::string& word) const {
    if (const auto m = game_.find_marker(word)) return m;
    return game_.find_marker(word + "/1");  // a formation stands for its first marker
  }
  std::optional<int> formation(const std::string& id) const {
    for (std::size_t i = 0; i < f_.formations.size(); ++i)
      if (f_.formations[i].id == id) return int(i);
    return std::nullopt;
  }

  std::string set_word(UnitId u, const std::string& word) {
    UnitState& s = r_.pos.unit[u];
    if (word == "good") s.status = Status::Good;
    else if (word == "disordered") s.status = Status::Disordered;
    else if (word == "routed") s.status = Status::Routed;
    else if (word == "gone" || word == "off") s.status = word == "gone" ? Status::Gone : Status::Off, r_.pos.stacks.lift(u);
    else if (word == "orders") no_orders_[u] = false;
    else if (word == "no-orders") no_orders_[u] = true;
    else if (word == "test-passed") test_[u] = GroupTest::Passed;
    else if (word == "test-failed") test_[u] = GroupTest::Failed;
    else if (word.rfind("facing=", 0) == 0) {
      const auto v = parse_vertex(word.substr(7));
      if (!v) return "'" + word + "' is no facing; write facing=E";
      s.facing = uint8_t(*v);
    } else if (word.rfind("at=", 0) == 0) {
      const auto h = f_.grid.parse(word.substr(3));
      if (!h) return "'" + word + "' is no hex of this map";
      if (s.status == Status::Off || s.status == Status::Gone) s.status = Status::Good;
      r_.pos.stacks.put_at_bottom(u, *h);
    } else {
      for (const auto& [name, bits] : kFlagWords)
        if (word == name) return set_flags(r_.pos, u, bits), "";
      return "'" + word + "' is no state of a unit";
    }
    return {};
  }

  std::string set_commander(int i, const std::string& word) {
    if (word == "lost") return r_.pos.leader[i] = kLeaderHere | kLeaderLost, r_.pos.leader_at[i] = kNoHex, "";
    if (word == "moved") return r_.pos.leader[i] = uint8_t(r_.pos.leader[i] | kLeaderMoved), "";
    if (word.rfind("at=", 0) == 0)
      if (const auto h = f_.grid.parse(word.substr(3))) return r_.pos.leader[i] = kLeaderHere, r_.pos.leader_at[i] = *h, "";
    return "'" + word + "' is no state of a commander; write lost, moved or at=<hex>";
  }

  std::string line(const std::vector<std::string>& w) {
    const auto word = [&](std::size_t i) { return i < w.size() ? w[i] : std::string{}; };
    if (w.empty()) return {};
    if (w[0] == "set" && w.size() >= 3) {
      const auto u = game_.find_unit(w[1]);
      if (!u) return "'" + w[1] + "' is not in this battle";
      for (std::size_t i = 2; i < w.size(); ++i)
        if (std::string why = f_.is_leader(*u) ? set_commander(*u - f_.unit_count(), w[i]) : set_word(*u, w[i]); !why.empty()) return why;
      return {};
    }
    if (w[0] == "turn") {
      const auto n = to_int(word(1));
      if (!n || *n < 1 || *n > f_.battle.turns) return "'turn' wants a turn of this battle";
      return r_.pos.turn = uint8_t(*n), "";
    }
    if (w[0] == "phase") {
      static constexpr const char* kWords[] = {"orders", "initiative", "activation", "rout", "final"};
      for (int i = 0; i < 5; ++i)
        if (word(1) == kWords[i]) return from = Phase(i), r_.pos.phase = from, "";
      return "'phase' wants orders, initiative, activation, rout or final";
    }
    if (w[0] == "segment") {
      static constexpr const char* kWords[] = {"", "command", "fire", "move", "shock", "rally"};
      for (int i = 1; i < 6; ++i)
        if (word(1) == kWords[i]) return segment = Segment(i), from = Phase::Activation, r_.pos.phase = from, "";
      return "'segment' wants command, fire, move, shock or rally";
    }
    if (w[0] == "active") {
      const auto m = marker(word(1));
      if (!m) return "'" + word(1) + "' is no marker or formation of this battle";
      r_.pos.active = uint8_t(*m);
      r_.pos.marker[*m] = MarkerState::Drawn;
      if (segment == Segment::None) segment = Segment::Command;
      return from = Phase::Activation, r_.pos.phase = from, "";
    }
    if (w[0] == "cup") {
      for (std::size_t i = 1; i < w.size(); ++i) {
        const auto m = marker(w[i]);
        if (!m) return "'" + w[i] + "' is no marker of this battle";
        r_.pos.marker[*m] = MarkerState::InCup;
      }
      return {};
    }
    if (w[0] == "initiative")
      return r_.pos.initiative = f_.battle.seat_of(word(1)), r_.pos.initiative == Seat::Nobody ? "'initiative' wants a side" : "";
    if (w[0] == "demoralised" || w[0] == "delayed") {
      const auto f = formation(word(1));
      if (!f) return "'" + word(1) + "' is no formation of this battle";
      return (w[0] == "delayed" ? r_.pos.delayed : r_.pos.demoralised)[*f] = 1, "";
    }
    if (w[0] == "hand") {
      const auto u = game_.find_unit(word(1));
      if (!u || *u >= f_.unit_count()) return "'hand' wants a unit";
      hand_ = *u, segment = Segment::Move, from = Phase::Activation, r_.pos.phase = from;
      for (std::size_t i = 2; i < w.size(); ++i)
        if (std::string why = hand_word(w[i]); !why.empty()) return why;
      return {};
    }
    if (w[0] == "group") {
      groups_.emplace_back();
      for (std::size_t i = 1; i < w.size(); ++i) {
        const auto u = game_.find_unit(w[i]);
        if (!u || *u >= f_.unit_count()) return "'" + w[i] + "' is no unit of this battle";
        if (f_.units[*u].formation != f_.units[*game_.find_unit(w[1])].formation) return "a tactical group is of one formation";
        groups_.back().push_back(*u);
      }
      return groups_.back().empty() ? "'group' wants its units" : "";
    }
    if (w[0] == "holder") {
      const auto h = f_.grid.parse(word(1));
      for (std::size_t i = 0; h && i < f_.objectives.size(); ++i)
        if (f_.objectives[i] == *h) return r_.pos.holder[i] = f_.battle.seat_of(word(2)), "";
      return "'holder' wants an objective hex and a side";
    }
    const std::string near = nearest(
        w[0], {"set", "turn", "phase", "segment", "active", "cup", "initiative", "demoralised", "delayed", "hand", "holder", "group"});
    return "'" + w[0] + "' is no statement of a position" + (near.empty() ? "" : "; did you mean '" + near + "'?");
  }

  const FamilyGame& game_;
  const Field& f_;
  Run& r_;
  bool no_orders_[kMaxCounters] = {};
  bool refused_[kMaxGroups] = {};
  GroupTest test_[kMaxCounters] = {};
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
