// SPDX-License-Identifier: MIT
// The dice and answers that follow an act, as a graph of states. Each distinct state is expanded once; probabilities then flow through
// the graph. Reuse an OutcomeGraph: it keeps the memory of its largest walk.
#pragma once
#include "ai/chain_policy.h"
#include "ai/state_set.h"

namespace tambour {

class OutcomeGraph {
 public:
  explicit OutcomeGraph(const Game& game) : game_(game), policy_(game) {}

  void play(const State& state, Action act, const OddsOptions& options);
  // The average evaluation for `seat` over the ends of the chain.
  double value(const State& state, Action act, Seat seat, const OddsOptions& options);

  // The states in which the chain ends, with their probabilities.
  class Ends {
   public:
    int size() const { return int(numbers_.size()); }
    double mass(int i) const { return chain_.nodes_[std::size_t(numbers_[std::size_t(i)])].mass; }
    void get(int i, State& out) const { chain_.states_.get(numbers_[std::size_t(i)], out); }

   private:
    friend OutcomeGraph;
    explicit Ends(const OutcomeGraph& chain) : chain_(chain) {}
    const OutcomeGraph& chain_;
    std::vector<int> numbers_;
  };
  const Ends& ends() const { return ends_; }
  const ChainPolicy::Way& followed() const { return followed_; }
  uint64_t nodes() const { return walked_; }
  int answers() const { return answers_; }
  double sampled() const { return sampled_; }
  double error() const { return error_; }

 private:
  enum class Kind : uint8_t { Open, Walked, End };
  struct Node {
    Kind kind;
    ChainPolicy::Stage stage;
    int first, count;     // its edges
    double mass, inflow;  // mass: while open, the estimate that orders the queue; then the mass that arrived
  };
  struct Edge {
    int to;
    double share;
  };
  int visit(State& s, ChainPolicy::Stage stage, double guess);
  void lead(int from, State& s, ChainPolicy::Stage stage, double share);
  void expand(int i);
  bool step();  // plays one answer or die in state_; false if no act is legal
  int end(State& s, ChainPolicy::Stage stage);
  void flow();
  void sample();

  const Game& game_;
  ChainPolicy policy_;
  OddsOptions options_;
  Rng rng_{1};
  StateSet states_;
  std::vector<Node> nodes_;  // by number in states_
  std::vector<Edge> edges_;
  std::vector<std::pair<double, int>> open_;  // a heap, likeliest first; may hold a state more than once
  std::vector<int> reached_, next_;
  Ends ends_{*this};
  ChainPolicy::Way followed_, way_;
  uint64_t walked_ = 0;
  int answers_ = 0;
  double sampled_ = 0, error_ = 0;
  State state_, child_;
};

}  // namespace tambour
