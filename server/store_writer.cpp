// SPDX-License-Identifier: MIT
#include "server/store_writer.h"

#include <boost/asio/post.hpp>

namespace tambour::server {

namespace {

constexpr auto kProbeEvery = std::chrono::seconds(2);
constexpr const char* kProbeName = "-probe";

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

std::vector<GameRow> StoreWriter::games() {
  const std::lock_guard lock(store_mutex_);
  std::vector<GameRow> rows = store_->games();
  std::erase_if(rows, [](const GameRow& row) { return row.id == kProbeName; });
  return rows;
}

std::vector<Record> StoreWriter::records(const std::string& game) {
  const std::lock_guard lock(store_mutex_);
  return store_->records(game);
}

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
  for (auto open = error.find(" '"); open != std::string::npos; open = error.find(" '")) {
    const auto close = error.find('\'', open + 2);
    if (close == std::string::npos) break;
    error.erase(open, close + 1 - open);
  }
  return error;
}

// False: nothing more will come. After a failure it looks by itself whether the store has recovered.
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
    const std::lock_guard lock(store_mutex_);
    try {
      for (Batch batch : failed_) {
        batch.create = true;
        batch.game.id = kProbeName;
        store_->erase({kProbeName});
        store_->write({&batch});
        store_->erase({kProbeName});
      }
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
      if (!job.error.empty()) {
        if (failed.empty() && !job.erase) failed.push_back(std::move(job.batch));
        const std::lock_guard lock(queue_mutex_);
        trouble_ = job.error;
      }
    if (!failed.empty()) failed_ = std::move(failed);
    else if (!failed_.empty()) probe();
    for (Job& job : group) boost::asio::post(io_, [done = std::move(job.done), error = std::move(job.error)] { done(error); });
  }
}

// If the group fails, each job is tried alone: one game's trouble must not cost another its move.
void StoreWriter::write_group(std::vector<Job>& group) {
  const std::lock_guard lock(store_mutex_);
  std::vector<const Batch*> batches;
  for (const Job& job : group)
    if (!job.erase) batches.push_back(&job.batch);
  bool together = true;
  try {
    if (!batches.empty()) store_->write(batches);
  } catch (const std::exception&) {
    together = false;
  }
  for (Job& job : group) {
    try {
      if (job.erase) store_->erase({job.batch.game.id});
      else if (!together) store_->write({&job.batch});
    } catch (const std::exception& e) {
      job.error = e.what();
    }
  }
}

}  // namespace tambour::server
