// SPDX-License-Identifier: MIT
// Coverage of a book: which rows the code cites and which a passing case proves.
#pragma once
#include <string>
#include <vector>

#include "lab/cases.h"
#include "play/citation.h"

namespace tambour {

struct RowCoverage {
  const RuleRow* row = nullptr;
  bool note = false;                   // kind "note": nothing to implement, excluded from the counts
  std::string exempt;                  // why no code can implement it, from cases/exempt.csv; "" for most rows
  std::vector<std::string> cited;      // "engine/rules/jdg/ch06_movement.cpp:42", charts too
  std::vector<std::string> mentioned;  // in comments
  std::vector<std::string> named;      // "cases/jdg/06_movement.txt:10 A unit stops …": passing cases that claim to prove it
  std::vector<std::string> proved;     // those of them that executed a line citing the row
  bool absent() const { return !note && exempt.empty() && cited.empty(); }
};

// rows: all of the book. notes: rows of kind "note". exempt: other rows that no line can carry out; a case names each. cited, proved: the
// rest with a citation in the code or charts, or with a passing case that executes one. absent: the rest that nothing cites.
struct BookCoverage {
  std::string book;
  std::vector<RowCoverage> rows;
  int notes = 0, exempt = 0, cited = 0, named = 0, proved = 0, absent = 0;
  std::string text() const;  // "jdg: rows 428, notes 3, exempt 20, cited 405, proved 398, absent 0"
};

struct Exemption {
  std::string book, id, reason;
};
// Lines "book,row,reason"; '#' and blank lines are skipped.
std::vector<Exemption> load_exemptions(const std::string& file, std::vector<Trouble>& troubles);

BookCoverage coverage(const RuleBook& book, const std::vector<CaseResult>& results, const std::vector<Exemption>& exemptions);

bool can_trace();  // false without TAMBOUR_TRACE: then rows are only named, never proved

}  // namespace tambour
