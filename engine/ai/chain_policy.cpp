// SPDX-License-Identifier: MIT
#include "ai/chain_policy.h"

#include <algorithm>

#include "ai/verbs.h"

namespace tambour {
namespace {

bool gathers(Verb v) { return is(v, VerbKind::Gathers); }
bool moves(Verb v) { return is_moving(v) || v == Verb::Face; }

}  // namespace

void ChainPolicy::set(const State& before, Action act, const OddsOptions& options) {
  options_ = options, seat_ = striker_ = before.seat, attacker_ = act.who, target_ = act.hex;
  attack_ = announces(act.verb) || gathers(act.verb);
  rides_ = announces(act.verb) && act.hex == kNoHex;
  first_ = announces(act.verb) ? Stage::Declared : Stage::Fought;
  const Announced answered = game_.announced(before, act);
  if (answered) attack_ = true, first_ = Stage::Declared, attacker_ = answered.attacker, target_ = answered.target;
  if (first_ == Stage::Declared)
    game_.summaries(before, summaries_), from_ = summaries_[attacker_].hex, striker_ = summaries_[attacker_].side;
  // A chain ends with the segment that asks for combats. Announced charges are fought in a later segment, and a unit's move is one of many
  // procedures of its segment: for these the calling frame decides. An answer to an attack is given deep inside the enemy's move,
  // which ends before the combat.
  const bool within = announces(act.verb) || moves(act.verb), known = game_.decision(before).rest || attack_ || act.verb == Verb::Resolve;
  keep_ = known && !answered ? before.depth - (within ? 1 : 0) : 0;
  // An answer that is an attack of its own takes the place of the enemy's move, or the move goes on: the chain belongs to what called it.
  reacts_ = answered && answered.attacker == act.who && before.depth > 2;
  if (reacts_) keep_ = before.depth - 2, moving_ = before.stack[keep_].ops;
  last_ = keep_ > 0 ? before.stack[keep_ - 1].ops : nullptr;
}

// The attack did not come about, and the mover is asked for his next step.
bool ChainPolicy::goes_on(const State& s) const {
  return reacts_ && s.seat == other(seat_) && s.depth == keep_ + 1 && s.stack[keep_].ops == moving_;
}

bool ChainPolicy::ended(const State& s) const {
  return left(s) || goes_on(s) || s.dice == Dice::Draw || (s.seat <= Seat::Second && game_.decision(s).rest);
}

Action ChainPolicy::answer(const State& s, State& after) const {
  Action resolve;
  if (!attack_ || !offers_combat(s, resolve))
    return policy_answer(game_, s, s.seat == seat_ ? options_.mine : options_.theirs, options_.ahead, this, after);
  copy(after, s);
  game_.apply(after, resolve);
  return resolve;
}

bool ChainPolicy::onward(State& s, Stage& stage, Way& way) const {
  if (stage >= Stage::Fought || (stage == Stage::Declared && !still_attacks(s))) return false;
  State ahead;
  copy(ahead, s);
  for (way.clear(); !way.full();) {
    if (left(ahead) || ahead.seat != striker_) return false;
    Action act;
    const bool resolves = offers_combat(ahead, act);
    if (!resolves && (stage == Stage::UnderWay || !offers_step(ahead, act))) return false;
    game_.apply(ahead, act);
    way.push_back(act);
    if (!resolves && ended(ahead)) continue;
    copy(s, ahead);
    stage = resolves ? Stage::Fought : Stage::UnderWay;
    return true;
  }
  return false;
}

// Is the attacker still attacking, neither recalled nor driven off? Before it starts it may be farther away. Otherwise the next combat
// belongs to another attack.
bool ChainPolicy::still_attacks(const State& s) const {
  game_.summaries(s, summaries_);
  const UnitSummary& me = summaries_[attacker_];
  if (me.condition > Condition::Disordered) return false;
  if (rides_) return true;
  if (me.hex != from_ && game_.grid().distance(me.hex, target_) != 1) return false;
  return std::any_of(summaries_.begin(), summaries_.end(), [&](const UnitSummary& b) {
    return b.hex == target_ && b.side == other(me.side) && b.condition <= Condition::Routed;
  });
}

bool ChainPolicy::offers_combat(const State& s, Action& resolve) const {
  if (s.over() || s.seat != striker_) return false;
  ActionList<> acts;
  game_.options(s, acts);
  const auto calls = [&](const Action& a) {
    if (a.verb == Verb::Resolve) return target_ == kNoHex || a.hex == target_;
    return a.verb == Verb::Choose && rides_ && a.who == attacker_;  // one charge of several
  };
  const Action* it = std::find_if(acts.begin(), acts.end(), calls);
  if (it == acts.end()) return false;
  return resolve = *it, true;
}

// "Done", or the attack that must be declared first: the refusal names its hex.
bool ChainPolicy::offers_step(const State& s, Action& step) const {
  step = {Verb::Done};
  const Refusal no = game_.refuse(s, step);
  if (!no) return true;
  if (no.hex == kNoHex) return false;
  ActionList<> acts;
  game_.options(s, acts);
  bool found = false;
  for (const Action& a : acts) {
    if (a.hex != no.hex || !announces(a.verb) || (found && a.who != no.unit)) continue;
    step = a, found = true;
  }
  return found;
}

}  // namespace tambour
