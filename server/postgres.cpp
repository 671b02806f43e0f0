// SPDX-License-Identifier: MIT
#include "server/postgres.h"

#include <libpq-fe.h>
#include <poll.h>

#include <chrono>
#include <cstdlib>
#include <memory>

namespace tambour::server {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPatience = std::chrono::seconds(8);  // for one statement; the database itself gives up sooner
// What protects the others from a process that hangs: no statement, lock or open transaction lasts long. Writes are flushed before COMMIT
// answers, whatever the database's own default is.
constexpr const char* kSession =
    "SET statement_timeout='5s'; SET lock_timeout='2s'; SET idle_in_transaction_session_timeout='10s'; SET synchronous_commit=on; "
    "SET client_min_messages=error";

// libpq's sentence, on one line and without its punctuation and hints.
std::string one_line(const char* message) {
  std::string text;
  for (const char c : std::string(message ? message : ""))
    if (const bool blank = c == '\n' || c == '\t' || c == ' '; !blank || (!text.empty() && text.back() != ' ')) text += blank ? ' ' : c;
  text = text.substr(0, text.find(" Is the server running"));
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

bool starts(const std::string& text, const char* with) { return text.rfind(with, 0) == 0; }

// SQLSTATE of what passes: the server stops or starts, a deadlock, a time limit, a server that only reads.
bool passes(const std::string& state) {
  return starts(state, "57P") || starts(state, "08") || starts(state, "40") || state == "55P03" || state == "57014" || state == "25006" ||
         state == "53300";
}

bool wait_for(int socket, short events, Clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  pollfd one{socket, events, 0};
  return left > 0 && poll(&one, 1, int(left)) > 0;
}

void quote(std::string& out, const std::string& text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
}

}  // namespace

PgValue::PgValue(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) text_ += text_.empty() ? "{" : ",", quote(text_, text);
  text_ += text_.empty() ? "{}" : "}";
}

PgValue::PgValue(const std::vector<int64_t>& numbers) {
  for (const int64_t number : numbers) text_ += text_.empty() ? "{" : ",", text_ += std::to_string(number);
  text_ += text_.empty() ? "{}" : "}";
}

PgRows::~PgRows() { PQclear(result_); }
int PgRows::count() const { return PQntuples(result_); }
int PgRows::columns() const { return PQnfields(result_); }
std::string PgRows::text(int row, int column) const {
  return std::string(PQgetvalue(result_, row, column), std::size_t(PQgetlength(result_, row, column)));
}
int64_t PgRows::number(int row, int column) const { return std::strtoll(PQgetvalue(result_, row, column), nullptr, 10); }
std::string PgRows::tag() const { return PQcmdStatus(result_); }

void PgConnection::connect() {
  if (connection_) return;
  // Several hosts may stand in the address: of them the one that takes writes.
  const char* names[] = {"dbname",           "target_session_attrs", "connect_timeout", "tcp_user_timeout", "application_name",
                         "client_encoding", nullptr};
  const char* values[] = {address_.c_str(), "read-write", "5", "5000", "tambour", "UTF8", nullptr};
  connection_ = PQconnectdbParams(names, values, 1);
  if (PQstatus(connection_) == CONNECTION_OK) {
    PQsetNoticeProcessor(connection_, [](void*, const char*) {}, nullptr);
    try {
      return run_all(kSession);
    } catch (const StoreError&) {
      close();  // without its time limits it is not used
      throw;
    }
  }
  const std::string why = one_line(connection_ ? PQerrorMessage(connection_) : "out of memory");
  close();
  const bool refused = why.find("authentication failed") != std::string::npos || why.find("does not exist") != std::string::npos ||
                       why.find("no password supplied") != std::string::npos || why.find("no pg_hba.conf entry") != std::string::npos ||
                       why.find("permission denied") != std::string::npos || why.find("invalid") != std::string::npos;
  if (refused) throw StoreError("the database refuses this server: " + why);
  throw LostDatabase("the database cannot be reached: " + why);
}

void PgConnection::close() {
  PQfinish(connection_);
  connection_ = nullptr;
}

void PgConnection::lost(const std::string& why) {
  close();
  throw LostDatabase("the connection to the database is lost: " + why);
}

PgRows PgConnection::run(const char* sql, const std::vector<PgValue>& values) {
  connect();
  std::vector<const char*> texts;
  for (const PgValue& value : values) texts.push_back(value.text().c_str());
  if (!PQsendQueryParams(connection_, sql, int(texts.size()), nullptr, texts.data(), nullptr, nullptr, 0)) lost(one_line(PQerrorMessage(connection_)));
  return finish();
}

void PgConnection::run_all(const std::string& script) {
  connect();
  if (!PQsendQuery(connection_, script.c_str())) lost(one_line(PQerrorMessage(connection_)));
  finish();
}

// The last answer of what was sent; the first error ends it.
PgRows PgConnection::finish() {
  const auto deadline = Clock::now() + kPatience;
  std::unique_ptr<PGresult, decltype(&PQclear)> last(nullptr, PQclear);
  for (;;) {
    for (int left = 1; left;) {
      left = PQflush(connection_);
      if (left < 0) lost(one_line(PQerrorMessage(connection_)));
      if (left && !wait_for(PQsocket(connection_), POLLOUT, deadline)) lost("it does not take a statement");
    }
    while (PQisBusy(connection_)) {
      if (!wait_for(PQsocket(connection_), POLLIN, deadline)) lost("it does not answer");
      if (!PQconsumeInput(connection_)) lost(one_line(PQerrorMessage(connection_)));
    }
    PGresult* result = PQgetResult(connection_);
    if (!result) break;
    const bool failed_before = last && PQresultStatus(last.get()) == PGRES_FATAL_ERROR;
    if (failed_before) PQclear(result);
    else last.reset(result);
  }
  if (!last) lost("it gave no answer");
  const auto status = PQresultStatus(last.get());
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return PgRows(last.release());
  const char* state = PQresultErrorField(last.get(), PG_DIAG_SQLSTATE);
  const char* said = PQresultErrorField(last.get(), PG_DIAG_MESSAGE_PRIMARY);
  const std::string why = one_line(said ? said : PQresultErrorMessage(last.get()));
  if (PQstatus(connection_) != CONNECTION_OK || !state || passes(state)) lost(why);
  throw StoreError("the database refuses a statement: " + why);
}

int PgConnection::socket() const { return PQsocket(connection_); }

std::vector<PgConnection::Notice> PgConnection::notices() {
  if (!connection_) return {};
  if (!PQconsumeInput(connection_)) lost(one_line(PQerrorMessage(connection_)));
  std::vector<Notice> out;
  while (PGnotify* notice = PQnotifies(connection_)) {
    out.push_back({notice->extra});
    PQfreemem(notice);
  }
  return out;
}

PgTransaction::~PgTransaction() {
  if (done_ || !connection_.connected()) return;
  try {
    connection_.run_all("ROLLBACK");
  } catch (const StoreError&) {
    connection_.close();
  }
}

// A transaction in which a statement failed answers COMMIT with ROLLBACK, and calls it no error.
void PgTransaction::commit() {
  done_ = true;
  if (connection_.run("COMMIT").tag() != "COMMIT") throw StoreError("the database undid what was to be written");
}

SqlRows PgSql::run(const std::string& sql, const std::vector<SqlValue>& values) {
  std::vector<PgValue> texts;
  for (const SqlValue& value : values) value.is_number() ? texts.emplace_back(value.number()) : texts.emplace_back(value.text());
  const PgRows rows = connection_.run(sql.c_str(), texts);
  SqlRows out;
  for (int r = 0; r < rows.count(); ++r) {
    std::vector<std::string> cells;
    for (int c = 0; c < rows.columns(); ++c) cells.push_back(rows.text(r, c));
    out.emplace_back(std::move(cells));
  }
  return out;
}

}  // namespace tambour::server
