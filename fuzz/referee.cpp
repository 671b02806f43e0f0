// The referee: whatever the lines, each gets one JSON object with "ok".
#include "wire/referee.h"

#include <cstdint>
#include <cstdlib>

#include "battle/battle.h"
#include "rules/registry.h"

using namespace tambour;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  static const std::string folder = data_directory();
  wire::Referee referee(folder, make_game, wire::Referee::Files::Barred);
  for (auto line : split({reinterpret_cast<const char*>(data), size}, '\n')) {
    const auto answer = wire::json::parse(referee.answer(line), nullptr, false);
    if (!answer.is_object() || !answer.contains("ok")) std::abort();
  }
  return 0;
}
