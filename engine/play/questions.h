// SPDX-License-Identifier: MIT
// Every question that the program can ask, as docs/acts.md lists them: each puts itself on the list before main() runs.
#pragma once
#include <span>
#include <vector>

#include "play/action.h"
#include "play/citation.h"

namespace tambour {

struct ListedQuestion {
  ListedQuestion(const char* question, const char* asked, std::span<const Verb> acts, Citation rule);
  const char* name;
  const char* prompt;
  std::span<const Verb> verbs;
  Citation when;
};
std::vector<const ListedQuestion*> questions(std::string_view book);  // whose rule is of this book, by name

}  // namespace tambour
