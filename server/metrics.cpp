// SPDX-License-Identifier: MIT
#include "server/metrics.h"

#include <cstdio>

namespace tambour::server {

std::string Metrics::text() const {
  std::string out;
  const auto line = [&](const char* name, const char* type, const char* help, auto value) {
    out += std::string("# HELP tambour_") + name + " " + help + "\n# TYPE tambour_" + name + " " + type + "\ntambour_" + name + " " +
           std::to_string(value) + "\n";
  };
  line("acts_total", "counter", "Acts of players and machines made durable", acts);
  line("refusals_total", "counter", "Acts the rules refused", refusals);
  line("errors_total", "counter", "Other errors answered to clients", errors);
  line("messages_total", "counter", "WebSocket messages received", messages);
  line("http_requests_total", "counter", "HTTP requests received", requests);
  line("games_created_total", "counter", "Games created since the start", games_created);
  line("store_failures_total", "counter", "Moves that could not be written", store_failures);
  line("faults_total", "counter", "Games closed by a fault", faults);
  line("clients", "gauge", "Clients connected to games", clients);
  line("rooms", "gauge", "Games held in memory", rooms);
  out += "# HELP tambour_act_seconds From a client's act to everybody's update\n# TYPE tambour_act_seconds histogram\n";
  uint64_t below = 0;
  char text[96];
  for (std::size_t i = 0; i <= kBounds.size(); ++i) {
    below += latency[i];
    if (i < kBounds.size())
      std::snprintf(text, sizeof text, "tambour_act_seconds_bucket{le=\"%g\"} %llu\n", kBounds[i], static_cast<unsigned long long>(below));
    else std::snprintf(text, sizeof text, "tambour_act_seconds_bucket{le=\"+Inf\"} %llu\n", static_cast<unsigned long long>(below));
    out += text;
  }
  std::snprintf(text, sizeof text, "tambour_act_seconds_sum %.6f\ntambour_act_seconds_count %llu\n", latency_sum,
                static_cast<unsigned long long>(below));
  return out + text;
}

}  // namespace tambour::server
