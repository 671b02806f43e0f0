// SPDX-License-Identifier: MIT
// The tables of a store on PostgreSQL.
#pragma once
#include "server/postgres.h"

namespace tambour::server {

// Makes them, or brings those of an older version up to date. Throws StoreError if the database is another program's, of a later version,
// cannot keep what Tambour writes, or is empty though it must hold a store already.
void prepare_tables(PgConnection& connection, bool must_exist);

}  // namespace tambour::server
