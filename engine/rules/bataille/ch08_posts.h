// SPDX-License-Identifier: MIT
// Chapters 8.2.4 to 8.2.6: who takes the place of a leader who has fallen, and gives it back.
#pragma once
#include "rules/bataille/ch08_tracing.h"

namespace tambour::bataille {

struct StepInto {
  QUESTION(StepInto, "Choose who takes the place of the leader who is lost", cite("8.2.6.3-a"), Verb::Choose);
  static constexpr bool kRest = true;
  uint8_t post;
  Seat seat(const Look& b) const { return b.field.officers[post].side; }
  UnitId about(const Look& b) const { return b.field.officer_id(post); }
  void candidates(const Look& b, auto&& emit) const {
    for (int k = 0; k < b.field.officer_count(); ++k)
      if (!emit(Action{Verb::Choose, 0, b.field.officer_id(k)})) return;
  }
  Refusal barred(const Look& b, Action a) const;
};

struct FillPosts {
  static constexpr const char* kName = "FillPosts";
  uint8_t post = 0;
  Flow run(Run& r);
};

void give_back_posts(Run& r);  // 8.2.5.1, 8.2.6.3-d

}  // namespace tambour::bataille
