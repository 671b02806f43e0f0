// SPDX-License-Identifier: MIT
// Rate limits: a token bucket per address.
#pragma once
#include <algorithm>
#include <chrono>
#include <string>
#include <unordered_map>

namespace tambour::server {

class Allowance {
 public:
  Allowance(double burst, double per_second) : burst_(burst), rate_(per_second), left_(burst) {}
  bool take(double price = 1) {
    const auto now = std::chrono::steady_clock::now();
    left_ = std::min(burst_, left_ + rate_ * std::chrono::duration<double>(now - last_).count());
    last_ = now;
    if (left_ < price) return false;
    left_ -= price;
    return true;
  }
  bool full() const { return left_ + rate_ * std::chrono::duration<double>(std::chrono::steady_clock::now() - last_).count() >= burst_; }

 private:
  double burst_, rate_, left_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// One allowance per address. Idle addresses are forgotten.
class Allowances {
 public:
  Allowances(double burst, double per_second) : burst_(burst), rate_(per_second) {}
  bool take(const std::string& address, double price = 1) {
    if (left_.size() > kMostAddresses) std::erase_if(left_, [](const auto& item) { return item.second.full(); });
    return left_.try_emplace(address, burst_, rate_).first->second.take(price);
  }

 private:
  static constexpr std::size_t kMostAddresses = 10000;
  double burst_, rate_;
  std::unordered_map<std::string, Allowance> left_;
};

}  // namespace tambour::server
