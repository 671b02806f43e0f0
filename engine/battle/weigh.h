// SPDX-License-Identifier: MIT
// Shared by the evaluations of the books: terms that sum to the total, and the value of strength against strength.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "hex/hex.h"
#include "play/game.h"

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

// In the last two turns add a bonus for the current verdict: near a threshold one point decides.
inline int verdict_worth(int margin, int least, int turn, int turns) {
  const int verdict = margin >= least ? 1 : margin <= -least ? -1 : 0;
  return turn >= turns ? 1500 * verdict : turn + 1 == turns ? 500 * verdict : 0;
}

// Strength against an enemy hex: 3:2 or better scores `good` per point, parity `enough`; below parity is penalised.
inline int contact_worth(int attackers, int defenders, int good, int enough) {
  if (!attackers) return 0;
  if (attackers * 2 >= defenders * 3) return good * std::min(attackers, 3 * std::max(defenders, 2));
  return attackers >= defenders ? enough * attackers : -6 * (defenders - attackers);
}

// Value of holding `share` thousandths of the ground (GoalField::ground). It grows towards the end; quick detail gives it little weight.
inline int ground_worth(int share, Detail detail, int turn, int turns) {
  return detail == Detail::Full ? share + 6 * share * turn / std::max(1, turns) : share;
}

// Bonus for facing the enemy's centre: far from the enemy nothing else tells facings apart.
class FacingBonus {
 public:
  void add(Seat side, Cube at) { middle_[index(side)] = middle_[index(side)] + at, ++count_[index(side)]; }
  // For a counter facing a vertex, by the cosine of the angle to the enemy's centre: continuous, so that one unit's move does not make the
  // value of all others jump.
  int worth(Seat side, Cube at, int facing) const {
    if (!count_[index(other(side))]) return 0;
    const int enemy = index(other(side)), n = count_[enemy];
    const Cube way{middle_[enemy].q - n * at.q, middle_[enemy].r - n * at.r}, face = kStep[facing] + kStep[turn(facing, 1)];
    const float along = float(dot(way, face)), length = std::sqrt(float(dot(way, way)) * kFace);
    return length > 0 ? int(kMost * along / length + kMost + 0.5F) - int(kMost) : 0;  // to the nearest, without a call
  }

 private:
  static constexpr float kMost = 15;
  static constexpr float kFace = 6;  // dot(face, face), whatever the corner
  static constexpr int dot(Cube a, Cube b) { return 2 * (a.q * b.q + a.r * b.r) + a.q * b.r + a.r * b.q; }  // twice the true one
  Cube middle_[2];                                                                                          // times count_
  int count_[2] = {0, 0};
};

}  // namespace tambour
