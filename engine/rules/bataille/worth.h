// SPDX-License-Identifier: MIT
// What the evaluation asks of fire, Assaults and Charges that are still to come: the book's own charts without their dice, as expected
// losses. In hundredths of an Increment of average infantry, like everything in evaluate.cpp.
#pragma once
#include "rules/bataille/shape.h"

namespace tambour::bataille {

class Prices {
 public:
  struct Stakes {  // of a melee: which share of its worth each side loses, and how often the hex is taken
    float attacker = 0, defender = 0, taken = 0;
  };
  static constexpr int kMostFire = 255;  // in halves

  explicit Prices(const Field& field);
  int increment(UnitId u) const { return increment_[u]; }  // of this unit, in Good Order
  // Hundredths of Increments that fire of so many halves costs, its column shifted to the right.
  int losses(int halves, int defense, int shift = 0) const {
    const int c = fire_column_[std::size_t(halves < kMostFire ? halves : kMostFire)][std::size_t(defense)];
    return c < 0 ? 0 : fire_losses_[std::size_t(std::min(c + shift, int(fire_losses_.size()) - 1))];
  }
  // Defenders who stood: their shifts by the die are averaged.
  const Stakes& melee(int attack, int defence) const;

 private:
  void read_fire(const Field& field);
  void read_melee(const Field& field);
  UnitVector<int16_t> increment_;
  std::vector<std::array<int8_t, 32>> fire_column_;  // [halves][defense]
  std::vector<int16_t> fire_losses_;                 // by column
  std::vector<Stakes> melee_;                        // by column
  std::vector<Ratio> least_;
};

int unit_worth(const Look& b, const Prices& p, UnitId u);
int stack_worth(const Look& b, const Prices& p, UnitId top);
bool is_fresh_horse(const Look& b, UnitId u);  // could charge

// Expected losses by the next fire of a stack that stands, at the best of its targets. `sure`: guns look whether they see it.
int fire_worth(const Look& b, const Prices& p, UnitId top, bool sure);
// Of Assaults that are declared, for the side that has declared them.
int assaults_worth(const Look& b, const Prices& p, Seat side);
// Of Charges that are declared or in contact.
int charges_worth(const Look& b, const Prices& p, Seat side);

}  // namespace tambour::bataille
