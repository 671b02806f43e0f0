// SPDX-License-Identifier: MIT
// Tells the owners of accounts what has happened in their games: one thread takes what is due from the store, asks the hub whether it is
// still so, and hands it to the courier. Of several servers each takes its own part, by leases.
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
  // What a notice says of its game; nothing if it is no longer so. Called on the notices' thread, may wait.
  using Ask = std::function<std::optional<NoticeFacts>(const Notice& notice, const std::string& language)>;

  Notices(Store& store, const Courier& courier, std::string site, Metrics& metrics, Ask ask);
  ~Notices();
  void wake();              // something may be due
  void add(Notice notice);  // that no write of a game brings

 private:
  void run();
  bool carry_out();  // true: there may be more
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
