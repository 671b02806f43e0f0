// SPDX-License-Identifier: MIT
#include "rules/siecle/dice.h"

#include "rules/siecle/ch04_sequence.h"
#include "rules/siecle/ch05_initiative.h"
#include "rules/siecle/ch11_melee.h"
#include "rules/siecle/ch13_disorganisation.h"

namespace tambour::siecle {

Due InitiativeDie::due(const Look& b) const { return side_due(side, initiative_ledger(b, side)); }

Due ActivationDie::due(const Look& b) const {
  const int commander = b.pos.formation[formation].commander;
  Due out = test_due(b.field.officer_id(commander), b.field.officers[std::size_t(commander)].activation);
  out.side = b.field.formations[formation].side;
  return out;
}

Due EventDie::due(const Look& b) const { return test_due(kNoUnit, b.field.events[event].activation - 1); }

Due FireDie::due(const Look& b) const { return table_due(firer, hex, fire_ledger(b, firer, hex, kind)); }

Due FortressDie::due(const Look& b) const {
  const HexId hex = b.pos.targets[0];
  Due out = table_due(kNoUnit, hex, ChooseBatteryTarget{side}.ledger(b, Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, hex}));
  out.side = side;
  return out;
}

Due MeleeDie::due(const Look& b) const { return table_due(b.pos.attackers[0], b.pos.targets[0], melee_ledger(b, parties(b.pos))); }

Due BreachDie::due(const Look& b) const { return test_due(unit, b.field.special.breach_on); }

Due MoraleDie::due(const Look& b) const {
  Ledger l;
  l.add(-modifier, why, unit);
  Due out = test_due(unit, morale_factor(b, unit), l);
  out.why = why;
  return out;
}

Due RallyDie::due(const Look& b) const { return test_due(unit, morale_factor(b, unit), rally_ledger(b, unit)); }

namespace {

struct RowText {
  char text[20] = {};
};
constexpr int kCombinations = 36;  // steps 0 to 2, disorganised or not, 0 to 2 hexes back, star or not; then E and TM

constexpr RowText row_text(const char* whom, int i) {
  RowText out;
  char* at = out.text;
  while (*whom) *at++ = *whom++;
  const int steps = i / 12, retreat = i % 3;
  const bool disorganised = i / 6 % 2, star = i / 3 % 2;
  if (i == kCombinations) return *at++ = 'E', out;
  if (i > kCombinations) return *at++ = 'T', *at++ = 'M', out;
  if (steps) *at++ = char('0' + steps);
  if (steps && (disorganised || retreat)) *at++ = ' ';
  if (disorganised) *at++ = 'D';
  if (disorganised && retreat) *at++ = '-';
  if (retreat) *at++ = 'R', *at++ = char('0' + retreat);
  if (star) *at++ = '*';
  if (i == 0) *at++ = '-';
  return out;
}

constexpr auto kRows = [] {
  std::array<std::array<RowText, kCombinations + 2>, 3> out{};
  const char* const whom[] = {"", "attackers ", "defenders "};
  for (std::size_t w = 0; w < 3; ++w)
    for (int i = 0; i < kCombinations + 2; ++i) out[w][std::size_t(i)] = row_text(whom[w], i);
  return out;
}();

}  // namespace

const char* row_of(const Result& r, Loser loser) {
  const int plain = r.steps * 12 + r.disorganised * 6 + r.star * 3 + r.retreat;
  return kRows[std::size_t(loser)][std::size_t(r.eliminated ? kCombinations : r.test ? kCombinations + 1 : plain)].text;
}

const Result& fire_result(const Field& field, int column, int total) {
  return field.charts.fire[std::size_t(column)][std::size_t(total < 0 ? 0 : total > 9 ? 9 : total)];
}

}  // namespace tambour::siecle
