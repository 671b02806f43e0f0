// SPDX-License-Identifier: MIT
// What happened, for log and client. Rules never read events.
#pragma once
#include <string>

#include "play/action.h"
#include "play/citation.h"
#include "play/ledger.h"

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
  const char* row = nullptr;  // what the table says for `value`: "D+RCC"; owned by the game
};

// A question with a single legal answer, given by the engine. Valid only during the call of EventSink::forced.
class Forced {
 public:
  Seat seat = Seat::Nobody;
  Action act;
  const char* question = "";
  Citation when;                             // the rule that refuses all verbs unknown to the question
  virtual Refusal refuse(Action) const = 0;  // of any other act

 protected:
  ~Forced() = default;
};

class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void on(const Event&) = 0;
  virtual void forced(const Forced&) {}
};

const char* fact_name(Fact);      // "Moved"
const char* fact_template(Fact);  // "{who} moves to {hex}"
std::string to_text(const Event&, const Names&);

}  // namespace tambour
