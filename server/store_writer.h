// SPDX-License-Identifier: MIT
// The thread that writes to the store. All waiting writes go into one transaction, so a busy server pays for one flush instead of many.
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
  struct Result {
    WriteOutcome outcome = WriteOutcome::Written;
    std::string error;  // of what failed
  };
  using Done = std::function<void(const Result& result)>;  // called on the network thread

  StoreWriter(std::unique_ptr<Store> store, boost::asio::io_context& io);
  ~StoreWriter();  // writes what is queued

  void write(Batch batch, Done done);
  std::vector<GameRow> games();
  std::optional<KeptGame> load(const std::string& game, int64_t after = 0);
  void erase(const std::string& game, Done done);
  Store& store() { return *store_; }
  // Why writes fail, as shown to players; "" once a similar write has succeeded.
  std::string trouble() const;
  std::string for_players(std::string error) const;  // without the path of the store

 private:
  struct Job {
    Batch batch;
    Done done;
    bool erase = false;  // erase the game of the batch
    Result result;
  };
  void run();
  bool wait_for_work(std::vector<Job>& group);
  void probe();  // tries whether a failed write would succeed now
  void write_group(std::vector<Job>& group);

  std::unique_ptr<Store> store_;
  boost::asio::io_context& io_;
  mutable std::mutex queue_mutex_;
  std::condition_variable wake_;
  std::vector<Job> queue_;
  std::string trouble_;
  std::vector<Batch> failed_;  // the last failed batches; empty: no trouble
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace tambour::server
