// SPDX-License-Identifier: MIT
// A thread pool for slow work: machine players, hints, odds, replays. Scheduling is fair: the address that has used the least time comes
// first, and no address can occupy all threads.
#pragma once
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace tambour::server {

class Workers {
 public:
  // Turn: a machine's turn in a game with a person. Advice: hints, odds; opening a game. Spare: a machine's turn in a game between machines;
  // uploads and replays. Kinds up to `kept` have priority, and one of two or more threads is reserved for them.
  enum class Kind : uint8_t { Turn, Advice, Spare };
  struct Job {
    Kind kind = Kind::Advice;
    std::string client, game;                   // charged for the time
    std::function<void(std::stop_token)> work;  // the token is stopped with the server
    std::stop_token dropped;                    // once requested, the job is not started
  };

  explicit Workers(int threads, Kind kept = Kind::Turn);
  ~Workers();                   // drops jobs not yet started
  bool post(Job job);           // false: the queue of this client or of all is full
  std::size_t waiting() const;  // jobs not yet started

 private:
  static constexpr std::size_t kMostAdvice = 64, kMostOfOne = 16;
  void run(std::stop_token stop);
  std::list<Job>::iterator next();  // the next job to run; end() if none may start
  double used(const std::string& client) const;
  void begin(const Job& job);
  void finished(const Job& job, double seconds);

  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::list<Job> jobs_;
  std::unordered_map<std::string, double> used_;        // thread seconds by client; a new client starts at floor_
  std::unordered_map<std::string, int> running_of_;     // jobs, by client
  double floor_ = 0;                                    // the figure of the client served last
  const Kind kept_;
  int threads_count_, most_minor_, running_minor_ = 0;  // minor: all jobs but those of a kept kind
  std::vector<std::jthread> threads_;                   // last: joined before the other members are destroyed
};

}  // namespace tambour::server
