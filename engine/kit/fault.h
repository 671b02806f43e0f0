// SPDX-License-Identifier: MIT
// A broken invariant: a bug in a rule or in the engine, never a player's mistake. The owner of the game catches it,
// closes that game and keeps the others running; a program with a single game prints the text and exits with a failing status.
#pragma once
#include <stdexcept>
#include <string>

namespace tambour {

class Fault : public std::logic_error {
 public:
  explicit Fault(const std::string& what) : std::logic_error(what) {}
  // With the procedures that were being played (procedures() of a State).
  Fault(const std::string& what, const std::string& where) : std::logic_error(what + "; rules being played:" + where), placed_(true) {}
  bool placed() const { return placed_; }  // the text already names the procedures

 private:
  bool placed_ = false;
};

// Out of line: hot paths carry a call and no string construction.
[[noreturn]] void fault(const char* what);

}  // namespace tambour
