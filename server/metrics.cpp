// SPDX-License-Identifier: MIT
#include "server/metrics.h"

#include <cstdio>

namespace tambour::server {

std::string Metrics::text() const {
  std::string out;
  const auto line = [&](const char* name, const char* type, const char* help, auto value) {
    out.append("# HELP tambour_").append(name).append(" ").append(help);
    out.append("\n# TYPE tambour_").append(name).append(" ").append(type);
    out.append("\ntambour_").append(name).append(" ").append(std::to_string(value)).append("\n");
  };
  line("acts_total", "counter", "Acts of players and machines made durable", acts);
  line("refusals_total", "counter", "Acts the rules refused", refusals);
  line("errors_total", "counter", "Other errors answered to clients", errors);
  line("messages_total", "counter", "WebSocket messages received", messages);
  line("http_requests_total", "counter", "HTTP requests received", requests);
  line("games_created_total", "counter", "Games created since the start", games_created);
  line("store_failures_total", "counter", "Moves that could not be written", store_failures);
  line("stale_total", "counter", "Writes that another server was faster with", stale);
  line("doubts_total", "counter", "Writes of which nobody knows whether they came through", doubts);
  line("followed_total", "counter", "Times a game was brought up to what another server wrote", followed);
  line("taken_over_total", "counter", "Machine turns taken over from another server", taken_over);
  line("faults_total", "counter", "Games closed by a fault", faults);
  line("notices_total", "counter", "Notices and links that went out by mail or webhook", notices.load());
  line("notices_failed_total", "counter", "Tries to send one that failed", notices_failed.load());
  line("clients", "gauge", "Clients connected to games", clients);
  line("rooms", "gauge", "Games held in memory", rooms);
  line("database_silent_seconds", "gauge", "Since a shared database was last reached", silence);
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
