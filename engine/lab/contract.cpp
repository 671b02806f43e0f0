#include "lab/contract.h"

#include <algorithm>
#include <vector>

#include "lab/simulate.h"
#include "play/match.h"

namespace tambour {
namespace {

// A view as text, so that two can be compared and their first difference shown.
std::string text_of(const View& v) {
  std::string out =
      "turn " + std::to_string(v.turn) + "/" + std::to_string(v.turns) + " " + v.phase + " " + v.segment + " " + v.active + "\n";
  for (const CounterView& c : v.counters) {
    out += std::to_string(c.id) + " side " + std::to_string(int(c.side)) + " at " + std::to_string(c.hex) + " " + c.place + " facing " +
           std::to_string(c.facing) + " height " + std::to_string(c.height);
    for (const auto& [key, value] : c.values) out += " " + key + "=" + std::to_string(value);
    for (const std::string& m : c.marks) out += " " + m;
    out += "\n";
  }
  for (const std::string& m : v.cup) out += "cup " + m + "\n";
  for (const std::string& m : v.drawn) out += "drawn " + m + "\n";
  for (const auto& [key, value] : v.facts) out += key + " " + value + "\n";
  return out + "points " + std::to_string(v.points[0]) + " " + std::to_string(v.points[1]) + (v.over ? " over " : " ") +
         std::to_string(int(v.winner)) + v.verdict + "\n";
}

std::string first_difference(const std::string& a, const std::string& b) {
  const auto x = split(a, '\n'), y = split(b, '\n');
  for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
    const auto left = i < x.size() ? x[i] : "nothing", right = i < y.size() ? y[i] : "nothing";
    if (left != right) return "'" + std::string(left) + "' against '" + std::string(right) + "'";
  }
  return "nothing";
}

std::string rule(const Refusal& r) {
  const RuleRow* row = find_row(r.why);
  return row ? std::string(row->id) : "a rule without row";
}

// Equal for everything that can still happen: the face that fell is forgotten once the next question is open.
bool same_future(State a, State b) {
  a.answer = b.answer = {};
  return same(a, b);
}

class Inspector {
 public:
  Inspector(const Game& game, const State& start, int random_acts) : game_(game), start_(start), random_acts_(random_acts) {
    while (game_.unit(UnitId(units_)) != game_.unit(kNoUnit) && units_ < kMaxUnits) ++units_;
  }

  // "" or what is broken at this node, which `log` leads to.
  std::string look(const State& s, const State& before, const std::vector<LogEntry>& log, Rng& rng) {
    options_.clear();
    game_.options(s, options_);
    for (const auto check : {&Inspector::invariants, &Inspector::option_list, &Inspector::copies, &Inspector::chance})
      if (std::string no = (this->*check)(s); !no.empty()) return no;
    if (std::string no = replay(s, before, log); !no.empty()) return no;
    for (int i = 0; i < random_acts_; ++i)
      if (std::string no = random_act(s, rng); !no.empty()) return no;
    for (Seat seat : {Seat::First, Seat::Second})
      if (std::string no = secrets(s, seat, rng); !no.empty()) return no;
    return {};
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
    return options_.size() >= 2 || d.dice != Dice::None || d.always ? "" : std::string(d.question) + " is asked although there is nothing to choose";
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
    game_.apply(b, act);
    return same(a, b) ? "" : "a copy plays on differently after " + named(act);
  }

  // All faces of a die are there, and faces the question calls alike lead to the same future.
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

  uint8_t any_unit(Rng& rng) const { return rng.below(20) ? uint8_t(rng.below(uint32_t(std::max(units_, 1)))) : uint8_t(rng.next()); }

  // Any act that can be written, near an option or far from all; sometimes with operands no battle has.
  Action any_act(Rng& rng) const {
    Action a = rng.below(2) ? options_[int(rng.below(uint32_t(options_.size())))] : Action{Verb(1 + rng.below(uint32_t(Verb::kCount) - 1))};
    if (rng.below(4) == 0) a = Action{Verb(1 + rng.below(uint32_t(Verb::kCount) - 1)), a.arg, a.who, a.whom, a.hex, a.extra};
    Action out{a.verb};
    for (const char* k = info(a.verb).shape; *k; ++k) {
      const bool keep = rng.below(2);
      if (*k == 'u') out.who = keep ? a.who : any_unit(rng);
      else if (*k == 'w') out.whom = keep ? a.whom : any_unit(rng);
      else if (*k == 'h') out.hex = keep ? a.hex : rng.below(20) ? HexId(rng.below(uint32_t(game_.grid().size()))) : HexId(rng.next());
      else if (*k == 'x') out.extra = keep ? a.extra : uint16_t(rng.below(64));
      else out.arg = keep ? a.arg : rng.below(20) ? uint8_t(rng.below(12)) : uint8_t(rng.next());
    }
    return out;
  }

  std::string random_act(const State& s, Rng& rng) {
    const Action a = any_act(rng);
    const bool offered = std::binary_search(sorted_.begin(), sorted_.end(), a), refused = bool(game_.refuse(s, a));
    if (offered != refused) return {};
    return named(a) + (offered ? " is offered and refused" : " is not refused and not offered");
  }

  // What a seat sees and may do must not depend on what it cannot know.
  std::string secrets(const State& s, Seat seat, Rng& rng) {
    State guess = s;
    game_.resample(guess, seat, rng);
    const std::string seen = text_of(game_.observe(s, seat)), then = text_of(game_.observe(guess, seat));
    if (seen != then) return "the view of " + game_.side_name(seat) + " changes with the other's secrets: " + first_difference(seen, then);
    if (const std::string broken = game_.complaint(guess); !broken.empty()) return "after a redraw of secrets: " + broken;
    if (s.seat != seat) return {};
    ActionList<> list;
    game_.options(guess, list);
    if (!std::equal(list.begin(), list.end(), options_.begin(), options_.end()))
      return "what " + game_.side_name(seat) + " may do betrays a secret";
    return {};
  }

  const Game& game_;
  const State& start_;
  int random_acts_, units_ = 0;
  ActionList<> options_;
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

}  // namespace

ContractReport check_contract(const Game& game, const ContractOptions& options) {
  ContractReport out;
  State start;
  game.setup(start);
  Inspector inspector(game, start, options.random_acts);
  ActionList<> list;
  std::vector<LogEntry> log;
  uint64_t due = 0;  // acts until the next node that is looked at hard
  for (; out.games < options.games; ++out.games) {
    Rng rng(mix(options.seed) + out.games), look_rng(mix(~options.seed) + out.games);
    State s = start, before = start;
    log.clear();
    const auto broken = [&](const std::string& what) {
      out.broken = "game " + std::to_string(out.games) + " of seed " + std::to_string(options.seed) + " after " +
                   std::to_string(log.size()) + " acts" + (log.empty() ? "" : ", the last being '" + to_text(log.back().act, game) + "'") +
                   ": " + what;
      return out;
    };
    while (!s.over()) {
      list.clear();
      game.options(s, list);
      if (list.size() == 0) return broken("dead end at " + std::string(game.decision(s).question));
      if (log.size() > kEndless) return broken("the game does not end");
      if (due-- == 0) {
        if (const std::string no = inspector.look(s, before, log, look_rng); !no.empty()) return broken(no);
        ++out.nodes;
        const uint64_t mean = (out.acts + log.size()) / (out.games + 1) + 1;
        due = look_rng.below(uint32_t(std::max<uint64_t>(2 * mean * options.games / std::max<uint64_t>(options.checks, 1), 2)));
      }
      const Action a = list[int(rng.below(uint32_t(list.size())))];
      copy(before, s);
      log.push_back({s.seat, a});
      game.apply(s, a);
    }
    out.acts += log.size();
    if (const std::string no = after_game(game, s); !no.empty()) return broken(no);
  }
  return out;
}

}  // namespace tambour
