// SPDX-License-Identifier: MIT
#include "ai/outcome_graph.h"

#include <algorithm>
#include <cmath>

namespace tambour {
namespace {

constexpr int kLongest = 3000;      // answers and dice of one chain: more than any rulebook allows
constexpr double kNothing = 1e-20;  // cutoff for mass that keeps circling in a chain with cycles

}  // namespace

void OutcomeGraph::play(const State& state, Action act, const OddsOptions& options) {
  options_ = options, rng_ = Rng(options.seed);
  policy_.set(state, act, options_);
  states_.clear(), nodes_.clear(), edges_.clear(), open_.clear(), ends_.numbers_.clear(), followed_.clear();
  walked_ = 0, answers_ = 0, sampled_ = error_ = 0;
  copy(state_, state);
  game_.apply(state_, act);
  visit(state_, policy_.first(), 1);
  while (!open_.empty() && walked_ < options_.nodes) {
    std::pop_heap(open_.begin(), open_.end());
    const int i = open_.back().second;
    open_.pop_back();
    if (nodes_[std::size_t(i)].kind == Kind::Open) expand(i);
  }
  flow();
  sample();
}

double OutcomeGraph::value(const State& state, Action act, Seat seat, const OddsOptions& options) {
  play(state, act, options);
  double sum = 0;
  for (int i = 0; i < ends_.size(); ++i) {
    ends_.get(i, state_);
    sum += ends_.mass(i) * value_now(game_, state_, seat, options.ahead);
  }
  return sum;
}

int OutcomeGraph::visit(State& s, ChainPolicy::Stage stage, double guess) {
  const auto [i, fresh] = states_.add(s, uint8_t(stage));
  if (fresh) {
    const bool end = policy_.ended(s) && (stage == ChainPolicy::Stage::Fought || policy_.left(s));
    nodes_.push_back({end ? Kind::End : Kind::Open, stage, 0, 0, 0, 0});
    if (end) ends_.numbers_.push_back(i);
  }
  Node& n = nodes_[std::size_t(i)];
  n.mass += guess;
  if (n.kind == Kind::Open) {
    open_.emplace_back(n.mass, i);
    std::push_heap(open_.begin(), open_.end());
  }
  return i;
}

void OutcomeGraph::lead(int from, State& s, ChainPolicy::Stage stage, double share) {
  const int to = visit(s, stage, share * nodes_[std::size_t(from)].mass);
  edges_.push_back({to, share});
  ++nodes_[std::size_t(from)].count;
}

void OutcomeGraph::expand(int i) {
  ++walked_;
  states_.get(i, state_);
  states_.drop(i);
  ChainPolicy::Stage stage = nodes_[std::size_t(i)].stage;
  nodes_[std::size_t(i)].kind = Kind::Walked;
  nodes_[std::size_t(i)].first = int(edges_.size());
  if (policy_.ended(state_)) {  // at rest, perhaps before the declared combat
    const bool leads = policy_.onward(state_, stage, way_);
    if (leads && followed_.empty()) followed_ = way_;
    return lead(i, state_, leads ? stage : ChainPolicy::Stage::Fought, 1);
  }
  if (state_.seat != Seat::Chance) {  // consecutive answers are merged into one step; states in between need no node
    do
      if (!step()) {
        edges_.push_back({end(state_, ChainPolicy::Stage::Stuck), 1});
        ++nodes_[std::size_t(i)].count;
        return;
      }
    while (state_.seat != Seat::Chance && !policy_.ended(state_));
    return lead(i, state_, stage, 1);
  }
  each_face(state_, [&](Action face, double share, bool last) {
    State& to = last ? state_ : child_;
    if (!last) copy(to, state_);
    game_.apply(to, face);
    lead(i, to, stage, share);
  });
}

bool OutcomeGraph::step() {
  if (state_.seat == Seat::Chance) {
    const int face = int(rng_.below(uint32_t(faces(state_.dice))));
    game_.apply(state_, {Verb::Roll, uint8_t(face_shown(state_.dice, face))});
    return true;
  }
  if (policy_.answer(state_, child_).verb == Verb::None) return false;
  copy(state_, child_);
  ++answers_;
  return true;
}

// Makes this state an end of the chain.
int OutcomeGraph::end(State& s, ChainPolicy::Stage stage) {
  const auto [i, fresh] = states_.add(s, uint8_t(stage));
  if (fresh) nodes_.push_back({Kind::End, stage, 0, 0, 0, 0}), ends_.numbers_.push_back(i);
  return i;
}

// Moves the mass from the first state along the edges until all of it lies in ends and in states that were not expanded.
void OutcomeGraph::flow() {
  for (Node& n : nodes_) n.mass = n.inflow = 0;
  reached_.assign(1, 0);
  nodes_[0].inflow = 1;
  for (int steps = 0; !reached_.empty() && steps < kLongest; ++steps) {
    next_.clear();
    for (int i : reached_) {
      Node& n = nodes_[std::size_t(i)];
      const double mass = std::exchange(n.inflow, 0.0);
      if (n.kind != Kind::Walked || mass < kNothing) {
        n.mass += mass;
        continue;
      }
      for (int k = n.first; k < n.first + n.count; ++k) {
        const Edge& e = edges_[std::size_t(k)];
        Node& to = nodes_[std::size_t(e.to)];
        if (to.inflow == 0) next_.push_back(e.to);
        to.inflow += mass * e.share;
      }
    }
    std::swap(reached_, next_);
  }
}

void OutcomeGraph::sample() {
  double all = 0;
  reached_.clear();
  for (int i = 0; i < states_.size(); ++i)
    if (const Node& n = nodes_[std::size_t(i)]; n.kind == Kind::Open && n.mass > 0) reached_.push_back(i), all += n.mass;
  if (reached_.empty()) return;
  const auto n = std::max<uint64_t>(options_.samples, 1);
  sampled_ = all, error_ = all * 0.5 / std::sqrt(double(n));
  // Systematic sampling: the k-th draw lies in the k-th n-th of the mass.
  double before = 0;
  std::size_t at = 0;
  for (uint64_t k = 0; k < n; ++k) {
    const double want = all * (double(k) + double(rng_.below(1u << 30)) / double(1u << 30)) / double(n);
    while (at + 1 < reached_.size() && before + nodes_[std::size_t(reached_[at])].mass <= want)
      before += nodes_[std::size_t(reached_[at++])].mass;
    states_.get(reached_[at], state_);
    ChainPolicy::Stage stage = nodes_[std::size_t(reached_[at])].stage;
    int steps = 0;
    do
      for (; !policy_.ended(state_) && steps < kLongest; ++steps)
        if (!step()) stage = ChainPolicy::Stage::Stuck, steps = kLongest;
    while (policy_.onward(state_, stage, way_));
    const bool stuck = stage == ChainPolicy::Stage::Stuck;
    nodes_[std::size_t(end(state_, stuck ? stage : ChainPolicy::Stage::Fought))].mass += all / double(n);
  }
}

}  // namespace tambour
