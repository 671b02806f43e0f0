// tambour case, tambour coverage: the proof that the rules are kept.
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

void show_row(const RowCoverage& r, const std::string& book) {
  std::printf("%s %.*s  %.*s (%.*s)\n", book.c_str(), int(r.row->id.size()), r.row->id.data(), int(r.row->title.size()),
              r.row->title.data(), int(r.row->kind.size()), r.row->kind.data());
  std::printf("  %.*s\n", int(r.row->summary.size()), r.row->summary.data());
  for (const std::string& at : r.cited) std::printf("  cited   %s\n", at.c_str());
  for (const std::string& at : r.proved) std::printf("  proved  %s\n", at.c_str());
  if (!r.note && r.cited.empty()) std::printf("  not cited\n");
  if (!r.note && r.proved.empty()) std::printf("  not proved\n");
}

void show_missing(const BookCoverage& c) {
  for (const RowCoverage& r : c.rows)
    if (!r.note && (r.cited.empty() || r.proved.empty()))
      std::printf("  %-12s %s%s  %s\n", std::string(r.row->id).c_str(), r.cited.empty() ? "not cited" : "",
                  r.proved.empty() ? (r.cited.empty() ? ", not proved" : "not proved") : "", std::string(r.row->title).c_str());
}

void show_coverage(const std::string& only, bool missing, const std::string& row) {
  if (!only.empty() && !find_book(only)) bad_input("there is no book '" + only + "' in data/rules");
  std::vector<Trouble> troubles;
  const auto cases = std::filesystem::exists(cases_directory()) ? load_cases({cases_directory()}, troubles) : std::vector<Case>{};
  for (const Trouble& t : troubles) std::fprintf(stderr, "%s\n", t.text().c_str());
  const auto results = run_all(cases, only);
  bool found = row.empty();
  for (const RuleBook& book : rule_books()) {
    if (!only.empty() && book.name != only) continue;
    const BookCoverage c = coverage(book, results);
    if (row.empty()) std::printf("%s\n", c.text().c_str());
    if (missing) show_missing(c);
    for (const RowCoverage& r : c.rows)
      if (r.row->id == row) show_row(r, c.book), found = true;
  }
  if (!found) bad_input("no book has a row '" + row + "'");
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
  auto* sub = app.add_subcommand("coverage", "Count rule rows cited by the code and proved by passing cases");
  auto only = std::make_shared<std::string>(), row = std::make_shared<std::string>();
  auto missing = std::make_shared<bool>(false);
  sub->add_option("ruleset", *only, "Only this book");
  sub->add_flag("--missing", *missing, "List rows that are not cited or not proved");
  sub->add_option("--row", *row, "Show where one row is cited and proved");
  sub->callback([=] { show_coverage(*only, *missing, *row); });
}

}  // namespace tambour::cli
