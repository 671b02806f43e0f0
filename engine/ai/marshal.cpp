#include "ai/marshal.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <thread>

namespace tambour {
namespace {

constexpr int kCandidates = 4;
constexpr double kHopeless = 600;   // a candidate so far behind the best by evaluation is not tried out
constexpr int kHorizon = 160;       // acts and dice of one playout
constexpr double kDecisive = 2500;  // an advantage of this much all but wins
constexpr std::chrono::milliseconds kPatience{2000};
constexpr int kThreads = 2;
constexpr uint64_t kMostPlayouts = 4000;

}  // namespace

struct Marshal::Hand {
  explicit Hand(const Skill& skill) : players{{skill, 1}, {skill, 2}} {}
  PlanningPlayer players[2];
  State state;
};

Marshal::Marshal(const Skill& skill, const Skill& rollout, uint64_t seed, uint64_t playouts)
    : PlanningPlayer(skill, seed), rollout_(rollout), playouts_(playouts) {}
Marshal::~Marshal() = default;

double Marshal::play_on(const Game& game, Hand& hand, const Candidate& c, Seat seat, uint64_t seed) const {
  State& s = hand.state;
  Rng rng(seed);
  copy(s, known_);
  game.resample(s, seat, rng);
  for (PlanningPlayer& p : hand.players) p.forget(), p.reseed(rng.next());
  ActionList<> acts;
  int next = -1;
  for (int n = 0; n < kHorizon && !s.over(); ++n) {
    Action a = next < 0 ? c.act : next < c.then.size() ? c.then[next] : Action{};
    const bool planned = s.seat == seat && next < c.then.size() && !game.refuse(s, a);
    if (planned) {
      ++next;
    } else if (s.seat == Seat::Chance) {
      acts.clear();
      game.options(s, acts);
      a = acts[int(rng.below(uint32_t(acts.size())))];
    } else {
      next = c.then.size();
      a = hand.players[index(s.seat)].choose(game, s, s.seat, {});
    }
    game.apply(s, a);
  }
  return std::tanh(game.evaluate(s, seat) / kDecisive);
}

Candidate Marshal::decide(const Game& game, Seat seat, std::stop_token stop) {
  const auto& ranked = planner_->rank(known_, seat);
  std::vector<Candidate> tried;
  for (const Candidate& c : ranked)
    if (tried.size() < kCandidates && c.value > ranked.front().value - kHopeless) tried.push_back(c);
  if (tried.size() < 2 || !game.decision(known_).rest) return ranked.front();

  while (hands_.size() < kThreads) hands_.push_back(std::make_unique<Hand>(rollout_));
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  const uint64_t seed = rng_.next(), all = playouts_ ? playouts_ : kMostPlayouts;
  // Playout k tries candidate k mod n with the dice of round k / n; sums are exact integers, so the order of threads does not matter.
  std::array<std::atomic<int64_t>, kCandidates> sum{};
  std::array<std::atomic<int>, kCandidates> count{};
  std::atomic<uint64_t> next{0};
  const auto work = [&](Hand& hand) {
    for (uint64_t k; (k = next++) < all;) {
      if (k >= tried.size() && (stop.stop_requested() || (!playouts_ && std::chrono::steady_clock::now() > deadline))) return;
      const std::size_t c = k % tried.size();
      sum[c] += int64_t(1e6 * play_on(game, hand, tried[c], seat, seed + k / tried.size()));
      ++count[c];
    }
  };
  {
    std::jthread second([&] { work(*hands_[1]); });
    work(*hands_[0]);
  }
  std::size_t best = 0;
  const auto mean = [&](std::size_t c) {
    return double(sum[c]) / std::max(1, count[c].load()) + 1e6 * 0.1 * std::tanh(tried[c].value / kDecisive);
  };
  for (std::size_t c = 1; c < tried.size(); ++c)
    if (mean(c) > mean(best)) best = c;
  return tried[best];
}

}  // namespace tambour
