#include "ai/chain.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tambour {
namespace {

constexpr int kLongest = 3000;  // answers and dice of one chain: more than any rulebook allows

bool declares_attack(Verb v) {
  return v == Verb::Shock || v == Verb::Charge || v == Verb::ChargeStack || v == Verb::Melee || v == Verb::Join || v == Verb::Against;
}

}  // namespace

void Chain::play(const State& state, Action act, const OddsOptions& options) {
  options_ = options, rng_ = Rng(options.seed), seat_ = state.seat;
  declared_ = declares_attack(act.verb), target_ = act.hex;
  ends_.clear(), next_.clear(), followed_.clear();
  nodes_ = 0, answers_ = 0, sampled_ = error_ = 0;
  copy(state_, state);
  game_.apply(state_, act);
  arrive(state_, 1.0);
  std::swap(layer_, next_);
  run();
  if (!declared_) return;
  follow();
  run();
}

double Chain::value(const State& state, Action act, Seat seat, const OddsOptions& options) {
  play(state, act, options);
  double sum = 0;
  for (int i = 0; i < ends_.size(); ++i) {
    ends_.get(i, state_);
    sum += ends_.mass(i) * game_.evaluate(state_, seat);
  }
  return sum;
}

// Plays every state of the layer out.
void Chain::run() {
  for (int steps = 0; layer_.size(); ++steps) {
    if (nodes_ + uint64_t(layer_.size()) > options_.nodes || steps == kLongest) return sample();
    next_.clear();
    for (int i = 0; i < layer_.size(); ++i) {
      layer_.get(i, state_);
      expand(layer_.mass(i));
    }
    std::swap(layer_, next_);
  }
}

void Chain::expand(double mass) {
  ++nodes_;
  if (state_.seat != Seat::Chance) {
    game_.apply(state_, answer(state_));
    ++answers_;
    return arrive(state_, mass);
  }
  each_face(state_, [&](Action face, double share) {
    copy(child_, state_);
    game_.apply(child_, face);
    arrive(child_, mass * share);
  });
}

Action Chain::answer(const State& s) const {
  Action resolve;
  if (declared_ && offers_combat(s, resolve)) return resolve;
  return policy_answer(game_, s, s.seat == seat_ ? options_.mine : options_.theirs);
}

// Those of the ends from which the declared combat can be reached become the next layer.
void Chain::follow() {
  layer_.clear(), spare_.clear();
  for (int i = 0; i < ends_.size(); ++i) {
    ends_.get(i, state_);
    (leads_to_combat(state_) ? layer_ : spare_).add(state_, ends_.mass(i));
  }
  std::swap(ends_, spare_);
}

bool Chain::offers_combat(const State& s, Action& resolve) const {
  if (s.over() || s.seat != seat_) return false;
  ActionList<> acts;
  game_.options(s, acts);
  for (const Action& a : acts)
    if (a.verb == Verb::Resolve && (target_ == kNoHex || a.hex == target_)) return resolve = a, true;
  return false;
}

bool Chain::leads_to_combat(State& s) {
  copy(child_, s);
  way_.clear();
  for (int k = 0; k < 4; ++k) {
    if (child_.over() || child_.seat != seat_) return false;
    Action a{Verb::Done};
    const bool resolves = offers_combat(child_, a);
    if (!resolves && game_.refuse(child_, a)) return false;
    game_.apply(child_, a);
    way_.push_back(a);
    if (!resolves && ended(child_)) continue;
    if (followed_.empty()) followed_ = way_;
    copy(s, child_);
    return true;
  }
  return false;
}

void Chain::sample() {
  double all = 0;
  for (int i = 0; i < layer_.size(); ++i) all += layer_.mass(i);
  const auto n = std::max<uint64_t>(options_.samples, 1);
  sampled_ += all, error_ += all * 0.5 / std::sqrt(double(n));
  // Systematic sampling: the k-th draw lies in the k-th n-th of the mass.
  double before = 0;
  int at = 0;
  for (uint64_t k = 0; k < n; ++k) {
    const double want = all * (double(k) + double(rng_.below(1u << 30)) / double(1u << 30)) / double(n);
    while (at + 1 < layer_.size() && before + layer_.mass(at) <= want) before += layer_.mass(at++);
    layer_.get(at, state_);
    for (int steps = 0; !ended(state_) && steps < kLongest; ++steps) {
      const int low = state_.dice == Dice::D6 ? 1 : 0;
      game_.apply(state_, state_.seat == Seat::Chance ? Action{Verb::Roll, uint8_t(int(rng_.below(uint32_t(faces(state_.dice)))) + low)}
                                                      : answer(state_));
    }
    ends_.add(state_, all / double(n));
  }
  layer_.clear();
}

}  // namespace tambour
