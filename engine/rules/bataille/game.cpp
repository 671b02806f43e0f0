// SPDX-License-Identifier: MIT
// Set-up, outcome and invariants.
#include "rules/bataille/game.h"

#include <algorithm>

#include "rules/bataille/ch07_sequence.h"

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

std::optional<UnitId> BatailleGame::find_unit(std::string_view id) const {
  const auto at = std::find(field().ids.begin(), field().ids.end(), id);
  return at == field().ids.end() ? std::nullopt : std::optional<UnitId>(UnitId(at - field().ids.begin()));
}

static constexpr const char* kChitNames[kActionChits] = {"leader-chit", "regroup-chit", "artillery-chit", "reinforcement-chit"};

std::string BatailleGame::marker(int m) const {
  const int n = field().officer_count();
  if (m >= 0 && m < n) return field().ids[field().officer_id(m)];
  if (m >= n && m < n + kActionChits) return kChitNames[m - n];
  const int f = m - n - kActionChits;
  return f >= 0 && f < int(field().formations.size()) ? field().formations[std::size_t(f)].id : "-";
}

std::optional<int> BatailleGame::find_marker(std::string_view id) const {
  for (int m = 0; m < field().officer_count() + kActionChits + int(field().formations.size()); ++m)
    if (marker(m) == id) return m;
  return std::nullopt;
}

void BatailleGame::place_counters(Run& r) const {
  Pos& pos = r.pos;
  std::memset(static_cast<void*>(&pos), 0, sizeof pos);
  pos.stack.clear(), pos.cover.clear();
  pos.active = kNone, pos.turn = 1;
  for (Hand& hand : pos.hand) std::memset(hand.unit, 0xFF, sizeof hand.unit);
  for (auto& aims : pos.aim) std::fill(std::begin(aims), std::end(aims), kNoHex);
  std::memset(pos.melee.attacker, 0xFF, sizeof pos.melee.attacker);
  pos.melee.defender = kNoUnit, pos.melee.hex = kNoHex;
  for (UnitState& s : pos.unit) s = {0, kNoHex, 0, Form::Column, 0, 1, Order::Good, Fate::Gone, 0, 0, 0};
  for (UnitId u = 0; u < field().unit_count(); ++u) {
    const Counter& c = field().units[u];
    const Footprint& f = c.hexes;
    pos.unit[u] = {0,        kNoHex, trail_of(field().grid, f).value_or(7), c.form, c.face, uint8_t(f.size()), Order::Good, Fate::OnMap, 0,
                   c.rounds, 0};
    pos.stack.put_at_bottom(u, c.hex);
  }
  for (UnitId u = 0; u < field().unit_count(); ++u)
    if (pos.stack.top(pos.at(u)) == u) link_stack(r, pos.at(u));
  for (LeaderState& l : pos.leader) l = {kNoHex, Fate::Gone, 0, 0, 0};
  for (int k = 0; k < field().officer_count(); ++k) pos.leader[k] = {field().officers[std::size_t(k)].hex, Fate::OnMap, 0, 0, 0};
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

Outcome BatailleGame::outcome(const State& s) const {
  Outcome out;
  const Pos& p = pos(s);
  out.over = s.over();
  out.winner = p.verdict == kFirstWins ? Seat::First : p.verdict == kSecondWins ? Seat::Second : Seat::Nobody;
  out.points[0] = p.lost[1], out.points[1] = p.lost[0];
  return out;
}

// What must hold of one stack at any time.
static std::string stack_complaint(const Look& b, HexId h) {
  const Field& f = b.field;
  const UnitId top = b.pos.stack.top(h);
  if (top == kNoUnit) return {};
  const Footprint hexes = footprint(b, top);
  if (hexes.empty()) return f.ids[top] + " lies partly off the map or in hexes that do not touch";
  for (const HexId x : hexes) {
    if (b.pos.cover.in(x) != top) return f.ids[top] + " is not found in hex " + f.grid.number(x) + ": two stacks in a hex";
  }
  for (UnitId u : b.pos.stack.in(h)) {
    if (b.pos.at(u) != h) return "a stack lists " + f.ids[u] + ", which is elsewhere";
    if (side_of(b, u) != side_of(b, top)) return "both sides are in hex " + f.grid.number(h);
  }
  return {};
}

// Most hexes the formation of a unit covers.
static int longest(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  if (s.form == Form::Skirmish) return 2;
  if (s.form == Form::Line) return is_horse(b, u) ? hexes_wanted(b, u, Form::Column) : 2;
  return trails(s.form) ? hexes_wanted(b, u, s.form) : 1;
}

static std::string shape_complaint(const Look& b, UnitId u) {
  const Field& f = b.field;
  const UnitState& s = b.pos.unit[u];
  const Footprint hexes = shape(f.grid, b.pos.at(u), s);
  const auto is_general = [&](HexId h) { return ground(b, h).general; };
  if (s.hexes > longest(b, u)) return f.ids[u] + " covers more hexes than its formation has";
  if (s.hexes > 1 && faces_vertex(s.form)) {
    const int side = turn(trail_side(s.trail, 0), -s.facing);
    if (side != 2 && side != 5) return f.ids[u] + " is laid front to back; its second hex must be on its flank";
    if (!is_straight(f.grid, hexes)) return f.ids[u] + " is a bent Line (12.6.4.2)";
    if (s.form == Form::Line && std::any_of(hexes.begin(), hexes.end(), is_general))
      return f.ids[u] + " is a Line in General Order terrain (12.7)";
  }
  if (s.order == Order::Good && is_formed(s.form) && !is_gun(b, u) && is_general(b.pos.at(u)))
    return f.ids[u] + " is formed in General Order terrain; its form there is gen, skirm or road (12.7)";
  return {};
}

std::string BatailleGame::complaint(const State& s) const {
  const Look b = look(s);
  const Field& f = field();
  for (UnitId u = 0; u < f.unit_count(); ++u) {
    const UnitState& x = b.pos.unit[u];
    if ((x.fate == Fate::OnMap) != (b.pos.at(u) != kNoHex)) return f.ids[u] + " is on the map and is not";
    if (x.fate != Fate::OnMap) continue;
    if (x.facing > 5 || x.hexes < 1 || x.hexes > kLongest) return f.ids[u] + " faces nowhere or covers nothing";
    if (increments(b, u) < 1) return f.ids[u] + " has no Increment left and is still there";
    if (in_hand(b, u)) continue;
    if (!(x.marks & (kCollapse | kMustRout | kMustMove | kRecoil)))
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
    if ((l.fate == Fate::OnMap) != (l.hex != kNoHex)) return f.ids[f.officer_id(k)] + " is on the map and is not";
    if (l.fate == Fate::OnMap && enemy_at(b, l.hex, f.officers[std::size_t(k)].side))
      return f.ids[f.officer_id(k)] + " stands among the enemy";
  }
  return {};
}

std::vector<std::pair<std::string, std::string>> BatailleGame::describe(UnitId u) const {
  static const char* const arms[] = {"infantry", "artillery", "horse artillery"};
  static const char* const ranks[] = {"monarch",         "army leader",    "corps leader", "imperial aide",
                                      "division leader", "brigade leader", "army aide",    "corps aide"};
  std::vector<std::pair<std::string, std::string>> out;
  if (u >= field().ids.size()) return out;
  out.emplace_back("name", field().names[u]);
  if (field().is_officer(u)) {
    const Officer& o = field().officers[std::size_t(field().officer(u))];
    out.emplace_back("arm", ranks[o.rank]);
    out.emplace_back("mp", std::to_string(o.mp));
    out.emplace_back("span", std::to_string(o.span));
    out.emplace_back("mel", std::to_string(o.melee_attack));
    out.emplace_back("morale", o.always ? "A" : std::to_string(o.morale));
    return out;
  }
  const Counter& c = field().units[u];
  out.emplace_back("arm", arms[int(c.arm)]);
  out.emplace_back("inc", std::to_string(c.inc));
  out.emplace_back("mp", std::to_string(c.mp));
  if (c.fire) out.emplace_back("fire", std::to_string(c.fire));
  if (c.range) out.emplace_back("range", std::to_string(c.range));
  out.emplace_back("mel", std::to_string(c.melee));
  out.emplace_back("morale", c.morale < 0 ? "-" : std::to_string(sixes_shown(c.morale)));
  if (!field().men[u].empty()) out.emplace_back("men", field().men[u]);
  const Formation& f = field().formations[c.formation];
  out.emplace_back("formation", f.id);
  out.emplace_back("formation_name", f.name);
  if (!f.colour.empty()) out.emplace_back("colour", f.colour);
  return out;
}

}  // namespace tambour::bataille
