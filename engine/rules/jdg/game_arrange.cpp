// Free positions: the statements that lay out any situation (docs/positions-jdg.md).
#include "rules/jdg/ch02_orders.h"
#include "rules/jdg/ch04_movement.h"
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
    for (const Statement& s : all)
      if (std::string why = line(s.words); !why.empty()) return {"", s.line, why};
    form_groups(r_.pos, f_);
    for (UnitId u = 0; u < f_.unit_count(); ++u) {
      const uint8_t g = r_.pos.unit[u].group;
      if (g == kNoGroup) continue;
      if (no_orders_[u]) refused_[g] = true;
    }
    for (int g = 0; g < r_.pos.groups; ++g)
      r_.pos.orders[g] = !refused_[g] && from != Phase::Orders, r_.pos.shown[g] = from != Phase::Orders;
    for (UnitId u = 0; u < f_.unit_count(); ++u)
      if (test_[u] != GroupTest::Untested && r_.pos.unit[u].group != kNoGroup) r_.pos.test[r_.pos.unit[u].group] = test_[u];
    if (segment != Segment::None && r_.pos.active == 0xFF) return {"", 0, "a segment wants an active marker; add 'active <formation>'"};
    if (hand_ != kNoUnit) {
      take_in_hand(r_.pos, r_.look(), hand_, false, Gait::Normal);
      if (hand_mp_ >= 0) r_.pos.mover.mp = int8_t(hand_mp_);
    }
    return {};
  }

  Phase from = Phase::Orders;
  Segment segment = Segment::None;

 private:
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
      static constexpr const char* kWords[] = {"orders", "initiative", "activation", "rout"};
      for (int i = 0; i < 4; ++i)
        if (word(1) == kWords[i]) return from = Phase(i), r_.pos.phase = from, "";
      return "'phase' wants orders, initiative, activation or rout";
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
      if (word(2).rfind("mp=", 0) == 0) hand_mp_ = to_int(word(2).substr(3)).value_or(-1);
      return {};
    }
    if (w[0] == "holder") {
      const auto h = f_.grid.parse(word(1));
      for (std::size_t i = 0; h && i < f_.objectives.size(); ++i)
        if (f_.objectives[i] == *h) return r_.pos.holder[i] = f_.battle.seat_of(word(2)), "";
      return "'holder' wants an objective hex and a side";
    }
    const std::string near =
        nearest(w[0], {"set", "turn", "phase", "segment", "active", "cup", "initiative", "demoralised", "delayed", "hand", "holder"});
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
