// SPDX-License-Identifier: MIT
// The contract between a rule system and everything that plays, shows or studies it.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kit/rng.h"
#include "kit/text.h"
#include "play/frame.h"
#include "play/view.h"

namespace tambour {

struct Decision {
  Seat seat = Seat::Nobody;
  Dice dice = Dice::None;
  const char* question = "";  // "ChooseMover"
  const char* prompt = "";    // one sentence for the player
  bool rest = false;          // nothing is under way: a chain of acts and dice ends here
  bool always = false;        // asked even where one act is left
};

struct Outcome {
  bool over = false;
  Seat winner = Seat::Nobody;  // Nobody with over: a draw
  int points[2] = {0, 0};
};

// How much an evaluation takes into account. Quick gives terrain control little weight and ignores facings far from the enemy; Full uses
// everything a book knows.
enum class Detail : uint8_t { Quick, Full };

// One line of a free position: "set b1 disordered", "active B1", "segment move". Each book documents its own. Never empty: the
// readers of files refuse a line without words.
struct Statement {
  std::vector<std::string> words;
  int line = 0;
};

// Legal acts and their effects.
class Rules {
 public:
  virtual ~Rules() = default;
  virtual void setup(State&) const = 0;
  // Lays out a free position and starts play inside it; Trouble names the statement that is wrong.
  virtual Trouble arrange(State&, std::span<const Statement>) const = 0;

  virtual Decision decision(const State&) const = 0;
  virtual void options(const State&, ActionSink&) const = 0;  // Chance's too: faces, or markers to draw
  virtual Refusal refuse(const State&, Action) const = 0;     // false: the act is legal
  virtual Ledger ledger(const State&, Action) const = 0;
  // The act must be legal. A Fault leaves the state in the middle of the act; callers that want to go on apply to a copy, as Match does.
  // If `next` is given it receives the options of the new state, which saves listing them a second time; it must have room for two
  // acts.
  virtual void apply(State&, Action, EventSink* = nullptr, ActionSink* next = nullptr) const = 0;
  virtual UnitId about(const State&) const { return kNoUnit; }                 // the unit that must answer, where the acts do not name it
  virtual Announced announced(const State&, Action) const { return {}; }       // the attack, still to be fought, that the act answers
  virtual std::optional<Due> due(const State&) const { return std::nullopt; }  // what the next die roll decides; nothing if none is due
  virtual Citation when(const State&) const { return {}; }                     // the rule behind the open question; none at a die
  virtual void resample(State&, Seat, Rng&) const = 0;                         // redraws what this seat cannot know
  virtual Outcome outcome(const State&) const = 0;
  virtual std::string complaint(const State&) const = 0;  // a broken invariant, or ""
};

// What can be seen and asked of the board.
class BoardQueries {
 public:
  virtual ~BoardQueries() = default;
  virtual View observe(const State&, Seat) const = 0;  // Seat::Nobody sees everything
  virtual void summaries(const State& s, UnitVector<UnitSummary>& out) const { out = summaries_of(observe(s, Seat::Nobody)); }
  virtual bool controls(const State&, Seat, HexId) const { return false; }  // the hex lies in a zone of control of this side
  // Is the line of sight between two hexes clear? Nothing in a book without lines of sight.
  virtual std::optional<bool> in_sight(const State&, HexId, HexId) const { return std::nullopt; }
  virtual FireReach fire_reach(const State&, UnitId, HexId) const { return FireReach::Out; }
  virtual CounterKind kind(UnitId) const { return {}; }
  // Where a unit's counter can be drawn from: printed facts for the client (name, arm, colours), not its state.
  virtual std::vector<std::pair<std::string, std::string>> describe(UnitId) const = 0;
};

// How good a position is.
class Evaluation {
 public:
  virtual ~Evaluation() = default;
  virtual int evaluate(const State&, Seat, Detail = Detail::Full) const = 0;  // for this seat, in hundredths of a strength point
  // The parts of the evaluation by name, for advice; they sum to it. Not for the hot path.
  virtual std::vector<std::pair<std::string, int>> weigh(const State& s, Seat seat) const {
    return {{"the position as a whole", evaluate(s, seat)}};
  }
};

// One per ruleset and battle; immutable once made.
class Game : public Names, public Rules, public BoardQueries, public Evaluation {
 public:
  virtual std::string_view book() const = 0;
  virtual std::string_view battle_id() const = 0;
  virtual std::string side_name(Seat) const = 0;
};

// The half of Game that is the same for every book. A Book supplies Field, Pos, Root (the frame that is the game).
template <class Book>
class BookGame : public Game {
 public:
  using Field = typename Book::Field;
  using Pos = typename Book::Pos;
  using Run = tambour::Run<Field, Pos>;
  using Look = typename Run::Look;
  static_assert(std::is_trivially_copyable_v<Pos> && sizeof(Pos) <= kPosBytes);

  static Pos& pos(State& s) { return *std::launder(reinterpret_cast<Pos*>(s.pos)); }
  static const Pos& pos(const State& s) { return *std::launder(reinterpret_cast<const Pos*>(s.pos)); }
  Look look(const State& s) const { return {field_, pos(s)}; }
  const Field& field() const { return field_; }

  Decision decision(const State& s) const override {
    if (s.over()) return {};
    return {s.seat, s.dice, ops(s).name, ops(s).prompt, ops(s).rest, ops(s).always};
  }
  void options(const State& s, ActionSink& out) const override {
    if (s.over()) return;
    if (const int n = faces(s.dice)) {
      for (int f = 0; f < n && !out.full(); ++f) out.push(Action{Verb::Roll, uint8_t(face_shown(s.dice, f))});
      return;
    }
    placed(s, [&] { ops(s).options(s.asked, look(s), out); });
  }
  Refusal refuse(const State& s, Action a) const override {
    if (s.over()) return trace::note(Book::kGameOver), Refusal{Book::kGameOver};
    if (faces(s.dice)) {
      const Action die{Verb::Roll, a.arg};
      return a == die && face_of(s.dice, a.arg) >= 0 ? Refusal{} : Refusal{Book::kDieDue};
    }
    return placed(s, [&] { return ops(s).refuse(s.asked, look(s), a); });
  }
  Ledger ledger(const State& s, Action a) const override {
    if (s.over()) return {};
    if (faces(s.dice)) return due(s)->ledger;
    return ops(s).ledger(s.asked, look(s), a);
  }
  std::optional<Due> due(const State& s) const override {
    if (s.over() || !faces(s.dice)) return std::nullopt;
    Due out = ops(s).due(s.asked, look(s));
    for (int i = s.depth - 1; i >= 0 && !out.why; --i)  // a test that several rules share is cited by the rule that called for it
      if (i == 0 || i < s.depth - out.inside) out.why = s.stack[i].step;
    return out;
  }
  Citation when(const State& s) const override { return s.over() ? Citation{} : ops(s).when; }
  UnitId about(const State& s) const override { return s.over() || faces(s.dice) ? kNoUnit : ops(s).about(s.asked, look(s)); }
  Announced announced(const State& s, Action a) const override {
    return s.over() || faces(s.dice) ? Announced{} : ops(s).announced(s.asked, look(s), a);
  }
  void apply(State& s, Action a, EventSink* events = nullptr, ActionSink* next = nullptr) const override {
    if (next && !next->tells_a_choice()) fault("a list of one act cannot tell a choice from a forced act");
    Run run{field_, s, pos(s), events, next};
    s.answer = a;
    if (events && a.verb == Verb::Roll) run.tell({.fact = Fact::Rolled, .value = int16_t(a.arg)});
    if (a.verb == Verb::Roll) trace::note(Book::kDieDue);
    placed(s, [&] { run.advance(); });
    if (s.over()) trace::note(Book::kGameOver);
    if (next && (s.over() || faces(s.dice))) next->clear(), options(s, *next);
  }

 protected:
  explicit BookGame(Field field) : field_(std::move(field)) {}
  // A fresh state with an empty stack and a zeroed position; push frames, then advance().
  Run begin(State& s, EventSink* events = nullptr) const {
    std::memset(static_cast<void*>(&s), 0, sizeof s);
    s.pos_size = sizeof(Pos);
    if constexpr (requires { Pos::kDerived; }) s.derived = Pos::kDerived;
    new (s.pos) Pos{};  // value-initialised: the zeros written above do not survive the start of its lifetime
    return Run{field_, s, pos(s), events};
  }

 private:
  // Adds the procedures being played to a Fault that does not name them yet.
  template <class Work>
  static auto placed(const State& s, Work work) {
    try {
      return work();
    } catch (const Fault& f) {
      if (f.placed()) throw;
      throw Fault(f.what(), procedures(s));
    }
  }
  const QuestionOps<Look>& ops(const State& s) const { return *static_cast<const QuestionOps<Look>*>(s.question); }
  Field field_;
};

}  // namespace tambour
