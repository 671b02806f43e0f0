// SPDX-License-Identifier: MIT
// The servers that share a store: what each tells the others, and which of them does what only one may do. One thread with a connection of
// its own. A notification is only a hint that something can be read; what was missed is read every two seconds, what was erased is looked for
// every ten, and all is read again on a new connection. A process counts as alive for three seconds after it was last seen.
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

// Who is connected to a game at other servers.
struct Present {
  int seats[2] = {0, 0}, watchers = 0;
  bool anybody() const { return seats[0] || seats[1] || watchers; }
  bool operator==(const Present&) const = default;
};
using Presences = std::unordered_map<std::string, Present>;

class Neighbours {
 public:
  // Called on the network thread.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void changed_elsewhere(const std::vector<GameRow>& rows) = 0;  // perhaps by this process itself
    virtual void gone(const std::vector<std::string>& games) = 0;
    virtual void present_elsewhere(Presences now) = 0;                        // all of them
    virtual void orphaned(const std::vector<std::string>& games) = 0;         // a machine must answer in them and no living server has claimed them
    virtual void introduce_again() = 0;  // the connection is new: what others know of this process may be lost
    virtual void tick() = 0;             // every second
  };

  // Makes this process known. Throws StoreError if others play by other rules (the signature says which).
  Neighbours(const std::string& address, int64_t process, std::string signature, boost::asio::io_context& io);
  ~Neighbours();
  void start(Listener& listener, const std::vector<GameRow>& known);  // what the listener knows already

  void wrote();                            // something: the others may look
  void erased(const std::string& game);
  void present(const std::string& game, const Present& here);
  // The game with the records after this number; nothing if it is gone. An error if the database cannot be reached.
  using Fetched = std::function<void(std::optional<KeptGame> game, const std::string& error)>;
  void fetch(const std::string& game, int64_t after, Fetched done);
  void catch_up(std::function<void()> done);  // reads what has changed; done in any case
  // Of games whose machine this process would play: those that no other living process does.
  void claim(const std::vector<std::string>& games, const std::vector<bool>& alone, std::function<void(std::vector<std::string>)> done);
  void release(const std::string& game);    // no answer is wanted any more
  void hand_over(const std::string& game);  // one is wanted, and this process does not see to it any more
  void abandon(const std::string& game);    // it cannot be played: nobody need try
  void leave();  // others may take over all that this process does

  double silent() const;  // seconds for which the database has not been reached

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
  // Of the thread alone
  std::unordered_map<std::string, int64_t> stamps_;  // of all games, as told
  std::string horizon_;                              // transactions before this one have been read
  bool changes_due_ = false, presence_due_ = false, presence_told_ = false, mute_ = false;
  Clock::time_point beat_{}, read_{}, cleaned_{};
  std::thread thread_;
};

}  // namespace tambour::server
