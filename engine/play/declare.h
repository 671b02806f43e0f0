// SPDX-License-Identifier: MIT
// Macros that declare the constants of a question or a die in one line; play/frame.h says what they mean.
#pragma once
#include "play/frame.h"

// Inside a question: its name, what the player reads, the rule that asks, the acts it knows.
//   QUESTION(ChooseRecoil, "Choose a hex to recoil to", cite("8.5-c"), Verb::Retreat);
#define QUESTION(name, prompt, rule, ...)                    \
  static constexpr const char* kName = #name;                \
  static constexpr const char* kPrompt = prompt;             \
  static constexpr ::tambour::Verb kVerbs[] = {__VA_ARGS__}; \
  static constexpr ::tambour::Citation kWhen = rule

// A die and the members it needs; its book defines `due`, which says whose it is and what counts.
//   DIE(RallyDie, "RallyTest", "Rally test", UnitId unit;);
#define DIE(type, name, prompt, ...)               \
  struct type {                                    \
    static constexpr const char* kName = name;     \
    static constexpr const char* kPrompt = prompt; \
    __VA_ARGS__                                    \
    ::tambour::Due due(const Look& b) const;       \
  }
