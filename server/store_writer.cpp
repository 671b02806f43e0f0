// SPDX-License-Identifier: MIT
#include "server/store_writer.h"

#include <boost/asio/post.hpp>

namespace tambour::server {

namespace {

constexpr auto kProbeEvery = std::chrono::seconds(2);

}  // namespace

StoreWriter::StoreWriter(std::unique_ptr<Store> store, boost::asio::io_context& io)
    : store_(std::move(store)), io_(io), thread_([this] { run(); }) {}

StoreWriter::~StoreWriter() {
  {
    const std::lock_guard lock(queue_mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void StoreWriter::write(Batch batch, Done done) {
  {
    const std::lock_guard lock(queue_mutex_);
    queue_.push_back({std::move(batch), std::move(done), false, {}});
  }
  wake_.notify_one();
}

std::vector<GameRow> StoreWriter::games() { return store_->games(); }

std::optional<KeptGame> StoreWriter::load(const std::string& game, int64_t after) { return store_->load(game, after); }

void StoreWriter::erase(const std::string& game, Done done) {
  Batch batch;
  batch.game.id = game;
  {
    const std::lock_guard lock(queue_mutex_);
    queue_.push_back({std::move(batch), std::move(done), true, {}});
  }
  wake_.notify_one();
}

std::string StoreWriter::trouble() const {
  const std::lock_guard lock(queue_mutex_);
  return for_players(trouble_);
}

std::string StoreWriter::for_players(std::string error) const {
  if (error.starts_with("the database") || error.starts_with("the connection")) return error.substr(0, error.find(": "));
  for (auto open = error.find(" '"); open != std::string::npos; open = error.find(" '")) {
    const auto close = error.find('\'', open + 2);
    if (close == std::string::npos) break;
    error.erase(open, close + 1 - open);
  }
  return error;
}

// False: stop requested and queue empty. After a failure it also probes whether the store has recovered.
bool StoreWriter::wait_for_work(std::vector<Job>& group) {
  std::unique_lock lock(queue_mutex_);
  const auto ready = [&] { return stop_ || !queue_.empty(); };
  if (failed_.empty()) wake_.wait(lock, ready);
  else wake_.wait_for(lock, kProbeEvery, ready);
  if (queue_.empty() && stop_) return false;
  group.swap(queue_);
  return true;
}

void StoreWriter::probe() {
  const std::string error = [&]() -> std::string {
    try {
      for (const Batch& batch : failed_) store_->probe(batch);
    } catch (const StoreError& e) {
      return e.what();
    }
    return "";
  }();
  const std::lock_guard lock(queue_mutex_);
  trouble_ = error;
  if (error.empty()) failed_.clear();
}

void StoreWriter::run() {
  for (std::vector<Job> group; wait_for_work(group); group.clear()) {
    if (!group.empty()) write_group(group);
    std::vector<Batch> failed;
    for (Job& job : group)
      if (job.result.outcome >= WriteOutcome::Failed) {
        if (failed.empty()) failed.push_back(std::move(job.batch));
        const std::lock_guard lock(queue_mutex_);
        trouble_ = job.result.error;
      }
    if (!failed.empty()) failed_ = std::move(failed);
    else if (!failed_.empty()) probe();
    for (Job& job : group) boost::asio::post(io_, [done = std::move(job.done), result = std::move(job.result)] { done(result); });
  }
}

// If the group fails, each job is tried alone, so that one game's error does not cost another its move; but not if the store is
// unreachable, since each attempt would take the full timeout.
void StoreWriter::write_group(std::vector<Job>& group) {
  std::vector<Job*> jobs;
  for (Job& job : group)
    if (!job.erase) jobs.push_back(&job);
  std::string lost;
  const auto write = [&](const std::vector<Job*>& some) {
    std::vector<const Batch*> batches;
    for (const Job* job : some) batches.push_back(&job->batch);
    const std::vector<WriteOutcome> outcomes = store_->write(batches);
    for (std::size_t i = 0; i < some.size(); ++i)
      some[i]->result = {outcomes[i], outcomes[i] >= WriteOutcome::Failed  ? "the connection to the database was lost"
                                      : outcomes[i] == WriteOutcome::Stale ? "another program has written to this game"
                                                                           : ""};
  };
  const auto alone = [&](Job& job) {
    try {
      if (!lost.empty()) throw StoreError(lost);
      if (job.erase) store_->erase({job.batch.game.id});
      else write({&job});
    } catch (const std::exception& e) {
      job.result = {WriteOutcome::Failed, e.what()};
    }
  };
  bool together = true;
  try {
    if (!jobs.empty()) write(jobs);
  } catch (const UnreachableStore& e) {
    lost = e.what(), together = false;
  } catch (const std::exception&) {
    together = false;
  }
  for (Job& job : group)
    if (job.erase || !together) alone(job);
}

}  // namespace tambour::server
