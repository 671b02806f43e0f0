// SPDX-License-Identifier: MIT
// A reaction window: after each hex that a counter enters, the other side reacts as often as it likes, until it passes or the mover is no
// longer what it reacts to.
#pragma once
#include "play/frame.h"

namespace tambour {

// The whole of a window's `run`. `open()`: somebody is still there to react to; `question()`: what is asked; `react()` carries out the
// answer at once or calls the procedure that does. Each sees the board as it is then.
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
