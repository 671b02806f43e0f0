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
  std::string only;  // the one book this line is for, or ""
};

struct Case {
  std::string title, file;
  int line = 0;
  std::vector<std::string> books;                           // it runs once for each
  std::vector<std::pair<std::string, std::string>> proves;  // book, row id
  std::vector<CaseLine> setup, play;                        // play is empty when the set-up must be refused
};

struct CaseResult {
  const Case* what = nullptr;
  std::string book;
  std::string failure;              // "file:line: …", or "" if it passed
  std::vector<Citation> executed;   // rows it acted on, sorted; none unless built with TAMBOUR_TRACE
  std::vector<std::string> charts;  // … and charts it looked up
  bool passed() const { return failure.empty(); }
};

// Reads files, and all *.txt below folders. What cannot be read is in `troubles`; the rest is returned.
std::vector<Case> load_cases(const std::vector<std::string>& paths, std::vector<Trouble>& troubles);
void read_cases(const std::string& text, const std::string& file, std::vector<Case>& out, std::vector<Trouble>& troubles);

// Lays a case out and plays its lines; gives the state it ends in, or says what failed.
std::string play_case(const Case& c, const std::string& book, const std::string& data_directory, const MakeGame& make,
                      std::unique_ptr<Table>& table, State& end);
CaseResult run_case(const Case& c, const std::string& book, const std::string& data_directory, const MakeGame& make);

}  // namespace tambour
