// SPDX-License-Identifier: MIT
// Views as JSON for each viewer: of either side and of the public, and the changes between two views.
#pragma once
#include <array>
#include <bitset>
#include <optional>
#include <set>

#include "wire/wire.h"

namespace tambour::server {

using json = nlohmann::json;

enum class Viewer : uint8_t { First, Second, Public, All };  // All: after the end of the game
inline constexpr int kLiveViewers = 3, kViewers = 4;
constexpr int viewer_index(Viewer v) { return int(v); }
constexpr Viewer viewer_of(Seat s) { return s == Seat::First ? Viewer::First : s == Seat::Second ? Viewer::Second : Viewer::Public; }

bool sees(Viewer v, const Event& e);
json view_for(const Game& game, const State& s, Viewer v);

// The common part of two JSON values. The public sees this of the two sides' views, hence nothing that is hidden from either.
json common(const json& a, const json& b);

// The current views of a live game. Only changed parts are serialised again.
class ViewCache {
 public:
  void look(const Game& game, const State& state);
  bool open() const { return open_; }
  const json& head(Viewer v) const { return viewers_[std::size_t(viewer_index(v))].head; }  // the view without its counters
  std::string whole(Viewer v) const;                                                        // the view as JSON
  bool changed(Viewer v) const;                                                             // since changes() was last called
  std::string changes(Viewer v);                                                            // since the last call for v

 private:
  struct ViewerState {
    json head = json::object();
    std::vector<std::string> counters = std::vector<std::string>(kMaxUnits);  // JSON by unit; "" if not visible
    std::bitset<kMaxUnits> changed;
    std::set<std::string> changed_keys;
  };
  std::bitset<kMaxUnits> look_as(const Game& game, const State& state, Seat seat);
  void set_head(ViewerState& face, json head);

  bool open_ = false;
  std::array<std::vector<std::optional<CounterView>>, 2> seen_;  // by unit
  std::vector<std::string> names_;                               // of units ever visible
  std::array<ViewerState, kLiveViewers> viewers_;
};

}  // namespace tambour::server
