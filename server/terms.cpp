// SPDX-License-Identifier: MIT
#include "server/terms.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "wire/parse.h"

namespace tambour::server {

using nlohmann::json;

namespace {

constexpr const char* kVisibilities[] = {"open", "link", "private"};
constexpr const char* kKinds[] = {"none", "game", "turn", "days"};
constexpr const char* kTimeouts[] = {"claim", "machine", "nothing"};
constexpr int kMostMinutes = 1440, kMostDays = 60, kUsualHolidays = 14;

// The index of a member's word, or the default if the member is absent.
template <class E, std::size_t N>
E word_of(const json& body, const char* key, const char* const (&words)[N], E usual) {
  const auto at = body.find(key);
  if (at == body.end() || at->is_null()) return usual;
  const std::string said = at->is_string() ? at->get<std::string>() : "";
  const auto found = std::find(std::begin(words), std::end(words), said);
  if (found != std::end(words)) return E(found - std::begin(words));
  std::string list;
  for (const char* word : words) list += (list.empty() ? "" : ", ") + std::string(word);
  throw std::runtime_error(std::string("'") + key + "' wants one of: " + list);
}

int number_of(const json& body, const char* key, int least, int most, int usual) {
  const auto at = body.find(key);
  if (at == body.end() && usual >= 0) return usual;
  if (at == body.end() || !at->is_number_integer() || *at < least || *at > most)
    throw std::runtime_error(std::string("'") + key + "' wants a number from " + std::to_string(least) + " to " + std::to_string(most));
  return at->get<int>();
}

ClockTerms read_clock(const json& clock) {
  if (!clock.is_object()) throw std::runtime_error("'clock' wants an object: {\"kind\": \"days\", \"days\": 3}");
  using Kind = ClockTerms::Kind;
  ClockTerms terms;
  terms.kind = word_of(clock, "kind", kKinds, Kind::None);
  if (terms.kind == Kind::None) return terms;
  if (terms.kind == Kind::Days) terms.days = number_of(clock, "days", 1, kMostDays, -1);
  else terms.minutes = number_of(clock, "minutes", 1, kMostMinutes, -1);
  terms.timeout = word_of(clock, "timeout", kTimeouts, ClockTerms::Timeout::Nothing);
  terms.holidays = number_of(clock, "holidays", 0, kMostDays, terms.kind == Kind::Days ? kUsualHolidays : 0);
  return terms;
}

}  // namespace

json terms_json(const Terms& terms) {
  const ClockTerms& c = terms.clock;
  json clock{{"kind", kKinds[int(c.kind)]}};
  if (c.kind == ClockTerms::Kind::Days) clock["days"] = c.days;
  else if (c.kind != ClockTerms::Kind::None) clock["minutes"] = c.minutes;
  if (c.kind != ClockTerms::Kind::None) clock["timeout"] = kTimeouts[int(c.timeout)], clock["holidays"] = c.holidays;
  return {{"visibility", kVisibilities[int(terms.visibility)]}, {"watchers", terms.watchers}, {"clock", std::move(clock)}};
}

Terms read_terms(const json& body, Visibility usual) {
  Terms terms;
  terms.visibility = word_of(body, "visibility", kVisibilities, usual);
  const json watchers = body.value("watchers", json(true));
  if (!watchers.is_boolean()) throw std::runtime_error("'watchers' wants true or false");
  terms.watchers = watchers && terms.visibility != Visibility::Private;
  if (const auto at = body.find("clock"); at != body.end() && !at->is_null()) terms.clock = read_clock(*at);
  return terms;
}

std::string terms_text(const Terms& terms) { return terms.rooms ? terms_json(terms).dump() : ""; }

Terms terms_of_text(const std::string& text) {
  const json read = wire::parse_json(text);
  Terms terms;
  terms.rooms = read.is_object();
  try {
    if (terms.rooms) terms = read_terms(read, Visibility::Link);
  } catch (const std::runtime_error&) {
    // Edited by hand and unreadable: use the default.
  }
  return terms;
}

}  // namespace tambour::server
