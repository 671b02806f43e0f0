// SPDX-License-Identifier: MIT
// Chapter 14.
#include "rules/siecle/ch14_morale.h"

#include "rules/siecle/ch15_victory.h"

namespace tambour::siecle {

bool chief_with(const Look& b, int formation) {
  const uint8_t k = b.pos.chief[index(b.field.formations[std::size_t(formation)].side)];
  if (k == kNone || !present(b, k)) return false;
  for (UnitId u : b.pos.stack.in(b.pos.officer[k].hex))
    if (counter(b, u).formation == formation) return true;
  return false;
}

int formation_morale(const Look& b, int formation) { return by("14.1-g"), b.pos.formation[formation].morale + chief_with(b, formation); }

void change_morale(Run& r, int formation, int by, Citation why) {
  int8_t& points = r.pos.formation[formation].morale;
  points = int8_t(points + by);
  r.tell({.fact = Fact::MoraleChanged, .value = int16_t(formation), .value2 = int16_t(formation_morale(r.look(), formation)), .why = why});
  settle_morale(r);  // 14.1-a, 15.1-a: at once, before anybody flees or is replaced
}

void settle_morale(Run& r) {
  const Look b = r.look();
  for (int f = 0; f < int(r.field.formations.size()); ++f) {
    FormationState& s = r.pos.formation[f];
    const bool broken = formation_morale(b, f) <= 0, marked = s.flags & kDemoralised;  // 14.1-a
    if (broken == marked) continue;
    s.flags = uint8_t(s.flags ^ kDemoralised);
    r.tell({.fact = broken ? Fact::Demoralised : Fact::Recovered, .value = int16_t(f), .why = cite("14.1-a")});
  }
  check_collapse(r);
}

}  // namespace tambour::siecle
