// What the evaluations of the books share: parts that add up to the whole, and what strength against strength is worth.
#pragma once
#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace tambour {

template <std::size_t N>
int sum_of(const std::array<int, N>& parts) {
  return std::accumulate(parts.begin(), parts.end(), 0);
}

template <std::size_t N>
std::vector<std::pair<std::string, int>> named(const std::array<int, N>& parts, const char* const (&names)[N]) {
  std::vector<std::pair<std::string, int>> out;
  for (std::size_t i = 0; i < N; ++i) out.emplace_back(names[i], parts[i]);
  return out;
}

// Towards the end the verdict as it would be now counts besides the points: a draw is saved by the point that is missing, not by many.
inline int verdict_worth(int margin, int least, int turn, int turns) {
  const int verdict = margin >= least ? 1 : margin <= -least ? -1 : 0;
  return turn >= turns ? 1500 * verdict : turn + 1 == turns ? 500 * verdict : 0;
}

// Strength before an enemy hex: three to two is worth `good` a point, enough to stand there `enough`; too little is asking for it.
inline int contact_worth(int attackers, int defenders, int good, int enough) {
  if (!attackers) return 0;
  if (attackers * 2 >= defenders * 3) return good * std::min(attackers, 3 * std::max(defenders, 2));
  return attackers >= defenders ? enough * attackers : -8 * (defenders - attackers);
}

}  // namespace tambour
