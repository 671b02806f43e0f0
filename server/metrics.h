// SPDX-License-Identifier: MIT
// What the server counts of itself, as Prometheus text. Touched by the network thread only.
#pragma once
#include <array>
#include <cstdint>
#include <string>

namespace tambour::server {

struct Metrics {
  static constexpr std::array<double, 8> kBounds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5};  // seconds

  uint64_t acts = 0, refusals = 0, errors = 0, messages = 0, requests = 0, games_created = 0, store_failures = 0, faults = 0;
  int64_t clients = 0, rooms = 0;
  std::array<uint64_t, kBounds.size() + 1> latency{};  // from a client's act to everybody's update
  double latency_sum = 0;

  void took(double seconds) {
    std::size_t i = 0;
    while (i < kBounds.size() && seconds > kBounds[i]) ++i;
    ++latency[i];
    latency_sum += seconds;
  }
  std::string text() const;
};

}  // namespace tambour::server
