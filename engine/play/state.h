// SPDX-License-Identifier: MIT
// A whole game in mid-procedure as one trivially copyable value: the book's position, the stack of procedures
// being played, and the question that is open. Copying it is a memcpy; equality is bytes.
#pragma once
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>

#include "play/action.h"
#include "play/citation.h"

namespace tambour {

enum class Flow : uint8_t { Go, Wait, Done };

// What Chance is asked for. Sixes: two dice read in base six, 0..35 inside, 11..66 outside.
enum class Dice : uint8_t { None, D10, D6, Sixes, Draw };
constexpr int faces(Dice d) { return d == Dice::D10 ? 10 : d == Dice::D6 ? 6 : d == Dice::Sixes ? 36 : 0; }
// Faces are counted from 0; `shown` is the printed face, as acts, events and saved games give it.
constexpr int sixes_shown(int inside) { return (inside / 6 + 1) * 10 + inside % 6 + 1; }
constexpr int sixes_inside(int shown) { return (shown / 10 - 1) * 6 + shown % 10 - 1; }
constexpr int face_shown(Dice d, int face) { return d == Dice::D6 ? face + 1 : d == Dice::Sixes ? sixes_shown(face) : face; }
// -1: the die has no such face.
constexpr int face_of(Dice d, int shown) {
  if (d == Dice::Sixes && (shown < 11 || shown % 10 < 1 || shown % 10 > 6)) return -1;
  const int face = d == Dice::D6 ? shown - 1 : d == Dice::Sixes ? sixes_inside(shown) : shown;
  return face >= 0 && face < faces(d) ? face : -1;
}

struct FrameOps {
  Flow (*run)(void* frame, void* run);
  const char* name;
  uint64_t id;  // of the name, the same in every build
};

struct Slot {
  const FrameOps* ops;
  uint16_t pc;  // resume point: a line number, never saved
  uint16_t spare;
  Citation step;  // the rule being played
  std::byte data[48];
};
static_assert(sizeof(Slot) == 64);

inline constexpr int kMaxDepth = 64;
inline constexpr int kPosBytes = 8192;
inline constexpr int kQuestionBytes = 40;

struct State {
  const void* question;  // the book's QuestionOps; null once the game is over
  uint64_t breaks;       // bit f: face f may lead elsewhere than face f-1 (a hint for exact odds); see breaks_at
  std::byte asked[kQuestionBytes];
  Action answer;
  int32_t result;  // what the last procedure returned
  uint32_t pos_size;
  uint16_t depth;
  uint16_t reveals;  // how often something hidden was shown: undo does not cross this
  Seat seat;         // who must answer
  Dice dice;
  uint16_t derived;  // leading bytes of the position that follow from the rest (boards); hashes skip them
  Slot stack[kMaxDepth];
  alignas(8) std::byte pos[kPosBytes];

  bool over() const { return question == nullptr; }
};
static_assert(std::is_trivially_copyable_v<State> && sizeof(State) <= 16384);

// May face k (from 0) lead elsewhere than the one before it? Breaks of base-six dice are by face, those of others as shown.
inline bool breaks_at(const State& s, int k) { return s.breaks >> (s.dice == Dice::D6 ? k + 1 : k) & 1; }

// Copies only the bytes in use, a third of them in most positions.
inline void copy(State& to, const State& from) {
  std::memcpy(&to, &from, offsetof(State, stack) + from.depth * sizeof(Slot));
  std::memcpy(to.pos, from.pos, from.pos_size);
}
inline bool same(const State& a, const State& b) {
  return a.depth == b.depth && a.pos_size == b.pos_size && std::memcmp(&a, &b, offsetof(State, stack) + a.depth * sizeof(Slot)) == 0 &&
         std::memcmp(a.pos, b.pos, a.pos_size) == 0;
}
// Of the whole state, for merging equal states within one process.
inline uint64_t hash(const State& s) {
  return hash_bytes(s.pos + s.derived, s.pos_size - s.derived, hash_bytes(&s, offsetof(State, stack) + s.depth * sizeof(Slot)));
}
// Of the position alone: the same in every process and build, for saved games.
inline uint64_t position_hash(const State& s) { return hash_bytes(s.pos + s.derived, s.pos_size - s.derived, uint64_t(s.seat)); }
// The procedures being played, innermost first, each with its line and rule: for reports of broken invariants.
std::string procedures(const State& s);

}  // namespace tambour
