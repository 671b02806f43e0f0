// SPDX-License-Identifier: MIT
#include "play/match.h"

namespace tambour {

Match::Match(const Game& game) : game_(&game) {
  game.setup(start_);
  now_ = start_;
}

Match::Match(const Game& game, const State& start) : game_(&game), start_(start), now_(start) {}

// Allocates before anything is changed, so that a failure leaves the match whole.
template <class List>
static void make_room(List& list) {
  if (list.size() == list.capacity()) list.reserve(2 * list.size() + 16);
}

Refusal Match::play(Action a, EventSink* events) {
  if (const Refusal no = game_->refuse(now_, a)) return no;
  make_room(log_), make_room(reveals_);
  if (log_.size() % kStride == 0 && (marks_.empty() || marks_.back().acts < log_.size())) marks_.push_back({log_.size(), now_});
  State next;
  copy(next, now_);
  game_->apply(next, a, events);
  reveals_.push_back(now_.reveals);
  log_.push_back({now_.seat, a});
  copy(now_, next);
  return {};
}

// A seat may take back the last act if it is its own and nothing hidden was shown since. After a die or a decision of the
// other side the last act is not its own.
bool Match::can_undo(Seat seat) const {
  return !log_.empty() && log_.back().seat == seat && seat <= Seat::Second && reveals_.back() == now_.reveals;
}

bool Match::undo(Seat seat) {
  if (!can_undo(seat)) return false;
  take_back(log_.size() - 1);
  return true;
}

void Match::take_back(std::size_t acts) {
  now_ = at(acts);
  log_.resize(acts);
  reveals_.resize(acts);
  while (!marks_.empty() && marks_.back().acts > acts) marks_.pop_back();
}

State Match::at(std::size_t acts) const {
  State s = start_;
  std::size_t from = 0;
  for (const Mark& m : marks_)
    if (m.acts <= acts) s = m.state, from = m.acts;
  for (; from < acts; ++from) game_->apply(s, log_[from].act);
  return s;
}

std::size_t Match::last_decision() const {
  std::size_t at = log_.size();
  while (at > 0 && log_[--at].seat == Seat::Chance) {
  }
  return at;
}

void Match::replay(std::size_t from, EventSink& events) const {
  State s = at(from);
  for (; from < log_.size(); ++from) game_->apply(s, log_[from].act, &events);
}

std::vector<ForcedEntry> Match::forced(std::size_t from) const {
  struct Collector final : EventSink {
    std::vector<ForcedEntry> found;
    std::size_t after = 0;
    void on(const Event&) override {}
    void forced(const Forced& f) override { found.push_back({after, {f.seat, f.act}}); }
  } collector;
  State s = at(from);
  for (; from < log_.size(); ++from) {
    collector.after = from + 1;
    game_->apply(s, log_[from].act, &collector);
  }
  return std::move(collector.found);
}

bool Match::taken(Action a, Seat seat) const {
  for (const ForcedEntry& f : forced(last_decision()))
    if (f.entry.act == a && (seat == Seat::Nobody || seat == f.entry.seat)) return true;
  return false;
}

Refusal Match::refuse(Action a, Seat seat) const {
  const Refusal now = game_->refuse(now_, a);
  if (!now || log_.empty() || (!faces(now_.dice) && now.why != game_->when(now_))) return now;
  struct Closed final : EventSink {
    Closed(Action act, Seat of) : asked(act), seat(of) {}
    Action asked;
    Seat seat;
    Refusal found;
    void on(const Event& e) override {
      if (e.fact == Fact::MoveEnded && e.who == asked.who) found = {e.why, e.who, e.hex};
    }
    void forced(const Forced& f) override {
      if (seat != Seat::Nobody && f.seat != seat) return;
      if (const Refusal no = f.refuse(asked); no && no.why != f.when) found = no;
    }
  } closed(a, seat);
  replay(last_decision(), closed);
  return closed.found ? closed.found : now;
}

}  // namespace tambour
