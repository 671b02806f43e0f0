// SPDX-License-Identifier: MIT
// What a viewer may know, as JSON: the views of the two sides, what both have in common, and what changed between two views.
#pragma once
#include <array>
#include <bitset>
#include <optional>
#include <set>

#include "wire/wire.h"

namespace tambour::server {

using json = nlohmann::json;

enum class Viewer : uint8_t { First, Second, Public, All };  // All: once the game is over
inline constexpr int kLiveViewers = 3, kViewers = 4;
constexpr int viewer_index(Viewer v) { return int(v); }
constexpr Viewer viewer_of(Seat s) { return s == Seat::First ? Viewer::First : s == Seat::Second ? Viewer::Second : Viewer::Public; }

bool sees(Viewer v, const Event& e);
json view_for(const Game& game, const State& s, Viewer v);

// What two JSON values agree on. The public is shown this of the two sides' views, so it can learn nothing that either side must not.
json common(const json& a, const json& b);

// What the live viewers see of a game as it goes on. Only what changes is made into JSON anew.
class ViewCache {
 public:
  void look(const Game& game, const State& state);
  bool open() const { return open_; }
  const json& head(Viewer v) const { return viewers_[std::size_t(viewer_index(v))].head; }  // the view without its counters
  std::string whole(Viewer v) const;                                                        // the view as JSON
  bool changed(Viewer v) const;                                                             // whether anything has
  std::string changes(Viewer v);  // what has changed since this was last asked for v

 private:
  struct ViewerState {
    json head = json::object();
    std::vector<std::string> counters = std::vector<std::string>(kMaxUnits);  // JSON by unit; "" where none is seen
    std::bitset<kMaxUnits> changed;
    std::set<std::string> changed_keys;
  };
  std::bitset<kMaxUnits> look_as(const Game& game, const State& state, Seat seat);
  void set_head(ViewerState& face, json head);

  bool open_ = false;
  std::array<std::vector<std::optional<CounterView>>, 2> seen_;  // by unit
  std::vector<std::string> names_;                               // of units that were ever seen
  std::array<ViewerState, kLiveViewers> viewers_;
};

}  // namespace tambour::server
