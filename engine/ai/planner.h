// SPDX-License-Identifier: MIT
// From single acts to plans. Decisions are fine-grained (take a unit in hand, go one hex, halt and face); the planner follows each act to
// where a player would judge it: a move to its last hex, an attack through its dice, and values that by the book's evaluation.
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "ai/evaluation_memo.h"
#include "ai/outcome_graph.h"
#include "ai/verbs.h"

namespace tambour {

// Which units are examined when the next mover is chosen.
enum class Movers : uint8_t {
  First,  // move the first unit that gains something
  Best,   // move the unit that gains most; skip units whose last known gain was already smaller
  All,
};

struct Skill {
  int hexes = 60;         // hexes looked at in one move
  uint64_t nodes = 400;   // states walked for an act that leads to dice
  uint64_t samples = 16;  // chains drawn when that does not suffice
  Movers movers = Movers::All;
  int ends = 1;       // places a unit may go to that become plans of their own
  bool joint = true;  // weigh all attackers of a hex together
  Foresight ahead;    // of the answers inside a chain; all positions are judged by its detail
};

struct Candidate {
  static constexpr int kMost = 24;
  Action act;
  double value = 0;                 // evaluation for the seat after the plan
  FixedVector<Action, kMost> then;  // how the plan goes on
};

class Planner {
 public:
  Planner(const Game& game, const Skill& skill);
  Planner(const Planner&) = delete;

  // Candidate plans, best first; at least one if there is a legal act. The state must hold only what `seat` may know.
  const std::vector<Candidate>& rank(const State& state, Seat seat);
  uint64_t nodes() const { return nodes_; }  // positions valued so far
  void forget();                             // before another game
  // This unit stays where it is for the rest of the activation, or until all are released.
  void hold(UnitId u) { held_[u] = true; }
  // These units are frozen: they do not move, fire or attack.
  void leave_out(const UnitVector<bool>& units) { away_ = units; }
  void release() { std::fill(held_.begin(), held_.end(), false); }
  int activations() const { return activations_; }  // as far as movers were chosen in them

 private:
  static constexpr int kMostEnds = 8;
  static constexpr uint8_t kNoFacing = 255;
  struct Step {
    int parent;
    HexId hex;  // kNoHex: where it began
    Action act;
    uint8_t facing = kNoFacing;  // facing to end with before refinement: the best one at the previous step
    int exposed = 0;             // how often the enemy could fire at it or attack it on the way
  };
  struct End {  // of a move: after which step, by which act
    double value;
    int step;
    HexId hex;
    Action act;
  };
  bool may_go(Action act) const { return takes_in_hand(act.verb) && !held_[act.who] && !away_[act.who]; }
  void consider(const State& state, Action act);
  void consider_plain(const State& state, Action act);
  void consider_attack(const State& state, Action act);
  void consider_move(const State& first, Action act, bool started);
  void go_on(std::size_t i);
  void face_about(End& end);
  void step(std::size_t from, Action act);  // to next_ and exposed_
  int decline();                            // of next_
  bool is_under_way() const;                // next_
  bool halt();
  bool is_no_move(HexId end, double value) const;
  double left_alone(const State& state, const ActionSink& acts);
  void prefer_to_stay();
  double settled(State& s);
  void add_move(Action act, bool started, const End& end);
  void rank_movers(const State& state, const ActionSink& acts);
  void rank_best(const State& state, const ActionSink& acts);
  double gain(const State& state, Action act);
  void forget_if_new(const ActionSink& acts);
  bool superseded(const ActionSink& acts, Action a) const;

  const Game& game_;
  Skill skill_;
  EvaluationMemo memo_;
  OutcomeGraph chain_;
  Seat seat_ = Seat::Nobody;
  double base_ = 0;
  uint64_t nodes_ = 0;
  std::vector<Candidate> found_;
  std::vector<State> way_;  // states of the move being looked at
  std::vector<Step> steps_;
  FixedVector<End, kMostEnds> ends_;
  State next_;
  int exposed_ = 0;        // on the way to next_
  HexId start_ = kNoHex;   // of the move being looked at
  bool may_stay_ = false;  // the unit need not be taken in hand
  double stay_ = 0;        // value of moving nobody
  UnitVector<UnitSummary> summaries_;
  std::vector<uint8_t> visits_;       // by hex: moves into it, and turns in it
  UnitVector<bool> idle_, offered_;  // units without a gain so far; units offered in the last choice
  UnitVector<bool> held_, away_;     // units held for this activation; units frozen altogether
  UnitVector<bool> seen_;            // examined for this choice
  UnitVector<double> gains_;         // last known gain
  int activations_ = 0;
  bool begun_ = false;  // somebody has been chosen since forget()
};

}  // namespace tambour
