// SPDX-License-Identifier: MIT
#include "server/log.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace tambour::server {

static std::atomic<LogLevel> least{LogLevel::Info};

void set_log_level(LogLevel level) { least = level; }

int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

int64_t steady_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Advances during suspend.
static int64_t awake_ms() {
  timespec t{};
  clock_gettime(CLOCK_BOOTTIME, &t);
  return int64_t(t.tv_sec) * 1000 + t.tv_nsec / 1000000;
}

static std::atomic<int64_t> table_offset{now_ms() - awake_ms()};

int64_t table_ms() { return awake_ms() + table_offset; }

void set_table_ms(int64_t now) { table_offset = now - awake_ms(); }

void log(LogLevel level, const std::string& text) {
  if (level < least) return;
  static constexpr const char* kNames[] = {"debug", "info", "warning", "error"};
  const int64_t now = now_ms();
  const std::time_t seconds = now / 1000;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
  std::fprintf(stderr, "%s.%03dZ %s %s\n", stamp, int(now % 1000), kNames[int(level)], text.c_str());
}

}  // namespace tambour::server
