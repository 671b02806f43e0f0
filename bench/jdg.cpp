// SPDX-License-Identifier: MIT
// The two most used board queries of jdg: reach of movement and line of sight.
#include <benchmark/benchmark.h>

#include "bench.h"
#include "rules/jdg/ch04_movement.h"
#include "rules/jdg/ch07_fire.h"
#include "rules/jdg/game.h"

namespace tambour::bench {
namespace {

// The reach of a cavalry unit with 7 MP in the middle of a random game, for one unit of the roster after another.
void flood_of_7_mp(benchmark::State& bench, const Table& table) {
  const auto& game = static_cast<const jdg::FamilyGame&>(*table.game);
  State s;
  copy(s, table.start);
  play_on(game, s, 300);
  std::vector<jdg::Pos> positions;
  for (UnitId u : all_units(game.field())) {
    jdg::Pos pos = game.pos(s);
    if (pos.at(u) == kNoHex || !jdg::is_cavalry({game.field(), pos}, u)) continue;
    jdg::take_in_hand(pos, {game.field(), pos}, u, false, jdg::Gait::Normal);
    positions.push_back(pos);
  }
  std::vector<int8_t> best(std::size_t(game.grid().size()));
  std::size_t i = 0;
  uint64_t hexes = 0;
  for (auto _ : bench) {
    const jdg::Pos& pos = positions[i++ % positions.size()];
    jdg::flood({game.field(), pos}, pos.mover, pos.mover.start, 7, true, best.data());
    benchmark::DoNotOptimize(best.data());
    benchmark::ClobberMemory();
  }
  for (const jdg::Pos& pos : positions) {
    jdg::flood({game.field(), pos}, pos.mover, pos.mover.start, 7, true, best.data());
    for (int8_t left : best) hexes += left >= 0;
  }
  bench.counters["hexes"] = double(hexes) / double(positions.size());
}

void sight_at_distance_8(benchmark::State& bench, const Table& table) {
  const auto& game = static_cast<const jdg::FamilyGame&>(*table.game);
  State s;
  copy(s, table.start);
  play_on(game, s, 300);
  std::vector<std::pair<HexId, HexId>> pairs;
  for (Rng rng(5); pairs.size() < 256;) {
    const auto a = HexId(rng.below(uint32_t(game.grid().size()))), b = HexId(rng.below(uint32_t(game.grid().size())));
    if (game.grid().distance(a, b) == 8) pairs.emplace_back(a, b);
  }
  std::size_t i = 0;
  for (auto _ : bench) {
    const auto& [from, to] = pairs[i++ % pairs.size()];
    benchmark::DoNotOptimize(jdg::in_sight(game.look(s), from, to));
  }
}

}  // namespace

void register_jdg(const Table& table, const std::string& name) {
  benchmark::RegisterBenchmark(("flood_7_mp" + name).c_str(), [&table](benchmark::State& s) { flood_of_7_mp(s, table); });
  benchmark::RegisterBenchmark(("sight_8" + name).c_str(), [&table](benchmark::State& s) { sight_at_distance_8(s, table); });
}

}  // namespace tambour::bench
