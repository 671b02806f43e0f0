#include "server/eyes.h"

#include <algorithm>

namespace tambour::server {

bool sees(Viewer v, const Event& e) {
  constexpr SeatMask kBoth = mask(Seat::First) | mask(Seat::Second);
  switch (v) {
    case Viewer::First: return e.seen_by & mask(Seat::First);
    case Viewer::Second: return e.seen_by & mask(Seat::Second);
    case Viewer::Public: return (e.seen_by & kBoth) == kBoth;
    default: return true;
  }
}

std::array<json, kLiveViewers> live_views(const Game& game, const State& s) {
  json first = wire::view(game, s, Seat::First), second = wire::view(game, s, Seat::Second);
  json both = common(first, second);
  return {std::move(first), std::move(second), std::move(both)};
}

json view_for(const Game& game, const State& s, Viewer v) {
  if (v == Viewer::Public) return live_views(game, s)[index(v)];
  return wire::view(game, s, v == Viewer::First ? Seat::First : v == Viewer::Second ? Seat::Second : Seat::Nobody);
}

namespace {

const json* find_by_id(const json& list, const json& id, std::size_t near) {
  if (near < list.size() && list[near].value("id", json{}) == id) return &list[near];
  for (const json& item : list)
    if (item.is_object() && item.value("id", json{}) == id) return &item;
  return nullptr;
}

json common_items(const json& a, const json& b) {
  json out = json::array();
  std::vector<const json*> left;
  for (const json& item : b) left.push_back(&item);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const json& item = a[i];
    if (item.is_object() && item.contains("id")) {
      if (const json* twin = find_by_id(b, item["id"], i)) out.push_back(common(item, *twin));
      continue;
    }
    const auto twin = std::find_if(left.begin(), left.end(), [&](const json* other) { return *other == item; });
    if (twin == left.end()) continue;
    out.push_back(item);
    left.erase(twin);
  }
  return out;
}

}  // namespace

json common(const json& a, const json& b) {
  if (a == b) return a;
  if (a.is_array() && b.is_array()) return common_items(a, b);
  if (!a.is_object() || !b.is_object()) return nullptr;
  json out = json::object();
  for (const auto& [key, value] : a.items()) {
    const auto twin = b.find(key);
    if (twin == b.end()) continue;
    json shared = common(value, *twin);
    if (!shared.is_null() || value.is_null()) out[key] = std::move(shared);
  }
  return out;
}

json changes(const json& before, const json& now) {
  json out = json::object();
  for (const auto& [key, value] : now.items()) {
    const auto old = before.find(key);
    if (old != before.end() && *old == value) continue;
    if (key != "counters" || old == before.end()) {
      out[key] = value;
      continue;
    }
    json changed = json::array();
    for (std::size_t i = 0; i < value.size(); ++i) {
      const json* was = find_by_id(*old, value[i]["id"], i);
      if (!was || *was != value[i]) changed.push_back(value[i]);
    }
    out[key] = std::move(changed);
    for (std::size_t i = 0; i < old->size(); ++i)
      if (!find_by_id(value, (*old)[i]["id"], i)) out["removed"].push_back((*old)[i]["id"]);
  }
  for (const auto& [key, value] : before.items())
    if (!now.contains(key)) out[key] = nullptr;
  return out;
}

}  // namespace tambour::server
