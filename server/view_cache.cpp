// SPDX-License-Identifier: MIT
#include "server/view_cache.h"

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

json view_for(const Game& game, const State& s, Viewer v) {
  if (v == Viewer::Public) return common(wire::view(game, s, Seat::First), wire::view(game, s, Seat::Second));
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

void ViewCache::look(const Game& game, const State& state) {
  for (auto& seen : seen_) seen.resize(kMaxUnits);
  names_.resize(kMaxUnits);
  const auto touched = look_as(game, state, Seat::First) | look_as(game, state, Seat::Second);
  ViewerState& both = viewers_[std::size_t(viewer_index(Viewer::Public))];
  set_head(both, common(viewers_[0].head, viewers_[1].head));
  for (std::size_t u = 0; u < touched.size(); ++u) {
    if (!touched[u]) continue;
    std::string text;
    if (seen_[0][u] && seen_[1][u]) text = common(wire::counter(game, *seen_[0][u]), wire::counter(game, *seen_[1][u])).dump();
    if (text == both.counters[u]) continue;
    both.counters[u] = std::move(text);
    both.changed.set(u);
  }
  // The first view is sent whole to clients that join; changes count from there.
  if (!open_)
    for (ViewerState& face : viewers_) face.changed.reset(), face.changed_keys.clear();
  open_ = true;
}

std::bitset<kMaxUnits> ViewCache::look_as(const Game& game, const State& state, Seat seat) {
  ViewerState& face = viewers_[std::size_t(index(seat))];
  auto& seen = seen_[std::size_t(index(seat))];
  View view = game.observe(state, seat);
  std::bitset<kMaxUnits> now, changed;
  for (CounterView& c : view.counters) {
    const auto u = std::size_t(c.id);
    names_[u] = game.unit(c.id);
    now.set(u);
    if (seen[u] == c) continue;
    face.counters[u] = wire::counter(game, c).dump();
    seen[u] = std::move(c);
    changed.set(u);
  }
  for (std::size_t u = 0; u < seen.size(); ++u) {
    if (!seen[u] || now[u]) continue;
    seen[u].reset();
    face.counters[u].clear();
    changed.set(u);
  }
  face.changed |= changed;
  view.counters.clear();
  json head = wire::view(game, view);
  head.erase("counters");
  head["zones"] = wire::zones(game, wire::known_to(game, state, seat));
  set_head(face, std::move(head));
  return changed;
}

void ViewCache::set_head(ViewerState& face, json head) {
  for (const auto& [key, value] : head.items())
    if (const auto old = face.head.find(key); old == face.head.end() || *old != value) face.changed_keys.insert(key);
  for (const auto& [key, value] : face.head.items())
    if (!head.contains(key)) face.changed_keys.insert(key);
  face.head = std::move(head);
}

static std::string with_counters(const json& head, const std::vector<const std::string*>& counters) {
  std::string text = head.dump();
  text.pop_back();
  text += head.empty() ? "\"counters\":[" : ",\"counters\":[";
  for (const std::string* c : counters) text += (c == counters.front() ? "" : ",") + *c;
  return text + "]}";
}

std::string ViewCache::whole(Viewer v) const {
  const ViewerState& face = viewers_[std::size_t(viewer_index(v))];
  std::vector<const std::string*> counters;
  for (const std::string& c : face.counters)
    if (!c.empty()) counters.push_back(&c);
  return with_counters(face.head, counters);
}

bool ViewCache::changed(Viewer v) const {
  const ViewerState& face = viewers_[std::size_t(viewer_index(v))];
  return face.changed.any() || !face.changed_keys.empty();
}

std::string ViewCache::changes(Viewer v) {
  ViewerState& face = viewers_[std::size_t(viewer_index(v))];
  json head = json::object();
  for (const std::string& key : face.changed_keys) head[key] = face.head.contains(key) ? face.head[key] : json(nullptr);
  std::vector<const std::string*> counters;
  for (std::size_t u = 0; u < face.counters.size(); ++u) {
    if (!face.changed[u]) continue;
    if (face.counters[u].empty()) head["removed"].push_back(names_[u]);
    else counters.push_back(&face.counters[u]);
  }
  face.changed_keys.clear();
  face.changed.reset();
  return counters.empty() ? head.dump() : with_counters(head, counters);
}

}  // namespace tambour::server
