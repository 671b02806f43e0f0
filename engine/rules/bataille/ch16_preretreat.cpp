// SPDX-License-Identifier: MIT
// Chapter 16.3: who gives way before an Assault.
#include "rules/bataille/ch16_preretreat.h"

#include <algorithm>

#include "rules/bataille/ch12_harassment.h"
#include "rules/bataille/ch12_mover.h"
#include "rules/bataille/ch12_square.h"
#include "rules/bataille/ch15_opportunity.h"
#include "rules/bataille/ch16_dice.h"
#include "rules/bataille/ch19_opportunity.h"

namespace tambour::bataille {
namespace {

const Hand& back(const Look& b) { return b.pos.hand[0]; }
bool is_skirmisher(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  return !is_gun(b, u) && s.form == Form::Skirmish && s.order == Order::Good;
}

// Formed troops among the assaulters, or any that are no skirmishers.
bool faced_by(const Look& b, bool formed) {
  const Fight& f = fight(b);
  return std::any_of(f.attacker, f.attacker + f.attackers, [&](UnitId u) {
    if (!fights(b, u) || is_skirmisher(b, u)) return false;
    return !formed || (good(b, u) && is_formed(b.pos.unit[shaper(b, u)].form));
  });
}

// The fastest of the assaulters, as printed.
int their_mp(const Look& b) {
  int most = 0;
  const Fight& f = fight(b);
  for (int k = 0; k < f.attackers; ++k)
    if (fights(b, f.attacker[k])) most = std::max<int>(most, counter(b, f.attacker[k]).mp);
  return most;
}

HexId parent_hex(const Look& b, UnitId u) {
  const UnitId p = counter(b, u).size == Size::Company ? counter(b, u).parent : kNoUnit;
  if (p == kNoUnit || !fights(b, p) || in_hand(b, p)) return kNoHex;
  for (const HexId h : footprint(b, p))
    if (touches(b.field.grid, footprint(b, u), h)) return h;
  return kNoHex;
}

// 16.3.1: may this stack give way, and must it?
enum class Duty : uint8_t { None, May, Must };

Duty horse_guns_duty(const Look& b, UnitId top, bool alone) {
  const UnitState& s = b.pos.unit[top];
  if (!alone || s.form != Form::Limbered || s.order == Order::Pgd) return Duty::None;
  return by("16.3.1-b", "18.10.1-a") && counter(b, top).mp > their_mp(b) ? Duty::May : Duty::None;
}

Duty skirmishers_duty(const Look& b, UnitId top, const UnitId* list, int n) {
  if (faced_by(b, true)) return ground(b, b.pos.at(top)).general && by("16.3.1-f") ? Duty::May : Duty::Must;
  if (faced_by(b, false) && by("16.3.1-e")) return Duty::May;
  const bool slow = std::any_of(list, list + n, [&](UnitId u) { return counter(b, u).mp <= their_mp(b); });
  return by("16.3.1-d") && !slow ? Duty::May : Duty::None;
}

Duty duty(const Look& b, UnitId top) {
  UnitId list[kMates];
  const int n = mates(b, top, list);
  if (counter(b, top).arm == Arm::HorseGuns) return horse_guns_duty(b, top, n == 1);
  if (counter(b, top).arm == Arm::Wagon && by("18.14.1.6-d")) return Duty::None;
  if (is_gun(b, top) || n > 8) return Duty::None;
  if (is_horse(b, top)) {
    const bool spent =
        std::any_of(list, list + n, [&](UnitId u) { return horse(b, u).ready == Ready::Exhausted || b.pos.unit[u].order == Order::Pgd; });
    return by("16.3.1-c") && !spent && (!is_skirmisher(b, top) || by("12.10.9-b")) ? Duty::May : Duty::None;
  }
  const Duty out = is_skirmisher(b, top) && by("12.10.10-a") ? skirmishers_duty(b, top, list, n) : Duty::None;
  const bool home = n == 1 && b.pos.unit[top].order != Order::Pgd && parent_hex(b, top) != kNoHex;
  return out == Duty::None && home && by("16.3.1-g") ? Duty::May : out;
}

Duty duty_in_hand(const Look& b) { return duty(b, back(b).unit[0]); }

// Past cavalry skirmishers infantry and guns pay as ever.
int step_cost(const Look& b, HexId h) {
  int most = 0;
  const HexId at = b.pos.at(back(b).unit[0]);
  const int side = b.field.grid.side_to(at, h);
  for (int k = 0; k < back(b).count; ++k) most = std::max<int>(most, edge(b, at, side).cost[int(class_of(b, back(b).unit[k]))]);
  const int toll = most == kProhibited ? 0 : skirmish_toll(b, h);
  return toll && by("16.3.3-c") ? most + toll : most;
}

// 16.3.2-c, 16.3.2-h: friends there are joined in their formation, within the limits.
Refusal room_barred(const Look& b, HexId h) {
  const UnitId u = back(b).unit[0], there = top_at(b, h);
  if (there == kNoUnit) {
    if (stacking_barred(b, back(b).unit, back(b).count, b.pos.unit[u].form, Footprint{h}, true)) REFUSE("16.3.2-h", u, h);
    return {};
  }
  const UnitState& t = b.pos.unit[shaper(b, there)];
  if (t.order == Order::Pgd) REFUSE("16.3.2-h", u, h);
  if (stacking_barred(b, back(b).unit, back(b).count, t.form, Footprint{b.pos.at(there)}, true)) REFUSE("16.3.2-h", u, h);
  return {};
}

// An enemy's zone of this kind reaches the hex: cavalry's, or anybody else's.
bool in_zone_of(const Look& b, HexId h, Seat side, bool horse) {
  for (int k = 0; k < 6; ++k)
    if (const HexId n = edge(b, h, k).to;
        n != kNoHex && enemy_at(b, n, side) && is_horse(b, shaper(b, top_at(b, n))) == horse && zone_reaches(b, top_at(b, n), h))
      return true;
  return false;
}

// 16.3.3-b, 16.3.4: a friend in the hex keeps the zone off; cavalry and horse guns care for that of cavalry alone.
Refusal zone_barred_back(const Look& b, UnitId u, HexId h, Seat side) {
  if (!in_zone(b, h, side) || (friend_at(b, h, side) && by("10.1.4-a", "10.1.3.1-b"))) return {};
  if (!is_gun(b, u) && !is_horse(b, u)) REFUSE("16.3.3-b", u, h);
  if (in_zone_of(b, h, side, true)) REFUSE("16.3.4-b", u, h);
  return by("16.3.4-a"), Refusal{};
}

Refusal way_barred(const Look& b, HexId h) {
  const UnitId u = back(b).unit[0];
  const Seat side = side_of(b, u);
  if (h >= b.field.grid.size() || b.field.grid.side_to(b.pos.at(u), h) < 0) REFUSE("16.3.2-a", u, h);
  if (back(b).flags & kStopped) {
    if (friend_at(b, b.pos.at(u), side)) REFUSE("16.3.1-h", u, h);
    REFUSE("16.3.2-g", u, h);
  }
  if (enemy_at(b, h, side)) REFUSE("16.3.3-a", u, h);
  const int cost = step_cost(b, h);
  if (cost == kProhibited) REFUSE("13.1.7.1-a", u, h);
  if (back(b).spent + cost > back(b).allowance) REFUSE("16.3.2-f", u, h);
  const bool to_parent = parent_hex(b, u) == h || (parent_hex(b, u) != kNoHex && top_at(b, h) == top_at(b, parent_hex(b, u)));
  const bool runs_free = is_gun(b, u) || is_horse(b, u);
  if (!runs_free && (!is_skirmisher(b, u) || duty(b, u) == Duty::None) && !to_parent) REFUSE("16.3.1-g", u, h);
  if (const Refusal no = zone_barred_back(b, u, h, side)) return no;
  return room_barred(b, h);
}

bool has_way(const Look& b) {
  for (int k = 0; k < 6; ++k)
    if (const HexId h = edge(b, b.pos.at(back(b).unit[0]), k).to; h != kNoHex && !way_barred(b, h)) return true;
  return false;
}

}  // namespace

Refusal LeaveTroops::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  const Seat side = side_of(b, leader);
  const LeaderState& s = b.pos.leader[b.field.officer(leader)];
  if (a.hex >= b.field.grid.size() || !friend_at(b, a.hex, side) || a.hex == s.hex) REFUSE("16.3.1-a", leader, a.hex);
  if (b.field.grid.distance(a.hex, s.hex) > b.field.officers[std::size_t(b.field.officer(leader))].mp) REFUSE("16.3.5-a", leader, a.hex);
  return {};
}

Refusal ChooseWayBack::barred(const Look& b, Action a) const {
  const UnitId u = back(b).unit[0];
  if (a.who != u) REFUSE("16.3.2-b", a.who);
  if (a.verb == Verb::Move) return way_barred(b, a.hex);
  if (a.verb == Verb::Face) {
    if (back(b).steps == 0 || back(b).faced || !is_skirmisher(b, u) || a.arg > 5 || a.arg == b.pos.unit[u].facing) REFUSE("16.3.2-e", u);
    if (back(b).spent >= back(b).allowance) REFUSE("16.3.2-e", u);
    if (friend_at(b, b.pos.at(u), side_of(b, u))) REFUSE("16.3.2-c", u);
    return {};
  }
  if (back(b).steps == 0 && duty_in_hand(b) == Duty::Must) REFUSE("16.3-b", u);
  return {};
}

Refusal PartingShot::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  const Fight& f = fight(b);
  const UnitId at = a.hex < b.field.grid.size() ? top_at(b, a.hex) : kNoUnit;
  if (a.who != unit || !attacks(b, f, at)) REFUSE("16.3.8-a", a.who, a.hex);
  return {};
}

// 16.3.5-a: nobody's zone holds him.
static bool leaves_leader(const Look& b, int k) {
  const UnitId top = fight(b).defender[0];
  const LeaderState& s = b.pos.leader[k];
  if (s.fate != Fate::OnMap || side_of(b, b.field.officer_id(k)) != side_of(b, top) || !footprint(b, top).contains(s.hex)) return false;
  for (UnitId u : all_units(b.field))
    if (b.pos.on_map(u) && side_of(b, u) == side_of(b, top) && b.pos.at(u) != b.pos.at(top) &&
        !LeaveTroops{b.field.officer_id(k)}.barred(b, Action{Verb::ChooseHex, 0, kNoUnit, kNoUnit, b.pos.at(u)}))
      return true;
  return false;
}

// 16.3.5-b: his bonus is turned round for those he leaves; 16.3.5-c: a bad one is no loss.
static void desert(Run& r, int k, HexId to) {
  const int bonus = r.field.officers[std::size_t(k)].morale;
  UnitId list[kMates];
  const int n = mates(r.look(), fight(r).defender[0], list);
  for (int i = 0; i < n && bonus > 0; ++i) r.pos.unit[list[i]].deserted = uint8_t(r.pos.unit[list[i]].deserted + bonus);
  r.pos.leader[k].hex = to;
  r.tell({.fact = Fact::CommanderMoved,
          .who = r.field.officer_id(k),
          .hex = to,
          .value = int16_t(bonus),
          .why = bonus > 0 ? cite("16.3.5-b") : cite("16.3.5-c")});
}

static void give_way(Run& r, UnitId top) {
  UnitId list[kMates];
  const int n = mates(r.look(), top, list);
  take_in_hand(r, 0, list, n);
  Hand& hand = r.pos.hand[0];
  hand.allowance = 255;
  for (int k = 0; k < n; ++k) hand.allowance = std::min(hand.allowance, uint8_t(allowance(r.look(), list[k])));
}

static void step_back(Run& r, HexId h) {
  Hand& hand = r.pos.hand[0];
  const UnitId u = hand.unit[0];
  const HexId from = r.pos.at(u);
  const Footprint left = footprint(r.look(), u);
  const Seat side = side_of(r.look(), u);
  const bool home = top_at(r.look(), h) != kNoUnit && parent_hex(r.look(), u) != kNoHex &&
                    top_at(r.look(), h) == top_at(r.look(), parent_hex(r.look(), u));
  hand.spent = uint8_t(hand.spent + step_cost(r.look(), h));
  ++hand.steps, hand.faced = 0;
  for (const HexId x : left) note_harassers(r, 0, x);
  reshape(r, u, Footprint{h});
  for (int k = 0; k < hand.count && !home; ++k) form_by_ground(r, hand.unit[k], h, r.field.grid.side_to(from, h));
  if (home || ground(r.look(), h).general) hand.flags |= kStopped;
  for (int k = 0; k < hand.count; ++k)
    r.tell({.fact = Fact::Moved, .who = hand.unit[k], .hex = h, .from = from, .why = home ? cite("16.3.1-h") : cite("16.3.2-a")});
  for (int k = 0; k < r.field.officer_count(); ++k)
    if (r.pos.leader[k].fate == Fate::OnMap && left.contains(r.pos.leader[k].hex) && r.field.officers[std::size_t(k)].side == side)
      r.pos.leader[k].hex = h;
  disturb_leaders(r, h, other(side));
}

// 16.3.2-c: like those it joins, beneath them.
static void fall_in(Run& r, UnitId there, const UnitId* list, int n) {
  const UnitState t = r.pos.unit[shaper(r.look(), there)];
  for (int k = 0; k < n; ++k) {
    UnitState& s = r.pos.unit[list[k]];
    r.pos.stack.at[list[k]] = r.pos.at(there);
    s.hexes = t.hexes, s.trail = t.trail;
    if (s.order == t.order) s.form = t.form, s.facing = t.facing;
    r.tell({.fact = Fact::Moved, .who = list[k], .hex = r.pos.at(there), .from = r.pos.hand[0].start, .why = cite("16.3.2-c")});
  }
}

// Who joins friends shares their order; 16.3.3.1, 16.3.4.1-b: more than half its points cost its own.
static void settle_down(Run& r) {
  Hand& hand = r.pos.hand[0];
  if (!hand.count) return;
  UnitId list[kMates];
  const int n = hand.count;
  std::copy(hand.unit, hand.unit + n, list);
  const UnitId there = top_at(r.look(), r.pos.at(list[0]));
  const bool tired = 2 * hand.spent > 2 * counter(r.look(), list[0]).mp;
  if (there != kNoUnit) fall_in(r, there, list, n);
  put_down(r, 0);
  for (int k = 0; k < n && tired; ++k) {
    if (is_horse(r.look(), list[k])) exhaust(r, list[k], cite("16.3.4.1-a"));
    else disorder(r, list[k], is_gun(r.look(), list[k]) ? cite("16.3.4.1-b") : cite("16.3.3.1-a"));
  }
  const int m = mates(r.look(), list[0], list);
  const bool mixed =
      std::any_of(list, list + m, [&](UnitId u) { return r.pos.unit[u].order == Order::Disorder && !r.pos.has(u, kMustMove); });
  for (int k = 0; k < m && mixed && there != kNoUnit; ++k) disorder(r, list[k], cite("11.1.2-j"));
}

static bool parting_shot(const Look& b, HexId h) {
  const UnitId u = back(b).unit[0];
  return back(b).steps == 0 && back(b).count == 1 && counter(b, u).british && parent_hex(b, u) != kNoHex &&
         top_at(b, h) == top_at(b, parent_hex(b, u)) && firing_range(b, u, 0) > 0 && attackers_left(b);
}

// 16.3.6-a: a friend in the hex keeps the enemy's zone off.
static bool may_be_shot_at(const Look& b) {
  const UnitId u = back(b).unit[0];
  if (friend_at(b, b.pos.at(u), side_of(b, u)) && by("10.1.4-a")) return false;
  return stays_in_zone(b, u);
}

static bool is_cornered(const Look& b) { return duty_in_hand(b) == Duty::Must && !is_gun(b, back(b).unit[0]); }
static bool in_hand_yet(const Look& b) { return back(b).count && b.pos.unit[back(b).unit[0]].order != Order::Pgd; }

Flow BackStep::run(Run& r) {
  BEGIN;
  if (company != kNoUnit) {
    STEP("16.1.1-s2a");
    ASK(PartingShot{company});
    if (r.answer().verb == Verb::FireAt) {
      put_down(r, 0);  // it fires from where it stands
      CALL(FireOnce{company, top_at(r.look(), r.answer().hex), 0});
      give_way(r, company);
      if (way_barred(r.look(), hex)) RETURN(0);
    }
  }
  by("10.2.2-d", "10.2.2.1-b");  // it leaves without a check
  if (may_be_shot_at(r.look())) {
    STEP("16.1.1-s2-trig");
    STEP("16.3.6-a");
    STEP("10.1.3-i");
    CALL(OpportunityFire{r.pos.hand[0].unit[0]});
    if (!in_hand_yet(r.look()) || way_barred(r.look(), hex)) RETURN(0);
  }
  open_event(r);
  CALL(ChargeOffer{r.pos.hand[0].unit[0]});
  if (r.result()) RETURN(1 + r.result());
  note_watched(r, r.pos.hand[0].unit[0]);
  step_back(r, hex);
  CALL(ChargeOffer{r.pos.hand[0].unit[0]});
  RETURN(1 + r.result());
  END;
}

Flow PreRetreat::run(Run& r) {
  BEGIN;
  unit = fight(r).defender[0];
  for (i = 0; i < r.field.officer_count(); ++i) {
    if (!leaves_leader(r.look(), i)) continue;
    STEP("16.3.5-a");
    ASK(LeaveTroops{r.field.officer_id(i)});
    if (r.answer().verb == Verb::ChooseHex) desert(r, i, r.answer().hex);
  }
  if (duty(r.look(), unit) == Duty::None) RETURN(0);
  give_way(r, unit);
  if (!has_way(r.look())) {
    r.step(is_gun(r.look(), unit) ? cite("16.3.4-e") : is_horse(r.look(), unit) ? cite("16.3.4-d") : cite("16.3-c"));
    if (is_cornered(r.look())) r.pos.set(unit, kCornered);
    put_down(r, 0);
    RETURN(0);
  }
  forget_harassers(r, 0), forget_passes(r, side_of(r.look(), unit));
  while (in_hand_yet(r.look())) {
    STEP("16.3.2-b");
    if (went && !has_way(r.look()) && !is_skirmisher(r.look(), r.pos.hand[0].unit[0])) break;
    ASK(ChooseWayBack{});
    if (r.answer().verb == Verb::Stop) break;
    if (r.answer().verb == Verb::Face) {
      r.pos.unit[r.answer().who].facing = r.answer().arg;
      r.pos.hand[0].faced = 1;
      continue;
    }
    hex = r.answer().hex;
    if (company == kNoUnit && parting_shot(r.look(), hex)) {
      company = r.pos.hand[0].unit[0];
      CALL(BackStep{hex, company});
    } else {
      CALL(BackStep{hex, kNoUnit});
    }
    went |= r.result() == 1 || (r.result() > 1 && r.pos.hand[0].steps);
    if (r.result() > 1) charger = UnitId(r.result() - 2);
    if (charger != kNoUnit) break;
  }
  if (went) STEP("16.3-a");
  if (went && r.pos.hand[0].count) CALL(Harass{0});
  if (joins_square(r.look())) {
    STEP("16.3.2-d");
    CALL(JoinSquare{});
  }
  if (r.pos.hand[0].count) unit = r.pos.hand[0].unit[0];
  settle_down(r);
  CALL(Settle{});
  if (charger != kNoUnit && r.pos.on_map(unit)) {
    STEP("16.3.6-c");
    is_horse(r.look(), unit) ? by("16.3.4-c", "16.3.6-b") : by("16.3.3-c", "16.3.6-b");
    r.pos.suspended = r.pos.melees;
    CALL(OpportunityCharge{charger, 0, r.pos.at(unit), 1});
    resume_assault(r);
    went |= !r.pos.on_map(unit) || !footprint(r.look(), unit).contains(fight(r).hex);
  }
  RETURN(went ? 1 + index(company) : 0);
  END;
}

}  // namespace tambour::bataille
