// SPDX-License-Identifier: MIT
// A registry of every question that the program can ask, for docs/acts.md. Each question registers itself before main().
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
std::vector<const ListedQuestion*> questions(std::string_view book);  // those of a book, sorted by name

}  // namespace tambour
