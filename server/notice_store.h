// SPDX-License-Identifier: MIT
// Notices that wait to be sent, as kept in the store: one for each account and game, the newest. What was sent stays for a while, so that
// the next waits an hour and nothing is told twice.
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
  std::string cause;   // what has happened; the same cause is told once
  std::string detail;  // of a link: token and address; of others: the seat
  int64_t made = 0, due = 0, tries = 0;
  int64_t ways = 3;  // by which it is still to go out: kByMail, kByHook
  int64_t lease = 0;  // until then it is this process's to send
};

SqlStatement add_notice(const Notice& notice);
// Those that are due, for this process alone until the lease is over.
std::vector<Notice> lease_notices(Sql& sql, int64_t now);
// From now on for as long again, unless another process has taken it or a newer notice its place: then it is not to be sent.
bool renew_lease(Sql& sql, const Notice& notice, int64_t now);
// One has been tried: what is left to do, or nothing (ways 0). `told`: it went out somewhere.
void settle_notice(Sql& sql, const Notice& notice, bool told, int64_t now);
void forget_old_notices(Sql& sql, int64_t now);

}  // namespace tambour::server
