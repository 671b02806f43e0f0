// SPDX-License-Identifier: MIT
#include "server/shares.h"

#include <algorithm>
#include <ctime>

namespace tambour::server {

using namespace std::chrono_literals;

namespace {

constexpr double kShare = 0.1, kBurst = 0.5;  // of one address, if others are there; seconds at once
constexpr double kMostOwed = 1;               // seconds beyond the burst that are remembered
constexpr auto kCompany = 10s;                // others who were heard so long ago want the thread too
constexpr std::size_t kMostAddresses = 10000;

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

}  // namespace

double TimeShares::left_of(const Use& use, Clock::time_point now) {
  return std::max(0.0, use.seconds - kShare * std::chrono::duration<double>(now - use.at).count());
}

void TimeShares::spent(const std::string& address, double seconds, Clock::time_point now) {
  if (of_.size() > kMostAddresses) std::erase_if(of_, [&](const auto& item) { return left_of(item.second, now) == 0; });
  Use& use = of_[address];
  use = {std::min(kBurst + kMostOwed, left_of(use, now) + seconds), now};
  if (address != newest_) other_at_ = newest_at_, newest_ = address;
  newest_at_ = now;
}

TimeShares::Clock::duration TimeShares::pause(const std::string& address, Clock::time_point now) const {
  const auto at = of_.find(address);
  if (at == of_.end()) return {};
  const auto company = address == newest_ ? other_at_ : newest_at_;
  const double over = left_of(at->second, now) - kBurst;
  if (over <= 0 || company == Clock::time_point{} || now - company > kCompany) return {};
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(over / kShare));
}

TimeSpent::TimeSpent(TimeShares* shares, const std::string& address)
    : shares_(shares), address_(shares ? address : ""), begun_(shares ? thread_seconds() : 0) {}

TimeSpent::~TimeSpent() {
  if (shares_) shares_->spent(address_, thread_seconds() - begun_);
}

std::shared_ptr<void> ByteShares::hold(const std::string& address, std::size_t bytes) {
  const auto at = of_.find(address);
  const std::size_t own = at == of_.end() ? 0 : at->second;
  if ((own && own + bytes > most_of_one_) || (held_ && held_ + bytes > most_)) return nullptr;
  held_ += bytes;
  of_[address] += bytes;
  return {this, [self = shared_from_this(), address, bytes](void*) {
            self->held_ -= bytes;
            if ((self->of_[address] -= bytes) == 0) self->of_.erase(address);
          }};
}

}  // namespace tambour::server
