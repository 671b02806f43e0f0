// SPDX-License-Identifier: MIT
#include "play/citation.h"

#include <algorithm>

namespace tambour {

const RuleRow* find_row(Citation c) {
  if (c.book >= rule_books().size() || c.row >= rule_books()[c.book].rows.size()) return nullptr;
  return &rule_books()[c.book].rows[c.row];
}

const RuleBook* find_book(std::string_view name) {
  for (const RuleBook& b : rule_books())
    if (b.name == name) return &b;
  return nullptr;
}

Citation find_citation(std::string_view book, std::string_view id) {
  const RuleBook* b = find_book(book);
  if (!b) return {};
  const auto at = std::lower_bound(b->rows.begin(), b->rows.end(), id, [](const RuleRow& r, std::string_view key) { return r.id < key; });
  if (at == b->rows.end() || at->id != id) return {};
  return {uint16_t(b - rule_books().data()), uint16_t(at - b->rows.begin())};
}

}  // namespace tambour
