// SPDX-License-Identifier: MIT
#include "lab/contract.h"

#include <algorithm>
#include <vector>

#include "lab/queries.h"
#include "lab/secrecy.h"
#include "lab/simulate.h"
#include "play/match.h"

namespace tambour {
namespace {

std::string rule(const Refusal& r) {
  const RuleRow* row = find_row(r.why);
  return row ? std::string(row->id) : "a rule without row";
}

// Equal as far as the future goes: the last face no longer matters once the next question is open.
bool same_future(State a, State b) {
  a.answer = b.answer = {};
  return same(a, b);
}

class Inspector {
 public:
  Inspector(const Game& game, const State& start, const ContractOptions& options) : game_(game), start_(start), wanted_(options) {}

  // The breach at this node, which `log` leads to, or "".
  std::string look(const State& s, const State& before, const std::vector<LogEntry>& log, Rng& rng) {
    options_.clear();
    game_.options(s, options_);
    for (const auto check : {&Inspector::invariants, &Inspector::option_list, &Inspector::copies, &Inspector::chance})
      if (std::string no = (this->*check)(s); !no.empty()) return no;
    if (std::string no = replay(s, before, log); !no.empty()) return no;
    for (int i = 0; i < wanted_.random_acts; ++i)
      if (std::string no = random_act(s, rng); !no.empty()) return no;
    for (Seat seat : {Seat::First, Seat::Second})
      if (std::string no = secrets(s, seat, rng); !no.empty()) return no;
    return check_queries(game_, s, wanted_.pairs_at_nodes, rng);
  }

 private:
  std::string named(Action a) const { return "'" + to_text(a, game_) + "'"; }

  std::string invariants(const State& s) {
    if (const std::string broken = game_.complaint(s); !broken.empty()) return broken;
    const Decision d = game_.decision(s);
    if (d.seat == Seat::Nobody || !*d.question || !*d.prompt) return "a question is open but nobody is asked, or it has no words";
    if ((d.seat == Seat::Chance) != (d.dice != Dice::None)) return std::string(d.question) + " mixes up dice and players";
    if (game_.outcome(s).over) return "the outcome says over while a question is open";
    int sum = 0;
    for (const auto& [part, value] : game_.weigh(s, Seat::First)) sum += value;
    if (sum != game_.evaluate(s, Seat::First)) return "the parts of the evaluation do not add up to it";
    return options_.size() >= 2 || d.dice != Dice::None || d.always
               ? ""
               : std::string(d.question) + " is asked although there is nothing to choose";
  }

  std::string option_list(const State& s) {
    std::vector<Action> sorted(options_.begin(), options_.end());
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
      return named(*twice) + " is offered twice";
    for (const Action& a : options_) {
      if (const Refusal no = game_.refuse(s, a)) return named(a) + " is offered and refused by " + rule(no);
      std::string why;
      const auto back = parse_action(to_text(a, game_), game_, why);
      if (!back || *back != a) return named(a) + " does not survive its text form: " + why;
      const Ledger ledger = game_.ledger(s, a);
      int sum = 0;
      for (const LedgerLine& l : ledger.lines) sum += l.kind == LedgerLine::Step ? l.value : 0;
      if (sum != ledger.total) return "the ledger of " + named(a) + " does not add up";
    }
    sorted_ = std::move(sorted);
    return {};
  }

  std::string copies(const State& s) {
    State a, b = s;
    copy(a, s);
    if (!same(a, s) || hash(a) != hash(s) || position_hash(a) != position_hash(s)) return "a copy differs from its original";
    const Action act = options_[options_.size() / 2];
    game_.apply(a, act);
    game_.apply(b, act, nullptr, &left_);
    if (!same(a, b)) return "a copy plays on differently after " + named(act);
    after_.clear();
    game_.options(b, after_);
    const bool alike = std::equal(left_.begin(), left_.end(), after_.begin(), after_.end());
    return alike ? "" : "the list left behind by " + named(act) + " is not what may be answered next";
  }

  // All faces of a die are listed, and faces declared alike by `breaks` lead to the same future.
  std::string chance(const State& s) {
    const int n = faces(s.dice);
    if (!n) return {};
    if (options_.size() != n) return "a die offers " + std::to_string(options_.size()) + " faces, not " + std::to_string(n);
    for (int i = 1; i < n; ++i) {
      if (breaks_at(s, i)) continue;
      State low = s, high = s;
      game_.apply(low, options_[i - 1]);
      game_.apply(high, options_[i]);
      if (!same_future(low, high))
        return "faces " + std::to_string(options_[i - 1].arg) + " and " + std::to_string(options_[i].arg) +
               " are called alike and lead apart";
    }
    return {};
  }

  std::string replay(const State& s, const State& before, const std::vector<LogEntry>& log) {
    Match match(game_, start_);
    for (const LogEntry& e : log)
      if (const Refusal no = match.play(e.act)) return "replay stops at " + named(e.act) + ", refused by " + rule(no);
    if (!same(match.state(), s)) return "replay from the log gives another state";
    if (log.empty()) return {};
    const LogEntry last = log.back();
    const bool expected = last.seat <= Seat::Second && before.reveals == s.reveals;
    if (match.can_undo(last.seat) != expected) return "undo of " + named(last.act) + " is wrongly " + (expected ? "refused" : "allowed");
    if (match.can_undo(other(last.seat))) return "a seat may take back the act of another";
    if (!expected) return {};
    if (!match.undo(last.seat) || !same(match.state(), before)) return "undo of " + named(last.act) + " does not lead back";
    match.play(last.act);
    return same(match.state(), s) ? "" : named(last.act) + " done again leads elsewhere";
  }

  std::string random_act(const State& s, Rng& rng) {
    const Action a = any_act(game_, options_, rng);
    const bool offered = std::binary_search(sorted_.begin(), sorted_.end(), a), refused = bool(game_.refuse(s, a));
    if (offered != refused) return {};
    return named(a) + (offered ? " is offered and refused" : " is not refused and not offered");
  }

  // What a seat sees and may do must not depend on hidden information.
  std::string secrets(const State& s, Seat seat, Rng& rng) {
    State twin = s;
    game_.resample(twin, seat, rng);
    if (const std::string broken = game_.complaint(twin); !broken.empty()) return "after a redraw of secrets: " + broken;
    if (std::string no = check_secrecy(game_, s, twin, seat, rng); !no.empty()) return no;
    if (minds_asked_ >= wanted_.minds || s.seat != seat) return {};
    ++minds_asked_;
    return check_minds(game_, s, twin, seat, rng);
  }

  const Game& game_;
  const State& start_;
  const ContractOptions& wanted_;
  int minds_asked_ = 0;
  ActionList<> options_, left_, after_;
  std::vector<Action> sorted_;
};

std::string after_game(const Game& game, const State& s) {
  if (const std::string broken = game.complaint(s); !broken.empty()) return broken;
  const Outcome o = game.outcome(s);
  if (!o.over) return "no question is open and the outcome is not over";
  const View v = game.observe(s, Seat::Nobody);
  if (!v.over || v.winner != o.winner) return "view and outcome name different winners";
  return game.decision(s).seat == Seat::Nobody ? "" : "the game is over and somebody is asked";
}

// One suite of random games.
class Suite {
 public:
  Suite(const Game& game, const State& start, const ContractOptions& options)
      : game_(game), start_(start), options_(options), inspector_(game, start, options) {}

  ContractReport run() {
    Rng rng(mix(options_.seed));
    s_ = start_;
    guarded([&] { return check_queries(game_, start_, options_.pairs, rng); });
    for (; out_.broken.empty() && out_.games < options_.games; ++out_.games) {
      guarded([&] { return play(); });
      out_.acts += log_.size();
    }
    return out_;
  }

 private:
  // A Fault in a rule counts as a breach.
  template <class Check>
  void guarded(Check check) {
    std::string what;
    try {
      what = check();
    } catch (const Fault& f) {
      what = std::string("a fault: ") + f.what();
    }
    if (what.empty()) return;
    out_.broken = "game " + std::to_string(out_.games) + " of seed " + std::to_string(options_.seed) + " after " +
                  std::to_string(log_.size()) + " acts" +
                  (log_.empty() ? "" : ", the last being '" + to_text(log_.back().act, game_) + "'") + ": " + what;
  }

  std::string play() {
    Rng rng(mix(options_.seed) + out_.games), look_rng(mix(~options_.seed) + out_.games);
    State before = start_;
    s_ = start_;
    log_.clear();
    list_.clear();
    game_.options(s_, list_);
    while (!s_.over()) {
      if (list_.size() == 0) return "dead end at " + std::string(game_.decision(s_).question);
      if (log_.size() > kEndless) return "the game does not end";
      if (due_-- == 0) {
        if (std::string no = inspector_.look(s_, before, log_, look_rng); !no.empty()) return no;
        ++out_.nodes;
        const uint64_t mean = (out_.acts + log_.size()) / (out_.games + 1) + 1;
        due_ = look_rng.below(uint32_t(std::max<uint64_t>(2 * mean * options_.games / std::max<uint64_t>(options_.checks, 1), 2)));
      }
      const Action a = list_[int(rng.below(uint32_t(list_.size())))];
      copy(before, s_);
      log_.push_back({s_.seat, a});
      game_.apply(s_, a, nullptr, &list_);
    }
    return after_game(game_, s_);
  }

  const Game& game_;
  const State& start_;
  const ContractOptions& options_;
  Inspector inspector_;
  ContractReport out_;
  ActionList<> list_;
  std::vector<LogEntry> log_;
  State s_;
  uint64_t due_ = 0;  // acts until the next node to check thoroughly
};

}  // namespace

ContractReport check_contract(const Game& game, const ContractOptions& options) {
  State start;
  game.setup(start);
  return check_contract(game, start, options);
}

ContractReport check_contract(const Game& game, const State& start, const ContractOptions& options) {
  return Suite(game, start, options).run();
}

}  // namespace tambour
