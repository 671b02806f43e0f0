// SPDX-License-Identifier: MIT
#include "wire/advice.h"

namespace tambour::wire {
namespace {

json change(const Game& game, const Ending::Change& c) {
  json out{{"unit", game.unit(c.unit)}, {"fate", condition_name(c.fate)}};
  if (c.hex != kNoHex) out["hex"] = game.grid().number(c.hex);
  return out;
}

json units(const Game& game, const Odds& odds) {
  json out = json::array();
  for (const UnitOdds& u : odds.units) {
    json fates = json::object();
    for (int f = 0; f < 5; ++f)
      if (u.fate[f] > 0) fates[condition_name(Condition(f))] = u.fate[f];
    out.push_back({{"unit", game.unit(u.unit)},
                   {"before", condition_name(u.before)},
                   {"fates", std::move(fates)},
                   {"moved", u.moved},
                   {"strength_lost", u.lost}});
  }
  return out;
}

json hexes(const Game& game, const Odds& odds) {
  json out = json::array();
  for (const HexOdds& h : odds.hexes)
    out.push_back({{"hex", game.grid().number(h.hex)},
                   {"before", seat(game, h.before)},
                   {"empty", h.empty},
                   {"held", {{game.side_name(Seat::First), h.side[0]}, {game.side_name(Seat::Second), h.side[1]}}}});
  return out;
}

}  // namespace

json odds(const Game& game, const Odds& o, const OddsOptions& options, std::size_t most) {
  json endings = json::array(), followed = json::array();
  double rest = 0;
  for (std::size_t i = 0; i < o.endings.size(); ++i) {
    if (i >= most) {
      rest += o.endings[i].probability;
      continue;
    }
    json changes = json::array();
    for (const Ending::Change& c : o.endings[i].changes) changes.push_back(change(game, c));
    endings.push_back({{"probability", o.endings[i].probability}, {"changes", std::move(changes)}});
  }
  for (const Action& a : o.followed) followed.push_back(to_text(a, game));
  return {{"seat", seat(game, o.seat)},
          {"exact", o.sampled == 0},
          {"sampled", o.sampled},
          {"error", o.error},
          {"policy", {{"mine", policy_name(options.mine)}, {"theirs", policy_name(options.theirs)}, {"answers", o.answers}}},
          {"followed", std::move(followed)},
          {"units", units(game, o)},
          {"hexes", hexes(game, o)},
          {"endings", std::move(endings)},
          {"other", rest},
          {"ways", o.endings.size()},
          {"strength_lost", {{game.side_name(Seat::First), o.lost[0]}, {game.side_name(Seat::Second), o.lost[1]}}},
          {"value", {{"before", o.value_before}, {"after", o.value}}},
          {"nodes", o.nodes}};
}

std::optional<OddsOptions> odds_options_from(const json& request, std::string& why) {
  OddsOptions out;
  for (const auto& [key, to] : {std::pair{"mine", &out.mine}, std::pair{"theirs", &out.theirs}}) {
    const auto at = request.find(key);
    if (at == request.end()) continue;
    const auto policy = at->is_string() ? parse_policy(at->get<std::string>()) : std::nullopt;
    if (!policy) return why = std::string("\"") + key + "\" must be \"best\", \"always\" or \"never\"", std::nullopt;
    *to = *policy;
  }
  for (const auto& [key, to, limit] : {std::tuple{"nodes", &out.nodes, 1'000'000u}, std::tuple{"samples", &out.samples, 1'000'000u}}) {
    const auto at = request.find(key);
    if (at == request.end()) continue;
    if (!at->is_number_unsigned() || at->get<uint64_t>() > limit)
      return why = std::string("\"") + key + "\" must be a whole number up to 1000000", std::nullopt;
    *to = at->get<uint64_t>();
  }
  return out;
}

json hints(const Game& game, const std::vector<Hint>& list) {
  json out = json::array();
  for (const Hint& h : list) {
    json then = json::array();
    for (const Action& a : h.then) then.push_back(to_text(a, game));
    out.push_back({{"act", act(game, h.act)}, {"text", to_text(h.act, game)}, {"then", std::move(then)}, {"gain", h.gain}, {"why", h.why}});
  }
  return out;
}

}  // namespace tambour::wire
