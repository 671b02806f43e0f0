// SPDX-License-Identifier: MIT
// The other servers on a shared store: changes, presence, and leases on work that only one server may do. One thread with its own
// connection. A notification is only a hint to read; changes are also polled every two seconds, deletions every ten, and all is read on a
// new connection. A process counts as alive for three seconds after it was last seen.
#pragma once
#include <boost/asio/io_context.hpp>
#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

#include "server/postgres.h"
#include "server/store.h"

namespace tambour::server {

// Who is connected to a game on other servers.
struct Present {
  int seats[2] = {0, 0}, watchers = 0;
  bool anybody() const { return seats[0] || seats[1] || watchers; }
  bool operator==(const Present&) const = default;
};
using Presences = std::unordered_map<std::string, Present>;

class Neighbours {
 public:
  // Its functions are called on the network thread.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void changed_elsewhere(const std::vector<GameRow>& rows) = 0;  // may include writes of this process
    virtual void gone(const std::vector<std::string>& games) = 0;
    virtual void present_elsewhere(Presences now) = 0;                        // all of them
    virtual void orphaned(const std::vector<std::string>& games) = 0;  // a machine must answer, and no living server has claimed the game
    virtual void introduce_again() = 0;  // after a reconnect: others may have lost what this process announced
    virtual void tick() = 0;             // every second
  };

  // Registers this process. Throws StoreError if others play by other rules (`signature` differs).
  Neighbours(const std::string& address, int64_t process, std::string signature, boost::asio::io_context& io);
  ~Neighbours();
  void start(Listener& listener, const std::vector<GameRow>& known);  // `known`: the rows that the listener has

  void wrote();  // after a write: notifies the others
  void erased(const std::string& game);
  void present(const std::string& game, const Present& here);
  // Loads the game with the records after this number; nothing if it was erased. An error if the database is unreachable.
  using Fetched = std::function<void(std::optional<KeptGame> game, const std::string& error)>;
  void fetch(const std::string& game, int64_t after, Fetched done);
  void catch_up(std::function<void()> done);  // reads all changes; calls `done` even on failure
  // Claims games whose machine this process would play; yields those that no other living process holds.
  void claim(const std::vector<std::string>& games, const std::vector<bool>& alone, std::function<void(std::vector<std::string>)> done);
  void release(const std::string& game);    // no answer is needed any more
  void hand_over(const std::string& game);  // an answer is needed, but this process drops the game
  void abandon(const std::string& game);    // the game cannot be played on: no process need try
  void leave();  // gives up all claims

  double silent() const;  // seconds since the database was last reached

 private:
  using Clock = std::chrono::steady_clock;
  struct Task {
    std::function<void()> work, failed;
  };
  void ask(std::function<void()> work, std::function<void()> failed = {});
  void post(std::function<void()> news);
  void run();
  void attend();
  void attach();
  void serve();
  void beat();
  void hear();
  void wait();
  void read_changes();
  void read_all();
  void read_presence();
  void tell(const std::string& what);
  void report(const std::vector<GameRow>& rows);
  void introduce();
  bool see_process();
  void clean();

  const int64_t process_;
  const std::string signature_;
  boost::asio::io_context& io_;
  PgConnection connection_;
  Listener* listener_ = nullptr;
  int wake_fd_ = -1;
  std::mutex mutex_;
  std::vector<Task> tasks_;
  std::atomic<bool> stop_ = false, wrote_ = false, left_ = false;
  std::atomic<Clock::rep> reached_;
  // Used by the thread only
  std::unordered_map<std::string, int64_t> stamps_;  // of all games, as last reported
  std::string horizon_;                              // transactions before this one have been read
  bool changes_due_ = false, presence_due_ = false, presence_told_ = false, mute_ = false;
  Clock::time_point beat_{}, read_{}, cleaned_{};
  std::thread thread_;
};

}  // namespace tambour::server
