// SPDX-License-Identifier: MIT
// Accounts, sessions and mailed links in the store. Secrets are stored as hashes.
#pragma once
#include <optional>
#include <string>

#include "server/sql.h"

namespace tambour::server {

// Bits: the notices an account wants, and the channels to send them by.
enum Wish : int64_t { kByMail = 1, kByHook = 2, kTurn = 4, kInvited = 8, kEnd = 16, kClockLow = 32, kEverything = 63 };

struct Account {
  std::string id, name;
  std::string passphrase;        // its argon2id hash; "": login by mailed link only
  std::string mail, mail_waits;  // the confirmed address, and one still to be confirmed
  std::string hook_form, hook_url;
  std::string language = "en";
  int64_t wishes = kEverything;
  std::string stop;  // token of the unsubscribe link
  int64_t created = 0;
};

struct MailedLink {
  std::string account, mail;
};

bool insert_account(Sql& sql, const Account& account);  // false: the name is taken
void update_account(Sql& sql, const Account& account);
void erase_account(Sql& sql, const std::string& id);
std::optional<Account> account_by(Sql& sql, const std::string& column, const std::string& value);
// Accounts that have confirmed the address, which older stores kept as it was typed.
std::vector<Account> accounts_of_mail(Sql& sql, const std::string& typed, const std::string& lower_case);
std::optional<Account> account_of_session(Sql& sql, const std::string& hash, int64_t now);
int64_t count_accounts(Sql& sql);
void erase_unconfirmed(Sql& sql, int64_t before);  // accounts whose link was never followed

void insert_session(Sql& sql, const std::string& hash, const std::string& account, int64_t now);  // the oldest sessions over the limit end
void erase_session(Sql& sql, const std::string& hash);
void erase_sessions(Sql& sql, const std::string& account);

void insert_link(Sql& sql, const std::string& hash, const MailedLink& link, int64_t expires);
int64_t links_since(Sql& sql, const std::string& account, int64_t expires);
int64_t links_to_since(Sql& sql, const std::string& mail, int64_t expires);          // to any account; ignores case
std::optional<MailedLink> use_link(Sql& sql, const std::string& hash, int64_t now);  // nothing: it has expired or was used

}  // namespace tambour::server
