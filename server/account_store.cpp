// SPDX-License-Identifier: MIT
#include "server/account_store.h"

namespace tambour::server {

namespace {

constexpr int64_t kDay = 24 * 60 * 60 * int64_t(1000), kSessionLasts = 365 * kDay;
constexpr int kMostSessions = 20, kMostOfMail = 3;
constexpr const char* kColumns = "id,name,passphrase,mail,mail_waits,hook_form,hook_url,language,notices,stop,created";

Account read_account(const SqlRow& row) {
  return {row.text(0), row.text(1), row.text(2), row.text(3), row.text(4), row.text(5), row.text(6), row.text(7), row.number(8), row.text(9), row.number(10)};
}

std::vector<SqlValue> values_of(const Account& a) {
  return {a.id, a.name, a.passphrase, a.mail, a.mail_waits, a.hook_form, a.hook_url, a.language, a.wishes, a.stop, a.created};
}

std::string selected() { return std::string("SELECT ") + kColumns + " FROM account "; }

}  // namespace

bool insert_account(Sql& sql, const Account& account) {
  const std::string insert = std::string("INSERT INTO account(") + kColumns + ") VALUES($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11) ON CONFLICT DO NOTHING RETURNING id";
  if (!sql.run(insert, values_of(account)).empty()) return true;
  return !sql.run("SELECT 1 FROM account WHERE id=$1", {account.id}).empty();  // the connection broke after it was written
}

void update_account(Sql& sql, const Account& account) {
  sql.run(
      "UPDATE account SET name=$2, passphrase=$3, mail=$4, mail_waits=$5, hook_form=$6, hook_url=$7, language=$8, notices=$9, stop=$10, created=$11 "
      "WHERE id=$1",
      values_of(account));
}

void erase_account(Sql& sql, const std::string& id) {
  for (const char* table : {"session", "link", "notice"}) sql.run(std::string("DELETE FROM ") + table + " WHERE account=$1", {id});
  sql.run("DELETE FROM account WHERE id=$1", {id});
}

std::optional<Account> account_by(Sql& sql, const std::string& column, const std::string& value) {
  const SqlRows rows = sql.run(selected() + "WHERE " + column + "=$1", {value});
  if (rows.empty()) return std::nullopt;
  return read_account(rows[0]);
}

std::vector<Account> accounts_of_mail(Sql& sql, const std::string& typed, const std::string& lower_case) {
  std::vector<Account> out;
  for (const SqlRow& row : sql.run(selected() + "WHERE mail=$1 OR mail=$2 ORDER BY created LIMIT " + std::to_string(kMostOfMail), {typed, lower_case}))
    out.push_back(read_account(row));
  return out;
}

std::optional<Account> account_of_session(Sql& sql, const std::string& hash, int64_t now) {
  const SqlRows rows = sql.run(selected() + "WHERE id=(SELECT account FROM session WHERE hash=$1 AND created>$2)", {hash, now - kSessionLasts});
  if (rows.empty()) return std::nullopt;
  return read_account(rows[0]);
}

int64_t count_accounts(Sql& sql) { return sql.run("SELECT count(*) FROM account").at(0).number(0); }

void erase_unconfirmed(Sql& sql, int64_t before) {
  for (const SqlRow& row : sql.run("SELECT id FROM account WHERE passphrase='' AND mail='' AND created<$1", {before})) erase_account(sql, row.text(0));
}

void insert_session(Sql& sql, const std::string& hash, const std::string& account, int64_t now) {
  sql.run("INSERT INTO session(hash,account,created) VALUES($1,$2,$3) ON CONFLICT DO NOTHING", {hash, account, now});
  sql.run("DELETE FROM session WHERE account=$1 AND hash NOT IN (SELECT hash FROM session WHERE account=$1 ORDER BY created DESC, hash LIMIT " +
              std::to_string(kMostSessions) + ")",
          {account});
}

void erase_session(Sql& sql, const std::string& hash) { sql.run("DELETE FROM session WHERE hash=$1", {hash}); }

void erase_sessions(Sql& sql, const std::string& account) { sql.run("DELETE FROM session WHERE account=$1", {account}); }

void insert_link(Sql& sql, const std::string& hash, const MailedLink& link, int64_t expires) {
  sql.run("DELETE FROM link WHERE expires<$1", {expires - 2 * kDay});
  sql.run("INSERT INTO link(hash,account,mail,expires,used) VALUES($1,$2,$3,$4,0) ON CONFLICT DO NOTHING", {hash, link.account, link.mail, expires});
}

int64_t links_since(Sql& sql, const std::string& account, int64_t expires) {
  return sql.run("SELECT count(*) FROM link WHERE account=$1 AND expires>$2", {account, expires}).at(0).number(0);
}

int64_t links_to_since(Sql& sql, const std::string& mail, int64_t expires) {
  return sql.run("SELECT count(*) FROM link WHERE lower(mail)=lower($1) AND expires>$2", {mail, expires}).at(0).number(0);
}

std::optional<MailedLink> use_link(Sql& sql, const std::string& hash, int64_t now) {
  const SqlRows rows = sql.run("UPDATE link SET used=$2 WHERE hash=$1 AND used=0 AND expires>$2 RETURNING account, mail", {hash, now});
  if (rows.empty()) return std::nullopt;
  return MailedLink{rows[0].text(0), rows[0].text(1)};
}

}  // namespace tambour::server
