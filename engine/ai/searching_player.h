// SPDX-License-Identifier: MIT
// Search by playouts: the planner's best plans are played on by recruits for both sides until the enemy has replied. Hidden information is
// redrawn for each playout.
#pragma once
#include <chrono>
#include <memory>

#include "ai/planning_player.h"

namespace tambour {

struct Search {
  int candidates = 6;  // plans tried, besides doing nothing
  int threads = 1;
  // Budget of a decision: positions evaluated, or playouts; neither: time.
  uint64_t nodes = 0, playouts = 0;
};

class SearchingPlayer : public PlanningPlayer {
 public:
  SearchingPlayer(const Skill& skill, const Skill& rollout, const Search& search, uint64_t seed);
  ~SearchingPlayer() override;

  uint64_t positions() const;  // evaluated in playouts so far
  uint64_t playouts() const { return played_; }

 protected:
  Candidate decide(const Game& game, Seat seat, std::stop_token stop) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct PlayoutContext;  // the players and state of one thread
  struct Trial;           // a plan and its results
  class HelperThread;     // runs half of the playouts
  Trial compare(const Game& game, Seat seat, std::stop_token stop);
  void select(const Game& game, Seat seat);
  int64_t play_on(const Game& game, PlayoutContext& context, const Trial& trial, Seat seat, uint64_t seed) const;
  void leave_out_far(const Game& game);
  void try_all(const Game& game, Seat seat);
  void find_best();
  void drop_beaten();
  void halve();

  Skill rollout_;
  Search search_;
  double base_ = 0;
  uint64_t nodes_each_ = 0;  // share of the budget for this decision
  uint64_t left_ = 0;        // budget left in this activation
  int activation_ = -1;
  Clock::time_point deadline_;
  uint64_t played_ = 0;  // playouts so far, in all
  std::vector<Trial> trials_;
  UnitVector<bool> away_;  // units frozen in playouts
  UnitVector<UnitSummary> summaries_;
  std::vector<std::unique_ptr<PlayoutContext>> contexts_;
  std::unique_ptr<HelperThread> helper_;  // with two contexts
};

}  // namespace tambour
