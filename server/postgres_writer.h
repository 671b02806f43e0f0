// SPDX-License-Identifier: MIT
// The writing side of a store on PostgreSQL: groups of batches as one transaction each, decided even when the connection breaks.
#pragma once
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/postgres.h"
#include "server/store.h"

namespace tambour::server {

class PostgresWriter {
 public:
  PostgresWriter(const std::string& address, int64_t process) : process_(process), connection_(address) {}
  PgConnection& connection() { return connection_; }  // while nothing is written yet

  std::vector<WriteOutcome> write(const std::vector<const Batch*>& group);
  void erase(const std::vector<std::string>& games);
  void probe(const Batch& like);

 private:
  struct Item {
    const Batch* batch;
    int64_t expected;      // the stamp the game must have
    int64_t fence = 0;     // what a doubtful write was fenced with
    bool doubted = false;  // its COMMIT was sent, and no answer came
    std::optional<WriteOutcome> outcome;
  };
  void write_group(std::vector<Item>& items);
  void write_games(std::vector<Item*>& items);
  void write_records(const std::vector<Item*>& items);
  void write_jobs(const std::vector<Item*>& items);
  void settle(Item& item);

  const int64_t process_;
  std::mutex mutex_;
  PgConnection connection_;
};

}  // namespace tambour::server
