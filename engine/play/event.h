// What happened, for log and client. Rules never read events.
#pragma once
#include <string>

#include "play/action.h"
#include "play/citation.h"

namespace tambour {

enum class Fact : uint8_t {
#define FACT(name, text) name,
#include "play/facts.def"
#undef FACT
  kCount
};

struct Event {
  Fact fact{};
  SeatMask seen_by = kEverybody;
  UnitId who = kNoUnit, whom = kNoUnit;
  HexId hex = kNoHex, from = kNoHex;
  int16_t value = 0, value2 = 0;
  Citation why;
};

class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void on(const Event&) = 0;
};

const char* fact_name(Fact);      // "Moved"
const char* fact_template(Fact);  // "{who} moves to {hex}"
std::string to_text(const Event&, const Names&);

}  // namespace tambour
