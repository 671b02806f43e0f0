// SPDX-License-Identifier: MIT
// Chapters 12.10.9.1 and 19.17: cavalry that forms up or rides against the chargers.
#include <algorithm>

#include "rules/bataille/ch13_retreat.h"
#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch19_dice.h"
#include "rules/bataille/ch19_meeting.h"

namespace tambour::bataille {

static bool is_open(const Look& b, HexId h, const Footprint& own) {
  return h != kNoHex && !ground(b, h).general && (top_at(b, h) == kNoUnit || own.contains(h));
}

Footprint shifted(const Look& b, const Footprint& f, bool line, int dir, int& cost) {
  Footprint out;
  int most = 0;
  for (int part = 0; part < (line ? f.size() : 1); ++part) {
    const Edge& e = edge(b, f[part], dir);
    if (!is_open(b, e.to, f) || e.cost[int(Class::Cavalry)] == kProhibited) return {};
    most = std::max<int>(most, e.cost[int(Class::Cavalry)]);
    out.push_back(e.to);
  }
  for (int part = 0; !line && part + 1 < f.size(); ++part) out.push_back(f[part]);
  cost += most;
  return out;
}

int gap(const Look& b, const Footprint& one, const Footprint& two) {
  int least = 99;
  for (const HexId h : one) least = std::min(least, distance(b.field.grid, two, h));
  return least;
}

bool goes_ahead(const UnitState& s, int dir) {
  return s.order == Order::Good && s.form == Form::Line ? turn(dir, -s.facing) < 2 : s.order != Order::Good || angle(dir, s.facing) <= 1;
}

bool touches_front(const Look& b, const Footprint& f, const UnitState& s, const Footprint& foe) {
  for (int part = 0; part < f.size(); ++part)
    for (const HexId h : foe)
      if (const int side = b.field.grid.side_to(f[part], h);
          side >= 0 && aspect_of(s.form, s.order, s.facing, f.size(), part, side, false) == Aspect::Front)
        return true;
  return false;
}

void bring_riders(Run& r, const Footprint& left, HexId to, Seat side) {
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    if (s.fate == Fate::OnMap && left.contains(s.hex) && r.field.officers[std::size_t(k)].side == side) s.hex = to, s.flags |= kRode;
  }
}

bool in_some_charge(const Look& b, UnitId u) {
  for (const Charge& c : b.pos.charge)
    if (c.stage != ChargeStage::None && (c.unit == u || c.struck == u)) return true;
  return b.pos.has(u, kCharged);
}

namespace {

struct Meeting {  // where both come to
  Footprint mine, theirs;
};

int reaction_depth(const Look& b, UnitId u) {
  const bool tired = horse(b, u).ready == Ready::Tired;
  if (is_light(b, u)) return tired ? 3 : 5;
  return tired ? 2 : 3;
}

// Step by step towards the other, through the front if it keeps its facing.
bool approach(const Look& b, Footprint& f, const UnitState& s, const Footprint& to, int steps, bool turns, int& cost) {
  const bool line = s.form == Form::Line;
  while (steps-- > 0) {
    Footprint best;
    int paid = cost;
    for (int dir = 0; dir < 6 && best.empty(); ++dir) {
      const bool ahead = line ? turn(dir, -s.facing) < 2 : angle(dir, s.facing) <= 1;
      if (!ahead && !turns) continue;
      int price = cost;
      const Footprint next = shifted(b, f, line, dir, price);
      if (next.empty() || gap(b, next, to) >= gap(b, f, to)) continue;
      best = next, paid = price;
    }
    if (best.empty()) return false;
    f = best, cost = paid;
  }
  return true;
}

// 19.17.2: the charger goes one hex farther if the hexes between them are odd in number (A69).
bool meet(const Look& b, UnitId u, UnitId rider, Meeting& out) {
  const UnitState &mine = b.pos.unit[shaper(b, u)], &theirs = b.pos.unit[shaper(b, rider)];
  out.mine = footprint(b, u), out.theirs = footprint(b, rider);
  const int between = gap(b, out.mine, out.theirs) - 1;
  const int my_steps = between / 2, their_steps = between - my_steps;
  int cost = 0, free = 0;
  if (!approach(b, out.mine, mine, out.theirs, my_steps, false, cost)) return false;
  const bool wide = theirs.form == Form::Line && out.theirs.size() > 1;
  if (!approach(b, out.theirs, theirs, out.mine, their_steps, !wide, free)) {
    if (!wide) return false;  // 19.17.4: a Line that cannot turn waits, the reactor rides all the way
    out.theirs = footprint(b, rider);
    if (!approach(b, out.mine, mine, out.theirs, their_steps, false, cost)) return false;
    by("19.17.4-b");
  }
  return cost <= 10 && by("19.17.2-e") && touches_front(b, out.mine, mine, out.theirs);
}

// The charger turns to the reactor if it does not face it (19.17.2-d, 19.2.2-c).
void turn_to(Run& r, UnitId rider, const Footprint& foe) {
  const UnitId u = shaper(r.look(), rider);
  const UnitState& s = r.pos.unit[u];
  const Footprint f = footprint(r.look(), u);
  if (s.order != Order::Good || touches_front(r.look(), f, s, foe) || (s.form == Form::Line && f.size() > 1)) return;
  for (const HexId h : foe)
    if (const int side = r.field.grid.side_to(f[0], h); side >= 0) {
      UnitId list[kMates];
      for (int n = mates(r.look(), u, list); n > 0; --n) r.pos.unit[list[n - 1]].facing = uint8_t(side);
      r.tell({.fact = Fact::Turned, .who = u, .value = int16_t(side), .why = cite("19.2.2-c")});
      return;
    }
}

void come_together(Run& r, UnitId u, int k) {
  Charge& c = charge(r, k);
  const UnitId rider = c.unit;
  Meeting m;
  if (!meet(r.look(), u, rider, m)) return;
  const Footprint mine = footprint(r.look(), u), theirs = footprint(r.look(), rider);
  reshape(r, u, m.mine), reshape(r, rider, m.theirs);
  bring_riders(r, mine, m.mine[0], side_of(r.look(), u)), bring_riders(r, theirs, m.theirs[0], side_of(r.look(), rider));
  for (const HexId h : m.mine) disturb_leaders(r, h, side_of(r.look(), rider));
  for (const HexId h : m.theirs) disturb_leaders(r, h, side_of(r.look(), u));
  turn_to(r, rider, m.mine);
  r.tell({.fact = Fact::CounterCharged, .who = u, .whom = rider, .hex = m.mine[0], .why = cite("19.1.1-s3b-pass")});
  r.tell({.fact = Fact::Moved, .who = rider, .hex = m.theirs[0], .from = c.start, .why = cite("19.17.2-c")});
  c.struck = rider, c.unit = u, c.kind = ChargeKind::Reaction, c.stage = ChargeStage::Contact;
  std::fill(std::begin(c.foe), std::end(c.foe), kNoUnit);
  c.foe[0] = rider, c.foes = 1;
  for (const UnitId top : {u, rider}) {
    UnitId list[kMates];
    for (int n = mates(r.look(), top, list); n > 0; --n) r.pos.set(list[n - 1], kCharged);
  }
}

int form_up_steps(const Look& b, UnitId u, int k) {
  trace::chart("form_up");
  const int far = std::clamp(gap(b, footprint(b, u), footprint(b, charge(b, k).unit)), 1, 5);
  return b.field.charts.form_up[std::size_t(far)] + (counter(b, charge(b, k).unit).lance ? b.field.charts.form_up_lancers : 0);
}

bool sees_charger(const Look& b, UnitId u, UnitId rider) {
  for (const HexId from : footprint(b, u))
    for (const HexId to : footprint(b, rider))
      if (sees_in_charge(b, from, to)) return true;
  return false;
}

void stand_in_line(Run& r, UnitId u, HexId h) {
  UnitState& s = r.pos.unit[u];
  s.form = Form::Line;
  if (increments(r.look(), u) < 5) reshape(r, u, Footprint{h});
  r.tell({.fact = Fact::FormedLine, .who = u, .hex = r.pos.at(u), .why = cite("12.10.9.1-c")});
}

}  // namespace

Refusal reaction_barred(const Look& b, UnitId u, int k) {
  const Charge& c = charge(b, k);
  if (!is_horse(b, u)) REFUSE("19.17-a", u);
  if (horse(b, u).ready == Ready::Exhausted) REFUSE("19.1.1-s3b", u);
  if (starts_barred(b, u) && by("24.0-m")) REFUSE("19.17-a", u);
  if (has(b, u, kReacted) && by("19.1.1-s3b-once")) REFUSE("19.17-d", u);
  if (has(b, u, kFormedUp)) REFUSE("12.10.9.1-f", u);
  if (c.flags & kReactedTo) REFUSE("19.17-e", u);
  if (b.pos.has(u, kCharged) && by("19.17.3-b")) REFUSE("19.17.1-a", u);
  if (in_some_charge(b, u)) REFUSE("19.17.1-a", u);
  const UnitState& s = b.pos.unit[shaper(b, u)];
  const Footprint f = footprint(b, u), rider = footprint(b, c.unit);
  if (std::none_of(rider.begin(), rider.end(), [&](HexId h) { return in_fan(b, f, s.form, s.facing, h, reaction_depth(b, u)); }))
    REFUSE("19.17.1-b", u);
  Meeting m;
  if (!meet(b, u, c.unit, m)) REFUSE("19.17.2-f", u);
  return by("19.17.3-a", "19.17-c"), Refusal{};
}

Flow ReactionCharge::run(Run& r) {
  BEGIN;
  STEP("19.17.2-a");
  by("19.17-b", "19.1-g", "13.1.8-e");
  horse(r, unit).flags |= kReacted;
  ROLL(Dice::Sixes, check_breaks(r.look(), unit, morale_ledger(r.look(), unit, 0, cause_row(kByReaction))), MoraleDie{unit, 0, kByReaction});
  if (!judge_alone(r, unit, kByReaction)) {
    STEP("19.1.1-s3b-fail");
    by("20.1.4-b");
    RETURN(0);
  }
  STEP("19.1.1-s3b-role");
  come_together(r, unit, k);
  END;
}

Refusal form_up_barred(const Look& b, UnitId u, int k) {
  const UnitState& s = b.pos.unit[u];
  const UnitId rider = charge(b, k).unit;
  if (!is_horse(b, u) || s.form != Form::Skirmish || s.order != Order::Good) REFUSE("12.10.9.1-a", u);
  if (has(b, u, kFormedUp)) REFUSE("12.10.9.1-d", u);
  if (b.pos.has(u, kCharged)) REFUSE("12.10.9-d", u);
  const UnitState& t = b.pos.unit[shaper(b, rider)];
  const Footprint f = footprint(b, u), from = footprint(b, rider);
  if (std::none_of(f.begin(), f.end(), [&](HexId h) { return in_fan(b, from, t.form, t.facing, h, 5); })) REFUSE("12.10.9.1-a", u);
  if (std::any_of(f.begin(), f.end(), [&](HexId h) { return ground(b, h).general; })) REFUSE("12.6-a", u);
  if (!sees_charger(b, u, rider) && by("14.1-e")) REFUSE("12.10.9.1-a", u);
  return {};
}

Flow FormUp::run(Run& r) {
  BEGIN;
  STEP("12.10.9.1-b");
  by("19.1.1-s3c", "19.3.1-c", "12.2.1-b", "12.10-d", "13.1.8-g");
  horse(r, unit).flags |= kFormedUp;
  ROLL(Dice::Sixes, check_breaks(r.look(), unit, morale_ledger(r.look(), unit, form_up_steps(r.look(), unit, k), cause_row(kByFormUp))),
       MoraleDie{unit, int8_t(form_up_steps(r.look(), unit, k)), kByFormUp});
  if (!passes(r.look(), unit, morale_ledger(r.look(), unit, form_up_steps(r.look(), unit, k), cause_row(kByFormUp)), r.roll_index())) {
    STEP("12.10.9.1-e");
    RETURN(0);
  }
  if (increments(r.look(), unit) < 5) {
    ASK(ChooseSquareHex{unit});
    stand_in_line(r, unit, r.answer().hex);
    RETURN(1);
  }
  stand_in_line(r, unit, r.pos.at(unit));
  END;
}

}  // namespace tambour::bataille
