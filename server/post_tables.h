// SPDX-License-Identifier: MIT
// The tables of accounts and notices, the same in both kinds of store.
#pragma once

namespace tambour::server {

inline constexpr const char* kPostTables = R"(
CREATE TABLE account(
  id text PRIMARY KEY, name text NOT NULL UNIQUE, passphrase text NOT NULL, mail text NOT NULL, mail_waits text NOT NULL,
  hook_form text NOT NULL, hook_url text NOT NULL, language text NOT NULL, notices bigint NOT NULL, stop text NOT NULL UNIQUE, created bigint NOT NULL);
CREATE INDEX account_mail ON account(mail);
CREATE TABLE session(hash text PRIMARY KEY, account text NOT NULL, created bigint NOT NULL);
CREATE INDEX session_account ON session(account);
CREATE TABLE link(hash text PRIMARY KEY, account text NOT NULL, mail text NOT NULL, expires bigint NOT NULL, used bigint NOT NULL);
CREATE INDEX link_account ON link(account);
CREATE TABLE notice(
  account text NOT NULL, game text NOT NULL, id text NOT NULL, kind text NOT NULL, cause text NOT NULL, detail text NOT NULL,
  made bigint NOT NULL, due bigint NOT NULL, sent bigint NOT NULL, tries bigint NOT NULL, ways bigint NOT NULL, lease bigint NOT NULL,
  PRIMARY KEY(account, game));
CREATE INDEX notice_due ON notice(due);
)";

}  // namespace tambour::server
