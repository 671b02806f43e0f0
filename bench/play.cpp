// SPDX-License-Identifier: MIT
// The cost of play: random games, copies, options; none of it may use the heap.
#include <benchmark/benchmark.h>

#include <ctime>

#include "ai/planner.h"
#include "ai/player.h"
#include "ai/searching_player.h"
#include "battle/battle.h"
#include "bench.h"
#include "hex/line.h"
#include "lab/draft.h"
#include "lab/simulate.h"
#include "rules/registry.h"

namespace tambour::bench {

void play_on(const Game& game, State& s, int acts) {
  Rng rng(7);
  ActionList<> list;
  for (int i = 0; i < acts && !s.over(); ++i) {
    list.clear();
    game.options(s, list);
    game.apply(s, list[int(rng.below(uint32_t(list.size())))]);
  }
}

namespace {

void random_play(benchmark::State& bench, const Table& table) {
  ActionList<> scratch;
  uint64_t actions = 0, heap = 0, seed = 1;
  for (auto _ : bench) {
    State s;
    copy(s, table.start);
    Rng rng(seed++);
    const uint64_t before = allocations();
    actions += play_at_random(*table.game, s, rng, scratch).actions;
    heap += allocations() - before;
  }
  bench.counters["actions/s"] = benchmark::Counter(double(actions), benchmark::Counter::kIsRate);
  bench.counters["actions/game"] = double(actions) / double(bench.iterations());
  bench.counters["heap/action"] = double(heap) / double(actions);
}

void clone(benchmark::State& bench, const Table& table) {
  State s, to;
  copy(s, table.start);
  play_on(*table.game, s, 150);
  for (auto _ : bench) {
    copy(to, s);
    benchmark::DoNotOptimize(to);
    benchmark::ClobberMemory();
  }
  bench.counters["bytes"] = double(offsetof(State, stack) + s.depth * sizeof(Slot) + s.pos_size);
  bench.counters["sizeof State"] = sizeof(State);
}

void list_options(benchmark::State& bench, const Table& table) {
  State s;
  copy(s, table.start);
  play_on(*table.game, s, 150);
  while (!s.over() && s.seat == Seat::Chance) play_on(*table.game, s, 1);
  ActionList<> list;
  for (auto _ : bench) {
    list.clear();
    table.game->options(s, list);
    benchmark::DoNotOptimize(list);
  }
  bench.counters["options"] = list.size();
}

void evaluate(benchmark::State& bench, const Table& table) {
  State s;
  copy(s, table.start);
  play_on(*table.game, s, 150);
  for (auto _ : bench) benchmark::DoNotOptimize(table.game->evaluate(s, Seat::First));
}

// The planner of the veteran in the middle of a battle: evaluations and their rate.
void plan(benchmark::State& bench, const Table& table) {
  State s;
  copy(s, table.start);
  play_on(*table.game, s, 150);
  while (!s.over() && (s.seat == Seat::Chance || !table.game->decision(s).rest)) play_on(*table.game, s, 1);
  Planner planner(*table.game, {});
  planner.rank(s, s.seat);  // its memory grows once
  const uint64_t nodes = planner.nodes(), heap = allocations();
  for (auto _ : bench) benchmark::DoNotOptimize(planner.rank(s, s.seat));
  bench.counters["nodes/s"] = benchmark::Counter(double(planner.nodes() - nodes), benchmark::Counter::kIsRate);
  bench.counters["heap/node"] = double(allocations() - heap) / double(std::max<uint64_t>(planner.nodes() - nodes, 1));
}

// Playouts of a search in the middle of a battle.
void search(benchmark::State& bench, const Table& table) {
  State s;
  copy(s, table.start);
  play_on(*table.game, s, 150);
  while (!s.over() && (s.seat == Seat::Chance || !table.game->decision(s).rest)) play_on(*table.game, s, 1);
  const Skill quick{.hexes = 12, .nodes = 1, .samples = 2, .movers = Movers::First, .joint = false, .ahead = {.dice = 1}};
  SearchingPlayer player({.ends = 3}, quick, {.playouts = 24}, 1);
  for (int i = 0; i < 20; ++i) player.choose(*table.game, s, s.seat, {});  // its memory grows at first
  const uint64_t positions = player.positions(), playouts = player.playouts(), heap = allocations();
  for (auto _ : bench) benchmark::DoNotOptimize(player.choose(*table.game, s, s.seat, {}));
  const auto found = double(player.positions() - positions);
  bench.counters["positions/s"] = benchmark::Counter(found, benchmark::Counter::kIsRate);
  bench.counters["playouts/s"] = benchmark::Counter(double(player.playouts() - playouts), benchmark::Counter::kIsRate);
  bench.counters["heap/position"] = double(allocations() - heap) / std::max(found, 1.0);
}

// Whole battles between recruits: the time of a turn of both sides.
void recruits(benchmark::State& bench, const Table& table) {
  const std::unique_ptr<Player> players[2] = {make_player("recruit", 1), make_player("recruit", 2)};
  ActionList<> acts;
  Rng rng(5);
  State s;
  int turns = 0;
  for (auto _ : bench) {
    copy(s, table.start);
    while (!s.over()) {
      acts.clear();
      if (s.seat == Seat::Chance) table.game->options(s, acts);
      table.game->apply(s, s.seat == Seat::Chance ? acts[int(rng.below(uint32_t(acts.size())))]
                                                  : players[index(s.seat)]->choose(*table.game, s, s.seat, {}));
    }
    turns += table.game->observe(s, Seat::Nobody).turn;
  }
  bench.counters["s/turn"] = benchmark::Counter(double(turns), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// The first activations of a veteran against a recruit: the longest time.
void veteran(benchmark::State& bench, const Table& table) {
  double longest = 0;
  uint64_t heap = 0, answers = 0;
  for (auto _ : bench) {
    const std::unique_ptr<Player> players[2] = {make_player("veteran", 1), make_player("recruit", 2)};
    ActionList<> acts;
    Rng rng(5);
    State s;
    copy(s, table.start);
    std::clock_t spent = 0;
    for (int markers = 0; markers < 10 && !s.over();) {
      if (s.seat == Seat::Chance) {
        if (s.dice == Dice::Draw) ++markers, longest = std::max(longest, double(spent) / CLOCKS_PER_SEC), spent = 0;
        acts.clear();
        table.game->options(s, acts);
        table.game->apply(s, acts[int(rng.below(uint32_t(acts.size())))]);
        continue;
      }
      const uint64_t before = allocations();
      const std::clock_t began = std::clock();
      const Action a = players[index(s.seat)]->choose(*table.game, s, s.seat, {});
      if (s.seat == Seat::First) spent += std::clock() - began, heap += allocations() - before, ++answers;
      table.game->apply(s, a);
    }
  }
  bench.counters["longest s"] = longest;
  bench.counters["heap/answer"] = double(heap) / double(std::max<uint64_t>(answers, 1));
}

void trace_of_distance_8(benchmark::State& bench) {
  Rng rng(3);
  Cube offsets[64];
  for (Cube& c : offsets) {
    do c = {int(rng.below(17)) - 8, int(rng.below(17)) - 8};
    while (length(c) != 8);
  }
  std::size_t i = 0;
  for (auto _ : bench) {
    int sum = 0;
    for (const LineStep& step : Line(offsets[i++ % 64])) sum += step.q + step.r;
    benchmark::DoNotOptimize(sum);
  }
}
BENCHMARK(trace_of_distance_8);

}  // namespace
}  // namespace tambour::bench

int main(int argc, char** argv) {
  using namespace tambour;
  benchmark::Initialize(&argc, argv);
  static std::vector<std::unique_ptr<Table>> tables;
  for (const std::string& id : list_battles(data_directory()))
    for (auto book : rulesets()) {
      Trouble trouble;
      auto table = std::make_unique<Table>();
      table->battle = load_battle(data_directory() + "/battles/" + id, trouble);
      if (!table->battle || !table->battle->plays(book)) continue;
      table->game = make_game(book, *table->battle, data_directory(), trouble);
      if (!table->game) continue;
      table->game->setup(table->start);
      tables.push_back(std::move(table));
      const Table& t = *tables.back();
      const std::string name = "/" + id + "/" + std::string(book);
      benchmark::RegisterBenchmark(("random_play" + name).c_str(), [&t](benchmark::State& s) {
        bench::random_play(s, t);
      })->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark(("clone" + name).c_str(), [&t](benchmark::State& s) { bench::clone(s, t); });
      benchmark::RegisterBenchmark(("evaluate" + name).c_str(), [&t](benchmark::State& s) { bench::evaluate(s, t); });
      benchmark::RegisterBenchmark(("plan" + name).c_str(), [&t](benchmark::State& s) {
        bench::plan(s, t);
      })->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark(("search" + name).c_str(), [&t](benchmark::State& s) {
        bench::search(s, t);
      })->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark(("recruits" + name).c_str(), [&t](benchmark::State& s) {
        bench::recruits(s, t);
      })->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark(("veteran" + name).c_str(), [&t](benchmark::State& s) { bench::veteran(s, t); })
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark(("options" + name).c_str(), [&t](benchmark::State& s) { bench::list_options(s, t); });
      if (book == "jdg") bench::register_jdg(t, name);
    }
  bench::register_odds();
  benchmark::RunSpecifiedBenchmarks();
}
