// SPDX-License-Identifier: MIT
// Chapter 10: disorder, rout, recoil, retreat, rout movement, and the friends they run through.
#pragma once
#include "rules/jdg/ch05_stacking.h"
#include "rules/jdg/ch06_zones.h"

namespace tambour::jdg {

// The hexes of those who caused a retreat; empty: toward the rout edge (ruling J27).
using Threat = FixedVector<HexId, 8>;
inline Threat threat_of(HexId h) { return h == kNoHex ? Threat{} : Threat{h}; }
template <int N>
Threat threat_of(const FixedVector<HexId, N>& hexes) {
  static_assert(N <= Threat::capacity());
  Threat out;
  for (HexId h : hexes) out.push_back(h);
  return out;
}

struct TakeTest {  // a cohesion test demanded by fire, shock or traversal: failure disorders, a routed unit runs instead
  static constexpr const char* kName = "TakeTest";
  UnitId unit;
  int8_t modifier = 0;
  Threat threat{};
  TakeTest(UnitId u, int m, Threat t) : unit(u), modifier(int8_t(m)), threat(t) {}
  TakeTest(UnitId u, int m, HexId from) : TakeTest(u, m, threat_of(from)) {}
  Flow run(Run& r);
};
struct Disorder {  // 10.1
  static constexpr const char* kName = "Disorder";
  UnitId unit;
  uint8_t spare = 0;
  Threat threat{};
  Disorder(UnitId u, int, Threat t) : unit(u), threat(t) {}
  Disorder(UnitId u, int, HexId from) : Disorder(u, 0, threat_of(from)) {}
  Flow run(Run& r);
};
struct RoutByFire {  // 10.2-a
  static constexpr const char* kName = "RoutByFire";
  UnitId unit;
  uint8_t spare = 0;
  Threat threat{};
  RoutByFire(UnitId u, int, HexId from) : unit(u), threat(threat_of(from)) {}
  Flow run(Run& r);
};
struct Rout {  // 10.2: the marker, and the retreat at once
  static constexpr const char* kName = "Rout";
  UnitId unit;
  uint8_t spare = 0;
  Threat threat{};
  Flow run(Run& r);
};
struct GoBack {  // 10.3: recoil (one hex) or retreat; unit by unit, so a stack may scatter
  static constexpr const char* kName = "GoBack";
  UnitId unit;
  uint8_t hexes;
  Threat threat{};
  HexId origin = kNoHex;
  uint8_t done = 0, crossing = 0;
  Condition was = Condition::Good;
  uint8_t pad = 0;
  Flow run(Run& r);
};
struct RoutMove {  // 10.4
  static constexpr const char* kName = "RoutMove";
  UnitId unit;
  int8_t mp = 0;
  uint8_t shifts = 0, steps = 0;
  Flow run(Run& r);
};
// 10.5: those run through test, or run in their turn and through others. Whoever sets the first of them off sees the whole chain to its
// end in one loop, so however long a column gives way, procedures do not pile up; and no unit runs twice in it.
struct RunThrough {
  static constexpr const char* kName = "RunThrough";
  UnitId unit = kNoUnit;
  Flow run(Run& r);
};
struct RoutPhase {  // Phase E
  static constexpr const char* kName = "RoutPhase";
  Seat first = Seat::First;
  uint8_t half = 0;
  uint8_t pad[6] = {};
  UnitSet moved{};
  Flow run(Run& r);
};

void eliminate(Run& r, UnitId u, Citation why);
// 4.2-j, 4.2-k: a disordered or driven back unit takes its stack out of square.
void leave_square(Run& r, UnitId u);
// A unit stands in a new hex: objectives change hands.
void arrive(Run& r, UnitId u, HexId hex);
// One hex of a flight, with the commanders who are there and the trail a pursuer will follow.
void flee_to(Run& r, UnitId u, HexId hex);
// The friends in its hex are run through.
void pass_through(Run& r, UnitId u);
bool can_go_back(const Look& b, UnitId u, int hexes, const Threat& threat);
bool is_shelter(const Look& b, HexId h);

}  // namespace tambour::jdg
