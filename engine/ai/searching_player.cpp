// SPDX-License-Identifier: MIT
#include "ai/searching_player.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>
#include <semaphore>
#include <thread>

#include "ai/shared_dice.h"

namespace tambour {
namespace {

constexpr double kDoubt = 150;             // measured standard deviation of the planner's error in comparing two plans
constexpr double kSurprise = 100;          // deviation assumed while all playouts agree
constexpr double kSure = 1.6;              // a plan is beaten when it is this many standard deviations behind the best …
constexpr double kTrifle = 12;             // … or when it could be better by this at most
constexpr int kSome = 6;                   // playouts before a plan can be beaten
constexpr double kDecisive = 4000;         // gains and losses beyond this all count the same
constexpr double kHopeless = 600;          // plans this far behind by evaluation are not tried
constexpr double kInPassing = 0.5;         // weight of an answer inside a procedure; a decision at rest has 1
constexpr double kEnough = 256;            // playouts of a decision when playouts value no position (last act of a battle)
constexpr int kMost = 1024;                // playouts of one plan
constexpr uint64_t kActivation = 300'000;  // positions valued per activation
constexpr uint64_t kDecisions = 8;         // decisions the rest of an activation's budget must cover
constexpr int kNear = 7;                   // units farther than this from every plan are frozen in playouts
constexpr int kLongest = 600;              // acts and dice in one playout
constexpr std::chrono::milliseconds kPatience{2000};

// Orders are free while any are left: try which group gets one, not whether. Playouts of whole armies vary by thousands, an order is worth
// tens.
constexpr bool is_free(Verb v) { return v == Verb::Order; }
// Restacking is worth even less: try it only if the planner ranks it first.
constexpr bool is_trifle(Verb v) { return v == Verb::Restack; }

bool can_engage(const Game& game, const State& s, ActionSink& acts) {
  acts.clear();
  game.options(s, acts);
  return std::any_of(acts.begin(), acts.end(), [](const Action& a) { return engages(a.verb); });
}

}  // namespace

struct SearchingPlayer::PlayoutContext {
  explicit PlayoutContext(const Skill& skill) : players{{skill, 1}, {skill, 2}} {}
  PlanningPlayer players[2];
  State state;
};

struct SearchingPlayer::Trial {
  Candidate plan;
  bool holds = false;                // the unit stays, everything else goes on
  FixedVector<int16_t, kMost> each;  // results of its playouts
  struct Lead {
    double mean, deviation;
  };
  // By how much it is better. Both use the same dice, so the variance of their differences tells how far to trust the playouts; the
  // planner's estimate supplies the rest.
  Lead over(const Trial& t) const {
    double sum = 0, squares = kSurprise * kSurprise;
    const double n = std::max(1, each.size());
    for (int k = 0; k < each.size(); ++k) {
      const double d = each[k] - t.each[k];
      sum += d, squares += d * d;
    }
    const double error = (squares - sum * sum / n) / (n * n), trust = kDoubt * kDoubt / (kDoubt * kDoubt + error);
    return {trust * sum / n + (1 - trust) * (plan.value - t.plan.value), std::sqrt(trust * error)};
  }
};

// A second thread that runs its share of the playouts.
class SearchingPlayer::HelperThread {
 public:
  ~HelperThread() { work_ = nullptr, go_.release(), thread_.join(); }
  // Both threads do the same work, each with its own context; an exception of either is rethrown once both have ended.
  template <class Work>
  void share(Work& work) {
    what_ = &work, work_ = [](void* w) { (*static_cast<Work*>(w))(1); };
    go_.release();
    const std::exception_ptr mine = caught([&] { work(0); });
    done_.acquire();
    const std::exception_ptr theirs = std::exchange(broken_, nullptr);
    if (mine || theirs) std::rethrow_exception(mine ? mine : theirs);
  }

 private:
  template <class Work>
  static std::exception_ptr caught(Work work) try {
    work();
    return nullptr;
  } catch (...) {
    return std::current_exception();
  }
  std::binary_semaphore go_{0}, done_{0};
  std::exception_ptr broken_;
  void (*work_)(void*) = nullptr;  // null: quit
  void* what_ = nullptr;
  std::thread thread_{[this] {
    for (go_.acquire(); work_; go_.acquire()) broken_ = caught([this] { work_(what_); }), done_.release();
  }};
};

SearchingPlayer::SearchingPlayer(const Skill& skill, const Skill& rollout, const Search& search, uint64_t seed)
    : PlanningPlayer(skill, seed), rollout_(rollout), search_(search) {
  for (int i = 0; i < search.threads; ++i) contexts_.push_back(std::make_unique<PlayoutContext>(rollout_));
  if (contexts_.size() > 1) helper_ = std::make_unique<HelperThread>();
}
SearchingPlayer::~SearchingPlayer() = default;

uint64_t SearchingPlayer::positions() const {
  uint64_t sum = 0;
  for (const auto& context : contexts_) sum += context->players[0].nodes() + context->players[1].nodes();
  return sum;
}

// Plays the plan, then both sides as recruits until the enemy could reply and the seat may act again.
int64_t SearchingPlayer::play_on(const Game& game, PlayoutContext& context, const Trial& trial, Seat seat, uint64_t seed) const {
  const Candidate& plan = trial.plan;
  State& s = context.state;
  Rng rng(seed);
  copy(s, known_);
  game.resample(s, seat, rng);
  for (PlanningPlayer& p : context.players) p.forget(), p.leave_out(game, away_), p.reseed(rng.next());
  if (trial.holds) context.players[index(seat)].hold(game, plan.act.who);
  SharedDice dice(rng.next());
  ActionList<> acts;
  bool replied = false;
  for (int n = 0, done = trial.holds ? 0 : -1; n < kLongest && !s.over(); ++n) {
    if (s.seat == Seat::Chance) {
      const Action fallen = dice.roll(game, s, acts);
      if (fallen.verb == Verb::None) break;
      game.apply(s, fallen);
      continue;
    }
    const bool rest = game.decision(s).rest;
    if (replied && s.seat == seat && rest) break;
    if (s.seat != seat && rest) replied = replied || can_engage(game, s, acts);  // a reaction is no reply
    Action a = done < 0 ? plan.act : done < plan.then.size() ? plan.then[done] : Action{};
    if (s.seat == seat && done < plan.then.size() && !game.refuse(s, a)) {
      ++done;
    } else {
      if (s.seat == seat) done = plan.then.size();
      a = context.players[index(s.seat)].choose(game, s, s.seat, {});
    }
    if (a.verb == Verb::None) break;  // no legal act
    game.apply(s, a);
  }
  return int64_t(std::clamp(game.evaluate(s, seat) - base_, -kDecisive, kDecisive));
}

// The planner's best plans, and doing nothing: an immediate gain may be lost to the reply.
void SearchingPlayer::select(const Game& game, Seat seat) {
  base_ = game.evaluate(known_, seat);
  trials_.clear();
  const auto& ranked = planner_->rank(known_, seat);
  if (ranked.empty()) return trials_.push_back({});  // no legal act
  // Longer playouts mean fewer plans, so that each is tried at least twice. The budget of an activation must last to its attacks at the
  // end.
  const uint64_t length = positions() / (played_ + 1) + 1;
  if (std::exchange(activation_, planner_->activations()) != planner_->activations()) left_ = kActivation;
  nodes_each_ = std::min(search_.nodes, left_ / kDecisions);
  const uint64_t affordable = search_.nodes ? nodes_each_ / (2 * length) : uint64_t(search_.candidates);
  const int most = int(std::min<uint64_t>(affordable, uint64_t(search_.candidates)));
  const Action first = ranked.front().act;
  for (const Candidate& c : ranked) {
    // One unit at a time: compare moving it with holding it, all others playing the same.
    if (takes_in_hand(first.verb) && (!takes_in_hand(c.act.verb) || c.act.who != first.who)) continue;
    if ((is_free(first.verb) && is_refusal(c.act.verb)) || (is_trifle(c.act.verb) && c.act != first)) continue;
    const bool promising = int(trials_.size()) < most && c.value > ranked.front().value - kHopeless;
    if (!trials_.empty() && !promising && (most < 2 || !is_refusal(c.act.verb))) continue;
    trials_.push_back({c});
    trials_.back().plan.value -= base_;
  }
  const auto something_else = [&](const Candidate& c) { return !takes_in_hand(c.act.verb) || c.act.who != first.who; };
  if (takes_in_hand(first.verb) && most > 1 && std::any_of(ranked.begin(), ranked.end(), something_else))
    trials_.push_back({{first, 0, {}}, true});
}

// Units far from every candidate plan are frozen in playouts: they would act the same anyway, and playouts of large armies get shorter.
// Plans without a place (orders, the next marker) freeze nobody.
void SearchingPlayer::leave_out_far(const Game& game) {
  away_.assign(kUnitNumbers, false);
  if (trials_.size() < 2) return;
  game.summaries(known_, summaries_);
  FixedVector<HexId, 64> places;
  const auto add = [&](HexId h) {
    if (h < game.grid().size() && !places.full()) places.push_back(h);
  };
  for (const Trial& t : trials_) {
    if (is_refusal(t.plan.act.verb)) continue;
    const int before = places.size();
    if (summaries_.has(t.plan.act.who)) add(summaries_[t.plan.act.who].hex);
    HexId end = t.plan.act.hex;
    for (const Action& a : t.plan.then)
      if (a.verb == Verb::Move) end = a.hex;
    add(end);
    if (places.size() == before) return;
  }
  const auto far = [&](HexId at) {  // reinforcements may enter anywhere
    return at < game.grid().size() &&
           std::none_of(places.begin(), places.end(), [&](HexId h) { return game.grid().distance(h, at) <= kNear; });
  };
  for (std::size_t u = 0; u < summaries_.size() && !places.empty(); ++u) away_[u] = far(summaries_[u].hex);
}

// Plays every remaining plan once more with the same dice.
void SearchingPlayer::try_all(const Game& game, Seat seat) {
  const uint64_t seed = rng_.next();
  std::atomic<std::size_t> next{0};
  auto work = [&](std::size_t context) {
    for (std::size_t i; (i = next++) < trials_.size();)
      if (!trials_[i].each.full()) trials_[i].each.push_back(int16_t(play_on(game, *contexts_[context], trials_[i], seat, seed)));
  };
  if (helper_) helper_->share(work);
  else work(0);
  played_ += trials_.size();
}

// The best of the trials comes first.
void SearchingPlayer::find_best() {
  for (Trial& t : trials_)
    if (t.over(trials_.front()).mean > 0) std::swap(t, trials_.front());
}

// Drops plans that are clearly worse than the best, or could be better only by a trifle.
void SearchingPlayer::drop_beaten() {
  find_best();
  const Trial& best = trials_.front();
  if (best.each.size() < kSome) return;
  const auto is_beaten = [&](const Trial& t) {
    const Trial::Lead lead = best.over(t);
    return lead.mean + kTrifle > kSure * lead.deviation;
  };
  trials_.erase(std::remove_if(trials_.begin() + 1, trials_.end(), is_beaten), trials_.end());
}

// The better half of the trials stays.
void SearchingPlayer::halve() {
  find_best();
  const Trial& best = trials_.front();
  std::sort(trials_.begin() + 1, trials_.end(), [&](const Trial& a, const Trial& b) { return best.over(a).mean < best.over(b).mean; });
  trials_.resize((trials_.size() + 1) / 2);
}

// Skips units that are better held until one moves or none is left. A unit that does not react now may react later.
Candidate SearchingPlayer::decide(const Game& game, Seat seat, std::stop_token stop) {
  deadline_ = Clock::now() + kPatience;
  for (;;) {
    const Trial best = compare(game, seat, stop);
    if (best.holds) {
      planner_->hold(best.plan.act.who);
      continue;
    }
    if (!game.decision(known_).rest) planner_->release();
    return best.plan;
  }
}

// Sequential halving: each share of the budget drops the worse half. Playouts of an answer inside a procedure (a reaction, a retreat hex)
// start there.
SearchingPlayer::Trial SearchingPlayer::compare(const Game& game, Seat seat, std::stop_token stop) {
  select(game, seat);
  leave_out_far(game);
  const double share = game.decision(known_).rest ? 1 : kInPassing;
  const auto began = Clock::now();
  const auto allowed =
      std::max<Clock::duration>((deadline_ - began) * 3 / 5, std::chrono::milliseconds(1));  // leave time for the next unit
  const uint64_t before = positions(), played_before = played_;
  const auto spent = [&]() -> double {
    const auto played = double(played_ - played_before);
    if (trials_.front().each.full()) return 1;
    if (search_.nodes) return std::max(double(positions() - before) / (share * double(nodes_each_)), played / kEnough);
    if (search_.playouts) return played / (share * double(search_.playouts));
    return std::chrono::duration<double>(Clock::now() - began) / (share * allowed);
  };
  double rounds = 0, round = 0;
  for (std::size_t n = trials_.size(); n > 1; n = (n + 1) / 2) ++rounds;
  while (trials_.size() > 1 && !stop.stop_requested()) {
    ++round;
    do try_all(game, seat), drop_beaten();
    while (trials_.size() > 1 && spent() < round / rounds && !stop.stop_requested());
    halve();
  }
  left_ -= std::min(left_, positions() - before);
  return trials_.front();
}

}  // namespace tambour
