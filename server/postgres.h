// SPDX-License-Identifier: MIT
// One connection to PostgreSQL: statements with a time limit, answers as text. Not for two threads at once.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "server/sql.h"
#include "server/store.h"

struct pg_conn;
struct pg_result;

namespace tambour::server {

// The connection broke, or the database stopped, or another transaction was in the way: try again on a new connection.
class LostDatabase : public UnreachableStore {
  using UnreachableStore::UnreachableStore;
};

// A value for a statement. Lists become arrays, so that one statement serves many games.
class PgValue {
 public:
  PgValue(const std::string& text) : text_(text) {}
  PgValue(const char* text) : text_(text) {}
  PgValue(int64_t number) : text_(std::to_string(number)) {}
  PgValue(int number) : text_(std::to_string(number)) {}
  PgValue(bool yes) : text_(yes ? "t" : "f") {}
  PgValue(const std::vector<std::string>& texts);
  PgValue(const std::vector<int64_t>& numbers);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class PgRows {
 public:
  explicit PgRows(pg_result* result) : result_(result) {}
  ~PgRows();
  PgRows(PgRows&& other) noexcept : result_(other.result_) { other.result_ = nullptr; }
  PgRows& operator=(PgRows&&) = delete;
  int count() const;
  int columns() const;
  std::string text(int row, int column) const;
  int64_t number(int row, int column) const;
  bool yes(int row, int column) const { return text(row, column) == "t"; }
  std::string tag() const;  // what was done: "COMMIT", "UPDATE 3"

 private:
  pg_result* result_;
};

class PgConnection {
 public:
  explicit PgConnection(std::string address) : address_(std::move(address)) {}
  ~PgConnection() { close(); }
  PgConnection(const PgConnection&) = delete;

  // Throws StoreError if the address or the login is wrong, LostDatabase if the server cannot be reached now.
  void connect();
  bool connected() const { return connection_ != nullptr; }
  void close();

  // Throws LostDatabase after closing the connection, or StoreError for an error in the statement itself.
  PgRows run(const char* sql, const std::vector<PgValue>& values = {});
  void run_all(const std::string& script);  // several statements without values

  int socket() const;
  // What NOTIFY brought so far.
  struct Notice {
    std::string text;
  };
  std::vector<Notice> notices();

 private:
  PgRows finish();  // waits for the answer
  [[noreturn]] void lost(const std::string& why);

  std::string address_;
  pg_conn* connection_ = nullptr;
};

// Undone unless it is committed.
class PgTransaction {
 public:
  explicit PgTransaction(PgConnection& connection) : connection_(connection) { connection.run_all("BEGIN"); }
  ~PgTransaction();
  PgTransaction(const PgTransaction&) = delete;
  void commit();

 private:
  PgConnection& connection_;
  bool done_ = false;
};

// Statements that both stores understand, on a connection to PostgreSQL.
class PgSql : public Sql {
 public:
  explicit PgSql(PgConnection& connection) : connection_(connection) {}
  SqlRows run(const std::string& sql, const std::vector<SqlValue>& values) override;

 private:
  PgConnection& connection_;
};

inline constexpr auto kDatabasePatience = std::chrono::seconds(10);  // with a database that cannot be reached
inline constexpr auto kConnectAgain = std::chrono::milliseconds(100);

// Does the work until it is done, on new connections if need be, for a while.
template <class Work>
auto persistently(PgConnection& connection, Work work) {
  const auto deadline = std::chrono::steady_clock::now() + kDatabasePatience;
  for (;;) {
    try {
      return work();
    } catch (const LostDatabase&) {
      connection.close();
      if (std::chrono::steady_clock::now() >= deadline) throw;
      std::this_thread::sleep_for(kConnectAgain);
    }
  }
}

}  // namespace tambour::server
