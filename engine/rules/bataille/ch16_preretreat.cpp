// SPDX-License-Identifier: MIT
// Chapter 16.3: who gives way before an Assault.
#include "rules/bataille/ch16_preretreat.h"

#include <algorithm>

#include "rules/bataille/ch15_opportunity.h"

namespace tambour::bataille {
namespace {

const Hand& back(const Look& b) { return b.pos.hand[0]; }
bool is_skirmisher(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[shaper(b, u)];
  return !is_gun(b, u) && s.form == Form::Skirmish && s.order == Order::Good;
}

bool formed_attackers(const Look& b) {
  const Fight& f = fight(b);
  return std::any_of(f.attacker, f.attacker + f.attackers, [&](UnitId u) { return fights(b, u) && !is_skirmisher(b, u); });
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
Duty duty(const Look& b, UnitId top) {
  UnitId list[kMates];
  const int n = mates(b, top, list);
  const UnitState& s = b.pos.unit[top];
  if (counter(b, top).arm == Arm::HorseGuns)  // 16.3.1-b 18.10.1-a
    return n == 1 && s.form == Form::Limbered && s.order != Order::Pgd && counter(b, top).mp > their_mp(b) ? Duty::May : Duty::None;
  if (is_gun(b, top) || n > 8) return Duty::None;
  if (is_skirmisher(b, top)) {
    if (formed_attackers(b)) return ground(b, b.pos.at(top)).general ? Duty::May : Duty::Must;  // 16.3.1-e 16.3.1-f
    for (int k = 0; k < n; ++k)
      if (counter(b, list[k]).mp <= their_mp(b)) return n == 1 && parent_hex(b, top) != kNoHex ? Duty::May : Duty::None;
    return Duty::May;
  }
  return n == 1 && parent_hex(b, top) != kNoHex ? Duty::May : Duty::None;  // 16.3.1-g
}

Duty duty_in_hand(const Look& b) { return duty(b, back(b).unit[0]); }

int step_cost(const Look& b, HexId h) {
  int most = 0;
  const HexId at = b.pos.at(back(b).unit[0]);
  const int side = b.field.grid.side_to(at, h);
  for (int k = 0; k < back(b).count; ++k) most = std::max<int>(most, edge(b, at, side).cost[int(class_of(b, back(b).unit[k]))]);
  return most;
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
  if (stacking_barred(b, back(b).unit, back(b).count, t.form, Footprint{h}, true)) REFUSE("16.3.2-h", u, h);
  return {};
}

Refusal way_barred(const Look& b, HexId h) {
  const UnitId u = back(b).unit[0];
  const Seat side = side_of(b, u);
  if (h >= b.field.grid.size() || b.field.grid.side_to(b.pos.at(u), h) < 0) REFUSE("16.3.2-a", u, h);
  if (back(b).flags & kStopped) REFUSE("16.3.2-g", u, h);
  if (enemy_at(b, h, side)) REFUSE("16.3.3-a", u, h);
  const int cost = step_cost(b, h);
  if (cost == kProhibited) REFUSE("13.1.7.1-a", u, h);
  if (back(b).spent + cost > back(b).allowance) REFUSE("16.3.2-f", u, h);
  const bool to_parent = parent_hex(b, u) == h || (parent_hex(b, u) != kNoHex && top_at(b, h) == top_at(b, parent_hex(b, u)));
  if (!is_gun(b, u) && (!is_skirmisher(b, u) || duty(b, u) == Duty::None) && !to_parent) REFUSE("16.3.1-g", u, h);
  if (!is_gun(b, u) && in_zone(b, h, side) && (!friend_at(b, h, side) || !by("10.1.4-a", "10.1.3.1-b"))) REFUSE("16.3.3-b", u, h);
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

static bool leaves_leader(const Look& b, int k) {
  const UnitId top = fight(b).defender[0];
  const LeaderState& s = b.pos.leader[k];
  if (s.fate != Fate::OnMap || side_of(b, b.field.officer_id(k)) != side_of(b, top) || !footprint(b, top).contains(s.hex)) return false;
  for (UnitId u = 0; u < b.field.unit_count(); ++u)
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
  const bool home = top_at(r.look(), h) != kNoUnit && parent_hex(r.look(), u) != kNoHex && top_at(r.look(), h) == top_at(r.look(), parent_hex(r.look(), u));
  hand.spent = uint8_t(hand.spent + step_cost(r.look(), h));
  ++hand.steps, hand.faced = 0;
  reshape(r, u, Footprint{h});
  if (home || ground(r.look(), h).general) hand.flags |= kStopped;
  for (int k = 0; k < hand.count; ++k)
    r.tell({.fact = Fact::Moved, .who = hand.unit[k], .hex = h, .from = from, .why = home ? cite("16.3.1-h") : cite("16.3.2-a")});
  for (int k = 0; k < r.field.officer_count(); ++k)
    if (r.pos.leader[k].fate == Fate::OnMap && left.contains(r.pos.leader[k].hex) && r.field.officers[std::size_t(k)].side == side)
      r.pos.leader[k].hex = h;
  disturb_leaders(r, h, other(side));
}

// 16.3.2-c: like those it joins, beneath them; 16.3.3.1, 16.3.4.1-b: more than half its points cost its order.
static void settle_down(Run& r) {
  Hand& hand = r.pos.hand[0];
  if (!hand.count) return;
  UnitId list[8];
  const int n = hand.count;
  std::copy(hand.unit, hand.unit + n, list);
  const UnitId there = top_at(r.look(), r.pos.at(list[0]));
  const bool tired = 2 * hand.spent > 2 * counter(r.look(), list[0]).mp;
  for (int k = 0; k < n && there != kNoUnit; ++k) {
    const UnitState t = r.pos.unit[shaper(r.look(), there)];
    UnitState& s = r.pos.unit[list[k]];
    r.pos.stack.at[list[k]] = r.pos.at(there);
    s.form = t.form, s.facing = t.facing, s.hexes = t.hexes, s.trail = t.trail, s.order = std::max(s.order, t.order);
    r.tell({.fact = Fact::Moved, .who = list[k], .hex = r.pos.at(there), .from = hand.start, .why = cite("16.3.2-c")});
  }
  put_down(r, 0);
  for (int k = 0; k < n && tired; ++k) disorder(r, list[k], is_gun(r.look(), list[k]) ? cite("16.3.4.1-b") : cite("16.3.3.1-a"));
}

static bool parting_shot(const Look& b, HexId h) {
  const UnitId u = back(b).unit[0];
  return back(b).steps == 0 && back(b).count == 1 && counter(b, u).british && parent_hex(b, u) != kNoHex &&
         top_at(b, h) == top_at(b, parent_hex(b, u)) && firing_range(b, u, 0) > 0 && attackers_left(b);
}

static bool is_cornered(const Look& b) { return duty_in_hand(b) == Duty::Must && !is_gun(b, back(b).unit[0]); }
static bool in_hand_yet(const Look& b) { return back(b).count && b.pos.unit[back(b).unit[0]].order != Order::Pgd; }

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
    STEP("16.3-c");
    if (is_cornered(r.look())) r.pos.set(unit, kCornered);
    put_down(r, 0);
    RETURN(0);
  }
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
    if (parting_shot(r.look(), hex)) {
      company = r.pos.hand[0].unit[0];
      STEP("16.1.1-s2a");
      ASK(PartingShot{company});
      if (r.answer().verb == Verb::FireAt) {
        CALL(FireOnce{company, top_at(r.look(), r.answer().hex), 0});
      }
    }
    by("10.2.2-d", "10.2.2.1-b");  // it leaves without a check
    if (stays_in_zone(r.look(), r.pos.hand[0].unit[0])) {
      STEP("16.1.1-s2-trig");
      STEP("10.1.3-i");
      CALL(OpportunityFire{r.pos.hand[0].unit[0]});
      if (!in_hand_yet(r.look()) || way_barred(r.look(), hex)) continue;
    }
    step_back(r, hex);
    went = 1;
  }
  STEP("16.3-a");
  settle_down(r);
  CALL(Settle{});
  RETURN(went ? 1 + company : 0);
  END;
}

// One hex of the firing stack at one hex of the other; Opportunity Fire counts half.
static Attack one_attack(const Look& b, UnitId unit, UnitId at, bool opportunity) {
  Attack out;
  HexId from[6];
  int n = 0;
  const Footprint f = footprint(b, unit);
  HexId target = kNoHex;
  for (int part = 0; part < std::min(2, f.size()); ++part)
    for (const HexId h : footprint(b, at))
      if (b.field.grid.distance(f[part], h) == 1 && (target == kNoHex || target == h) && firing_range(b, unit, part) > 0 &&
          (!opportunity || faces(b, unit, part, h)) && (n == 0 || from[n - 1] != f[part])) {
        add_fire(out, b, unit, part, h, false);
        target = h, from[n++] = f[part];
      }
  if (!n) return out;
  if (opportunity) out.value *= out.ledger.times(Ratio(1, 2), cite("15.6-c"), unit);
  close_attack(out, b, at, target, from, n);
  return out;
}

Flow FireOnce::run(Run& r) {
  BEGIN;
  if (one_attack(r.look(), unit, at, opportunity).column < 0) RETURN(0);
  ROLL(Dice::Sixes, fire_breaks(r.look(), one_attack(r.look(), unit, at, opportunity)));
  lost = uint8_t(losses_by(r.look(), one_attack(r.look(), unit, at, opportunity), r.roll_index()));
  r.tell({.fact = Fact::FireAttack,
          .who = at,
          .hex = r.pos.at(at),
          .value = int16_t(r.face()),
          .value2 = int16_t(lost),
          .why = opportunity ? cite("16.3.8-b") : cite("16.3.8-a")});
  if (!lost) RETURN(0);
  lose(r, at, lost, false, r.pos.at(at), opportunity ? cite("16.3.8-b") : cite("16.3.8-a"));
  if (!r.pos.on_map(at)) RETURN(lost);
  CALL(StackCheck{at, 0, kNoUnit, kByFire});
  CALL(Settle{});
  RETURN(lost);
  END;
}

static bool is_parent_of(const Look& b, UnitId company, HexId target) {
  const UnitId parent = counter(b, company).parent;
  return parent != kNoUnit && b.pos.on_map(parent) && top_at(b, target) != kNoUnit && b.pos.at(top_at(b, target)) == b.pos.at(parent);
}

Flow ParentFire::run(Run& r) {
  BEGIN;
  if (!is_parent_of(r.look(), company, r.pos.unit[at].target)) {
    STEP("16.3.8-c");
    RETURN(0);
  }
  if (one_attack(r.look(), top_at(r.look(), r.pos.unit[at].target), at, true).column < 0) RETURN(0);
  STEP("16.3.8-b");
  ASK(ParentShot{top_at(r.look(), r.pos.unit[at].target), at});
  if (r.answer().verb == Verb::Yes) {
    CALL(FireOnce{top_at(r.look(), r.pos.unit[at].target), at, 1});
  }
  END;
}

}  // namespace tambour::bataille
