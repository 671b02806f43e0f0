// SPDX-License-Identifier: MIT
// What one address may take of what everybody needs: the time of the network thread, and memory for what is under way.
#pragma once
#include <chrono>
#include <memory>
#include <string>
#include <unordered_map>

namespace tambour::server {

// Who has used more than its share of the network thread is read later, if others want it too; alone it may have all of it. What counts is
// processor time, so that other work on the machine is nobody's fault.
class TimeShares {
 public:
  using Clock = std::chrono::steady_clock;
  void spent(const std::string& address, double seconds, Clock::time_point now = Clock::now());
  Clock::duration pause(const std::string& address, Clock::time_point now = Clock::now()) const;  // until its next request may be read

 private:
  struct Use {
    double seconds = 0;
    Clock::time_point at;
  };
  static double left_of(const Use& use, Clock::time_point now);

  std::unordered_map<std::string, Use> of_;
  std::string newest_;
  Clock::time_point newest_at_{}, other_at_{};  // when it was heard last, and anybody else
};

// Processor time of this thread from here to the end of the block, for an address.
class TimeSpent {
 public:
  TimeSpent(TimeShares* shares, const std::string& address);
  ~TimeSpent();
  TimeSpent(const TimeSpent&) = delete;

 private:
  TimeShares* shares_;  // null: nobody counts
  std::string address_;
  double begun_;
};

// Bytes of requests that are being read or wait, and of answers that are being sent. One thing may be larger than the share of an address.
class ByteShares : public std::enable_shared_from_this<ByteShares> {
 public:
  ByteShares(std::size_t all, std::size_t of_one) : most_(all), most_of_one_(of_one) {}
  // Held as long as what is returned; null if there is no room for them.
  std::shared_ptr<void> hold(const std::string& address, std::size_t bytes);
  std::size_t held() const { return held_; }

 private:
  std::size_t most_, most_of_one_, held_ = 0;
  std::unordered_map<std::string, std::size_t> of_;
};

}  // namespace tambour::server
