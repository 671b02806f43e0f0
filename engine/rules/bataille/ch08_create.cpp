// SPDX-License-Identifier: MIT
// Chapters 8.4.3.3 and 8.4.1: Assets, and the leaders who form a Maneuver Unit.
#include "rules/bataille/ch08_create.h"
#include "rules/bataille/dice.h"

#include <algorithm>

namespace tambour::bataille {

// Cavalry formations take horse artillery and cavalry only, a light cavalry leader only light cavalry (8.5.1.3-g).
static Refusal arm_barred(const Look& b, UnitId u, int k) {
  const Counter& c = counter(b, u);
  const Officer& o = role(b, k);
  if (!o.cavalry || c.arm == Arm::HorseGuns) return {};
  if (c.arm != Arm::Cavalry) REFUSE("8.4.3.3-d", u);
  if (o.initiative && c.mp < 13) REFUSE("8.5.1.3-g", u);
  return {};
}

Refusal AssignAsset::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  if (!b.field.is_officer(a.whom) || side_of(b, a.whom) != side || side_of(b, a.who) != side) REFUSE("7.1.2.1-a", a.who);
  const int k = b.field.officer(a.whom);
  const LeaderState& to = b.pos.leader[k];
  if (to.fate != Fate::OnMap || to.post == kNone) REFUSE("7.1.2.1-a", a.who);
  if (is_aide(b, k) && by("8.4.3.2-a")) REFUSE("8.4.3.3-a", a.who);
  if (b.field.is_officer(a.who)) {  // an aide
    const int aide = b.field.officer(a.who);
    const uint8_t scope = b.field.officers[std::size_t(aide)].superior;
    if (b.pos.leader[aide].fate != Fate::OnMap || !is_aide(b, aide) || aides >> aide & 1) REFUSE("7.1.2.1-a", a.who);
    if (b.pos.leader[aide].under == to.post || !is_below(b, to.post, scope)) REFUSE("8.4.3.3-a", a.who);
    return {};
  }
  const Counter& c = counter(b, a.who);
  if (!b.pos.on_map(a.who) || done.has(a.who) || b.pos.unit[a.who].under == to.post) REFUSE("7.1.2.1-a", a.who);
  if (is_posted(b, a.who)) REFUSE("8.8.1-a", a.who);
  if (b.pos.has(a.who, kMarchAm)) REFUSE("8.7-d", a.who);
  const bool escort = c.escorts != kNone;
  if (!escort && !is_asset(b, a.who)) REFUSE("7.1.2.1-a", a.who);
  // An escort is an Asset of its army (8.9.1.1-b).
  uint8_t scope = c.leader;
  while (escort && by("8.9.1.1-b") && b.field.officers[scope].superior != kNone) scope = b.field.officers[scope].superior;
  if (!is_below(b, to.post, scope)) REFUSE("8.4.3.3-a", a.who);
  return by("8.4.3.3-c", "8.3.1-b"), arm_barred(b, a.who, k);
}

Flow AssignAssets::run(Run& r) {
  BEGIN;
  for (;;) {
    STEP("7.1.2.1-a");
    ASK(AssignAsset{done, aides, side, {}});
    if (r.answer().verb == Verb::Done) break;
    const UnitId u = r.answer().who;
    const uint8_t post = r.pos.leader[r.field.officer(r.answer().whom)].post;
    if (r.field.is_officer(u)) r.pos.leader[r.field.officer(u)].under = post, aides |= 1u << r.field.officer(u);
    else r.pos.unit[u].under = post, done.add(u);
    r.tell({.fact = Fact::OrderPlaced, .who = u, .whom = r.answer().whom, .why = cite("8.4.3.3-a")});
  }
  END;
}

static Refusal corps_barred(const Look& b, int k) {
  const UnitId id = b.field.officer_id(k);
  const CommandSheet& sheet = b.field.command;
  const Seat side = b.field.officers[std::size_t(k)].side;
  if (role(b, k).rank <= 1) REFUSE("8.4.2-e", id);
  if (sheet.largest[index(side)] > role(b, k).rank && !(sheet.corps[index(side)] >> k & 1) && by("QB-1")) REFUSE("8.3.1-j", id);
  if (role(b, k).rank != 2) REFUSE("8.4.2-e", id);
  if (!(b.pos.leader[k].flags & kActivated)) REFUSE("8.4.3.1-a", id);
  return {};
}

static Refusal column_barred(const Look& b, int k) {
  const UnitId id = b.field.officer_id(k);
  bool heads = false;
  for (const UnitId u : all_units(b.field))
    heads |= b.pos.on_map(u) && b.pos.unit[u].form == Form::Road && good(b, u) && is_below(b, b.pos.unit[u].under, b.pos.leader[k].post) &&
             footprint(b, u).contains(b.pos.leader[k].hex);
  if (!heads) REFUSE("8.6-b", id);
  if (is_broken(b, k)) REFUSE("8.6-d", id);
  if (role(b, k).rank <= 2 && by("8.6.1-a")) return corps_barred(b, k);
  return {};
}

static Refusal leader_barred(const Look& b, int k) {
  const UnitId id = b.field.officer_id(k);
  const LeaderState& s = b.pos.leader[k];
  if (s.fate != Fate::OnMap || s.flags & kHoldsChit) REFUSE("7.1.3-c", id);
  const std::vector<uint8_t>& most = b.field.command.most[index(b.field.officers[std::size_t(k)].side)];
  const int side = index(b.field.officers[std::size_t(k)].side);
  if (b.pos.turn < most.size() && b.pos.formed[side] >= most[b.pos.turn]) REFUSE("QB-2", id);
  return {};
}

// An aide leads the stack he is with, if all of it is of his formation.
static Refusal aide_barred(const Look& b, int k) {
  const UnitId id = b.field.officer_id(k), top = top_at(b, b.pos.leader[k].hex);
  if (top == kNoUnit) return {};
  for (UnitId x : b.pos.stack.in(b.pos.at(top)))
    if (!is_with_aide(b, k, x)) REFUSE("8.4.3.2-b", id);
  return {};
}

// Somewhere to march to; most often that is at a superior, where it is quickly found.
static bool can_order(const Look& b, int k) {
  for (uint8_t post = role(b, k).superior; post != kNone; post = b.field.officers[post].superior) {
    const int above = holder(b, post);
    if (above < 0) continue;
    const HexId at = b.pos.leader[above].hex;
    if (is_goal(b, k, at)) return true;
    for (int side = 0; side < 6; ++side)
      if (is_goal(b, k, edge(b, at, side).to)) return true;
  }
  for (HexId h = 0; h < b.field.grid.size(); ++h)
    if (is_goal(b, k, h)) return true;
  return false;
}

Refusal CreateMu::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Pass) return {};
  if (a.verb == Verb::TestInitiative) REFUSE("8.5.1.3-b", a.who);
  if (!b.field.is_officer(a.who) || side_of(b, a.who) != side) REFUSE("7.1.3-c", a.who);
  const int k = b.field.officer(a.who);
  if (const Refusal no = leader_barred(b, k)) return no;
  const bool marches = b.pos.leader[k].goal != kNoHex;
  if (a.verb == Verb::Administrative) {
    if (!marches && !can_order(b, k)) REFUSE("8.7.1-b", a.who);
    return by("8.7-b", "8.7.1-e"), Refusal{};
  }
  if (marches) REFUSE("8.7-a", a.who);  // it moves on the Regroup chit
  if (a.verb == Verb::Order) return corps_barred(b, k);
  if (a.verb == Verb::MarchColumn) return column_barred(b, k);
  return by("8.4.2-a", "8.4.3-a", "8.4.2-f", "8.4.3-c"), is_aide(b, k) ? aide_barred(b, k) : Refusal{};
}

void create_mu(Run& r, UnitId leader, Mu kind) {
  const int k = r.field.officer(leader);
  LeaderState& s = r.pos.leader[k];
  s.flags |= kHoldsChit, s.mu = kind;
  by("5.3.9-a", "8.4.1-a", "8.3.3-a", "8.0-a", "8.4-a"), r.pos.cup |= 1u << k;
  const UnitSet set = members(r.look(), k, kind);
  for (const UnitId u : all_units(r.field)) {
    if (!set.has(u)) continue;
    if (kind == Mu::MarchColumn && by("8.3.1.2-b")) r.pos.set(u, kInCommand);
    if (r.pos.has(u, kInCommand)) r.pos.set(u, kHadMu);
  }
  const SeatMask all = r.field.command.secret && by("8.4.1.2-a") ? mask(side_of(r.look(), leader)) : kEverybody;
  r.tell({.fact = Fact::MuCreated, .seen_by = all, .who = leader, .why = cite("7.1.3-c")});
}

static bool near_superior(const Look& b, int k) {
  const int above = superior(b, k);
  return above >= 0 && is_linked(b, k);
}

Refusal TryInitiative::barred(const Look& b, Action a) const {
  if (a.verb == Verb::Done) return {};
  if (!b.field.is_officer(a.who) || side_of(b, a.who) != side) REFUSE("8.5-a", a.who);
  const int k = b.field.officer(a.who);
  const LeaderState& s = b.pos.leader[k];
  if (s.fate != Fate::OnMap || !role(b, k).initiative) REFUSE("8.5-a", a.who);  // a replacement's post counts (8.5.1.3-e)
  if (s.post != k) by("8.5.1.3-e");
  if (s.flags & kHoldsChit || s.goal != kNoHex) REFUSE("8.5.1.3-c", a.who);
  if (s.flags & kTestedInitiative) REFUSE("8.5.1.1-b", a.who);
  if (near_superior(b, k) && by("8.5-b")) REFUSE("8.5.1.3-a", a.who);
  return {};
}

Flow Initiative::run(Run& r) {
  BEGIN;
  for (;;) {
    STEP("7.1.3.1-a");
    ASK(TryInitiative{side});
    if (r.answer().verb == Verb::Done) break;
    leader = r.answer().who;
    r.pos.leader[r.field.officer(leader)].flags |= kTestedInitiative;
    ROLL(Dice::D6, kAnyFace, InitiativeDie{leader});
    const int value = initiative_value(r.look(), leader);
    const bool pass = r.face() <= value;
    r.tell({.fact = pass ? Fact::TestPassed : Fact::TestFailed, .who = leader, .value = int16_t(r.face()), .value2 = int16_t(value), .why = cite("8.5.1.1-b")});
    if (pass) create_mu(r, leader, Mu::Initiative);
  }
  END;
}

}  // namespace tambour::bataille
