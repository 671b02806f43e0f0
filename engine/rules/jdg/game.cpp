// SPDX-License-Identifier: MIT
#include "rules/jdg/game.h"

#include <algorithm>

#include "rules/jdg/ch01_turn.h"
#include "rules/jdg/ch05_stacking.h"
#include "rules/jdg/ch10_disorder.h"
#include "rules/jdg/ch13_victory.h"

namespace tambour::jdg {

void FamilyGame::lay_out(Run& r) const {
  Pos& p = r.pos;
  clear_boards(field(), p);
  std::fill(std::begin(p.leader_at), std::end(p.leader_at), kNoHex);
  p.turn = 1;
  p.active = p.first_marker = 0xFF;
  p.initiative = p.winner = Seat::Nobody;
  for (std::size_t i = 0; i < kMaxObjectives; ++i) p.holder[i] = i < field().objectives.size() ? field().objective_start[i] : Seat::Nobody;
  for (UnitId u : all_units(field())) {
    const Counter& c = field().units[u];
    p.unit[u].facing = c.facing;
    if (c.turn != 0) continue;
    p.unit[u].condition = Condition::Good;
    put(p, r.look(), u, c.hex);
  }
  for (int i = 0; i < field().leader_count(); ++i) {
    const Commander& c = field().commanders[std::size_t(i)];
    if (!shows_commanders() || c.enters || c.takes_over != 0xFF || c.from_turn > 1) continue;
    p.leader[i] = kLeaderHere;
    p.leader_at[i] = c.hex;
  }
}

void FamilyGame::setup(State& s) const {
  Run r = begin(s);
  lay_out(r);
  push_root(r, Phase::Orders, Segment::None);
  r.advance();
}

void SeriesGame::push_root(Run& r, Phase from, Segment segment) const { r.call(WholeBattle{from, segment}); }

Outcome FamilyGame::outcome(const State& s) const {
  const Look b = look(s);
  return {b.pos.over != 0, b.pos.winner, {score(b, Seat::First), score(b, Seat::Second)}};
}

namespace {

std::string stack_complaint(const Look& b, HexId h) {
  Party units;
  Seat who = Seat::Nobody;
  for (UnitId u : b.pos.stack.in(h)) {
    if (units.full()) return "more than eight units";
    if (who != Seat::Nobody && side_of(b, u) != who) return "both sides";
    who = side_of(b, u);
    units.push_back(u);
  }
  if (const Refusal no = share_barred(b, units, h)) return "an illegal stack (" + std::string(find_row(no.why)->id) + ")";
  return {};
}

}  // namespace

std::string FamilyGame::stacks_complaint(const Look& b) const {
  for (HexId h = 0; h < grid().size(); ++h)
    if (const std::string what = stack_complaint(b, h); !what.empty()) return "hex " + grid().number(h) + " holds " + what;
  return {};
}

std::string FamilyGame::complaint(const State& s) const {
  const Look b = look(s);
  if (const std::string wrong = boards_complaint(b); !wrong.empty()) return wrong;
  for (UnitId u : all_units(field())) {
    const UnitState& x = b.pos.unit[u];
    const bool here = b.pos.at(u) != kNoHex;
    if (here != (x.condition <= Condition::Routed)) return unit(u) + " is on the map and out of play at once, or neither";
    if (x.facing > 5) return unit(u) + " faces nowhere";
    if (here && !is_gun(b, u) && b.pos.has(u, kSquare) && !is_good(b, u)) return unit(u) + " is in square but not in good order";
  }
  return s.over() || decision(s).rest ? stacks_complaint(b) : "";
}

Trouble check_setup(const FamilyGame& game) {
  State s;
  game.setup(s);
  const Look b = game.look(s);
  for (UnitId u : all_units(game.field())) {
    if (b.pos.at(u) == kNoHex) continue;
    const std::string what = stack_complaint(b, b.pos.at(u));
    if (what.empty()) continue;
    const Record& r = game.field().battle.records[std::size_t(game.field().battle.roster[u].record)];
    return {r.file, r.line,
            game.unit(u) + " starts in " + game.grid().number(b.pos.at(u)) + ", which would hold " + what + "; move one of them"};
  }
  return {};
}

std::vector<std::pair<std::string, std::string>> FamilyGame::describe(UnitId u) const {
  std::vector<std::pair<std::string, std::string>> out;
  if (!field().battle.roster.has(u)) return out;
  const Record& r = field().battle.records[std::size_t(field().battle.roster[u].record)];
  for (const char* key : {"formation", "arm", "sp", "coh", "eng", "mp", "reff", "rmax", "drm", "orders", "range", "men"})
    if (const std::string v = r.get(key); !v.empty()) out.emplace_back(key, v);
  if (field().is_leader(u)) return out;
  const Counter& card = field().units[u];
  out.emplace_back("colour", field().formations[card.formation].colour);
  const std::pair<const char*, int> reverse[] = {{"back.sp", card.back.sp}, {"back.coh", card.back.cohesion}, {"back.mp", card.back.mp}};
  for (const auto& [key, value] : reverse) out.emplace_back(key, std::to_string(value));
  if (card.arm != Arm::Artillery) out.emplace_back("back.eng", std::to_string(card.back.engagement));
  return out;
}

std::unique_ptr<Game> make(const Battle& battle, const std::string& data_directory, Trouble& trouble) {
  Field field;
  if (!build_field(field, battle, data_directory, "jdg", ChargeRule::Series, trouble)) return nullptr;
  auto game = std::make_unique<SeriesGame>(std::move(field));
  if (!battle.arranged && (trouble = check_setup(*game))) return nullptr;  // a free position is judged when its statements are read
  return game;
}

}  // namespace tambour::jdg
