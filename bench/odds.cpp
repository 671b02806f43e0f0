// SPDX-License-Identifier: MIT
// The cost of exact odds: every combat of tests/combats, as a player requests it and as the planner does, with warm memory.
#include <benchmark/benchmark.h>

#include "ai/outcome_graph.h"
#include "bench.h"
#include "lab/trials.h"
#include "rules/registry.h"

namespace tambour::bench {
namespace {

void ask(benchmark::State& bench, const Trial& t) {
  Odds o;
  for (auto _ : bench) benchmark::DoNotOptimize(o = odds(*t.game, t.state, t.act, t.options));
  bench.counters["states"] = double(o.nodes);
  bench.counters["endings"] = double(o.endings.size());
  bench.counters["sampled"] = o.sampled;
}

void walk(benchmark::State& bench, const Trial& t) {
  OutcomeGraph chain(*t.game);
  chain.play(t.state, t.act, t.options);  // its memory grows once
  const uint64_t heap = allocations();
  for (auto _ : bench) chain.play(t.state, t.act, t.options);
  bench.counters["states/s"] = benchmark::Counter(double(chain.nodes() * bench.iterations()), benchmark::Counter::kIsRate);
  bench.counters["heap/state"] = double(allocations() - heap) / double(chain.nodes() * bench.iterations());
}

}  // namespace

void register_odds() {
  static std::vector<Trouble> troubles;
  static const std::vector<Trial> trials = load_trials({TAMBOUR_SOURCE "/tests/combats"}, data_directory(), make_game, troubles);
  for (const Trouble& t : troubles) std::fprintf(stderr, "%s\n", t.text().c_str());
  for (const Trial& t : trials) {
    std::string name = t.book + "/" + t.title;
    for (char& c : name)
      if (c == ' ') c = '_';
    benchmark::RegisterBenchmark(("odds/" + name).c_str(), [&t](benchmark::State& s) { ask(s, t); })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("walk/" + name).c_str(), [&t](benchmark::State& s) { walk(s, t); })->Unit(benchmark::kMillisecond);
  }
}

}  // namespace tambour::bench
