// How far a book is done: which of its rows the code cites and which a passing case proves.
#pragma once
#include <string>
#include <vector>

#include "lab/cases.h"
#include "play/citation.h"

namespace tambour {

struct RowCoverage {
  const RuleRow* row = nullptr;
  bool note = false;                // kind "note": nothing to implement, counts for nothing below
  std::vector<std::string> cited;   // "engine/rules/jdg/ch06_movement.cpp:42", charts too
  std::vector<std::string> proved;  // "cases/jdg/06_movement.txt:10 A unit stops …", passing cases only
};

// rows: all of the book. notes: rows of kind "note". cited, proved: other rows with a citation in the code or charts of the
// book, or named by a case that passes under it. absent: other rows that are neither. A row is done when cited and proved.
struct BookCoverage {
  std::string book;
  std::vector<RowCoverage> rows;
  int notes = 0, cited = 0, proved = 0, absent = 0;
  std::string text() const;  // "jdg: rows 419, notes 12, cited 400, proved 398, absent 5"
};

BookCoverage coverage(const RuleBook& book, const std::vector<CaseResult>& results);

}  // namespace tambour
