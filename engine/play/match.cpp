#include "play/match.h"

namespace tambour {

Match::Match(const Game& game) : game_(&game) {
  game.setup(start_);
  now_ = start_;
}

Match::Match(const Game& game, const State& start) : game_(&game), start_(start), now_(start) {}

// Grows a list before anything is changed, so that nothing can fail half way.
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

// The last act may be taken back by the one who made it, unless something hidden was shown since. A die or the other
// side's decision is itself the last act then, and it is not this seat's.
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

}  // namespace tambour
