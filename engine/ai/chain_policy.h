// SPDX-License-Identifier: MIT
// How the chain of an act is followed: where it ends, what players answer inside it, how a declared attack reaches its combat.
// All of it depends on the state alone, so an exact walk and a game with dice follow the same chain.
#pragma once
#include "ai/odds.h"

namespace tambour {

class ChainPolicy {
 public:
  enum class Stage : uint8_t {
    Declared,  // an attack is announced and not yet begun
    UnderWay,  // tests, evasions or squares before the combat may have begun
    Fought,    // the combat has been called, or no attack was announced
    Stuck,     // no legal act: the chain ends here
  };
  using Way = FixedVector<Action, 8>;

  explicit ChainPolicy(const Game& game) : game_(game) {}
  void set(const State& before, Action act, const OddsOptions& options);

  Stage first() const { return first_; }
  bool ended(const State& s) const;
  // The procedure of the chain, or the game, is over: no combat can follow.
  bool left(const State& s) const { return s.over() || (keep_ > 0 && (s.depth < keep_ || s.stack[keep_ - 1].ops != last_)); }
  Action answer(const State& s, State& after) const;
  // Plays from an ended state to the declared combat and lists the acts in `way`. False, with `s` unchanged, if it cannot be reached.
  bool onward(State& s, Stage& stage, Way& way) const;

 private:
  bool goes_on(const State& s) const;
  bool still_attacks(const State& s) const;
  bool offers_combat(const State& s, Action& resolve) const;
  bool offers_step(const State& s, Action& step) const;

  const Game& game_;
  OddsOptions options_;
  Seat seat_ = Seat::Nobody, striker_ = Seat::Nobody;  // of the act; of the attack
  Stage first_ = Stage::Fought;
  bool attack_ = false, rides_ = false;  // rides_: a charge that names its targets on the way
  bool reacts_ = false;                  // the act answers a move by an attack
  UnitId attacker_ = kNoUnit;
  HexId from_ = kNoHex, target_ = kNoHex;
  int keep_ = 0;                      // frames below the chain, which stay while it lasts; 0: unknown
  const FrameOps* last_ = nullptr;    // the last of them
  const FrameOps* moving_ = nullptr;  // of the move that is answered
  mutable UnitVector<UnitSummary> summaries_;
};

}  // namespace tambour
