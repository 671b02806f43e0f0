// SPDX-License-Identifier: MIT
#include "play/questions.h"

#include <algorithm>

namespace tambour {

static std::vector<const ListedQuestion*>& all() {
  static std::vector<const ListedQuestion*> list;
  return list;
}

ListedQuestion::ListedQuestion(const char* question, const char* asked, std::span<const Verb> acts, Citation rule)
    : name(question), prompt(asked), verbs(acts), when(rule) {
  all().push_back(this);
}

std::vector<const ListedQuestion*> questions(std::string_view book) {
  std::vector<const ListedQuestion*> out;
  for (const ListedQuestion* q : all())
    if (q->when.book < rule_books().size() && rule_books()[q->when.book].name == book) out.push_back(q);
  std::sort(out.begin(), out.end(), [](const ListedQuestion* a, const ListedQuestion* b) { return std::string_view(a->name) < b->name; });
  return out;
}

}  // namespace tambour
