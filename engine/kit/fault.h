// A broken invariant: a bug in a rule or in the engine, never a player's mistake. Whoever owns the game catches it,
// closes that game and goes on with the others; a program with one game ends with its text and a failing status.
#pragma once
#include <stdexcept>
#include <string>

namespace tambour {

class Fault : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Out of line, so that a hot path carries a call and no string.
[[noreturn]] void fault(const char* what);

}  // namespace tambour
