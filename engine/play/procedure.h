// SPDX-License-Identifier: MIT
// The macros that frames are written with (see play/frame.h). Only chapter files include this, and last, so that these names reach no
// other file.
//
// Locals live before BEGIN or inside braces that hold no ASK or CALL (a resumed frame jumps over their initialisers). Never keep a board
// fact across ASK or CALL. No switch inside a frame, at most one ASK, ROLL or CALL per source line.
#pragma once
#include "play/frame.h"

#define BEGIN                                  \
  switch (r.pc()) {                            \
    default: r.lost("a frame lost its place"); \
    case 0:
#define STEP(id) r.step(cite(id))
#define ASK(...)                                          \
  do {                                                    \
    r.pc() = __LINE__;                                    \
    if (r.ask(__VA_ARGS__)) return ::tambour::Flow::Wait; \
    [[fallthrough]];                                      \
    case __LINE__:;                                       \
  } while (0)
#define DRAW(...)                                          \
  do {                                                     \
    r.pc() = __LINE__;                                     \
    if (r.draw(__VA_ARGS__)) return ::tambour::Flow::Wait; \
    [[fallthrough]];                                       \
    case __LINE__:;                                        \
  } while (0)
// ROLL(dice, breaks[, die]): `die` says what it is for (see DieTable).
#define ROLL(dice, breaks, ...)                      \
  do {                                               \
    r.pc() = __LINE__;                               \
    r.roll(dice, breaks __VA_OPT__(, ) __VA_ARGS__); \
    return ::tambour::Flow::Wait;                    \
    case __LINE__:;                                  \
  } while (0)
#define ROLL_D10(breaks, ...) ROLL(::tambour::Dice::D10, breaks __VA_OPT__(, ) __VA_ARGS__)
#define CALL(...)               \
  do {                          \
    r.pc() = __LINE__;          \
    r.call(__VA_ARGS__);        \
    return ::tambour::Flow::Go; \
    case __LINE__:;             \
  } while (0)
// Calls the procedure that a book's own function pushes.
#define CALL_BY(fn, ...)        \
  do {                          \
    r.pc() = __LINE__;          \
    fn(r, __VA_ARGS__);         \
    return ::tambour::Flow::Go; \
    case __LINE__:;             \
  } while (0)
#define BECOME(...)             \
  do {                          \
    r.become(__VA_ARGS__);      \
    return ::tambour::Flow::Go; \
  } while (0)
#define RETURN(v)                 \
  do {                            \
    r.give(v);                    \
    return ::tambour::Flow::Done; \
  } while (0)
#define END \
  }         \
  return ::tambour::Flow::Done
