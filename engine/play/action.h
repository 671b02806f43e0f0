// SPDX-License-Identifier: MIT
// What a player, or Chance, may do: eight bytes, ordered, with a text form.
#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hex/hex.h"
#include "play/unit_id.h"

namespace tambour {

enum class Seat : uint8_t { First, Second, Chance, Nobody };
constexpr Seat other(Seat s) { return s == Seat::First ? Seat::Second : Seat::First; }
constexpr int index(Seat s) { return int(s); }
using SeatMask = uint8_t;
constexpr SeatMask mask(Seat s) { return SeatMask(1u << int(s)); }
inline constexpr SeatMask kEverybody = 0xFF;

// The vocabulary of acts is one for all games (see verbs.def); which of them are on offer, a book decides.
enum class Verb : uint8_t {
#define VERB(name, ...) name,
#include "play/verbs.def"
#undef VERB
  kCount
};

// What a verb is, whichever book offers it: the last column of verbs.def.
struct VerbKind {
  enum : uint16_t {
    Steps = 1,       // one hex of a move
    Halts = 2,       // the end of a move
    Enters = 4,      // onto the map
    Takes = 8,       // a unit in hand
    Announces = 16,  // an attack that is fought later, when everybody has announced
    Attacks = 32,    // an attack that is fought now
    Gathers = 64,    // units for an attack
    Fires = 128,
    Declines = 256,  // what was offered
    Ends = 512,      // nothing more of this
  };
};
inline constexpr uint16_t kVerbKinds[] = {
#define VERB(name, text, shape, help, ...) 0 __VA_OPT__(|) __VA_ARGS__,
#include "play/verbs.def"
#undef VERB
};
constexpr bool is(Verb v, uint16_t kinds) { return v < Verb::kCount && kVerbKinds[int(v)] & kinds; }

struct Action {
  Verb verb = Verb::None;
  uint8_t arg = 0;  // a facing, number, marker or die, as the verb's shape says
  UnitId who = kNoUnit, whom = kNoUnit;
  HexId hex = kNoHex;
  uint16_t extra = 0;  // a second number where a verb needs one

  friend constexpr auto operator<=>(const Action&, const Action&) = default;
};
static_assert(sizeof(Action) == 8);

// An attack that has been announced and is fought later.
struct Announced {
  UnitId attacker = kNoUnit;  // kNoUnit: there is none
  HexId target = kNoHex;
  explicit operator bool() const { return attacker != kNoUnit; }
};

struct VerbInfo {
  const char* text;
  const char* shape;  // a letter per operand: u who, w whom, h hex, f vertex, s hexside, n number, m marker, d die, x extra
  const char* help;
};
const VerbInfo& info(Verb v);

// Names of units and markers, to write and read acts as text.
class Names {
 public:
  virtual ~Names() = default;
  virtual std::string unit(UnitId) const = 0;
  virtual std::optional<UnitId> find_unit(std::string_view) const = 0;
  virtual std::string marker(int) const = 0;
  virtual std::optional<int> find_marker(std::string_view) const = 0;
  virtual const Grid& grid() const = 0;
};

std::string to_text(Action a, const Names& names);  // "move b1 0506"
// The reverse. On failure `why` says in one sentence what is wrong with the text.
std::optional<Action> parse_action(std::string_view text, const Names& names, std::string& why);

}  // namespace tambour
