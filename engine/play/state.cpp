// SPDX-License-Identifier: MIT
#include "play/state.h"

namespace tambour {

std::string procedures(const State& s) {
  std::string out;
  for (int i = s.depth; i-- > 0;) {
    const RuleRow* row = find_row(s.stack[i].step);
    out += " " + std::string(s.stack[i].ops->name) + " at line " + std::to_string(s.stack[i].pc) + ", rule " + (row ? std::string(row->id) : "-") + ";";
  }
  return out;
}

}  // namespace tambour
