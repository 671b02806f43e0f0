// SPDX-License-Identifier: MIT
// Set-up, outcome and invariants.
#include "rules/siecle/game.h"

#include "rules/siecle/ch04_sequence.h"
#include "rules/siecle/ch09_movement.h"
#include "rules/siecle/ch15_victory.h"

namespace tambour::siecle {

std::unique_ptr<Game> make(const Battle& battle, const std::string& data_directory, Trouble& trouble) {
  auto field = make_field(battle, data_directory, trouble);
  if (!field) return nullptr;
  auto game = std::make_unique<SiecleGame>(std::move(*field));
  if (battle.arranged) return game;
  State s;
  game->setup(s);
  if (const std::string wrong = game->position_complaint(game->look(s), true); !wrong.empty())
    return trouble = {"", 0, "the set-up breaks a rule: " + wrong}, nullptr;
  return game;
}

void SiecleGame::place_counters(Run& r) const {
  Pos& pos = r.pos;
  std::memset(static_cast<void*>(&pos), 0, sizeof pos);
  clear_boards(field(), pos);
  pos.active = pos.lead[0] = pos.lead[1] = pos.initiative = kNone;
  pos.turn = 1;
  for (UnitId u : all_units(field())) {
    const Counter& c = field().units[u];
    pos.unit[u] = {0, c.face, Order::Good, c.turn == 0 ? Fate::OnMap : Fate::ToCome, 0};
    if (c.turn == 0) put_at_bottom(pos, u, c.hex), ++pos.formation[c.formation].present;
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
    if (b.pos.at(u) != h) return "a stack lists " + f.battle.roster[u].id + ", which is elsewhere";
    if (side != Seat::Nobody && f.units[u].side != side) return "both sides are in hex " + f.grid.number(h);
    side = f.units[u].side;
    ++(is_gun(b, u) ? guns : others);
  }
  if (at_rest && (guns > 1 || others > 1)) return "too many units in hex " + f.grid.number(h);
  if (side != Seat::Nobody && f.ground[h].closed) return "units in the closed hex " + f.grid.number(h);
  return {};
}

std::string SiecleGame::complaint(const State& s) const {
  const bool marching = open_question<ChooseStep, Look>(s);  // horse and commanders pass through friends
  return position_complaint(look(s), decision(s).rest && !marching);
}

std::string SiecleGame::position_complaint(const Look& b, bool at_rest) const {
  const Field& f = field();
  if (const std::string wrong = boards_complaint(b); !wrong.empty()) return wrong;
  for (HexId h = 0; h < f.grid.size(); ++h)
    if (std::string wrong = stack_complaint(b, f, h, at_rest); !wrong.empty()) return wrong;
  std::vector<int> present_units(f.formations.size());
  for (UnitId u : all_units(f)) {
    const UnitState& x = b.pos.unit[u];
    if ((x.fate == Fate::OnMap) != (b.pos.at(u) != kNoHex)) return f.battle.roster[u].id + ": fate and hex disagree";
    present_units[f.units[u].formation] += x.fate == Fate::OnMap;
    if (x.facing > 5) return f.battle.roster[u].id + " faces nowhere";
    if (x.order != Order::Good && x.marks & kHedgehog) return f.battle.roster[u].id + " is a hedgehog without order";
    if (at_rest && (x.marks & kMustFlee || b.pos.upset[u])) return f.battle.roster[u].id + " has unsettled business";
  }
  for (std::size_t i = 0; i < f.formations.size(); ++i)
    if (present_units[i] != b.pos.formation[i].present) return "formation " + f.formations[i].id + " miscounts its units";
  for (int k = 0; k < int(f.officers.size()); ++k) {
    const OfficerState& o = b.pos.officer[k];
    if ((o.fate == Fate::OnMap) != (o.hex != kNoHex)) return f.battle.roster[f.officer_id(k)].id + ": fate and hex disagree";
    if (o.fate == Fate::OnMap && holds_enemy(b, o.hex, f.officers[std::size_t(k)].side))
      return f.battle.roster[f.officer_id(k)].id + " stands among the enemy";
  }
  if (at_rest && (b.pos.upsets || b.pos.fleeing || b.pos.vacant || b.pos.vacant_chiefs)) return "something is left unsettled";
  return {};
}

CounterKind SiecleGame::kind(UnitId u) const {
  if (!field().units.has(u)) return {CounterKind::Commander};
  const Arm arm = field().units[u].arm;
  if (arm == Arm::Artillery) return {CounterKind::Artillery};
  return {is_cavalry(arm) ? CounterKind::Cavalry : CounterKind::Infantry, is_light(arm) ? CounterKind::Light : CounterKind::Heavy};
}

std::vector<std::pair<std::string, std::string>> SiecleGame::describe(UnitId u) const {
  static const char* const arms[] = {"heavy infantry", "light infantry", "heavy cavalry", "light cavalry", "artillery"};
  std::vector<std::pair<std::string, std::string>> out;
  if (!field().battle.roster.has(u)) return out;
  const RosterEntry& entry = field().battle.roster[u];
  out.emplace_back("name", entry.name);
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
    if (c.steps == 2) {
      out.emplace_back("back.cp", std::to_string(c.cp[1]));
      out.emplace_back("back.mf", std::to_string(c.mf[1]));
    }
    if (c.fire) out.emplace_back("fire", std::to_string(c.fire));
    if (c.melee) out.emplace_back("mel", std::to_string(c.melee));
    if (c.arm == Arm::Artillery) out.emplace_back("range", std::to_string(c.range));
    if (const std::string men = field().battle.records[std::size_t(entry.record)].get("men"); !men.empty()) out.emplace_back("men", men);
  }
  if (f == kNone) return out;
  out.emplace_back("formation", field().formations[f].id);
  out.emplace_back("formation_name", field().formations[f].name);
  if (!field().formations[f].colour.empty()) out.emplace_back("colour", field().formations[f].colour);
  return out;
}

}  // namespace tambour::siecle
