// SPDX-License-Identifier: MIT
// Procedures as copyable frames. A frame is a small trivially copyable struct whose run() reads from top to bottom
// like the paragraph it implements and stops at every question:
//
//   Flow Rally::run(Run& r) {
//     BEGIN;
//     STEP("11.1-d");
//     ROLL_D10(kAnyFace);
//     if (r.face() <= cohesion) RETURN(1);
//     END;
//   }
//
// The macros come from play/procedure.h, which chapters include last.
#pragma once
#include <new>
#include <string>

#include "kit/fault.h"
#include "kit/fixed_vector.h"
#include "play/due.h"
#include "play/event.h"
#include "play/questions.h"
#include "play/state.h"

namespace tambour {

// Collects acts; never allocates. `limit` lets a caller stop early: two acts are enough to know that there is a choice. Without a limit,
// more acts than there is room for are a Fault.
class ActionSink {
 public:
  ActionSink(Action* room, int capacity, int limit) : items_(room), capacity_(capacity), limit_(limit) {}
  void push(const Action& a) {
    if (size_ == capacity_) fault("more acts than a decision may offer");
    items_[size_++] = a;
  }
  bool full() const { return size_ >= limit_; }
  bool tells_a_choice() const { return limit_ > 1; }  // can hold enough to tell a choice from a single act
  int size() const { return size_; }
  const Action* begin() const { return items_; }
  const Action* end() const { return items_ + size_; }
  const Action& operator[](int i) const {
    if (kChecked && (i < 0 || i >= size_)) fault("no such act is on offer");
    return items_[i];
  }
  void clear() { size_ = 0; }

 private:
  Action* items_;
  int size_ = 0, capacity_, limit_;
};
template <int N = 2048>
class ActionList : public ActionSink {
 public:
  explicit ActionList(int limit = N + 1) : ActionSink(reinterpret_cast<Action*>(room_), N, limit) {}
  ActionList(const ActionList&) = delete;

 private:
  alignas(Action) std::byte room_[N * sizeof(Action)];  // raw: clearing room for thousands of acts would cost more than listing them
};

// A board as pure functions see it.
template <class Field, class Pos>
struct Look {
  const Field& field;
  const Pos& pos;
};

// A question is a value with one predicate behind both lists:
//   kName, kPrompt, kVerbs (the acts it knows), kWhen (the rule that says only these acts are due now)
//   Seat seat(look)
//   void candidates(look, emit)       every act that may be legal; emit(a) returns false to stop
//   Refusal barred(look, a)           the rule; total over all acts with one of kVerbs
//   auto known(look)                  optional: computed once for a whole list and passed to candidates(look, known, emit) and
//                                     barred(look, known, a)
//   Ledger ledger(look, a)            optional
//   UnitId about(look)                optional: the unit that must answer, where the acts do not name it
//   kAlwaysAsked = true               optional: asked even when one act is legal, because a forced answer would reveal a secret
//   Announced announced(look, a)      optional: the attack that this act answers, if its combat is fought after the next rest
//   kRest = true                      optional: all consequences of earlier acts have been played out
template <class L>
struct QuestionOps {
  const char* name;
  const char* prompt;
  void (*options)(const void*, const L&, ActionSink&);
  Refusal (*refuse)(const void*, const L&, Action);
  Ledger (*ledger)(const void*, const L&, Action);
  UnitId (*about)(const void*, const L&);
  Announced (*announced)(const void*, const L&, Action);
  Due (*due)(const void*, const L&);  // null: no die
  Citation when;
  bool rest, always;
};

template <class Q>
constexpr bool knows(Verb v) {
  for (Verb known : Q::kVerbs)
    if (known == v) return true;
  return false;
}

template <class Q, class L>
struct QuestionTable {
  static const Q& of(const void* data) { return *std::launder(reinterpret_cast<const Q*>(data)); }
  static void options(const void* data, const L& look, ActionSink& out) {
    const Q& q = of(data);
    const auto judge = [&](const Action& a, const Refusal& no) {
      if (no) trace::note(no.why);
      else out.push(a);
      return !out.full();
    };
    if constexpr (requires { q.known(look); }) {
      const auto known = q.known(look);
      q.candidates(look, known, [&](const Action& a) { return judge(a, q.barred(look, known, a)); });
    } else {
      q.candidates(look, [&](const Action& a) { return judge(a, q.barred(look, a)); });
    }
  }
  static Refusal barred(const Q& q, const L& look, Action a) {
    if constexpr (requires { q.known(look); }) return q.barred(look, q.known(look), a);
    else return q.barred(look, a);
  }
  static Refusal refuse(const void* data, const L& look, Action a) {
    const Refusal no = knows<Q>(a.verb) ? barred(of(data), look, a) : Refusal{Q::kWhen};
    trace::note(no.why);
    return no;
  }
  static Ledger ledger(const void* data, const L& look, Action a) {
    if constexpr (requires(const Q& q) { q.ledger(look, a); }) {
      if (knows<Q>(a.verb)) return of(data).ledger(look, a);
    }
    (void)data, (void)look, (void)a;
    return {};
  }
  static UnitId about(const void* data, const L& look) {
    if constexpr (requires(const Q& q) { q.about(look); }) return of(data).about(look);
    (void)data, (void)look;
    return kNoUnit;
  }
  static Announced announced(const void* data, const L& look, Action a) {
    if constexpr (requires(const Q& q) { q.announced(look, a); }) return of(data).announced(look, a);
    (void)data, (void)look, (void)a;
    return {};
  }
  static constexpr bool rest() {
    if constexpr (requires { Q::kRest; }) return Q::kRest;
    return false;
  }
  static constexpr bool always() {
    if constexpr (requires { Q::kAlwaysAsked; }) return Q::kAlwaysAsked;
    return false;
  }
  static constexpr QuestionOps<L> ops{Q::kName, Q::kPrompt, options, refuse, ledger, about, announced, nullptr, Q::kWhen, rest(), always()};
  static inline const ListedQuestion listed{Q::kName, Q::kPrompt, Q::kVerbs, Q::kWhen};
};

// The open question if it is a Q, for views and checks that need its members; else null.
template <class Q, class L>
const Q* open_question(const State& s) {
  return s.question == &QuestionTable<Q, L>::ops ? &QuestionTable<Q, L>::of(s.asked) : nullptr;
}

// A die says what it is for: kName, kPrompt ("Cohesion test"), Due due(look). A value like a question; `due` is computed on request only.
struct PlainDie {
  static constexpr const char* kName = "Die";
  static constexpr const char* kPrompt = "A die falls";
};
template <class D, class L>
struct DieTable {
  static void options(const void*, const L&, ActionSink&) {}
  static Refusal refuse(const void*, const L&, Action) { return {}; }
  static Ledger ledger(const void*, const L&, Action) { return {}; }
  static UnitId about(const void*, const L&) { return kNoUnit; }
  static Announced announced(const void*, const L&, Action) { return {}; }
  static Due due(const void* data, const L& look) {
    Due out;
    if constexpr (requires(const D& d) { d.due(look); }) out = std::launder(reinterpret_cast<const D*>(data))->due(look);
    (void)data, (void)look;
    out.purpose = D::kName, out.text = D::kPrompt;
    return out;
  }
  static constexpr QuestionOps<L> ops{"Die", D::kPrompt, options, refuse, ledger, about, announced, due, {}, false, false};
};

inline constexpr uint64_t kAnyFace = ~uint64_t{0};
// A test passed by faces 0..rating: only two classes of outcome.
constexpr uint64_t test_breaks(int rating) { return rating < 0 || rating >= 63 ? 0 : uint64_t{1} << (rating + 1); }

template <class F, class P>
struct Run {
  using Field = F;
  using Pos = P;
  using Look = tambour::Look<F, P>;

  const Field& field;
  State& s;
  Pos& pos;
  EventSink* events;
  ActionSink* next = nullptr;  // receives the options of the next question

  Look look() const { return {field, pos}; }
  const Action& answer() const { return s.answer; }
  int face() const { return s.answer.arg; }                      // as shown: a base-six roll is 11 to 66
  int roll_index() const { return sixes_inside(s.answer.arg); }  // of a base-six roll, 0 to 35
  bool yes() const { return s.answer.verb == Verb::Yes; }
  int result() const { return s.result; }

  uint16_t& pc() { return s.stack[s.depth - 1].pc; }
  void step(Citation c) {
    trace::note(c);
    s.stack[s.depth - 1].step = c;
  }
  void give(int value) { s.result = value; }
  void reveal() { ++s.reveals; }
  void tell(const Event& e) const {
    trace::note(e.why);
    if (events) events->on(e);
  }

  // True when somebody must answer; forced answers are given here.
  template <class Q>
  bool ask(const Q& q, bool chance = false) {
    static_assert(std::has_unique_object_representations_v<Q> || std::is_empty_v<Q>, "a question must have no padding");
    static_assert(std::is_trivially_copyable_v<Q> && sizeof(Q) <= kQuestionBytes);
    trace::note(Q::kWhen);
    std::memset(s.asked, 0, sizeof s.asked);
    if constexpr (!std::is_empty_v<Q>) std::memcpy(s.asked, &q, sizeof q);  // the one byte of an empty struct is indeterminate
    ActionList<64> two(2);                                                  // enough to tell a choice from a forced answer
    ActionSink& list = next ? *next : two;
    list.clear();
    QuestionTable<Q, Look>::options(s.asked, look(), list);
    if (list.size() == 1 && !QuestionTable<Q, Look>::always()) {
      s.answer = list[0];
      if (events) tell_forced<Q>(chance ? Seat::Chance : q.seat(look()));
      return false;
    }
    wait(&QuestionTable<Q, Look>::ops, q.seat(look()), Dice::None, 0);
    (void)&QuestionTable<Q, Look>::listed;
    return true;
  }
  // Chance draws one of the listed acts, all equally likely. A single act is taken without a draw.
  template <class Q>
  bool draw(const Q& q) {
    if (!ask(q, true)) return false;
    s.seat = Seat::Chance, s.dice = Dice::Draw, s.breaks = kAnyFace;
    return true;
  }
  template <class D = PlainDie>
  void roll(Dice dice, uint64_t breaks, const D& die = {}) {
    static_assert(std::has_unique_object_representations_v<D> || std::is_empty_v<D>, "a die must have no padding");
    static_assert(std::is_trivially_copyable_v<D> && sizeof(D) <= kQuestionBytes);
    std::memset(s.asked, 0, sizeof s.asked);
    if constexpr (!std::is_empty_v<D>) std::memcpy(s.asked, &die, sizeof die);
    wait(&DieTable<D, Look>::ops, Seat::Chance, dice, breaks);
  }

  template <class Frame>
  void call(const Frame& f) {
    static_assert(std::has_unique_object_representations_v<Frame> || std::is_empty_v<Frame>, "a frame must have no padding");
    static_assert(std::is_trivially_copyable_v<Frame> && sizeof(Frame) <= sizeof(Slot::data));
    if (s.depth == kMaxDepth) lost("procedures nest too deeply");
    Slot& slot = s.stack[s.depth++];
    slot = Slot{&kOps<Frame>, 0, 0, {}, {}};
    if constexpr (!std::is_empty_v<Frame>) std::memcpy(slot.data, &f, sizeof f);
  }

  // A tail call: the new frame replaces this one, so that long chains of consequences do not deepen the stack.
  template <class Frame>
  void become(const Frame& f) {
    --s.depth;
    call(f);
  }

  // Runs until somebody must answer or nothing is left.
  void advance() {
    s.question = nullptr;
    s.seat = Seat::Nobody, s.dice = Dice::None;
    for (int guard = 0; s.depth; ++guard) {
      if (guard > 1'000'000) lost("a procedure runs for ever");
      Slot& slot = s.stack[s.depth - 1];
      const Flow flow = slot.ops->run(slot.data, this);
      if constexpr (requires { pos.decided(); }) {  // sudden victory ends the game in the middle of any procedure
        if (pos.decided()) {
          s.depth = 0;
          wait(nullptr, Seat::Nobody, Dice::None, 0);
          return;
        }
      }
      if (flow == Flow::Wait) return;
      if (flow == Flow::Done) --s.depth;
    }
  }

  [[noreturn]] void lost(const char* why) const { throw Fault(why, procedures(s)); }

 private:
  void wait(const QuestionOps<Look>* ops, Seat seat, Dice dice, uint64_t breaks) {
    s.question = ops, s.seat = seat, s.dice = dice, s.breaks = breaks;
  }
  template <class Frame>
  static Flow run_frame(void* data, void* run) {
    return std::launder(reinterpret_cast<Frame*>(data))->run(*static_cast<Run*>(run));
  }
  template <class Frame>
  static constexpr FrameOps kOps{run_frame<Frame>, Frame::kName, hash_text(Frame::kName)};

  // Tells listeners the forced answer to the question in `asked`.
  template <class Q>
  void tell_forced(Seat seat) const {
    struct Only final : Forced {
      explicit Only(const Run& r) : run(r) {}
      Refusal refuse(Action a) const override { return QuestionTable<Q, Look>::refuse(run.s.asked, run.look(), a); }
      const Run& run;
    } only(*this);
    only.seat = seat, only.act = s.answer, only.question = Q::kName, only.when = Q::kWhen;
    events->forced(only);
  }
};

}  // namespace tambour
