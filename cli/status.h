// SPDX-License-Identifier: MIT
// Exit statuses and error messages of commands.
#pragma once
#include <cstdio>
#include <exception>

#include "kit/fault.h"

namespace tambour::cli {

struct Status {
  int code;
};
inline constexpr int kFailed = 1;    // the command ran and found a failure
inline constexpr int kBadInput = 2;  // the input cannot be used
inline constexpr int kBroken = 3;    // a bug: an invariant of a rule or of the engine is broken

// Runs a command; an exception becomes one sentence and a status.
template <class Work>
int status_of(Work work) {
  try {
    return work();
  } catch (const Status& s) {
    return s.code;
  } catch (const Fault& f) {
    std::fprintf(stderr, "tambour: this is a bug, please report it: %s\n", f.what());
    return kBroken;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "tambour: %s\n", e.what());
    return kFailed;
  }
}

}  // namespace tambour::cli
