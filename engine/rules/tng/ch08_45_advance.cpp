// SPDX-License-Identifier: MIT
// 8.45 and 8.46 After a shock: advance, breakthrough, counter-shock.
#include <algorithm>

#include "play/procedure.h"  // last: its macros
#include "rules/tng/ch08_3_commitment.h"
#include "rules/tng/ch08_4_shock.h"
#include "rules/tng/ch08_5_charge.h"
#include "rules/tng/ch08_7_disorder_rout.h"

namespace tambour::tng {

namespace {

Refusal counter_shock_barred(const Look& b, UnitId u) {
  if (!is_infantry(b, u)) REFUSE("8.46-b", u);  // T39
  if (!is_good(b, u)) REFUSE("8.46-d", u);
  if (in_square(b, u)) REFUSE("8.56-b", u);
  if (b.pos.has(u, kSecondary)) REFUSE("8.46-a", u);
  if (counter(b, u).jaeger && b.pos.stack.count(b.pos.at(u)) == 1) REFUSE("8.62-b", u);
  return {};
}

Party steady_party(const Look& b, HexId h) {
  Party out;
  for (UnitId u : b.pos.stack.in(h))
    if (!is_gun(b, u) && is_good(b, u) && !out.full()) out.push_back(u);
  return out;
}

}  // namespace

Refusal ChooseCounterShock::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) {
    if (a != Action{.verb = Verb::Pass}) return {kWhen};
    return {};
  }
  if (const Refusal no = counter_shock_barred(b, lead)) return no;
  const HexId here = b.pos.at(lead);
  if (a.verb == Verb::Yes) {
    if (a != Action{.verb = Verb::Yes}) return {kWhen};
    if (!open_fronts(b, lead, here, Attacker::Infantry, true)) REFUSE("8.46-d", lead);
    return {};
  }
  const int side = a.hex < b.field.grid.size() ? b.field.grid.side_to(here, a.hex) : -1;
  if (a != Action{.verb = Verb::Move, .who = a.who, .hex = a.hex}) return {kWhen};
  if (a.who != lead || side < 0) REFUSE("8.46-d", lead, a.hex);
  if (enemy_in(b, a.hex, side_of(b, lead))) REFUSE("7.32-a", lead, a.hex);
  if (b.field.passage(here, side).plain[int(Arm::Infantry)] == kClosed) REFUSE("7.23-a", lead, a.hex);
  const Party party = steady_party(b, here);
  for (UnitId v : b.pos.stack.in(a.hex))
    if (in_square(b, v)) REFUSE("8.56-b", v, a.hex);
  if (const Refusal no = stacking_barred(b, span_of(party), a.hex)) return no;
  if (const Refusal no = face_barred(b, lead, a.hex, b.pos.facing[lead])) return no;
  if (!open_fronts(b, lead, a.hex, Attacker::Infantry, true)) REFUSE("8.46-d", lead, a.hex);
  return {};
}

Flow CounterShock::run(Run& r) {
  BEGIN;
  ASK(ChooseCounterShock{lead});
  if (r.answer().verb == Verb::Pass) RETURN(0);
  if (r.answer().verb == Verb::Move) march_party(r, steady_party(r.look(), r.pos.at(lead)), r.answer().hex, cite("8.46-d"));
  for (UnitId u : steady_party(r.look(), r.pos.at(lead))) r.pos.set(u, kSecondary);  // 8.46-a
  attack = uint8_t(add_secondary(r, lead, Attacker::Infantry, open_fronts(r.look(), lead, r.pos.at(lead), Attacker::Infantry, true)) + 1);
  if (!attack) RETURN(0);
  CALL(ReactionFire{AttackMask{1} << (attack - 1)});
  if (is_live(r.look(), r.pos.attacks[attack - 1])) CALL(ResolveBattle{.mask = AttackMask{1} << (attack - 1), .secondary = 1});
  END;
}

// ---- advance

void march_party(Run& r, const Party& party, HexId to, Citation why) {
  for (UnitId u : party) {
    const HexId from = r.pos.at(u);
    const int side = r.field.grid.side_to(from, to), arm = int(r.field.units[u].arm);
    arrive(r, u, to);
    r.pos.set(u, kMoved);
    r.tell({.fact = Fact::Advanced, .who = u, .hex = to, .from = from, .why = why});
    if (side >= 0 && r.field.passage(from, side).disorders[arm] && is_good(r.look(), u)) {  // 8.45-b
      r.pos.condition[u] = Condition::Disordered;
      r.tell({.fact = Fact::Disordered, .who = u, .why = cite("8.45-b")});
    }
  }
}

Seat ChooseAdvance::seat(const Look& b) const { return side_of_attack(b, mask); }

int ChooseAdvance::worth(const Look& b, int i) const {
  const Attack& a = b.pos.attacks[i];
  if (!(mask >> i & 1) || a.state == AttackState::Off || !b.pos.on_map(a.lead) || !attacks_hex(b, a, hex)) return -1;
  const HexId here = b.pos.at(a.lead);
  const int side = b.field.grid.side_to(here, hex);
  const Party party = attackers(b, a);
  if (side < 0 || here != a.from || party.empty() || !is_good(b, a.lead)) return -1;
  if (b.field.passage(here, side).plain[int(counter(b, a.lead).arm)] == kClosed || stacking_barred(b, span_of(party), hex)) return -1;
  int best = 0;
  for (UnitId u : party) best = std::max(best, cohesion(b, u));
  return best + (a.kind == Attacker::Charge ? 100 : 0);  // 8.45-c
}

bool ChooseAdvance::possible(const Look& b) const {
  for (int i = 0; i < b.pos.attacks.size(); ++i)
    if (worth(b, i) >= 0) return true;
  return false;
}

Refusal ChooseAdvance::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) {
    if (a != Action{.verb = Verb::Pass} || !optional) REFUSE("8.45-a");
    return {};
  }
  if (a != Action{.verb = Verb::Advance, .arg = a.arg, .who = a.who} || a.arg > 5) return {kWhen};
  int mine = -1, best = -1;
  for (int i = 0; i < b.pos.attacks.size(); ++i) {
    const int w = worth(b, i);
    best = std::max(best, w);
    if ((mask >> i & 1) && b.pos.attacks[i].lead == a.who) mine = std::max(mine, w);
  }
  if (mine < 0) REFUSE("8.45-a", a.who, hex);
  if (const Refusal no = face_barred(b, a.who, hex, a.arg)) return no;
  if (mine < best && !optional) {
    if (best >= 100) REFUSE("8.45-c", a.who, hex);
    REFUSE("8.45-a", a.who, hex);
  }
  return {};
}

Refusal ChooseBreakthrough::barred(const Look& b, Action a) const {
  if (a != Action{.verb = a.verb}) return {kWhen};
  if (a.verb == Verb::No) return {};
  if (!is_infantry(b, lead)) REFUSE("8.46-b", lead);
  if (b.pos.has(lead, kSecondary)) REFUSE("8.46-a", lead);
  if (!is_good(b, lead) || !open_fronts(b, lead, b.pos.at(lead), Attacker::Infantry, true)) REFUSE("8.46-c", lead);
  return {};
}

Flow Advance::run(Run& r) {
  BEGIN;
  if (!ChooseAdvance{.mask = mask, .hex = hex, .optional = optional}.possible(r.look())) RETURN(0);
  ASK(ChooseAdvance{.mask = mask, .hex = hex, .optional = optional});
  if (r.answer().verb == Verb::Pass) RETURN(0);
  {
    lead = r.answer().who, facing = r.answer().arg;
    for (int i = 0; i < r.pos.attacks.size(); ++i)
      if ((mask >> i & 1) && r.pos.attacks[i].lead == lead) attack = uint8_t(i);
    const bool turned = r.pos.facing[lead] != facing;
    const Party party = attackers(r.look(), r.pos.attacks[attack]);
    march_party(r, party, hex, cite("8.45-a"));
    for (UnitId u : party) r.pos.facing[u] = facing;
    if (optional || turned || !r.pos.attacks[attack].won || r.pos.battles >= kMostBattles)
      RETURN(1);  // T6: a turn gives the breakthrough away
  }
  ASK(ChooseBreakthrough{lead});
  if (!r.yes()) RETURN(1);
  STEP("8.46-c");
  for (UnitId u : steady_party(r.look(), r.pos.at(lead))) r.pos.set(u, kSecondary);
  attack = uint8_t(add_secondary(r, lead, Attacker::Infantry, open_fronts(r.look(), lead, r.pos.at(lead), Attacker::Infantry, true)) + 1);
  if (!attack) RETURN(1);
  CALL(ReactionFire{AttackMask{1} << (attack - 1)});
  if (is_live(r.look(), r.pos.attacks[attack - 1])) CALL(ResolveBattle{.mask = AttackMask{1} << (attack - 1), .secondary = 1});
  END;
}

}  // namespace tambour::tng
