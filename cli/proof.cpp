// SPDX-License-Identifier: MIT
// tambour case, tambour coverage: run cases, report which rows they prove.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "cli/command.h"
#include "lab/coverage.h"
#include "rules/registry.h"

namespace tambour::cli {
namespace {

std::vector<CaseResult> run_all(const std::vector<Case>& cases, const std::string& only) {
  std::vector<CaseResult> out;
  std::atomic<uint64_t> done{0};
  const Progress progress("cases", done, cases.size());
  for (const Case& c : cases) {
    for (const std::string& book : c.books)
      if (only.empty() || book == only) out.push_back(run_case(c, book, data_directory(), make_game));
    ++done;
  }
  return out;
}

void run_cases(const std::vector<std::string>& paths, const std::string& only, bool names) {
  std::vector<Trouble> troubles;
  const auto cases = load_cases(paths, troubles);
  for (const Trouble& t : troubles) std::fprintf(stderr, "%s\n", t.text().c_str());
  int passed = 0, failed = 0;
  for (const CaseResult& r : run_all(cases, only)) {
    (r.passed() ? passed : failed)++;
    if (names) std::printf("%s %s [%s]\n", r.passed() ? "ok  " : "FAIL", r.what->title.c_str(), r.book.c_str());
    if (!r.passed()) std::fprintf(stderr, "%s\n  in case '%s' under %s\n", r.failure.c_str(), r.what->title.c_str(), r.book.c_str());
  }
  std::printf("cases: %d passed, %d failed\n", passed, failed + int(troubles.size()));
  if (!troubles.empty()) throw Status{kBadInput};
  if (failed) throw Status{kFailed};
}

// A case proves the row. If no code can implement it, or this build cannot trace execution, a case that names it is enough.
bool done(const RowCoverage& r) { return !(can_trace() && r.exempt.empty() ? r.proved : r.named).empty(); }

void show_row(const RowCoverage& r, const std::string& book) {
  std::printf("%s %.*s  %.*s (%.*s)\n", book.c_str(), int(r.row->id.size()), r.row->id.data(), int(r.row->title.size()),
              r.row->title.data(), int(r.row->kind.size()), r.row->kind.data());
  std::printf("  %.*s\n", int(r.row->summary.size()), r.row->summary.data());
  for (const std::string& at : r.cited) std::printf("  cited   %s\n", at.c_str());
  for (const std::string& at : r.mentioned) std::printf("  mentioned %s\n", at.c_str());
  for (const std::string& at : r.proved) std::printf("  proved  %s\n", at.c_str());
  for (const std::string& at : r.named)
    if (std::find(r.proved.begin(), r.proved.end(), at) == r.proved.end()) std::printf("  named   %s\n", at.c_str());
  if (!r.exempt.empty()) std::printf("  exempt: %s\n", r.exempt.c_str());
  else if (r.absent()) std::printf("  not cited\n");
  if (!r.note && !done(r)) std::printf("  not %s\n", can_trace() && r.exempt.empty() ? "proved" : "named by a case");
}

void show_missing(const BookCoverage& c) {
  for (const RowCoverage& r : c.rows)
    if (!r.note && (r.absent() || !done(r)))
      std::printf("  %-12s %s  %s\n", std::string(r.row->id).c_str(),
                  r.absent()                        ? "not cited"
                  : can_trace() && r.exempt.empty() ? "not proved"
                                                    : "not named by a case",
                  std::string(r.row->title).c_str());
}

struct Wanted {
  std::string only, row;
  bool missing = false;
  std::vector<std::string> complete;  // books in which every row must be cited, and proved if the build can trace
};

int count_failed(const std::vector<CaseResult>& results) {
  int failed = 0;
  for (const CaseResult& r : results) {
    if (r.passed()) continue;
    ++failed;
    std::fprintf(stderr, "%s\n  in case '%s' under %s\n", r.failure.c_str(), r.what->title.c_str(), r.book.c_str());
  }
  return failed;
}

void show_coverage(const Wanted& w) {
  if (!w.only.empty() && !find_book(w.only)) bad_input("there is no book '" + w.only + "' in data/rules");
  std::vector<Trouble> troubles;
  const bool cases_here = std::filesystem::exists(cases_directory());
  const auto cases = cases_here ? load_cases({cases_directory()}, troubles) : std::vector<Case>{};
  const auto exempt = cases_here ? load_exemptions(cases_directory() + "/exempt.csv", troubles) : std::vector<Exemption>{};
  for (const Trouble& t : troubles) std::fprintf(stderr, "%s\n", t.text().c_str());
  const auto results = run_all(cases, w.only);
  int failed = w.complete.empty() ? 0 : count_failed(results);
  const int passed = int(results.size()) - failed;
  bool found = w.row.empty();
  for (const RuleBook& book : rule_books()) {
    if (!w.only.empty() && book.name != w.only) continue;
    const BookCoverage c = coverage(book, results, exempt);
    if (w.row.empty()) std::printf("%s\n", c.text().c_str());
    const bool must = std::find(w.complete.begin(), w.complete.end(), c.book) != w.complete.end();
    if (w.missing || must) show_missing(c);
    for (const RowCoverage& r : c.rows) {
      failed += must && !r.note && (r.absent() || !done(r));
      if (r.row->id == w.row) show_row(r, c.book), found = true;
    }
  }
  if (!found) bad_input("no book has a row '" + w.row + "'");
  if (!can_trace() && w.row.empty()) std::printf("This build cannot tell which rows a case executes; 'make coverage' can.\n");
  if (w.complete.empty()) return;
  std::printf("coverage: %d passed, %d failed\n", passed, failed + int(troubles.size()));
  if (failed || !troubles.empty()) throw Status{kFailed};
}

}  // namespace

void add_case(CLI::App& app) {
  auto* sub = app.add_subcommand("case", "Run cases");
  auto paths = std::make_shared<std::vector<std::string>>();
  auto only = std::make_shared<std::string>();
  auto names = std::make_shared<bool>(false);
  sub->add_option("path", *paths, "Case files or folders")->required();
  sub->add_option("--ruleset", *only, "Only under this ruleset");
  sub->add_flag("--names", *names, "Name every case");
  sub->callback([=] { run_cases(*paths, *only, *names); });
}

void add_coverage(CLI::App& app) {
  auto* sub = app.add_subcommand("coverage", "Count the rule rows that the code cites and passing cases prove");
  auto w = std::make_shared<Wanted>();
  sub->add_option("ruleset", w->only, "Only this book");
  sub->add_flag("--missing", w->missing, "List rows that are not cited or not proved");
  sub->add_option("--row", w->row, "Show where one row is cited and proved");
  sub->add_option("--complete", w->complete, "Fail if a case fails or a row of these books is not cited and proved");
  sub->callback([w] { show_coverage(*w); });
}

}  // namespace tambour::cli
