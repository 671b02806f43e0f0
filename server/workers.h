// SPDX-License-Identifier: MIT
// Threads for work too long for the network thread: machine players, hints, odds, replays. Scheduling is fair: the address that has used
// the least time comes first, and no address can hold all threads.
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
  // Turn: a machine's, in a game with a person. Advice: hints, odds; a game that is opened. Spare: a machine's turn in a game of machines;
  // uploads and games that are looked through. Kinds up to `kept` go before all others, and one thread is never used for anything else (if
  // there are two or more).
  enum class Kind : uint8_t { Turn, Advice, Spare };
  struct Job {
    Kind kind = Kind::Advice;
    std::string client, game;                   // for whom, and of which game: shares are theirs
    std::function<void(std::stop_token)> work;  // is told when the server stops
    std::stop_token dropped;                    // once requested, a job that has not begun never will
  };

  explicit Workers(int threads, Kind kept = Kind::Turn);
  ~Workers();                   // jobs not begun by then are dropped
  bool post(Job job);           // false: too much waits already, of this client or of all
  std::size_t waiting() const;  // jobs not begun

 private:
  static constexpr std::size_t kMostAdvice = 64, kMostOfOne = 16;
  void run(std::stop_token stop);
  std::list<Job>::iterator next();  // the job whose turn it is; end() if none may begin
  double used(const std::string& client) const;
  void begin(const Job& job);
  void finished(const Job& job, double seconds);

  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::list<Job> jobs_;
  std::unordered_map<std::string, double> used_;        // seconds of a thread, by client; none: as much as the last one served
  std::unordered_map<std::string, int> running_of_;     // jobs, by client
  double floor_ = 0;                                    // what the last one served had used
  const Kind kept_;
  int threads_count_, most_minor_, running_minor_ = 0;  // minor: of no kept kind
  std::vector<std::jthread> threads_;                   // last: joined before the rest goes
};

}  // namespace tambour::server
