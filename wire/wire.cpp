// SPDX-License-Identifier: MIT
#include "wire/wire.h"

namespace tambour::wire {

json seat(const Game& game, Seat s) {
  if (s == Seat::Nobody) return nullptr;
  return s == Seat::Chance ? json("chance") : json(game.side_name(s));
}

Seat seat_from(const Game& game, const json& j) {
  if (!j.is_string()) return Seat::Nobody;
  const auto name = j.get<std::string>();
  if (name == "chance") return Seat::Chance;
  for (Seat s : {Seat::First, Seat::Second})
    if (name == game.side_name(s)) return s;
  return Seat::Nobody;
}

json act(const Game& game, Action a) {
  json out{{"text", to_text(a, game)}, {"verb", info(a.verb).text}};
  for (const char* k = info(a.verb).shape; *k; ++k) {
    if (*k == 'u') out["who"] = game.unit(a.who);
    if (*k == 'w') out["whom"] = game.unit(a.whom);
    if (*k == 'h') out["hex"] = game.grid().number(a.hex);
    if (*k == 'f' && a.arg < 6) out["facing"] = kVertexNames[a.arg];
    if (*k == 's' && a.arg < 6) out["side"] = kSideNames[a.arg];
    if (*k == 'n') out["number"] = a.arg;
    if (*k == 'd') out["die"] = a.arg;
    if (*k == 'm') out["marker"] = game.marker(a.arg);
    if (*k == 'x') out["extra"] = a.extra;
  }
  return out;
}

json citation(Citation c) {
  const RuleRow* row = find_row(c);
  if (!row) return nullptr;
  return {{"book", rule_books()[c.book].name}, {"rule", row->id}, {"title", row->title}, {"summary", row->summary}};
}

static void about(json& out, const Game& game, UnitId unit, HexId hex) {
  if (unit != kNoUnit) out["unit"] = game.unit(unit);
  if (hex != kNoHex) out["hex"] = game.grid().number(hex);
}

json refusal(const Game& game, const Refusal& r) {
  json out = citation(r.why);
  if (!out.is_null()) about(out, game, r.unit, r.hex);
  return out;
}

static constexpr const char* kLineKinds[] = {"step", "factor", "value", "shift"};

json ledger(const Game& game, const Ledger& l) {
  json lines = json::array();
  for (const LedgerLine& line : l.lines) {
    json j = citation(line.why);
    j["value"] = line.value;
    if (line.kind != LedgerLine::Step) j["kind"] = kLineKinds[line.kind];
    if (line.den != 1) j["over"] = line.den;
    about(j, game, line.unit, line.hex);
    lines.push_back(std::move(j));
  }
  return {{"total", l.total}, {"lines", std::move(lines)}};
}

json due(const Game& game, const Due& d, Lines lines) {
  json out{{"purpose", d.purpose}, {"text", d.text}, {"ledger", ledger(game, d.ledger)}};
  if (lines == Lines::Short)
    for (json& line : out["ledger"]["lines"]) line.erase("summary");
  about(out, game, d.unit, d.hex);
  if (d.side != Seat::Nobody) out["side"] = seat(game, d.side);
  if (const RuleRow* row = find_row(d.why)) out["rule"] = row->id;
  if (d.test) out["needs"] = {{"total", d.rating}, {"face", d.highest_pass()}};
  return out;
}

json event(const Game& game, const Event& e) {
  json out{{"fact", fact_name(e.fact)}, {"text", to_text(e, game)}, {"value", e.value}, {"value2", e.value2}};
  if (e.who != kNoUnit) out["who"] = game.unit(e.who);
  if (e.whom != kNoUnit) out["whom"] = game.unit(e.whom);
  if (e.hex != kNoHex) out["hex"] = game.grid().number(e.hex);
  if (e.from != kNoHex) out["from"] = game.grid().number(e.from);
  if (const RuleRow* row = find_row(e.why)) out["rule"] = row->id;
  if (e.row) out["row"] = e.row;
  return out;
}

json decision(const Game& game, const State& s) {
  const Decision d = game.decision(s);
  static constexpr const char* kDice[] = {nullptr, "d10", "d6", "sixes", "draw"};
  json out{{"seat", seat(game, d.seat)}, {"question", d.question}, {"prompt", d.prompt}, {"over", s.over()}};
  out["dice"] = kDice[int(d.dice)] ? json(kDice[int(d.dice)]) : json(nullptr);
  if (const UnitId unit = game.about(s); unit != kNoUnit) out["unit"] = game.unit(unit);
  if (const RuleRow* row = find_row(game.when(s))) out["rule"] = row->id;
  if (const auto die = game.due(s)) out["due"] = due(game, *die);
  return out;
}

json options(const Game& game, const State& s) {
  ActionList<> list;
  game.options(s, list);
  json out = json::array();
  for (const Action& a : list) out.push_back(act(game, a));
  return out;
}

json counter(const Game& game, const CounterView& c) {
  json j{{"id", game.unit(c.id)}, {"side", seat(game, c.side)}, {"place", c.place}, {"height", c.height}, {"marks", c.marks}};
  if (c.hex != kNoHex) j["hex"] = game.grid().number(c.hex);
  for (const HexId h : c.hexes) j["hexes"].push_back(game.grid().number(h));
  if (c.facing >= 0) j["facing"] = c.facing < 6 ? kVertexNames[c.facing] : kSideNames[c.facing - 6];
  if (c.facing >= 6) j["faces_side"] = true;
  json values = json::object();
  for (const auto& [key, value] : c.values) values[key] = value;
  j["values"] = std::move(values);
  return j;
}

json view(const Game& game, const State& s, Seat who) {
  json out = view(game, game.observe(s, who));
  out["zones"] = zones(game, known_to(game, s, who));
  return out;
}

State known_to(const Game& game, const State& s, Seat who) {
  State known = s;
  Rng rng(0);  // always the same redraw, so that repeated requests agree
  if (who == Seat::First || who == Seat::Second) game.resample(known, who, rng);
  return known;
}

json zones(const Game& game, const State& s) {
  json out = json::object();
  for (Seat side : {Seat::First, Seat::Second}) {
    json& zone = out[game.side_name(side)] = json::array();
    for (HexId h = 0; h < game.grid().size(); ++h)
      if (game.controls(s, side, h)) zone.push_back(game.grid().number(h));
  }
  return out;
}

json view(const Game& game, const View& v) {
  json counters = json::array(), facts = json::object(), formations = json::array();
  for (const CounterView& c : v.counters) counters.push_back(counter(game, c));
  for (const auto& [key, value] : v.facts) facts[key] = value;
  for (const FormationView& f : v.formations)
    formations.push_back(
        {{"id", f.id}, {"side", seat(game, f.side)}, {"measure", f.measure}, {"lost", f.lost}, {"limit", f.limit}, {"broken", f.broken}});
  return {{"turn", v.turn},
          {"turns", v.turns},
          {"phase", v.phase},
          {"segment", v.segment},
          {"active", v.active},
          {"cup", v.cup},
          {"drawn", v.drawn},
          {"facts", std::move(facts)},
          {"counters", std::move(counters)},
          {"formations", std::move(formations)},
          {"points", {{game.side_name(Seat::First), v.points[0]}, {game.side_name(Seat::Second), v.points[1]}}},
          {"over", v.over},
          {"winner", seat(game, v.winner)},
          {"verdict", v.verdict}};
}

json outcome(const Game& game, const State& s) {
  const Outcome o = game.outcome(s);
  return {{"over", o.over},
          {"winner", seat(game, o.winner)},
          {"points", {{game.side_name(Seat::First), o.points[0]}, {game.side_name(Seat::Second), o.points[1]}}}};
}

json map(const Map& m) {
  json sides = json::array(), roads = json::array(), names = json::object(), zones = json::object();
  for (HexId h = 0; h < m.grid.size(); ++h)
    for (int k = 0; k < 6; ++k) {
      const uint16_t bits = m.sides[h][std::size_t(k)];
      const HexId n = m.next[h][std::size_t(k)];
      if (!bits || n == kNoHex || n < h) continue;
      json types = json::array();
      for (const auto& [name, bit] : side_features())
        if (bits & bit) types.push_back(name);
      json side{{"a", m.grid.number(h)}, {"b", m.grid.number(n)}, {"types", std::move(types)}};
      if (bits & kWorkInside) side["inside"] = m.grid.number(h);
      else if (m.sides[n][std::size_t(opposite(k))] & kWorkInside) side["inside"] = m.grid.number(n);
      sides.push_back(std::move(side));
    }
  for (const Road& r : m.roads) {
    json hexes = json::array();
    for (HexId h : r.hexes) hexes.push_back(m.grid.number(h));
    roads.push_back({{"name", r.name}, {"kind", r.kind == RoadKind::Road ? "road" : "track"}, {"hexes", std::move(hexes)}});
  }
  for (const auto& [h, name] : m.names) names[m.grid.number(h)] = name;
  for (const auto& [id, hexes] : m.zones)
    for (HexId h : hexes) zones[id].push_back(m.grid.number(h));
  std::vector<int> terrain(m.terrain.begin(), m.terrain.end()), level(m.level.begin(), m.level.end());
  return {{"columns", m.grid.columns},
          {"rows", m.grid.rows},
          {"top", m.top},
          {"scale", m.scale},
          {"terrain_names", m.terrain_names},
          {"terrain", terrain},
          {"level", level},
          {"sides", std::move(sides)},
          {"roads", std::move(roads)},
          {"names", std::move(names)},
          {"zones", std::move(zones)}};
}

json battle_card(const Battle& b) {
  json clock = json::array();
  for (int t = 1; t <= b.turns; ++t) clock.push_back(b.clock(t));
  return {{"id", b.id},
          {"title", b.title},
          {"books", b.books},
          {"sides", {b.sides[0], b.sides[1]}},
          {"turns", b.turns},
          {"units", b.roster.size()},
          {"columns", b.map.grid.columns},
          {"rows", b.map.grid.rows},
          {"history", b.history},
          {"teaches", b.teaches},
          {"clock", std::move(clock)}};
}

// From the counter's own record, or its formation's; "" if neither has it.
static std::string nation_of(const Battle& battle, const RosterEntry& e) {
  if (e.record < 0) return {};
  const Record& own = battle.records[std::size_t(e.record)];
  if (const std::string nation = own.get("nation"); !nation.empty()) return nation;
  for (const Record* f : battle.all("formation"))
    if (f->get("id") == own.get("formation")) return f->get("nation");
  return {};
}

json roster(const Game& game, const Battle& battle) {
  static constexpr const char* kKinds[] = {"infantry", "cavalry", "artillery", "wagon", "commander"};
  static constexpr const char* kWeights[] = {"", "light", "heavy", "horse"};
  json out = json::array();
  for (std::size_t u = 0; u < battle.roster.size(); ++u) {
    const RosterEntry& e = battle.roster[u];
    const CounterKind kind = game.kind(UnitId(u));
    json j{{"id", e.id},         {"name", e.name},           {"side", seat(game, e.side)},
           {"leader", e.leader}, {"kind", kKinds[kind.arm]}, {"weight", kWeights[kind.weight]}};
    for (const auto& [key, value] : game.describe(UnitId(u))) j[key] = value;
    if (const std::string nation = nation_of(battle, e); !nation.empty()) j["nation"] = nation;
    out.push_back(std::move(j));
  }
  return out;
}

std::optional<Action> act_from(const Game& game, const json& j, std::string& why) {
  if (j.is_string()) return parse_action(j.get<std::string>(), game, why);
  if (j.is_object() && j.contains("text") && j["text"].is_string()) return parse_action(j["text"].get<std::string>(), game, why);
  why = "an act is a text such as \"move b1 0506\" or an object with a \"text\"";
  return std::nullopt;
}

json forced(const Game& game, const EventLog::Taken& t) {
  json out = act(game, t.act);
  out["seat"] = seat(game, t.seat), out["question"] = t.question, out["forced"] = true;
  return out;
}

json EventLog::seen_by(const Game& game, Seat who) const {
  json out = json::array();
  for (const Event& e : events)
    if (who == Seat::Nobody || (e.seen_by & mask(who))) out.push_back(event(game, e));
  return out;
}

}  // namespace tambour::wire
