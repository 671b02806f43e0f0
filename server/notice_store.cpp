// SPDX-License-Identifier: MIT
#include "server/notice_store.h"

#include "server/dice.h"

namespace tambour::server {

namespace {

constexpr int64_t kHour = 60 * 60 * int64_t(1000), kKept = 90 * 24 * kHour;
constexpr int64_t kLease = 180 * int64_t(1000);  // longer than sending all notices of a lease can take
constexpr const char* kAtOnce = "4";

}  // namespace

SqlStatement add_notice(const Notice& n) {
  return {
      "INSERT INTO notice(account,game,id,kind,cause,detail,made,due,sent,tries,ways,lease) VALUES($1,$2,$3,$4,$5,$6,$7,$8,0,0,3,0) "
      "ON CONFLICT (account,game) DO UPDATE SET id=excluded.id, kind=excluded.kind, cause=excluded.cause, detail=excluded.detail, made=excluded.made, "
      "due=CASE WHEN notice.sent>0 AND notice.sent+3600000>excluded.due THEN notice.sent+3600000 ELSE excluded.due END, tries=0, ways=3, lease=0 "
      "WHERE notice.cause<>excluded.cause",
      {n.account, n.game, n.id.empty() ? random_name(16) : n.id, n.kind, n.cause, n.detail, n.made, n.due}};
}

std::vector<Notice> lease_notices(Sql& sql, int64_t now) {
  std::vector<Notice> out;
  std::string claim =
      "UPDATE notice SET lease=$2 WHERE kind<>'' AND lease<$1 AND (account,game) IN "
      "(SELECT account,game FROM notice WHERE kind<>'' AND due<=$1 AND lease<$1 ORDER BY due LIMIT ";
  claim += kAtOnce;
  claim += ") RETURNING account,game,id,kind,cause,detail,made,due,tries,ways";
  const SqlRows rows = sql.run(claim, {now, now + kLease});
  for (const SqlRow& r : rows)
    out.push_back({r.text(0), r.text(1), r.text(2), r.text(3), r.text(4), r.text(5), r.number(6), r.number(7), r.number(8), r.number(9), now + kLease});
  return out;
}

bool renew_lease(Sql& sql, const Notice& n, int64_t now) {
  const std::string renew = "UPDATE notice SET lease=$5 WHERE account=$1 AND game=$2 AND id=$3 AND lease=$4 RETURNING id";
  return !sql.run(renew, {n.account, n.game, n.id, n.lease, now + kLease}).empty();
}

// If a newer one has replaced it meanwhile, that one waits an hour from now.
void settle_notice(Sql& sql, const Notice& n, bool told, int64_t now) {
  sql.run("UPDATE notice SET kind=$4, detail=$5, due=$6, tries=$7, ways=$8, lease=0 WHERE account=$1 AND game=$2 AND id=$3",
          {n.account, n.game, n.id, n.ways ? n.kind : "", n.ways ? n.detail : "", n.due, n.tries, n.ways});
  if (!told) return;
  sql.run("UPDATE notice SET sent=$3 WHERE account=$1 AND game=$2", {n.account, n.game, now});
  sql.run("UPDATE notice SET due=$4 WHERE account=$1 AND game=$2 AND id<>$3 AND due<$4", {n.account, n.game, n.id, now + kHour});
}

int64_t invitations_told_since(Sql& sql, const std::string& account, int64_t since) {
  return sql.run("SELECT count(*) FROM notice WHERE account=$1 AND sent>$2 AND cause LIKE 'invite %'", {account, since}).at(0).number(0);
}

void forget_old_notices(Sql& sql, int64_t now) {
  sql.run("DELETE FROM notice WHERE kind='' AND (made<$1 OR game LIKE 'link %')", {now - kKept});
}

}  // namespace tambour::server
