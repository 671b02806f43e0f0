// SPDX-License-Identifier: MIT
// Set-up, outcome and invariants.
#include "rules/bataille/game.h"

#include <algorithm>

#include "rules/bataille/ch07_sequence.h"
#include "rules/bataille/victory.h"

namespace tambour::bataille {

std::unique_ptr<Game> make(const Battle& battle, const std::string& data_directory, Trouble& trouble) {
  auto field = make_field(battle, data_directory, trouble);
  if (!field) return nullptr;
  auto game = std::make_unique<BatailleGame>(std::move(*field));
  State s;
  game->setup(s);
  if (const std::string wrong = game->complaint(s); !wrong.empty()) return trouble = {"", 0, "the set-up breaks a rule: " + wrong}, nullptr;
  return game;
}

void BatailleGame::place_counters(Run& r) const {
  Pos& pos = r.pos;
  std::memset(static_cast<void*>(&pos), 0, sizeof pos);
  pos.stack.clear(), pos.cover.clear();
  pos.active = kNone, pos.turn = 1;
  for (Hand& hand : pos.hand) std::memset(hand.unit, 0xFF, sizeof hand.unit);
  for (auto& aims : pos.aim) std::fill(std::begin(aims), std::end(aims), kNoHex);
  clear_melees(pos.melees);
  for (Charge& c : pos.charge) clear_charge(c);
  pos.grand = kNoGrandRide;
  for (UnitState& s : pos.unit) {
    s.target = s.target2 = kNoHex;
    s.form = Form::Column, s.hexes = 1, s.fate = Fate::Gone, s.under = kNone;
  }
  for (const UnitId u : all_units(field())) {
    const Counter& c = field().units[u];
    const Footprint& f = c.hexes;
    UnitState& s = pos.unit[u];
    s.trail = trail_of(field().grid, f).value_or(7);
    s.form = c.form, s.facing = c.face, s.hexes = uint8_t(std::max(1, f.size())), s.rounds = c.rounds, s.under = c.leader;
    s.fate = c.beside || c.turn == kAbsent ? Fate::Beside : c.turn ? Fate::Due : Fate::OnMap;
    if (s.fate == Fate::OnMap) pos.stack.put_at_bottom(u, c.hex);
  }
  for (const UnitId u : all_units(field()))
    if (pos.on_map(u) && pos.stack.top(pos.at(u)) == u) link_stack(r, pos.at(u));
  pos.posts = uint8_t((1 << field().posts.size()) - 1), pos.division = kNone;
  for (int e = 0; e < kEntries; ++e) pos.terminus[e] = e < int(field().entries.size()) ? field().entries[std::size_t(e)].terminus : kNoHex;
  for (int k = 0; k <= kLeaders; ++k) pos.leader[k] = leader_at(k, kNoHex, Fate::Gone);
  for (int k = 0; k < field().officer_count(); ++k) {
    const Officer& o = field().officers[std::size_t(k)];
    pos.leader[k] = leader_at(k, o.turn ? kNoHex : o.hex, o.turn == kAbsent ? Fate::Gone : o.turn ? Fate::Due : Fate::OnMap);
  }
}

void BatailleGame::setup(State& s) const {
  Run r = begin(s);
  place_counters(r);
  if (!complaint(s).empty()) {  // the maker will say what is wrong; nothing is played on such a board
    r.pos.verdict = kDrawn;
    return;
  }
  r.call(Campaign{});
  r.advance();
}

// The markers that this seat cannot know, among the leaders who could hold them (8.4.1.2).
void BatailleGame::resample(State& s, Seat seat, Rng& rng) const {
  if (!field().command.secret || seat > Seat::Second) return;
  Pos& p = pos(s);
  FixedVector<uint8_t, kLeaders> could;
  int markers = 0;
  for (int k = 0; k < field().officer_count(); ++k) {
    LeaderState& l = p.leader[k];
    const bool holds = p.cup >> k & 1;
    if (field().officers[std::size_t(k)].side == seat || l.fate != Fate::OnMap || (!holds && (l.flags & kRode || l.goal != kNoHex || l.mu != Mu::None))) continue;
    could.push_back(uint8_t(k));
    if (!holds) continue;
    ++markers, p.cup &= ~(1u << k), l.flags = uint8_t(l.flags & ~kHoldsChit), l.mu = Mu::None;
  }
  for (; markers > 0; --markers) {
    const int i = int(rng.below(uint32_t(could.size())));
    LeaderState& l = p.leader[could[i]];
    p.cup |= 1u << could[i], l.flags |= kHoldsChit, l.mu = l.flags & kActivated ? Mu::Corps : Mu::Own;
    could.erase_at(i);
  }
}

Outcome BatailleGame::outcome(const State& s) const {
  Outcome out;
  const Pos& p = pos(s);
  out.over = s.over();
  out.winner = p.verdict == kFirstWins ? Seat::First : p.verdict == kSecondWins ? Seat::Second : Seat::Nobody;
  out.points[0] = p.lost[1], out.points[1] = p.lost[0];
  if (!field().victory.awards.empty())
    for (int k = 0; k < 2; ++k) out.points[k] = victory_points(look(s), Seat(k));
  return out;
}

// What must hold of one stack at any time.
static std::string stack_complaint(const Look& b, HexId h) {
  const Field& f = b.field;
  const UnitId top = b.pos.stack.top(h);
  if (top == kNoUnit) return {};
  const Footprint hexes = footprint(b, top);
  if (hexes.empty()) return f.battle.roster[top].id + " lies partly off the map or in hexes that do not touch";
  for (const HexId x : hexes) {
    if (b.pos.cover.in(x) != top) return f.battle.roster[top].id + " is not found in hex " + f.grid.number(x) + ": two stacks in a hex";
  }
  for (UnitId u : b.pos.stack.in(h)) {
    if (b.pos.at(u) != h) return "a stack lists " + f.battle.roster[u].id + ", which is elsewhere";
    if (side_of(b, u) != side_of(b, top)) return "both sides are in hex " + f.grid.number(h);
  }
  return {};
}

static std::string shape_complaint(const Look& b, UnitId u) {
  const Field& f = b.field;
  const UnitState& s = b.pos.unit[u];
  const Footprint hexes = shape(f.grid, b.pos.at(u), s);
  const auto is_general = [&](HexId h) { return ground(b, h).general; };
  if (s.hexes > longest(b, u)) return f.battle.roster[u].id + " covers more hexes than its formation has";
  if (s.hexes > 1 && faces_vertex(s.form)) {
    const int side = turn(trail_side(s.trail, 0), -s.facing);
    if (side != 2 && side != 5) return f.battle.roster[u].id + " is laid front to back; its second hex must be on its flank";
    if (!is_straight(f.grid, hexes)) return f.battle.roster[u].id + " is a bent Line (12.6.4.2)";
    if (s.form == Form::Line && std::any_of(hexes.begin(), hexes.end(), is_general))
      return f.battle.roster[u].id + " is a Line in General Order terrain (12.7)";
  }
  if (s.order == Order::Good && is_formed(s.form) && !is_gun(b, u) && is_general(b.pos.at(u)))
    return f.battle.roster[u].id + " is formed in General Order terrain; its form there is gen, skirm or road (12.7)";
  return {};
}

// With cavalry that charges over a Square.
static bool rides_over(const Look& b, HexId h, Seat side) {
  const auto all = hands(b.pos);
  return std::any_of(all.begin(), all.end(), [&](const Hand& hand) { return hand.count && side_of(b, hand.unit[0]) == side && b.pos.at(hand.unit[0]) == h; });
}

std::string BatailleGame::complaint(const State& s) const {
  const Look b = look(s);
  const Field& f = field();
  for (const UnitId u : all_units(f)) {
    const UnitState& x = b.pos.unit[u];
    if ((x.fate == Fate::OnMap) != (b.pos.at(u) != kNoHex)) return f.battle.roster[u].id + " is on the map and is not";
    if (x.fate != Fate::OnMap) continue;
    if (x.facing > 5 || x.hexes < 1 || x.hexes > kLongest) return f.battle.roster[u].id + " faces nowhere or covers nothing";
    if (increments(b, u) < 1) return f.battle.roster[u].id + " has no Increment left and is still there";
    if (in_hand(b, u)) continue;
    const bool collapses = b.pos.has(shaper(b, u), kCollapse);  // the whole stack will close up
    if (!collapses && !(x.marks & (kCollapse | kMustRout | kMustMove | kRecoil)))
      if (std::string wrong = shape_complaint(b, u); !wrong.empty()) return wrong;
  }
  for (HexId h = 0; h < f.grid.size(); ++h) {
    if (std::string wrong = stack_complaint(b, h); !wrong.empty()) return wrong;
    const UnitId u = b.pos.cover.in(h);
    if (u != kNoUnit && (!b.pos.on_map(u) || in_hand(b, u) || b.pos.stack.top(b.pos.at(u)) != u))
      return "hex " + f.grid.number(h) + " names a unit that is not there";
  }
  for (int k = 0; k < f.officer_count(); ++k) {
    const LeaderState& l = b.pos.leader[k];
    if ((l.fate == Fate::OnMap) != (l.hex != kNoHex)) return f.battle.roster[f.officer_id(k)].id + " is on the map and is not";
    if (l.fate == Fate::OnMap && enemy_at(b, l.hex, f.officers[std::size_t(k)].side) && !rides_over(b, l.hex, f.officers[std::size_t(k)].side))
      return f.battle.roster[f.officer_id(k)].id + " stands among the enemy";
  }
  return {};
}

std::vector<std::pair<std::string, std::string>> BatailleGame::describe(UnitId u) const {
  static const char* const arms[] = {"infantry", "artillery", "horse artillery", "", "ammunition wagon"};
  static const char* const ranks[] = {"monarch",         "army leader",    "corps leader", "imperial aide",
                                      "division leader", "brigade leader", "army aide",    "corps aide"};
  std::vector<std::pair<std::string, std::string>> out;
  if (!battle().roster.has(u)) return out;
  const RosterEntry& entry = battle().roster[u];
  out.emplace_back("name", entry.name);
  if (field().is_officer(u)) {
    const Officer& o = field().officers[std::size_t(field().officer(u))];
    out.emplace_back("arm", ranks[o.rank]);
    out.emplace_back("mp", std::to_string(o.mp));
    if (o.superior != kNone) out.emplace_back("superior", unit(field().officer_id(o.superior)));
    out.emplace_back("span", std::to_string(o.span));
    out.emplace_back("mel", std::to_string(o.melee_attack));
    out.emplace_back("morale", o.always ? "A" : std::to_string(o.morale));
    return out;
  }
  const Counter& c = field().units[u];
  out.emplace_back("arm", c.arm != Arm::Cavalry ? arms[int(c.arm)] : c.heavy ? "heavy cavalry" : "light cavalry");
  out.emplace_back("inc", std::to_string(c.inc));
  out.emplace_back("mp", std::to_string(c.mp));
  if (const std::string men = battle().records[std::size_t(entry.record)].get("men"); !men.empty()) out.emplace_back("men", men);
  const Formation& f = field().formations[c.formation];
  out.emplace_back("formation", f.id);
  out.emplace_back("formation_name", f.name);
  out.emplace_back("commander", unit(field().officer_id(c.leader)));
  if (!f.colour.empty()) out.emplace_back("colour", f.colour);
  return out;
}

}  // namespace tambour::bataille
