// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "server/store.h"

namespace tambour::server {

// Opens or creates the database: WAL, synchronous FULL, checked before use. ":memory:" keeps nothing. One process at a time.
std::unique_ptr<Store> open_sqlite_store(const std::string& path);

}  // namespace tambour::server
