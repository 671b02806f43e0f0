// SPDX-License-Identifier: MIT
// How the chain of an act is led, apart from its dice: where it ends, what is answered inside it, and how a declared attack comes to its
// combat. All of it follows from the state alone, so a walk over every face and a single playing-out with dice are led alike.
#pragma once
#include "ai/odds.h"

namespace tambour {

class ChainPolicy {
 public:
  enum class Stage : uint8_t {
    Declared,  // an attack is announced, nothing of it has been played
    UnderWay,  // what comes before the fight (tests, evasions, squares) may have begun
    Fought,    // the combat has been called, or the act was no announcement
    Stuck,     // nothing is on offer: a dead end of the rules, where the chain ends too
  };
  using Way = FixedVector<Action, 8>;

  explicit ChainPolicy(const Game& game) : game_(game) {}
  void set(const State& before, Action act, const OddsOptions& options);

  Stage first() const { return first_; }
  bool ended(const State& s) const;
  // The procedure that the chain belongs to is over, or the game is: no combat lies ahead any more.
  bool left(const State& s) const { return s.over() || (keep_ > 0 && (s.depth < keep_ || s.stack[keep_ - 1].ops != last_)); }
  Action answer(const State& s, State& after) const;
  // From a state that has ended on to the declared combat, by the acts in `way`. False where nothing leads there: `s` is as before.
  bool onward(State& s, Stage& stage, Way& way) const;

 private:
  bool still_attacks(const State& s) const;
  bool offers_combat(const State& s, Action& resolve) const;
  bool offers_step(const State& s, Action& step) const;

  const Game& game_;
  OddsOptions options_;
  Seat seat_ = Seat::Nobody, striker_ = Seat::Nobody;  // whose act it is, and whose attack
  Stage first_ = Stage::Fought;
  bool attack_ = false;
  UnitId attacker_ = kNoUnit;
  HexId from_ = kNoHex, target_ = kNoHex;
  int keep_ = 0;                    // frames that stay while the chain lasts; 0: not known
  const FrameOps* last_ = nullptr;  // the last of them
  mutable std::vector<UnitSummary> summaries_;
};

}  // namespace tambour
