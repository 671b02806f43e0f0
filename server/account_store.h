// SPDX-License-Identifier: MIT
// Accounts, their sessions and the links that are mailed to them, as kept in the store. Secrets are kept as hashes.
#pragma once
#include <optional>
#include <string>

#include "server/sql.h"

namespace tambour::server {

// What an account wants to be told, and by which way: bits.
enum Wish : int64_t { kByMail = 1, kByHook = 2, kTurn = 4, kInvited = 8, kEnd = 16, kClockLow = 32, kEverything = 63 };

struct Account {
  std::string id, name;
  std::string passphrase;        // its argon2id hash; "": it is entered by mail alone
  std::string mail, mail_waits;  // the address that counts, and one that is not confirmed yet
  std::string hook_form, hook_url;
  std::string language = "en";
  int64_t wishes = kEverything;
  std::string stop;  // what the link in a mail shows to stop them
  int64_t created = 0;
};

struct MailedLink {
  std::string account, mail;
};

bool insert_account(Sql& sql, const Account& account);  // false: the name is taken
void update_account(Sql& sql, const Account& account);
void erase_account(Sql& sql, const std::string& id);
std::optional<Account> account_by(Sql& sql, const std::string& column, const std::string& value);
// That have confirmed the address. Older stores kept it as it was typed.
std::vector<Account> accounts_of_mail(Sql& sql, const std::string& typed, const std::string& in_small_letters);
std::optional<Account> account_of_session(Sql& sql, const std::string& hash, int64_t now);
int64_t count_accounts(Sql& sql);
void erase_unconfirmed(Sql& sql, int64_t before);  // whose link was never followed

void insert_session(Sql& sql, const std::string& hash, const std::string& account, int64_t now);  // the oldest of too many end
void erase_session(Sql& sql, const std::string& hash);
void erase_sessions(Sql& sql, const std::string& account);

void insert_link(Sql& sql, const std::string& hash, const MailedLink& link, int64_t expires);
int64_t links_since(Sql& sql, const std::string& account, int64_t expires);
int64_t links_to_since(Sql& sql, const std::string& mail, int64_t expires);  // of all accounts; the address in capitals or not
std::optional<MailedLink> use_link(Sql& sql, const std::string& hash, int64_t now);  // nothing: it has expired or was used

}  // namespace tambour::server
