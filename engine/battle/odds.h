// SPDX-License-Identifier: MIT
// Strength ratios rounded in the defender's favour to the next listed step.
#pragma once
#include <span>

namespace tambour {

// A step of an odds table: attacker : defender in halves, so that 3:2 is "1.5:1" and 2:3 is "1:1.5".
struct OddsStep {
  int attacker, defender;
  int modifier;
};

// Steps are ordered from best to worst for the attacker; the first one that the strengths reach applies.
constexpr int odds_modifier(std::span<const OddsStep> steps, int attacker, int defender) {
  for (const OddsStep& s : steps)
    if (attacker * s.defender >= defender * s.attacker) return s.modifier;
  return steps.back().modifier;
}

}  // namespace tambour
