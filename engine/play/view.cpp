// SPDX-License-Identifier: MIT
#include "play/view.h"

#include <algorithm>

namespace tambour {

std::vector<UnitSummary> summaries_of(const View& everything) {
  std::vector<UnitSummary> out;
  for (const CounterView& c : everything.counters) {
    const auto marked = [&](std::string_view mark) { return std::find(c.marks.begin(), c.marks.end(), mark) != c.marks.end(); };
    UnitSummary b{c.side, Condition::Good, c.hex, 0};
    if (c.place == "gone") b.condition = Condition::Eliminated;
    else if (c.place == "off") b.condition = Condition::Waiting;
    else if (marked("routed") || marked("pgd")) b.condition = Condition::Routed;
    else if (marked("disordered") || marked("disorganised") || marked("disorder")) b.condition = Condition::Disordered;
    for (const auto& [key, value] : c.values)
      if ((key == "sp" || key == "cp" || key == "inc") && b.condition != Condition::Eliminated) b.strength = int16_t(value);
    if (c.id >= out.size()) out.resize(c.id + 1u);
    out[c.id] = b;
  }
  return out;
}

}  // namespace tambour
