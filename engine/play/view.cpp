// SPDX-License-Identifier: MIT
#include "play/view.h"

namespace tambour {

CounterView::CounterView(UnitId unit, const UnitSummary& now)
    : id(unit),
      side(now.side),
      hex(now.hex),
      place(now.condition == Condition::Eliminated ? "gone" : now.condition == Condition::Waiting ? "off" : "map"),
      condition(now.condition),
      strength(now.strength) {}

UnitVector<UnitSummary> summaries_of(const View& everything) {
  UnitVector<UnitSummary> out;
  for (const CounterView& c : everything.counters) {
    if (!out.has(c.id)) out.resize(std::size_t(c.id) + 1);
    out[c.id] = {c.side, c.condition, c.hex, c.strength};
  }
  return out;
}

void show_left(View& view, UnitId unit, int points, bool half) {
  for (CounterView& c : view.counters) {
    if (c.id != unit) continue;
    c.show_left(points);
    if (half) c.values.emplace_back("half", 1);
  }
}

}  // namespace tambour
