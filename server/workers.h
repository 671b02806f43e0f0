// A few threads for what takes longer than a network thread may: machine players, hints, odds. A machine's turn goes before all advice, and
// only so much advice waits, so that nobody's questions hold up another's game.
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
  using Job = std::function<void(std::stop_token)>;
  void post_turn(Job job) {
    {
      const std::lock_guard lock(mutex_);
      turns_.push_back(std::move(job));
    }
    wake_.notify_one();
  }
  // False: too much waits already.
  bool post_advice(Job job) {
    {
      const std::lock_guard lock(mutex_);
      if (advice_.size() >= kMostAdvice) return false;
      advice_.push_back(std::move(job));
    }
    wake_.notify_one();
    return true;
  }

 private:
  static constexpr std::size_t kMostAdvice = 64;
  void run(std::stop_token stop) {
    for (;;) {
      Job job;
      {
        std::unique_lock lock(mutex_);
        if (!wake_.wait(lock, stop, [&] { return !turns_.empty() || !advice_.empty(); })) return;
        if (stop.stop_requested()) return;
        std::deque<Job>& queue = turns_.empty() ? advice_ : turns_;
        job = std::move(queue.front());
        queue.pop_front();
      }
      job(stop);
    }
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Job> turns_, advice_;
  std::vector<std::jthread> threads_;  // last: joined before the rest goes
};

}  // namespace tambour::server
