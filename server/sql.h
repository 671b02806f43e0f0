// SPDX-License-Identifier: MIT
// Statements in the common SQL of SQLite and PostgreSQL: $1, $2 … for values, bigint and text columns.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

namespace tambour::server {

class SqlValue {
 public:
  SqlValue(std::string text) : value_(std::move(text)) {}
  SqlValue(const char* text) : value_(std::string(text)) {}
  SqlValue(int64_t number) : value_(number) {}
  SqlValue(int number) : value_(int64_t(number)) {}
  SqlValue(bool yes) : value_(int64_t(yes)) {}
  bool is_number() const { return std::holds_alternative<int64_t>(value_); }
  int64_t number() const { return std::get<int64_t>(value_); }
  const std::string& text() const { return std::get<std::string>(value_); }

 private:
  std::variant<int64_t, std::string> value_;
};

class SqlRow {
 public:
  explicit SqlRow(std::vector<std::string> cells) : cells_(std::move(cells)) {}
  const std::string& text(std::size_t column) const { return cells_.at(column); }
  int64_t number(std::size_t column) const { return std::strtoll(cells_.at(column).c_str(), nullptr, 10); }
  std::size_t size() const { return cells_.size(); }

 private:
  std::vector<std::string> cells_;
};
using SqlRows = std::vector<SqlRow>;

struct SqlStatement {
  std::string sql;
  std::vector<SqlValue> values;
};

// One transaction's connection.
class Sql {
 public:
  virtual ~Sql() = default;
  virtual SqlRows run(const std::string& sql, const std::vector<SqlValue>& values = {}) = 0;
};

}  // namespace tambour::server
