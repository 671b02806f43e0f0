// The strongest level: what the planner likes best is tried out by playing on, many times, both sides as recruits, with what the seat
// cannot know dealt anew each time; the act that leaves it best off on average is chosen.
#pragma once
#include <memory>

#include "ai/planning_player.h"

namespace tambour {

class Marshal : public PlanningPlayer {
 public:
  // `playouts` of 0: as many as fit into the time for a decision.
  Marshal(const Skill& skill, const Skill& rollout, uint64_t seed, uint64_t playouts);
  ~Marshal() override;

 protected:
  Candidate decide(const Game& game, Seat seat, std::stop_token stop) override;

 private:
  struct Hand;  // what one thread plays with
  double play_on(const Game& game, Hand& hand, const Candidate& c, Seat seat, uint64_t seed) const;

  Skill rollout_;
  uint64_t playouts_;
  std::vector<std::unique_ptr<Hand>> hands_;
};

}  // namespace tambour
