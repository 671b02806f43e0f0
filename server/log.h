// SPDX-License-Identifier: MIT
// Logs one line per event to standard error. Seat secrets, invitations and dice secrets must never be passed to it.
#pragma once
#include <string>

namespace tambour::server {

enum class LogLevel { Debug, Info, Warning, Error };

void set_log_level(LogLevel level);
void log(LogLevel level, const std::string& text);
int64_t now_ms();     // since 1970, by the system clock
int64_t steady_ms();  // monotonic; for measuring
// The table clock: milliseconds since 1970, taken from the store when the server starts and monotonic from there.
int64_t table_ms();
void set_table_ms(int64_t now);

}  // namespace tambour::server
