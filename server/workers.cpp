// SPDX-License-Identifier: MIT
#include "server/workers.h"

#include <algorithm>
#include <chrono>

#include "server/log.h"

namespace tambour::server {

Workers::Workers(int threads, Kind kept) : kept_(kept), threads_count_(threads), most_minor_(std::max(1, threads - 1)) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this](std::stop_token stop) { run(stop); });
}

Workers::~Workers() {
  for (std::jthread& thread : threads_) thread.request_stop();
}

bool Workers::post(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (job.kind == Kind::Advice || kept_ == Kind::Advice) {
      jobs_.remove_if([](const Job& j) { return j.dropped.stop_requested(); });
      std::size_t alike = 0, of_one = 0;
      for (const Job& j : jobs_)
        if (j.kind == job.kind) ++alike, of_one += j.client == job.client;
      if (alike >= kMostAdvice || of_one >= kMostOfOne) return false;
    }
    jobs_.push_back(std::move(job));
  }
  wake_.notify_one();
  return true;
}

std::size_t Workers::waiting() const {
  const std::lock_guard lock(mutex_);
  return jobs_.size();
}

double Workers::used(const std::string& client) const {
  const auto at = used_.find(client);
  return at == used_.end() ? floor_ : std::max(floor_, at->second);
}

std::list<Workers::Job>::iterator Workers::next() {
  auto best = jobs_.end();
  const int most_of_one = std::max(1, threads_count_ - 1);
  for (auto job = jobs_.begin(); job != jobs_.end();) {
    if (job->dropped.stop_requested()) {
      job = jobs_.erase(job);
      continue;
    }
    const auto running = running_of_.find(job->client);
    const bool may =
        (job->kind <= kept_ || running_minor_ < most_minor_) && (running == running_of_.end() || running->second < most_of_one);
    const auto before = [&](const Job& a, const Job& b) {
      if ((a.kind <= kept_) != (b.kind <= kept_)) return a.kind <= kept_;
      if (a.client != b.client) return used(a.client) < used(b.client);
      return a.kind < b.kind;
    };
    if (may && (best == jobs_.end() || before(*job, *best))) best = job;
    ++job;
  }
  return best;
}

void Workers::begin(const Job& job) {
  floor_ = std::max(floor_, used(job.client));
  ++running_of_[job.client];
  running_minor_ += job.kind > kept_;
}

void Workers::finished(const Job& job, double seconds) {
  used_[job.client] = used(job.client) + seconds;
  if (--running_of_[job.client] == 0) running_of_.erase(job.client);
  running_minor_ -= job.kind > kept_;
  if (used_.size() > 1000) std::erase_if(used_, [&](const auto& item) { return item.second <= floor_; });
}

void Workers::run(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  for (;;) {
    auto at = jobs_.end();
    if (!wake_.wait(lock, stop, [&] { return (at = next()) != jobs_.end(); }) || stop.stop_requested()) return;
    Job job = std::move(*at);
    jobs_.erase(at);
    begin(job);
    lock.unlock();
    const auto begun = std::chrono::steady_clock::now();
    try {
      job.work(stop);
    } catch (const std::exception& e) {
      log(LogLevel::Error, "game " + job.game + ": a worker's job breaks down: " + e.what());
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    job.work = {};  // release its captures before waiting for the next job
    lock.lock();
    finished(job, seconds);
    wake_.notify_all();
  }
}

}  // namespace tambour::server
