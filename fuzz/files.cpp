// SPDX-License-Identifier: MIT
// All readers of text files: any input gives a value or a Trouble, never a crash.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "battle/battle.h"
#include "battle/chart.h"
#include "lab/cases.h"
#include "lab/game_file.h"

using namespace tambour;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  Trouble trouble;
  Battle battle;
  bool good = true;
  switch (data[0] % 6) {
    case 0: good = read_map(battle.map, text, "fuzz", trouble); break;
    case 1: good = read_oob(battle, text, "fuzz", trouble) && build_roster(battle, trouble); break;
    case 2: good = read_sheet(battle, text, "fuzz", trouble); break;
    case 3: good = read_chart(text, "fuzz", "fuzz", trouble).has_value(); break;
    case 4: {
      std::vector<Case> cases;
      std::vector<Trouble> troubles;
      read_cases(text, "fuzz", cases, troubles);
      break;
    }
    default: good = read_game_file(text, "fuzz", trouble).has_value();
  }
  if (good == bool(trouble)) std::abort();  // trouble exactly when the input cannot be used
  return 0;
}
