// SPDX-License-Identifier: MIT
// Queue of notices in the store: the newest for each account and game. Sent notices stay for a while, so that the next one waits an hour
// and none is sent twice.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "server/sql.h"

namespace tambour::server {

struct Notice {
  std::string account, game;
  std::string id;      // of the message
  std::string kind;    // "turn", "invite", "end", "clock", "link"
  std::string cause;   // identifies the event; sent once per cause
  std::string detail;  // of a link: token and address; of others: the seat
  int64_t made = 0, due = 0, tries = 0;
  int64_t ways = 3;  // channels still to send by: kByMail, kByHook
  int64_t lease = 0;  // end of this process's lease
};

SqlStatement add_notice(const Notice& notice);
// Leases due notices to this process.
std::vector<Notice> lease_notices(Sql& sql, int64_t now);
// Extends the lease. False if another process holds it by now, or a newer notice has replaced this one: then it must not be sent.
bool renew_lease(Sql& sql, const Notice& notice, int64_t now);
// Records an attempt: `notice` is what remains to be sent, nothing if ways is 0. `told`: at least one channel succeeded.
void settle_notice(Sql& sql, const Notice& notice, bool told, int64_t now);
int64_t invitations_told_since(Sql& sql, const std::string& account, int64_t since);
void forget_old_notices(Sql& sql, int64_t now);

}  // namespace tambour::server
