// The chain of dice and answers that an act sets off, as a layered walk over copied states. One Chain is used again and again: its
// memory grows to what the largest chain needed and stays.
#pragma once
#include "ai/bag.h"
#include "ai/odds.h"

namespace tambour {

class Chain {
 public:
  explicit Chain(const Game& game) : game_(game) {}

  void play(const State& state, Action act, const OddsOptions& options);
  // The average evaluation for `seat` over the ends of the chain.
  double value(const State& state, Action act, Seat seat, const OddsOptions& options);

  const Bag& ends() const { return ends_; }
  const std::vector<Action>& followed() const { return followed_; }
  uint64_t nodes() const { return nodes_; }
  int answers() const { return answers_; }
  double sampled() const { return sampled_; }
  double error() const { return error_; }

 private:
  bool ended(const State& s) const { return s.over() || s.dice == Dice::Draw || (s.seat <= Seat::Second && game_.decision(s).rest); }
  void run();
  void arrive(State& s, double mass) { (ended(s) ? ends_ : next_).add(s, mass); }
  void expand(double mass);
  void follow();
  bool leads_to_combat(State& s);
  bool offers_combat(const State& s, Action& resolve) const;
  Action answer(const State& s) const;
  void sample();

  const Game& game_;
  OddsOptions options_;
  Rng rng_{1};
  Seat seat_ = Seat::Nobody;
  bool declared_ = false;  // an attack: it goes on to its combat
  HexId target_ = kNoHex;
  Bag ends_, layer_, next_, spare_;
  std::vector<Action> followed_, way_;
  uint64_t nodes_ = 0;
  int answers_ = 0;
  double sampled_ = 0, error_ = 0;
  State state_, child_;
};

}  // namespace tambour
