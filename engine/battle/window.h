// SPDX-License-Identifier: MIT
// A reaction window: after each hex that a counter enters, the other side may react any number of times, until it passes or there is
// nothing left to react to.
#pragma once
#include "play/frame.h"

namespace tambour {

// The body of a window's `run`. `open()`: is there still somebody to react to; `question()`: what to ask; `react()` carries out the answer
// or calls the procedure that does. Each is called anew after every reaction.
template <class Run, class Open, class Question, class React>
Flow run_window(Run& r, Open open, Question question, React react) {
  enum { kLook, kAnswered };
  for (;;) {
    if (r.pc() == kAnswered) {
      r.pc() = kLook;
      if (r.answer().verb == Verb::Pass) return Flow::Done;
      react();
      return Flow::Go;
    }
    if (!open()) return Flow::Done;
    r.pc() = kAnswered;
    if (r.ask(question())) return Flow::Wait;
  }
}

}  // namespace tambour
