// SPDX-License-Identifier: MIT
// Chapters 8.2.4 to 8.2.6.
#include "rules/bataille/ch08_posts.h"

#include <algorithm>

namespace tambour::bataille {
namespace {

bool has_own_post(const Look& b, int k) { return b.pos.leader[k].post == k; }

// Of division and brigade leaders only (8.2.4).
bool is_vacant(const Look& b, uint8_t post) {
  const LeaderState& s = b.pos.leader[post];
  const int rank = b.field.officers[post].rank;
  if (s.fate == Fate::OnMap && s.post == post) return false;
  if (s.fate == Fate::Due || holder(b, post) >= 0) return false;
  return (rank == 4 || rank == 5) || !by("8.2.4-a", "8.2.4-c", "8.2.4-d", "8.2.4-e", "8.2.4-f");
}

bool is_free_aide(const Look& b, int k, uint8_t post) {
  const Officer& o = b.field.officers[std::size_t(k)];
  return b.pos.leader[k].fate == Fate::OnMap && has_own_post(b, k) && (o.rank == 3 || o.rank >= 6) && is_below(b, post, o.superior);
}

bool has_free_aide(const Look& b, uint8_t post) {
  for (int k = 0; k < b.field.officer_count(); ++k)
    if (is_free_aide(b, k, post)) return true;
  return false;
}

bool can_be_filled(const Look& b, uint8_t post) {
  for (int k = 0; k < b.field.officer_count(); ++k)
    if (!StepInto{post}.barred(b, {Verb::Choose, 0, b.field.officer_id(k)})) return true;
  return false;
}

void take_post(Run& r, int k, uint8_t post) {
  LeaderState& owner = r.pos.leader[post];
  if (owner.post == post) owner.post = kNone;
  by("8.2.6.3-a", "8.2.6.1-a", "8.2.5-b"), r.pos.leader[k].post = post;
  r.tell({.fact = Fact::CommanderChosen, .who = r.field.officer_id(k), .whom = r.field.officer_id(post), .why = cite("8.2.6.3-c")});
}

}  // namespace

Refusal StepInto::barred(const Look& b, Action a) const {
  if (!b.field.is_officer(a.who) || side_of(b, a.who) != seat(b)) REFUSE("8.2.4-b", a.who);
  const int k = b.field.officer(a.who);
  const Officer& o = b.field.officers[std::size_t(k)];
  if (b.pos.leader[k].fate != Fate::OnMap || k == post) REFUSE("8.2.4-b", a.who);
  if (is_aide(b, k)) {
    if (!is_free_aide(b, k, post)) REFUSE("8.2.4-b", a.who);
    return {};
  }
  if (!has_own_post(b, k) || !is_below(b, post, uint8_t(k)) || o.rank <= 1) REFUSE("8.2.4-g", a.who);
  if (o.rank == 2 && has_free_aide(b, post)) REFUSE("8.2.5-d", a.who);
  if (o.rank == 2) by("8.2.5-a", "8.2.5-c", "8.2.6.2-a");
  return {};
}

// A leader who is with the one who stands in for him takes his command again; that one goes back to his own, if nobody has it.
void give_back_posts(Run& r) {
  for (int k = 0; k < r.field.officer_count(); ++k) {
    LeaderState& s = r.pos.leader[k];
    if (s.fate != Fate::OnMap || s.post != kNone) continue;
    const int other = holder(r.look(), uint8_t(k));
    if (other >= 0 && r.pos.leader[other].hex != s.hex) continue;
    s.post = uint8_t(k);
    if (other >= 0) {
      r.pos.leader[other].post = kNone;
      if (holder(r.look(), uint8_t(other)) < 0) r.pos.leader[other].post = uint8_t(other), by("8.2.5.1-a", "8.2.6.1-c", "8.2.6.2-b");
    }
    r.tell({.fact = Fact::CommanderChosen, .who = r.field.officer_id(k), .whom = r.field.officer_id(k), .why = cite("8.2.6.3-d")});
  }
}

Flow FillPosts::run(Run& r) {
  BEGIN;
  give_back_posts(r);
  for (post = 0; post < r.field.officer_count(); ++post) {
    if (!is_vacant(r.look(), post) || !can_be_filled(r.look(), post)) continue;
    STEP("8.2.4-b");
    ASK(StepInto{post});
    take_post(r, r.field.officer(r.answer().who), post);
    post = uint8_t(-1);  // his own may be vacant now
  }
  END;
}

}  // namespace tambour::bataille
