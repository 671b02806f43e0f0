// SPDX-License-Identifier: MIT
// Chapter 5.
#include "rules/siecle/ch05_initiative.h"

#include "rules/siecle/dice.h"

#include "play/procedure.h"  // last: its macros

namespace tambour::siecle {

Ledger initiative_ledger(const Look& b, Seat side) {
  Ledger out;
  if (const uint8_t chief = b.pos.chief[index(side)]; chief != kNone)
    out.add(officer(b, chief).bonus, cite("5-a"), b.field.officer_id(chief));  // S7
  for (int f = 0; f < int(b.field.formations.size()); ++f)
    if (b.field.formations[std::size_t(f)].side == side && b.pos.demoralised(f) && !(b.pos.formation[f].flags & kRemoved))
      out.add(-1, cite("5-a"));
  return out;
}

Refusal ChooseOpening::barred(const Look& b, Action a) const {
  if (by("6.1.1-a") && (a.arg >= b.field.formations.size() || !b.pos.cup.holds(a.arg))) REFUSE("6.1.1-a");
  if (!second && b.field.formations[a.arg].side != side) REFUSE("5-b");
  return {};
}

static bool has_chit(const Look& b, Seat side, bool any) {
  for (std::size_t f = 0; f < b.field.formations.size(); ++f)
    if (b.pos.cup.holds(int(f)) && (any || b.field.formations[f].side == side)) return true;
  return false;
}

static void take_lead(Run& r, int slot) {
  r.pos.lead[slot] = r.answer().arg;
  r.pos.cup.take(r.answer().arg);
  r.tell({.fact = Fact::MarkerChosen, .value = int16_t(r.answer().arg), .why = slot ? cite("5-c") : cite("5-b")});
}

static Seat compare(Run& r, Initiative& i) {
  const Seat winner = i.score[0] == i.score[1] ? Seat::Nobody : i.score[0] > i.score[1] ? Seat::First : Seat::Second;
  const int won = i.score[winner == Seat::Second], lost = i.score[winner != Seat::Second];
  i.doubled = winner != Seat::Nobody && more_than_double(won, lost);
  if (winner == Seat::Nobody) r.tell({.fact = Fact::InitiativeTied, .value = i.score[0], .why = cite("5-d")});
  else r.tell({.fact = Fact::InitiativeWon, .value = int16_t(won), .value2 = int16_t(lost), .why = cite("5-a")});
  return winner;
}

Flow Initiative::run(Run& r) {
  BEGIN;
  if (r.pos.turn == 1 && r.field.special.opening != Seat::Nobody) {
    STEP("BLE-3");
    winner = r.field.special.opening;
  } else {
    STEP("5-a");
    ROLL_D10(kAnyFace, InitiativeDie{Seat::First});
    score[0] = int8_t(r.face() + initiative_ledger(r.look(), Seat::First).total);
    ROLL_D10(kAnyFace, InitiativeDie{Seat::Second});
    score[1] = int8_t(r.face() + initiative_ledger(r.look(), Seat::Second).total);
    winner = compare(r, *this);
  }
  STEP("5-d");
  r.pos.initiative = winner == Seat::Nobody ? kNone : uint8_t(winner);
  if (winner == Seat::Nobody || !has_chit(r.look(), winner, false)) RETURN(0);
  STEP("5-b");
  ASK(ChooseOpening{winner, 0});
  take_lead(r, 0);
  STEP("5-c");
  if (!doubled || !has_chit(r.look(), winner, true)) RETURN(0);
  ASK(ChooseOpening{winner, 1});
  take_lead(r, 1);
  END;
}

}  // namespace tambour::siecle
