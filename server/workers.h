// A few threads for what takes longer than a network thread may: machine players, hints, odds.
#pragma once
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tambour::server {

class Workers {
 public:
  explicit Workers(int threads) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this](std::stop_token stop) { run(stop); });
  }
  ~Workers() {
    for (std::jthread& thread : threads_) thread.request_stop();
  }
  // The job is told when the server stops; jobs not begun by then are dropped.
  void post(std::function<void(std::stop_token)> job) {
    {
      const std::lock_guard lock(mutex_);
      jobs_.push_back(std::move(job));
    }
    wake_.notify_one();
  }

 private:
  void run(std::stop_token stop) {
    for (;;) {
      std::function<void(std::stop_token)> job;
      {
        std::unique_lock lock(mutex_);
        if (!wake_.wait(lock, stop, [&] { return !jobs_.empty(); })) return;
        if (stop.stop_requested()) return;
        job = std::move(jobs_.front());
        jobs_.pop_front();
      }
      job(stop);
    }
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<std::function<void(std::stop_token)>> jobs_;
  std::vector<std::jthread> threads_;  // last: joined before the rest goes
};

}  // namespace tambour::server
