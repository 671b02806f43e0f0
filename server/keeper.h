// The one thread that touches the store. Whatever waits is written as one transaction, so a busy server pays for one flush, not for many.
#pragma once
#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "server/store.h"

namespace tambour::server {

class Keeper {
 public:
  using Done = std::function<void(const std::string& error)>;  // "" when durable; called on the network thread

  Keeper(std::unique_ptr<Store> store, boost::asio::io_context& io);
  ~Keeper();  // writes what is left

  void write(Batch batch, Done done);
  std::vector<GameRow> games();
  std::vector<Record> records(const std::string& game);
  std::string trouble() const;  // why the last write failed; "" if it did not

 private:
  struct Job {
    Batch batch;
    Done done;
    std::string error;
  };
  void run();
  void write_group(std::vector<Job>& group);

  std::unique_ptr<Store> store_;
  boost::asio::io_context& io_;
  mutable std::mutex queue_mutex_, store_mutex_;
  std::condition_variable wake_;
  std::vector<Job> queue_;
  std::string trouble_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace tambour::server
