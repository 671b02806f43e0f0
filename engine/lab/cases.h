// SPDX-License-Identifier: MIT
// Cases: small positions, acts, scripted dice and expectations that prove rule rows. Grammar in docs/files.md.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "lab/draft.h"

namespace tambour {

struct CaseLine {
  std::string text, file;
  int line = 0;
  std::string only;  // the only book this line applies to, or ""
};

struct Case {
  std::string title, file;
  int line = 0;
  std::vector<std::string> books;                           // run once for each
  std::vector<std::pair<std::string, std::string>> proves;  // book, row id
  std::vector<CaseLine> setup, play;                        // play is empty when the set-up must be refused
};

struct CaseResult {
  const Case* what = nullptr;
  std::string book;
  std::string failure;              // "file:line: …", or "" if it passed
  std::vector<Citation> executed;   // rows executed, sorted; empty without TAMBOUR_TRACE
  std::vector<std::string> charts;  // charts read, likewise
  bool passed() const { return failure.empty(); }
};

// Reads files, and all *.txt below folders. Errors go to `troubles`; all other cases are returned.
std::vector<Case> load_cases(const std::vector<std::string>& paths, std::vector<Trouble>& troubles);
void read_cases(const std::string& text, const std::string& file, std::vector<Case>& out, std::vector<Trouble>& troubles);

// Sets up a case and plays its lines. Returns the failure, or "" with the final state in `end`.
std::string play_case(const Case& c, const std::string& book, const std::string& data_directory, const MakeGame& make,
                      std::unique_ptr<Table>& table, State& end);
CaseResult run_case(const Case& c, const std::string& book, const std::string& data_directory, const MakeGame& make);

}  // namespace tambour
