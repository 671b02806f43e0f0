// SPDX-License-Identifier: MIT
// Chapter 21.
#include "rules/bataille/ch21_night.h"

namespace tambour::bataille {

static bool is_one_of(const Look& b, const std::vector<bool>& turns) { return b.pos.turn < turns.size() && turns[b.pos.turn] && by("21.0-a", "TLC-2"); }

bool is_night(const Look& b) { return is_one_of(b, b.field.night); }
bool is_dusk(const Look& b) { return !is_night(b) && is_one_of(b, b.field.dusk); }

int printed_mp(const Look& b, UnitId u) {
  const Counter& c = counter(b, u);
  const bool horse = c.arm == Arm::Cavalry, guns = c.arm == Arm::HorseGuns;
  int less = 0;
  if (is_dusk(b)) less = horse && by("21.1.1-a") ? 4 : guns && by("21.1.1-c") ? 2 : 0;
  if (is_night(b)) less = horse && by("21.1.2-a") ? 6 : guns && by("21.1.2-d") ? 3 : 0;
  return std::max(1, c.mp - less);
}

void add_darkness(Ledger& out, const Look& b, UnitId u) {
  if (b.pos.unit[u].order != Order::Pgd) return;
  if (is_dusk(b)) out.add(-3, cite("21.1.1-d"), u);
  if (is_night(b)) out.add(-6, cite("21.1.2-e"), u);
}

}  // namespace tambour::bataille
