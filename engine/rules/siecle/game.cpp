// Set-up, outcome, invariants and evaluation.
#include "rules/siecle/game.h"

#include <algorithm>

#include "battle/approach.h"
#include "rules/siecle/ch04_sequence.h"
#include "rules/siecle/ch15_victory.h"

namespace tambour::siecle {

std::unique_ptr<Game> make(const Battle& battle, const std::string& data_directory, Trouble& trouble) {
  auto field = make_field(battle, data_directory, trouble);
  if (!field) return nullptr;
  auto game = std::make_unique<SiecleGame>(std::move(*field));
  State s;
  game->setup(s);
  if (const std::string wrong = game->complaint(s); !wrong.empty()) return trouble = {"", 0, "the set-up breaks a rule: " + wrong}, nullptr;
  return game;
}

std::optional<UnitId> SiecleGame::find_unit(std::string_view id) const {
  for (std::size_t u = 0; u < field().ids.size(); ++u)
    if (field().ids[u] == id) return UnitId(u);
  return std::nullopt;
}

std::string SiecleGame::marker(int m) const {
  const int formations = int(field().formations.size());
  if (m >= 0 && m < formations) return field().formations[std::size_t(m)].id;
  if (m >= formations && m < formations + int(field().events.size())) return field().events[std::size_t(m - formations)].id;
  return "-";
}

std::optional<int> SiecleGame::find_marker(std::string_view id) const {
  for (int m = 0; m < int(field().formations.size() + field().events.size()); ++m)
    if (marker(m) == id) return m;
  return std::nullopt;
}

void SiecleGame::place_counters(Run& r) const {
  Pos& pos = r.pos;
  std::memset(static_cast<void*>(&pos), 0, sizeof pos);
  pos.stack.clear();
  pos.active = pos.lead[0] = pos.lead[1] = pos.initiative = kNone;
  pos.turn = 1;
  for (UnitId u = 0; u < field().unit_count(); ++u) {
    const Counter& c = field().units[u];
    pos.unit[u] = {0, c.face, Order::Good, c.turn == 0 ? Fate::OnMap : Fate::ToCome, 0};
    if (c.turn == 0) pos.stack.put_at_bottom(u, c.hex), ++pos.formation[c.formation].present;
    else if (c.arm == Arm::Artillery) pos.set(u, kLimbered);
  }
  for (int k = 0; k < kLeaders; ++k) pos.officer[k] = {kNoHex, Fate::ToCome, 0};
  for (int k = 0; k < int(field().officers.size()); ++k) {
    const Officer& o = field().officers[std::size_t(k)];
    const bool waits = o.deputy || o.turn != 0 || (o.formation != kNone && field().formations[o.formation].turn != 1);
    if (!waits) pos.officer[k] = {o.hex, Fate::OnMap, 0};
  }
  for (int f = 0; f < int(field().formations.size()); ++f) {
    pos.formation[f].morale = field().formations[std::size_t(f)].morale;
    pos.formation[f].commander = field().formations[std::size_t(f)].commander;
  }
  pos.chief[0] = field().chiefs[0], pos.chief[1] = field().chiefs[1];
  for (int e = 0; e < int(field().events.size()); ++e) pos.event[e] = {Chit::NotYet, field().events[std::size_t(e)].uses};
}

void SiecleGame::setup(State& s) const {
  Run r = begin(s);
  place_counters(r);
  r.call(Campaign{});
  r.advance();
}

Outcome SiecleGame::outcome(const State& s) const {
  Outcome out;
  const Pos& p = pos(s);
  out.over = s.over();
  const int who = p.verdict & 3;
  out.winner = who == kFirstWins ? Seat::First : who == kSecondWins ? Seat::Second : Seat::Nobody;
  for (const Seat seat : {Seat::First, Seat::Second}) out.points[index(seat)] = victory_points(look(s), seat);
  return out;
}

static std::string stack_complaint(const Look& b, const Field& f, HexId h, bool at_rest) {
  int guns = 0, others = 0;
  Seat side = Seat::Nobody;
  for (UnitId u : b.pos.stack.in(h)) {
    if (b.pos.at(u) != h) return "a stack lists " + f.ids[u] + ", which is elsewhere";
    if (side != Seat::Nobody && f.units[u].side != side) return "both sides are in hex " + f.grid.number(h);
    side = f.units[u].side;
    ++(is_gun(b, u) ? guns : others);
  }
  if (at_rest && (guns > 1 || others > 1)) return "too many units in hex " + f.grid.number(h);
  if (side != Seat::Nobody && f.ground[h].closed) return "units in the closed hex " + f.grid.number(h);
  return {};
}

std::string SiecleGame::complaint(const State& s) const {
  const Look b = look(s);
  const Field& f = field();
  const bool at_rest = s.depth <= 4;  // game, turn, activation, segment: nobody is on the move
  for (HexId h = 0; h < f.grid.size(); ++h)
    if (std::string wrong = stack_complaint(b, f, h, at_rest); !wrong.empty()) return wrong;
  std::vector<int> present_units(f.formations.size());
  for (UnitId u = 0; u < f.unit_count(); ++u) {
    const UnitState& x = b.pos.unit[u];
    if ((x.fate == Fate::OnMap) != (b.pos.at(u) != kNoHex)) return f.ids[u] + " is on the map and is not";
    present_units[f.units[u].formation] += x.fate == Fate::OnMap;
    if (x.facing > 5) return f.ids[u] + " faces nowhere";
    if (x.order != Order::Good && x.marks & kHedgehog) return f.ids[u] + " is a hedgehog without order";
    if (at_rest && (x.marks & kMustFlee || b.pos.upset[u])) return f.ids[u] + " has unsettled business";
  }
  for (std::size_t i = 0; i < f.formations.size(); ++i)
    if (present_units[i] != b.pos.formation[i].present) return "formation " + f.formations[i].id + " miscounts its units";
  for (int k = 0; k < int(f.officers.size()); ++k) {
    const OfficerState& o = b.pos.officer[k];
    if ((o.fate == Fate::OnMap) != (o.hex != kNoHex)) return f.ids[f.officer_id(k)] + " is on the map and is not";
    if (o.fate == Fate::OnMap && holds_enemy(b, o.hex, f.officers[std::size_t(k)].side))
      return f.ids[f.officer_id(k)] + " stands among the enemy";
  }
  if (at_rest && (b.pos.upsets || b.pos.fleeing || b.pos.vacant || b.pos.vacant_chiefs)) return "something is left unsettled";
  return {};
}

static int unit_worth(const Look& b, UnitId u) {
  const UnitState& s = b.pos.unit[u];
  if (s.fate != Fate::OnMap && s.fate != Fate::ToCome) return 0;
  const int whole = strength(b, u) * (30 + 10 * counter(b, u).mf[b.pos.has(u, kFlipped)]) + (is_gun(b, u) ? 150 : 0);
  return s.order == Order::Good ? whole : s.order == Order::Disorganised ? whole * 4 / 5 : whole * 2 / 5;
}

constexpr int kFar = 40;  // movement points beyond which a goal does not draw a unit

std::vector<Goal> find_goals(const Field& field) {
  std::vector<Goal> out;
  for (const VictoryLine& v : field.victory) {
    if (v.points <= 0 || (v.aim != Aim::Hold && v.aim != Aim::Any && v.aim != Aim::Sole)) continue;
    for (HexId h : v.hexes)
      out.push_back({v.side, v.points, h, approach(field.grid, h, [&](HexId from, int k, HexId) {
                       const Edge& e = field.edges[from][std::size_t(k)];
                       return e.closed ? -1 : int(e.cost);
                     })});
  }
  return out;
}

// A unit is drawn to the goal that promises most; one that is held needs only somebody near.
static int pull(const Look& b, std::span<const Goal> goals, UnitId u) {
  const HexId h = b.pos.at(u);
  int best = 0;
  for (const Goal& g : goals) {
    const UnitId top = b.pos.stack.top(g.hex);
    const bool held = top != kNoUnit && side_of(b, top) == side_of(b, u);
    const int weight = g.side == side_of(b, u) && !held ? 2 * g.points : g.points;
    const int far = (held && h != g.hex) || is_gun(b, u) ? std::max<int>(g.far[h], 2) : g.far[h];
    best = std::max(best, weight * std::max(0, kFar - far));
  }
  return best * strength(b, u) / 5;
}

// Enough strength next to an enemy hex to attack it is good, too little is asking for it.
static int contact(const Look& b, UnitId u) {
  int attackers = 0, defenders = 0;
  for (UnitId x : b.pos.stack.in(b.pos.at(u))) defenders += is_gun(b, x) ? 0 : strength(b, x);
  for (int k = 0; k < 6; ++k) {
    const Edge& e = edge(b, b.pos.at(u), k);
    if (e.to == kNoHex || b.pos.stack.empty(e.to) || side_of(b, b.pos.stack.top(e.to)) == side_of(b, u)) continue;
    for (UnitId x : b.pos.stack.in(e.to))
      if (b.pos.unit[x].order == Order::Good && !is_gun(b, x)) attackers += strength(b, x);
  }
  if (!attackers) return 0;
  if (attackers * 2 >= defenders * 3) return 25 * std::min(attackers, 3 * std::max(defenders, 2));
  return attackers >= defenders ? 8 * attackers : -8 * (defenders - attackers);
}

int SiecleGame::evaluate(const State& s, Seat seat) const {
  const Look b = look(s);
  if (s.over()) {
    const Outcome o = outcome(s);
    return o.winner == Seat::Nobody ? 0 : (o.winner == seat ? 1 : -1) * (b.pos.verdict & kMajor ? 200000 : 100000);
  }
  int worth[2] = {0, 0};
  for (UnitId u = 0; u < field().unit_count(); ++u) {
    const int mine = index(counter(b, u).side);
    worth[mine] += unit_worth(b, u);
    if (!b.pos.on_map(u)) continue;
    if (b.pos.unit[u].order == Order::Good) worth[mine] += pull(b, goals_, u);
    if (b.pos.stack.top(b.pos.at(u)) == u) worth[1 - mine] += contact(b, u);
  }
  for (int f = 0; f < int(field().formations.size()); ++f) {
    const int morale = formation_morale(b, f), mine = index(field().formations[std::size_t(f)].side);
    if (in_play(b, f)) worth[mine] += morale > 0 ? 60 * std::min(morale, 12) : -400;
  }
  for (int k = 0; k < int(field().officers.size()); ++k) {
    if (!present(b, k)) continue;
    const int mine = index(officer(b, k).side);
    worth[mine] += is_chief(b, k) ? 400 : 150;
    if (is_alone(b, k)) worth[mine] -= 40;
  }
  // Points count for more the nearer the end is.
  const int late = 60 + 140 * b.pos.turn / std::max(1, field().turns);
  for (const Seat side : {Seat::First, Seat::Second}) worth[index(side)] += late * victory_points(b, side);
  const int mine = worth[index(seat)], theirs = worth[index(other(seat))];
  return mine - theirs;
}

std::vector<std::pair<std::string, std::string>> SiecleGame::describe(UnitId u) const {
  static const char* const arms[] = {"heavy infantry", "light infantry", "heavy cavalry", "light cavalry", "artillery"};
  std::vector<std::pair<std::string, std::string>> out;
  if (u >= field().ids.size()) return out;
  out.emplace_back("name", field().names[u]);
  const bool rider = field().is_officer(u);
  const uint8_t f = rider ? field().officers[std::size_t(field().officer(u))].formation : field().units[u].formation;
  if (rider) {
    const Officer& o = field().officers[std::size_t(field().officer(u))];
    out.emplace_back("arm", o.formation == kNone ? "commander in chief" : o.deputy ? "maréchal de camp" : "commander");
    if (o.formation != kNone) out.emplace_back("av", std::to_string(o.activation));
    out.emplace_back("cr", std::to_string(o.radius));
    out.emplace_back("mb", std::to_string(o.bonus));
  } else {
    const Counter& c = field().units[u];
    out.emplace_back("arm", arms[int(c.arm)]);
    out.emplace_back("cp", std::to_string(c.cp[0]));
    out.emplace_back("mf", std::to_string(c.mf[0]));
    out.emplace_back("mp", std::to_string(c.mp));
    out.emplace_back("steps", std::to_string(c.steps));
    if (c.steps == 2) out.emplace_back("flipped", std::to_string(c.cp[1]) + "/" + std::to_string(c.mf[1]));
    if (c.fire) out.emplace_back("fire", std::to_string(c.fire));
    if (c.melee) out.emplace_back("mel", std::to_string(c.melee));
    if (c.arm == Arm::Artillery) out.emplace_back("range", std::to_string(c.range));
    if (!field().men[u].empty()) out.emplace_back("men", field().men[u]);
  }
  if (f == kNone) return out;
  out.emplace_back("formation", field().formations[f].id);
  out.emplace_back("formation_name", field().formations[f].name);
  if (!field().formations[f].colour.empty()) out.emplace_back("colour", field().formations[f].colour);
  return out;
}

}  // namespace tambour::siecle
