// SPDX-License-Identifier: MIT
// The one thread that writes to the store. Whatever waits is written as one transaction, so a busy server pays for one flush, not for many.
// Readers wait while it writes.
#pragma once
#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "server/store.h"

namespace tambour::server {

class StoreWriter {
 public:
  using Done = std::function<void(const std::string& error)>;  // "" when durable; called on the network thread

  StoreWriter(std::unique_ptr<Store> store, boost::asio::io_context& io);
  ~StoreWriter();  // writes what is left

  void write(Batch batch, Done done);
  std::vector<GameRow> games();
  std::vector<Record> records(const std::string& game);
  void erase(const std::string& game, Done done);
  // Why writes fail, for everybody to read; "" once a write like the one that failed has succeeded.
  std::string trouble() const;
  std::string for_players(std::string error) const;  // without the path of the store, which is nobody's business

 private:
  struct Job {
    Batch batch;
    Done done;
    bool erase = false;  // the batch's game
    std::string error;
  };
  void run();
  bool wait_for_work(std::vector<Job>& group);
  void probe();  // writes again what failed, under a name of its own, and takes it away
  void write_group(std::vector<Job>& group);

  std::unique_ptr<Store> store_;
  boost::asio::io_context& io_;
  mutable std::mutex queue_mutex_, store_mutex_;
  std::condition_variable wake_;
  std::vector<Job> queue_;
  std::string trouble_;
  std::vector<Batch> failed_;  // the last that could not be written; empty: all is well
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace tambour::server
