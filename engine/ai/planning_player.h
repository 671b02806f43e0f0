// SPDX-License-Identifier: MIT
// The player behind every level above random.
#pragma once
#include <algorithm>
#include <optional>

#include "ai/planner.h"
#include "ai/player.h"

namespace tambour {

// Plans by evaluation and follows the plan until something unexpected happens.
class PlanningPlayer : public Player {
 public:
  PlanningPlayer(const Skill& skill, uint64_t seed) : skill_(skill), rng_(seed) {}

  void forget() {  // call before another game
    plan_.clear(), turn_ = 0;
    std::fill(std::begin(seen_), std::end(seen_), 0);
    if (planner_) planner_->forget();
  }
  void hold(const Game& game, UnitId u) { ready(game), planner_->hold(u); }
  void leave_out(const Game& game, const UnitVector<bool>& units) { ready(game), planner_->leave_out(units); }
  void reseed(uint64_t seed) { rng_ = Rng(seed); }
  uint64_t nodes() const { return planner_ ? planner_->nodes() : 0; }  // positions evaluated so far
  Action choose(const Game& game, const State& state, Seat seat, std::stop_token stop) override {
    ready(game);
    if (const auto next = planned(game, state)) return *next;
    copy(known_, state);
    const bool again = weary();
    game.resample(known_, seat, rng_);
    Candidate chosen = decide(game, seat, stop);
    if (again || game.refuse(state, chosen.act)) chosen = {way_out(game, state), 0, {}};
    plan_ = chosen.then;
    std::reverse(plan_.begin(), plan_.end());
    return chosen.act;
  }

 protected:
  // The act to play in known_, which holds no secret of the other side.
  virtual Candidate decide(const Game&, Seat seat, std::stop_token) {
    const std::vector<Candidate>& ranked = planner_->rank(known_, seat);
    return ranked.empty() ? Candidate{} : ranked.front();
  }

  Skill skill_;
  Rng rng_;
  std::optional<Planner> planner_;
  State known_;

 private:
  void ready(const Game& game) {
    if (!planner_ || game_ != &game) planner_.emplace(game, skill_), game_ = &game, plan_.clear();
  }
  std::optional<Action> planned(const Game& game, const State& state) {
    if (plan_.empty()) return std::nullopt;
    const Action next = plan_.back();
    plan_.pop_back();
    if (!game.refuse(state, next)) return next;
    plan_.clear();
    return std::nullopt;
  }
  // Threefold repetition: the options being weighed lead nowhere.
  bool weary() {
    known_.answer = {};
    const uint64_t here = hash(known_);
    const bool again = std::count(std::begin(seen_), std::end(seen_), here) > 1;
    seen_[turn_++ % std::size(seen_)] = here;
    return again;
  }
  Action way_out(const Game& game, const State& state) {
    ActionList<> acts;
    game.options(state, acts);
    for (const Action& a : acts)
      if (is_refusal(a.verb)) return a;
    return acts.size() ? acts[int(rng_.below(uint32_t(acts.size())))] : Action{};
  }

  const Game* game_ = nullptr;
  FixedVector<Action, Candidate::kMost> plan_;
  uint64_t seen_[32] = {};
  std::size_t turn_ = 0;
};

}  // namespace tambour
