#include "server/keeper.h"

#include <boost/asio/post.hpp>

namespace tambour::server {

Keeper::Keeper(std::unique_ptr<Store> store, boost::asio::io_context& io) : store_(std::move(store)), io_(io), thread_([this] { run(); }) {}

Keeper::~Keeper() {
  {
    const std::lock_guard lock(queue_mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Keeper::write(Batch batch, Done done) {
  {
    const std::lock_guard lock(queue_mutex_);
    queue_.push_back({std::move(batch), std::move(done), {}});
  }
  wake_.notify_one();
}

std::vector<GameRow> Keeper::games() {
  const std::lock_guard lock(store_mutex_);
  return store_->games();
}

std::vector<Record> Keeper::records(const std::string& game) {
  const std::lock_guard lock(store_mutex_);
  return store_->records(game);
}

std::string Keeper::trouble() const {
  const std::lock_guard lock(queue_mutex_);
  return trouble_;
}

void Keeper::run() {
  for (;;) {
    std::vector<Job> group;
    {
      std::unique_lock lock(queue_mutex_);
      wake_.wait(lock, [&] { return stop_ || !queue_.empty(); });
      if (queue_.empty()) return;
      group.swap(queue_);
    }
    write_group(group);
    {
      const std::lock_guard lock(queue_mutex_);
      trouble_.clear();
      for (const Job& job : group)
        if (!job.error.empty()) trouble_ = job.error;
    }
    for (Job& job : group) boost::asio::post(io_, [done = std::move(job.done), error = std::move(job.error)] { done(error); });
  }
}

// If the group fails, each job is tried alone: one game's trouble must not cost another its move.
void Keeper::write_group(std::vector<Job>& group) {
  const std::lock_guard lock(store_mutex_);
  std::vector<const Batch*> batches;
  for (const Job& job : group) batches.push_back(&job.batch);
  try {
    store_->write(batches);
    return;
  } catch (const StoreError& e) {
    if (group.size() == 1) {
      group[0].error = e.what();
      return;
    }
  }
  for (Job& job : group) {
    try {
      store_->write({&job.batch});
    } catch (const StoreError& e) {
      job.error = e.what();
    }
  }
}

}  // namespace tambour::server
