// SPDX-License-Identifier: MIT
#include "server/notices.h"

#include <nlohmann/json.hpp>

#include "server/log.h"
#include "wire/parse.h"

namespace tambour::server {

namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 1s;
constexpr int64_t kMinute = 60 * int64_t(1000), kHour = 60 * kMinute, kGiveUp = 48 * kHour, kForgetEvery = kHour;
constexpr int64_t kBoth = kByMail | kByHook, kMostInvitations = 5;  // an hour, to one account

int64_t kind_bit(const std::string& kind) { return kind == "turn" ? kTurn : kind == "invite" ? kInvited : kind == "end" ? kEnd : kClockLow; }

// A minute, two, four … up to an hour.
int64_t pause_after(int64_t tries) { return std::min(kHour, kMinute << std::min<int64_t>(tries - 1, 6)); }

}  // namespace

Notices::Notices(Store& store, const Courier& courier, std::string site, Metrics& metrics, Ask ask)
    : store_(store), courier_(courier), site_(std::move(site)), metrics_(metrics), ask_(std::move(ask)), thread_([this] { run(); }) {}

Notices::~Notices() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Notices::wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  wake_.notify_one();
}

void Notices::add(Notice notice) {
  {
    const std::lock_guard lock(mutex_);
    added_.push_back(std::move(notice));
    woken_ = true;
  }
  wake_.notify_one();
}

void Notices::run() {
  int64_t forgotten = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, kLook, [this] { return stop_ || woken_; });
      woken_ = false;
      if (stop_) return;
    }
    try {
      while (carry_out()) {
      }
      if (const int64_t now = table_ms(); now - forgotten > kForgetEvery) {
        forgotten = now;
        store_.transact([now](Sql& sql) { forget_old_notices(sql, now); });
      }
    } catch (const std::exception& e) {
      log(LogLevel::Error, std::string("notices wait: ") + e.what());
    }
  }
}

bool Notices::carry_out() {
  std::vector<Notice> added, due;
  {
    const std::lock_guard lock(mutex_);
    if (stop_) return false;
    added = added_;
  }
  store_.transact([&](Sql& sql) {
    for (const Notice& notice : added) {
      const SqlStatement add = add_notice(notice);
      sql.run(add.sql, add.values);
    }
    due = lease_notices(sql, table_ms());
  });
  {
    const std::lock_guard lock(mutex_);
    added_.erase(added_.begin(), added_.begin() + std::ptrdiff_t(added.size()));
  }
  for (Notice& notice : due) {
    {
      const std::lock_guard lock(mutex_);
      if (stop_) return false;  // the rest is sent after the lease expires
    }
    deliver(std::move(notice));
  }
  return !due.empty();
}

void Notices::deliver(Notice notice) {
  std::optional<Account> account;
  bool ours = false;
  // This process may have stood still since it took the notice.
  store_.transact([&](Sql& sql) {
    ours = renew_lease(sql, notice, table_ms());
    account = account_by(sql, "id", notice.account);
  });
  if (!ours) return;
  bool told = false;
  if (notice.kind == "invite" && too_many_invitations(notice)) return settle(notice, false);
  if (!account) {
    notice.ways = 0;
    return settle(notice, false);
  }
  if (notice.kind == "link") return deliver_link(notice, *account, told), settle(notice, told);
  notice.ways &= account->wishes & kind_bit(notice.kind) ? account->wishes & kBoth : 0;
  if (account->mail.empty() || !courier_.sends_mail()) notice.ways &= ~int64_t(kByMail);
  if (account->hook_url.empty() || !courier_.calls_webhooks()) notice.ways &= ~int64_t(kByHook);
  const auto facts = notice.ways ? ask_(notice, account->language) : std::nullopt;
  if (!facts) {
    notice.ways = 0;
    return settle(notice, false);
  }
  const NoticeText words = words_of_notice(notice.kind, *facts, account->language);
  const std::string where = site_ + "/#/mine";
  ++notice.tries;
  if (notice.ways & kByMail) {
    const std::string stop = site_ + "/api/stop/" + account->stop;
    const std::string text = words.text + "\n" + where + "\n\n" + words_of_stop(site_ + "/#/stop/" + account->stop, account->language);
    told |= passed(notice, kByMail, courier_.send({account->mail, words.subject, text, stop, notice.id}));
  }
  if (notice.ways & kByHook) {
    const WebhookForm form = account->hook_form == "slack" ? WebhookForm::Slack : WebhookForm::Discord;
    told |= passed(notice, kByHook, courier_.call(account->hook_url, form, words.text + "\n" + where));
  }
  settle(notice, told);
}

// Anybody may invite anybody to any number of games, so mails about it are limited per account; the rest wait.
bool Notices::too_many_invitations(Notice& notice) const {
  const int64_t now = table_ms();
  int64_t told = 0;
  store_.transact([&](Sql& sql) { told = invitations_told_since(sql, notice.account, now - kHour); });
  if (told < kMostInvitations) return false;
  notice.due = now + kHour;
  return true;
}

// The token expires after an hour; a later mail would be useless.
void Notices::deliver_link(Notice& notice, const Account& account, bool& told) {
  const nlohmann::json kept = wire::parse_json(notice.detail);
  if (!kept.is_object() || table_ms() - notice.made >= kHour) return void(notice.ways = 0);
  notice.ways = kByMail;
  ++notice.tries;
  const NoticeText words = words_of_link(account.name, site_ + "/#/enter/" + kept.value("token", ""), account.language);
  told = passed(notice, kByMail, courier_.send({kept.value("mail", ""), words.subject, words.text, "", notice.id}));
}

// True if it was sent. Permanent failures are not retried; the log gives the reason without the address.
bool Notices::passed(Notice& notice, Wish way, const DeliveryReport& report) {
  if (report.delivery == Delivery::Sent) ++metrics_.notices;
  else ++metrics_.notices_failed;
  const int64_t now = table_ms();
  const bool again = report.delivery == Delivery::Again && now - notice.made < kGiveUp;
  if (report.delivery != Delivery::Sent)
    log(LogLevel::Warning, "notice " + notice.id + (again ? " waits: " : " is given up: ") + report.why);
  if (again) notice.due = now + pause_after(notice.tries);
  else notice.ways &= ~int64_t(way);
  return report.delivery == Delivery::Sent;
}

void Notices::settle(Notice& notice, bool told) {
  const int64_t now = table_ms();
  store_.transact([&](Sql& sql) { settle_notice(sql, notice, told, now); });
}

}  // namespace tambour::server
