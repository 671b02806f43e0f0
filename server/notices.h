// SPDX-License-Identifier: MIT
// Sends notices to account owners: one thread leases due notices from the store, checks with the hub that they are still true, and passes
// them to the courier. Several servers share the work by leases.
#pragma once
#include <condition_variable>
#include <mutex>
#include <thread>

#include "server/account_store.h"
#include "server/courier.h"
#include "server/metrics.h"
#include "server/notice_store.h"
#include "server/notice_words.h"
#include "server/store.h"

namespace tambour::server {

class Notices {
 public:
  // The facts for a notice; nothing if it is out of date. Called on the notices' thread; may block.
  using Ask = std::function<std::optional<NoticeFacts>(const Notice& notice, const std::string& language)>;

  Notices(Store& store, const Courier& courier, std::string site, Metrics& metrics, Ask ask);
  ~Notices();
  void wake();              // checks for due notices
  void add(Notice notice);  // a notice that is not part of a game's write

 private:
  void run();
  bool carry_out();  // true: more may be due
  void deliver(Notice notice);
  bool too_many_invitations(Notice& notice) const;
  void deliver_link(Notice& notice, const Account& account, bool& told);
  bool passed(Notice& notice, Wish way, const DeliveryReport& report);
  void settle(Notice& notice, bool told);

  Store& store_;
  const Courier& courier_;
  const std::string site_;
  Metrics& metrics_;
  const Ask ask_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Notice> added_;
  bool woken_ = false, stop_ = false;
  std::thread thread_;
};

}  // namespace tambour::server
