// SPDX-License-Identifier: MIT
// One line per happening on standard error. No seat secret, invitation or dice secret is ever handed to this.
#pragma once
#include <string>

namespace tambour::server {

enum class LogLevel { Debug, Info, Warning, Error };

void set_log_level(LogLevel level);
void log(LogLevel level, const std::string& text);
int64_t now_ms();     // since 1970, by the clock on the wall
int64_t steady_ms();  // never set or turned back; for measuring
// The table's clock: since 1970, as its store said when the server started, and from there on by a clock that nobody sets.
int64_t table_ms();
void set_table_ms(int64_t now);

}  // namespace tambour::server
