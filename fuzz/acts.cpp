// SPDX-License-Identifier: MIT
// Sequences of acts: the first byte selects battle and book, the others legal and arbitrary acts. No legal act may break the game, and
// refusals and ledgers must accept any act.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "battle/battle.h"
#include "lab/draft.h"
#include "rules/registry.h"

using namespace tambour;

static std::vector<std::unique_ptr<Table>> open_all() {
  std::vector<std::unique_ptr<Table>> out;
  for (const std::string& id : list_battles(data_directory()))
    for (auto book : rulesets()) {
      Trouble trouble;
      auto table = std::make_unique<Table>();
      table->battle = load_battle(data_directory() + "/battles/" + id, trouble);
      if (!table->battle || !table->battle->plays(book)) continue;
      table->game = make_game(book, *table->battle, data_directory(), trouble);
      if (!table->game) continue;
      table->game->setup(table->start);
      out.push_back(std::move(table));
    }
  return out;
}

[[noreturn]] static void broken(const Game& game, const std::string& what) {
  std::fprintf(stderr, "tambour: %s %s: %s\n", std::string(game.battle_id()).c_str(), std::string(game.book()).c_str(), what.c_str());
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  static const auto tables = open_all();
  if (size < 2 || tables.empty()) return 0;
  const Table& table = *tables[data[0] % tables.size()];
  const Game& game = *table.game;
  State s = table.start;
  ActionList<> list;
  for (std::size_t i = 1; i < size && !s.over(); ++i) {
    list.clear();
    game.options(s, list);
    if (list.size() == 0) broken(game, "dead end");
    if (data[i] == 0xFF && i + 8 < size) {
      Action wild;
      std::memcpy(static_cast<void*>(&wild), data + i + 1, sizeof wild);
      wild.verb = Verb(uint8_t(wild.verb) % uint8_t(Verb::kCount));
      (void)game.refuse(s, wild);
      (void)game.ledger(s, wild);
      i += 8;
      continue;
    }
    game.apply(s, list[data[i] % list.size()]);
    if (const std::string no = game.complaint(s); !no.empty()) broken(game, no);
  }
  return 0;
}
