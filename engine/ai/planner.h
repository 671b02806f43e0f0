// SPDX-License-Identifier: MIT
// From single acts to plans. Decisions are fine-grained (select a unit, move one hex, halt and face); the planner follows each act to where
// a player would judge it, a move to its last hex and an attack through its dice, and evaluates the result.
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "ai/evaluation_memo.h"
#include "ai/outcome_graph.h"
#include "ai/verbs.h"

namespace tambour {

// How the next mover is chosen.
enum class Movers : uint8_t {
  First,  // move the first unit that gains something
  Best,   // move the unit that gains most; skip units whose last known gain was already smaller
  All,
};

struct Skill {
  int hexes = 60;         // hexes examined per move
  uint64_t nodes = 400;   // states walked exactly for an act that leads to dice
  uint64_t samples = 16;  // chains sampled beyond that
  Movers movers = Movers::All;
  int ends = 1;       // destinations of a unit that become plans
  bool joint = true;  // also evaluate all attackers of a hex together
  Foresight ahead;    // for answers inside a chain; its detail applies to all evaluations
};

struct Candidate {
  static constexpr int kMost = 24;
  Action act;
  double value = 0;                 // evaluation for the seat after the plan
  FixedVector<Action, kMost> then;  // the rest of the plan
};

class Planner {
 public:
  Planner(const Game& game, const Skill& skill);
  Planner(const Planner&) = delete;

  // Candidate plans, best first; at least one if there is a legal act. The state must hold only what `seat` may know.
  const std::vector<Candidate>& rank(const State& state, Seat seat);
  uint64_t nodes() const { return nodes_; }  // positions evaluated so far
  void forget();                             // call before another game
  // Keeps this unit in place for the rest of the activation, or until release().
  void hold(UnitId u) { held_[u] = true; }
  // These units are frozen: they do not move, fire or attack.
  void leave_out(const UnitVector<bool>& units) { away_ = units; }
  void release() { std::fill(held_.begin(), held_.end(), false); }
  int activations() const { return activations_; }  // activations in which movers were chosen

 private:
  static constexpr int kMostEnds = 8;
  static constexpr uint8_t kNoFacing = 255;
  struct Step {
    int parent;
    HexId hex;  // kNoHex: the start
    Action act;
    uint8_t facing = kNoFacing;  // first facing to try at the end: the best one of the previous step
    int exposed = 0;             // steps at which the enemy could fire at it or attack it
  };
  struct End {  // an end of a move: after which step, by which act
    double value;
    int step;
    HexId hex;
    Action act;
  };
  bool can_go(Action act) const { return takes_in_hand(act.verb) && !held_[act.who] && !away_[act.who]; }
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
  std::vector<State> way_;  // states of the move being examined
  std::vector<Step> steps_;
  FixedVector<End, kMostEnds> ends_;
  State next_;
  int exposed_ = 0;        // on the way to next_
  HexId start_ = kNoHex;   // of the move being examined
  bool may_stay_ = false;  // the unit need not be taken in hand
  double stay_ = 0;        // value of moving nobody
  UnitVector<UnitSummary> summaries_;
  std::vector<uint8_t> visits_;      // by hex: moves into it, and turns in it
  UnitVector<bool> idle_, offered_;  // units without a gain so far; units offered in the last choice
  UnitVector<bool> held_, away_;     // units held for this activation; units frozen until released
  UnitVector<bool> seen_;            // examined for this choice
  UnitVector<double> gains_;         // last known gain
  int activations_ = 0;
  bool begun_ = false;  // a unit has been chosen since forget()
};

}  // namespace tambour
