// SPDX-License-Identifier: MIT
#include "server/standing_orders.h"

#include <algorithm>
#include <cstring>

#include "ai/odds.h"

namespace tambour::server {

namespace {

constexpr std::size_t kMostInARow = 16;

// The prompt of a question by name.
std::string prompt_of(const Game& game, const State& state, const std::string& question) {
  if (!state.over() && question == game.decision(state).question) return game.decision(state).prompt;
  for (const ListedQuestion* q : questions(game.book()))
    if (question == q->name) return q->prompt;
  return question;
}

}  // namespace

Answers answers_to(const Game& game, const State& state) {
  Answers out;
  ActionList<> acts;
  game.options(state, acts);
  int others = 0;
  for (const Action& a : acts) {
    if (is(a.verb, VerbKind::Declines)) out.decline = a;
    else out.accept = ++others == 1 ? std::optional(a) : std::nullopt;
  }
  if (!out.decline) out.accept.reset();
  return out;
}

namespace {

constexpr int kWholeShare = 100;

const CounterView* counter(const View& view, UnitId unit) {
  for (const CounterView& c : view.counters)
    if (c.id == unit) return &c;
  return nullptr;
}

UnitId who_answers(const Game& game, const State& state, Action act) { return act.who != kNoUnit ? act.who : game.about(state); }

bool declines(Action act) { return act.verb == Verb::No || act.verb == Verb::Pass; }

// Is an enemy adjacent to the unit that would answer, or has one announced an attack?
bool is_charged(const Game& game, const State& state, Action act, UnitId mover, const View& now) {
  if (game.announced(state, act)) return true;
  const CounterView *enemy = counter(now, mover), *own = counter(now, who_answers(game, state, act));
  return enemy && own && enemy->hex != kNoHex && own->hex != kNoHex && game.grid().distance(enemy->hex, own->hex) <= 1;
}

// Is enemy cavalry within this distance of the unit that would answer, or of any own unit if the question names none?
bool cavalry_near(const Game& game, const State& state, Action act, int hexes, const View& now) {
  const UnitId who = who_answers(game, state, act);
  const CounterView* named = counter(now, who);
  const bool all = !named || named->side != state.seat;
  for (const CounterView& horse : now.counters) {
    if (horse.side != other(state.seat) || horse.hex == kNoHex || game.kind(horse.id).arm != CounterKind::Cavalry) continue;
    for (const CounterView& own : now.counters)
      if (own.side == state.seat && own.hex != kNoHex && (all || own.id == who) && game.grid().distance(horse.hex, own.hex) <= hexes)
        return true;
  }
  return false;
}

// The greatest chance of any enemy unit to be worse off, in per cent.
int chance_to_harm(const Game& game, const State& state, Action act, const View& now) {
  const Odds found = odds(game, state, act, {.eyes = state.seat, .nodes = 4'000, .samples = 400});
  double most = 0;
  for (const UnitOdds& u : found.units)
    if (const CounterView* c = counter(now, u.unit); c && c->side == other(state.seat)) most = std::max(most, 1 - u.fate[int(u.before)]);
  return int(most * kWholeShare + 0.5);
}

}  // namespace

bool StandingOrders::note(const std::string& text, const Game& game, const State& state) {
  const auto parts = words(text);
  if (parts.size() < 3) return false;
  const std::string question(parts[0]), stance(parts[1]), until(parts[2]);
  if (until != "activation" && until != "turn" && until != "game") return false;
  if (stance != "decline" && stance != "accept" && stance != "ask") return false;
  const View now = game.observe(state, Seat::Nobody);
  Order order{stance, until, now.turn, now.active, "", "", 0, false, 0};
  for (std::size_t i = 3; i < parts.size(); ++i) {
    const bool valued = i + 1 < parts.size();
    if (parts[i] == "charged") order.charged = true;
    else if (parts[i] == "unit" && valued && game.find_unit(parts[i + 1])) order.unit = parts[++i];
    else if (parts[i] == "odds" && valued && to_int(parts[i + 1])) order.odds = *to_int(parts[++i]);
    else if (parts[i] == "cavalry" && valued && to_int(parts[i + 1])) order.cavalry = *to_int(parts[++i]);
    else return false;
  }
  const std::string key = order.unit.empty() ? question : question + " " + order.unit;
  orders_.erase(key);
  if (stance == "ask") return true;
  order.prompt = prompt_of(game, state, question);
  orders_[key] = std::move(order);
  return true;
}

void StandingOrders::pass_on(const Game& game, const State& state, UnitId mover) {
  const View now = game.observe(state, Seat::Nobody);
  const std::string question = game.decision(state).question;
  if (!passed(question, now)) passed_ = Passed{question, now.turn, now.active, kNoUnit, {}};
  passed_->mover = mover;
  ActionList<> acts;
  game.options(state, acts);
  for (const Action& act : acts)
    if (!declines(act)) passed_->units[who_answers(game, state, act)] |= is_charged(game, state, act, mover, now);
}

bool StandingOrders::holds(const Order& order, const View& now) {
  if (order.until == "game") return true;
  return order.turn == now.turn && (order.until == "turn" || order.active == now.active);
}

const StandingOrders::Order* StandingOrders::find(const std::string& key, const View& now) const {
  const auto at = orders_.find(key);
  return at != orders_.end() && holds(at->second, now) ? &at->second : nullptr;
}

bool StandingOrders::passed(const std::string& question, const View& now) const {
  return passed_ && passed_->question == question && passed_->turn == now.turn && passed_->active == now.active;
}

bool StandingOrders::passes(const Game& game, const State& state, UnitId mover, const View& now) const {
  if (!passed(game.decision(state).question, now)) return false;
  ActionList<> acts;
  game.options(state, acts);
  return std::all_of(acts.begin(), acts.end(), [&](const Action& act) {
    if (declines(act)) return true;
    const auto at = passed_->units.find(who_answers(game, state, act));
    const bool known = at != passed_->units.end(), asked_near = known && at->second;
    return asked_near || ((known || passed_->mover == mover) && !is_charged(game, state, act, mover, now));
  });
}

bool StandingOrders::concern(const Game& game, const State& state, UnitId mover) const {
  if ((orders_.empty() && !passed_) || state.over()) return false;
  const std::string question = game.decision(state).question;
  const View now = game.observe(state, Seat::Nobody);
  if (find(question, now) || passes(game, state, mover, now)) return true;
  const auto unit = orders_.lower_bound(question + " ");
  return unit != orders_.end() && unit->first.starts_with(question + " ");
}

std::optional<Action> StandingOrders::answer(const Game& game, const State& state, UnitId mover, Weigh weigh) const {
  if (!concern(game, state, mover)) return std::nullopt;
  const std::string question = game.decision(state).question;
  const View now = game.observe(state, Seat::Nobody);
  const Answers answers = answers_to(game, state);
  const Order* order = find(question, now);
  if (passes(game, state, mover, now)) return answers.decline;
  if (order && order->stance == "accept") return answers.accept;
  if (!answers.decline) return std::nullopt;
  ActionList<> acts;
  game.options(state, acts);
  bool any = false;
  for (const Action& act : acts) {
    if (declines(act)) continue;
    const UnitId who = who_answers(game, state, act);
    if (who != kNoUnit && find(question + " " + game.unit(who), now)) continue;
    any = true;
    if (!order) return std::nullopt;
    if (order->charged && is_charged(game, state, act, mover, now)) return std::nullopt;
    if (order->cavalry && cavalry_near(game, state, act, order->cavalry, now)) return std::nullopt;
    if (order->odds && weigh == Weigh::Odds && chance_to_harm(game, state, act, now) >= order->odds) return std::nullopt;
  }
  return order || !any ? answers.decline : std::nullopt;
}

json StandingOrders::list(const Game& game, const State& state) const {
  json out = json::object();
  if (orders_.empty()) return out;
  const View now = game.observe(state, Seat::Nobody);
  for (const auto& [key, order] : orders_) {
    if (!holds(order, now)) continue;
    json& told = out[key] = {{"stance", order.stance}, {"until", order.until}, {"prompt", order.prompt}};
    if (!order.unit.empty()) told["unit"] = order.unit;
    if (order.odds) told["odds"] = order.odds;
    if (order.charged) told["charged"] = true;
    if (order.cavalry) told["cavalry"] = order.cavalry;
  }
  return out;
}

std::vector<State> questions_in_a_row(const Game& game, const State& known) {
  std::vector<State> out;
  State state = known;
  const std::string question = game.decision(known).question;
  while (out.size() < kMostInARow && !state.over() && state.seat == known.seat && question == game.decision(state).question) {
    const auto decline = answers_to(game, state).decline;
    if (!decline) break;
    out.push_back(state);
    game.apply(state, *decline);
  }
  return out;
}

std::vector<const ListedQuestion*> questions_to_decline(const Game& game) {
  auto all = questions(game.book());
  std::erase_if(all, [](const ListedQuestion* q) {
    return std::none_of(q->verbs.begin(), q->verbs.end(), [](Verb v) { return v == Verb::No || v == Verb::Pass; });
  });
  return all;
}

bool same_question(const State& a, const State& b) {
  return a.question == b.question && std::memcmp(a.asked, b.asked, sizeof a.asked) == 0;
}

}  // namespace tambour::server
