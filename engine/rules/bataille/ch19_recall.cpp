// SPDX-License-Identifier: MIT
// Chapter 19.8: Recall.
#include "rules/bataille/ch19_dice.h"

namespace tambour::bataille {

Ledger recall_ledger(const Look& b, UnitId u) {
  trace::chart("recall");
  Ledger out;
  for (int k = 0; k < b.field.officer_count(); ++k) {
    const Officer& o = b.field.officers[std::size_t(k)];
    if (b.pos.leader[k].fate != Fate::OnMap || o.side != side_of(b, u) || o.horse_attack <= 0 || !footprint(b, u).contains(b.pos.leader[k].hex)) continue;
    out.add(b.field.charts.recall_leader, cite("RE-21"), b.field.officer_id(k));
    break;
  }
  if (counter(b, u).guard) out.add(b.field.charts.recall_guard, cite("RE-22"), u);
  return out;
}

bool may_recall(const Look& b, int k) { return charge(b, k).kind != ChargeKind::Grand || !by("19.16.12-a"); }

bool recalls(const Look& b, UnitId u, int die) { return die + recall_ledger(b, u).total >= counter(b, u).recall; }

bool call_back(Run& r, UnitId unit, int die) {
  const bool ends = recalls(r.look(), unit, die);
  r.tell({.fact = ends ? Fact::TestPassed : Fact::TestFailed,
          .who = unit,
          .value = int16_t(die + recall_ledger(r.look(), unit).total),
          .value2 = int16_t(counter(r.look(), unit).recall),
          .why = cite("19.8-a")});
  if (ends) r.tell({.fact = Fact::Recalled, .who = unit, .why = cite("19.8-b")});
  else by("19.8-c");
  return ends;
}

}  // namespace tambour::bataille
