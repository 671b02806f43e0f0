// SPDX-License-Identifier: MIT
// Plays many games in parallel and sums their results.
#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tambour {

// Calls play(k, part) for k from 0 to games - 1 on `jobs` threads and sums the parts by add(sum, part). A game must depend on k alone, its
// seed above all, not on the thread. An exception ends all games and is rethrown.
template <class Result, class MakePlay, class Add>
Result play_many(uint64_t games, int jobs, std::atomic<uint64_t>* finished, MakePlay make_play, Add add) {
  Result sum;
  std::mutex lock;
  std::atomic<uint64_t> next{0};
  std::exception_ptr broken;
  const auto work = [&] {
    Result mine;
    auto play = make_play();  // one per thread, so that it can reuse memory
    for (uint64_t k; (k = next++) < games;) {
      play(k, mine);
      if (finished) ++*finished;
    }
    const std::lock_guard guard(lock);
    add(sum, mine);
  };
  const auto job = [&] {
    try {
      work();
    } catch (...) {
      next = games;
      const std::lock_guard guard(lock);
      if (!broken) broken = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  for (int j = 1; j < jobs; ++j) threads.emplace_back(job);
  job();
  for (std::thread& t : threads) t.join();
  if (broken) std::rethrow_exception(broken);
  return sum;
}

}  // namespace tambour
