// SPDX-License-Identifier: MIT
#include "ai/planner.h"

#include <algorithm>

namespace tambour {

namespace {

constexpr int kRefined = 3;           // best ends of a move that are tried with other facings
constexpr int kWays = 2, kTurns = 5;  // paths into a hex, and turns in it, that are followed
constexpr int kOwed = 3;              // questions the end of a move may raise, e.g. which unit to give up in a crowded hex
constexpr double kEnough = 1;         // a gain smaller than this is not worth an act
constexpr double kExposed = 20;       // the price of a hex in which the enemy may fire at the mover or attack it
constexpr int kRemembered = 13;       // memo entries, as a power of two …
constexpr int kSmallMap = 300;        // … on maps of more hexes: with few counters an evaluation costs less than a lookup
constexpr double kUnseen = 1e9;       // gain of a unit not examined yet, above any real one

// Acts whose benefit shows too late for the evaluation.
double prior(Verb v) {
  if (v == Verb::Order || v == Verb::TestInitiative) return 25;
  if (v == Verb::Rally || v == Verb::Unlimber || v == Verb::ChooseMarker) return 5;
  if (v == Verb::Withdraw || v == Verb::DropReinforcement || v == Verb::Restack || v == Verb::Limber) return -25;
  if (v == Verb::Stop) return kEnough / 4;  // among equal ends prefer the facing of the march
  return 0;
}

}  // namespace

Planner::Planner(const Game& game, const Skill& skill)
    : game_(game), skill_(skill), memo_(game.grid().size() > kSmallMap ? kRemembered : 0), chain_(game), way_(std::size_t(skill.hexes)) {
  found_.reserve(2048);
  steps_.reserve(way_.size());
  visits_.resize(std::size_t(game.grid().size() + 1) * 2);
  idle_.resize(kUnitNumbers), offered_.resize(kUnitNumbers), held_.resize(kUnitNumbers), away_.resize(kUnitNumbers),
      seen_.resize(kUnitNumbers);
  gains_.assign(kUnitNumbers, kUnseen);
  skill_.ahead.valued = &nodes_;
  if (game.grid().size() > kSmallMap) skill_.ahead.memo = &memo_;
}

void Planner::forget() {
  std::fill(idle_.begin(), idle_.end(), false);
  std::fill(offered_.begin(), offered_.end(), false);
  std::fill(away_.begin(), away_.end(), false);
  release();
  std::fill(gains_.begin(), gains_.end(), kUnseen);
  begun_ = false;
}

const std::vector<Candidate>& Planner::rank(const State& state, Seat seat) {
  seat_ = seat;
  base_ = game_.evaluate(state, seat, skill_.ahead.detail);
  found_.clear();
  ActionList<> acts;
  game_.options(state, acts);
  const bool moving = std::any_of(acts.begin(), acts.end(), [](const Action& a) { return a.verb == Verb::Move; });
  const bool choosing = std::any_of(acts.begin(), acts.end(), [](const Action& a) { return takes_in_hand(a.verb); });
  if (moving && !choosing) consider_move(state, {}, false);
  else if (choosing) rank_movers(state, acts);
  else
    for (const Action& a : acts) consider(state, a);
  if (found_.empty() && acts.size()) found_.push_back({acts[0], base_, {}});
  // Not a stable sort: that allocates.
  std::sort(found_.begin(), found_.end(),
            [](const Candidate& a, const Candidate& b) { return a.value != b.value ? a.value > b.value : a.act < b.act; });
  return found_;
}

// A stack moves together if it can, and makes forced marches if it may.
bool Planner::superseded(const ActionSink& acts, Action a) const {
  if (skill_.movers != Movers::First || (a.verb != Verb::Select && a.verb != Verb::SelectStack)) return false;
  for (const Action& x : acts)
    if (x.who == a.who && x.verb > a.verb && takes_in_hand(x.verb)) return true;
  return false;
}

// Within an activation the choice only shrinks: a unit that was not offered before means another activation.
void Planner::forget_if_new(const ActionSink& acts) {
  const bool known = std::all_of(acts.begin(), acts.end(), [&](const Action& a) { return !takes_in_hand(a.verb) || offered_[a.who]; });
  if (!known) std::fill(idle_.begin(), idle_.end(), false), std::fill(gains_.begin(), gains_.end(), kUnseen);
  if (!known && begun_) release();
  activations_ += !known;
  begun_ = true;
  std::fill(offered_.begin(), offered_.end(), false);
  for (const Action& a : acts)
    if (takes_in_hand(a.verb)) offered_[a.who] = true;
}

// The gain of a unit's best move.
double Planner::gain(const State& state, Action act) {
  const std::size_t before = found_.size();
  copy(way_[0], state);
  game_.apply(way_[0], act);
  consider_move(way_[0], act, true);
  return found_.size() > before ? found_[before].value - base_ : -kUnseen;
}

void Planner::rank_movers(const State& state, const ActionSink& acts) {
  forget_if_new(acts);
  stay_ = left_alone(state, acts);
  for (const Action& a : acts)
    if (!takes_in_hand(a.verb)) consider(state, a);
  if (skill_.movers == Movers::Best) return rank_best(state, acts);
  const bool all = skill_.movers == Movers::All;
  for (const Action& a : acts) {
    if (!can_go(a) || (!all && idle_[a.who]) || superseded(acts, a)) continue;
    const bool gains = gain(state, a) > kEnough;
    if (!gains) idle_[a.who] = true;
    else if (!all) return;
  }
}

// A unit's gain changes little when another moves elsewhere. So examine units by last known gain and stop when none of the rest gained
// more than the best found. Before the choice ends, examine all once more.
void Planner::rank_best(const State& state, const ActionSink& acts) {
  std::fill(seen_.begin(), seen_.end(), false);
  for (double best = kEnough;;) {
    const Action* next = nullptr;
    for (const Action& a : acts)
      if (can_go(a) && !seen_[a.who] && (!next || gains_[a.who] > gains_[next->who])) next = &a;
    if (!next || (best > kEnough && gains_[next->who] <= best)) return;
    const UnitId who = next->who;
    seen_[who] = true, gains_[who] = -kUnseen;
    for (const Action& a : acts)
      if (takes_in_hand(a.verb) && a.who == who) gains_[who] = std::max(gains_[who], gain(state, a));
    best = std::max(best, gains_[who]);
  }
}

void Planner::consider(const State& state, Action act) {
  if (engages(act.verb) && away_[act.who]) return;
  if (is_refusal(act.verb) && game_.decision(state).rest) {
    found_.push_back({act, base_ + kEnough, {}});
    return;
  }
  if (attacks(act.verb)) return consider_attack(state, act);
  consider_plain(state, act);
}

void Planner::consider_plain(const State& state, Action act) {
  copy(next_, state);
  game_.apply(next_, act);
  const bool leads_on = attacks(act.verb) || game_.announced(state, act);                         // to a combat fought later
  if (next_.over() || (next_.seat <= Seat::Second && game_.decision(next_).rest && !leads_on)) {  // no dice, no answers
    found_.push_back({act, settled(next_) + prior(act.verb), {}});
    return;
  }
  const OddsOptions options{.nodes = skill_.nodes, .samples = skill_.samples, .ahead = skill_.ahead};
  found_.push_back({act, chain_.value(state, act, seat_, options) + prior(act.verb), {}});
}

// The attack alone, and with all others that can join against the same hex.
void Planner::consider_attack(const State& state, Action act) {
  consider_plain(state, act);
  if (!skill_.joint || act.verb != Verb::Shock) return;
  State at;
  copy(at, state);
  Candidate joint{act, 0, {}};
  ActionList<> acts;
  for (Action next = act;;) {
    acts.clear();
    game_.apply(at, next);
    if (at.over() || at.seat != seat_ || joint.then.full()) return;
    game_.options(at, acts);
    const Action* more =
        std::find_if(acts.begin(), acts.end(), [&](const Action& a) { return a.verb == act.verb && a.hex == act.hex && a.who > next.who; });
    if (more == acts.end()) return;
    const OddsOptions options{.nodes = skill_.nodes, .samples = skill_.samples, .ahead = skill_.ahead};
    next = *more;
    joint.then.push_back(next);
    joint.value = chain_.value(at, next, seat_, options);
    found_.push_back(joint);
  }
}

// A move is planned without enemy reactions; after a reaction the mover plans again. Hexes where the enemy can react are counted and
// priced.
int Planner::decline() {
  ActionList<> acts;
  int exposed = 0;
  while (!next_.over() && next_.seat == other(seat_) && !game_.decision(next_).rest) {
    acts.clear();
    game_.options(next_, acts);
    const Action* no = std::find_if(acts.begin(), acts.end(), [](const Action& a) { return is_refusal(a.verb); });
    if (no == acts.end()) return exposed;
    exposed += std::any_of(acts.begin(), acts.end(), [](const Action& a) { return fires(a.verb) || attacks(a.verb); });
    game_.apply(next_, *no);
  }
  return exposed;
}

double Planner::settled(State& s) {
  for (int answers = 0; answers < kOwed && !s.over() && s.seat == seat_ && !game_.decision(s).rest; ++answers) {
    const Action answer = policy_answer(game_, s, Policy::Best, skill_.ahead);
    if (answer.verb == Verb::None) break;  // no legal act
    game_.apply(s, answer);
  }
  return expected_value(game_, s, seat_, {1, skill_.ahead.detail, &nodes_, skill_.ahead.memo});
}

// The best ends, best first, one to a hex.
template <class Ends, class End>
void keep(const End& end, int most, Ends& ends) {
  int at = 0;
  while (at < ends.size() && ends[at].hex != end.hex) ++at;
  if (at == ends.size()) {
    if (at < most) ends.push_back(end);
    else if (end.value <= ends[--at].value) return;
  } else if (end.value <= ends[at].value) {
    return;
  }
  for (; at > 0 && ends[at - 1].value < end.value; --at) ends[at] = ends[at - 1];
  ends[at] = end;
}

// All hexes a unit in hand can reach, breadth first, and every way to end there; the best become candidates. `act` selected the unit;
// without it the unit is already moving, and each first step is a candidate of its own.
void Planner::consider_move(const State& first, Action act, bool started) {
  if (&first != &way_[0]) copy(way_[0], first);
  if (way_[0].over() || way_[0].seat != seat_) {
    found_.push_back({act, settled(way_[0]), {}});
    return;
  }
  may_stay_ = started && !enters(act.verb);
  if (may_stay_) game_.summaries(way_[0], summaries_), start_ = summaries_[act.who].hex;
  std::fill(visits_.begin(), visits_.end(), uint8_t(0));
  steps_.assign(1, {-1, kNoHex, {}});
  ends_.clear();
  for (std::size_t i = 0; i < steps_.size(); ++i) go_on(i);
  for (End& end : ends_) face_about(end);
  std::sort(ends_.begin(), ends_.end(), [](const End& a, const End& b) { return a.value != b.value ? a.value > b.value : a.hex < b.hex; });
  if (!started) prefer_to_stay();
  for (int i = 0; i < ends_.size() && i < skill_.ends; ++i) add_move(act, started, ends_[i]);
}

void Planner::step(std::size_t from, Action act) {
  copy(next_, way_[from]);
  game_.apply(next_, act);
  exposed_ = steps_[from].exposed + decline();
}

bool Planner::is_under_way() const { return !next_.over() && next_.seat == seat_ && next_.question == way_[0].question; }

// Ends the move in next_, if that is legal.
bool Planner::halt() {
  ActionList<> acts;
  game_.options(next_, acts);
  const Action* stop = std::find_if(acts.begin(), acts.end(), [](const Action& a) { return is_moving(a.verb) && is_refusal(a.verb); });
  if (stop == acts.end()) return false;
  game_.apply(next_, *stop);
  exposed_ += decline();
  return true;
}

// A unit that would end where it began, with no better facing, is not selected.
bool Planner::is_no_move(HexId end, double value) const {
  return may_stay_ && (end == kNoHex || end == start_) && value <= stay_ + kEnough;
}

// When the last unit stays, the activation ends as with "done"; what follows is no gain of its move.
double Planner::left_alone(const State& state, const ActionSink& acts) {
  const Action* done = std::find_if(acts.begin(), acts.end(), [](const Action& a) { return is_refusal(a.verb); });
  if (done == acts.end()) return base_;
  copy(next_, state);
  game_.apply(next_, *done);
  return std::max(base_, settled(next_));
}

// A unit that can stop at once (a commander, a unit on the move) moves on only for a gain.
void Planner::prefer_to_stay() {
  const auto is_stop = [](const End& end) { return end.step == 0 && end.hex == kNoHex; };
  const auto stop = std::find_if(ends_.begin(), ends_.end(), is_stop);
  if (stop == ends_.end()) return;
  const End here = *stop;
  FixedVector<End, kMostEnds> better;
  for (const End& end : ends_)
    if (end.value > here.value + kEnough) better.push_back(end);
  if (!better.full()) better.push_back(here);
  ends_ = better;
}

// One step in every direction, and an end here. Place matters more than facing, so only the best facing of the previous hex is tried.
void Planner::go_on(std::size_t i) {
  ActionList<> acts;
  game_.options(way_[i], acts);
  const uint8_t usual = steps_[i].facing;
  const bool can = std::any_of(acts.begin(), acts.end(), [&](const Action& a) { return a.verb == Verb::Halt && a.arg == usual; });
  if (!can) steps_[i].facing = kNoFacing;
  uint8_t facing = usual;  // for the hexes beyond
  double best = -kUnseen;
  const std::size_t before = steps_.size();
  for (const Action& a : acts) {
    if (a.verb == Verb::Halt && can && a.arg != usual) continue;
    step(i, a);
    bool under_way = is_under_way();
    if (under_way && reshapes(a.verb) &&
        steps_[i].hex != kNoHex) {  // a move ends with a change of formation; steps after it are not examined
      if (!halt()) continue;
      under_way = false;
    }
    const HexId hex = a.verb == Verb::Move ? a.hex : steps_[i].hex;
    const std::size_t here = std::min<std::size_t>(hex, visits_.size() / 2 - 1) + (a.verb == Verb::Move ? 0 : visits_.size() / 2);
    if (under_way && visits_[here]++ < (a.verb == Verb::Move ? kWays : kTurns) && steps_.size() < way_.size()) {
      copy(way_[steps_.size()], next_);
      steps_.push_back({int(i), hex, a, kNoFacing, exposed_});
    }
    if (under_way) continue;
    const End end{settled(next_) + prior(a.verb) - kExposed * exposed_, int(i), hex, a};
    if (a.verb == Verb::Halt && end.value > best) best = end.value, facing = a.arg;
    if (!is_no_move(hex, end.value)) keep(end, std::max(skill_.ends, kRefined), ends_);
  }
  for (std::size_t n = before; n < steps_.size(); ++n) steps_[n].facing = facing;
}

// Tries the other facings at an end.
void Planner::face_about(End& end) {
  const uint8_t usual = steps_[std::size_t(end.step)].facing;
  if (usual == kNoFacing || end.act.verb != Verb::Halt) return;
  ActionList<> acts;
  game_.options(way_[std::size_t(end.step)], acts);
  for (const Action& a : acts) {
    if (a.verb != Verb::Halt || a.arg == usual) continue;
    step(std::size_t(end.step), a);
    const double value = settled(next_) + prior(a.verb) - kExposed * exposed_;
    if (value > end.value) end.value = value, end.act = a;
  }
}

void Planner::add_move(Action act, bool started, const End& end) {
  FixedVector<Action, Candidate::kMost> back;
  back.push_back(end.act);
  for (int i = end.step; i > 0 && !back.full(); i = steps_[std::size_t(i)].parent) back.push_back(steps_[std::size_t(i)].act);
  Candidate c{act, end.value, {}};
  if (!started) c.act = back.back(), back.pop_back();
  while (!back.empty()) c.then.push_back(back.back()), back.pop_back();
  found_.push_back(c);
}

}  // namespace tambour
