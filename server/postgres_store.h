// SPDX-License-Identifier: MIT
// The store on PostgreSQL: any number of servers may write to it. See docs/server.md, "Several servers".
#pragma once
#include <memory>

#include "server/postgres.h"
#include "server/store.h"

namespace tambour::server {

// Connects, makes or migrates the tables, and checks what is there.
std::unique_ptr<Store> open_postgres_store(const std::string& address, bool must_exist);

// For people who read the table `game` directly.
extern const char* const kPgGameColumns;
GameRow read_game(const PgRows& rows, int row, int column = 0);
std::optional<KeptGame> load_game(PgConnection& connection, const std::string& game, int64_t after);

}  // namespace tambour::server
