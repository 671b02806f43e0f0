// SPDX-License-Identifier: MIT
// Metrics in Prometheus text format. Used by the network thread only, except the counters of notices.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <string>

namespace tambour::server {

struct Metrics {
  static constexpr std::array<double, 8> kBounds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5};  // seconds

  uint64_t acts = 0, refusals = 0, errors = 0, messages = 0, requests = 0, games_created = 0, store_failures = 0, faults = 0;
  // Of a shared store: writes overtaken, writes in doubt, records taken over from others, machines taken over
  uint64_t stale = 0, doubts = 0, followed = 0, taken_over = 0;
  int64_t clients = 0, rooms = 0;
  std::atomic<uint64_t> notices = 0, notices_failed = 0;  // sent by mail or webhook, on another thread
  double silence = 0;  // seconds without the database
  std::array<uint64_t, kBounds.size() + 1> latency{};  // from a client's act to the update of all clients
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
