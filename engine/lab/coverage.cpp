// SPDX-License-Identifier: MIT
#include "lab/coverage.h"

#include <algorithm>
#include <map>

#include "lab/cited.h"

namespace tambour {

#ifdef TAMBOUR_TRACE
bool can_trace() { return true; }
#else
bool can_trace() { return false; }
#endif

std::string BookCoverage::text() const {
  return book + ": rows " + std::to_string(rows.size()) + ", notes " + std::to_string(notes) + ", exempt " + std::to_string(exempt) +
         ", cited " + std::to_string(cited) + (can_trace() ? ", proved " : ", named ") + std::to_string(can_trace() ? proved : named) +
         ", absent " + std::to_string(absent);
}

std::vector<Exemption> load_exemptions(const std::string& file, std::vector<Trouble>& troubles) {
  std::vector<Exemption> out;
  Trouble trouble;
  const auto text = read_text_file(file, trouble);
  if (!text) return troubles.push_back(trouble), out;
  int number = 0;
  for (std::string_view raw : split(*text, '\n')) {
    ++number;
    const auto line = trim(raw);
    if (line.empty() || line[0] == '#') continue;
    const auto one = line.find(','), two = line.find(',', one + 1);
    if (two == std::string_view::npos || trim(line.substr(two + 1)).empty()) {
      troubles.push_back({file, number, "write book,row,reason"});
      continue;
    }
    Exemption e{std::string(line.substr(0, one)), std::string(line.substr(one + 1, two - one - 1)),
                std::string(trim(line.substr(two + 1)))};
    if (find_citation(e.book, e.id)) out.push_back(std::move(e));
    else troubles.push_back({file, number, "'" + e.book + "' has no row '" + e.id + "'"});
  }
  return out;
}

namespace {

using ById = std::map<std::string_view, RowCoverage*>;

void add_places(std::span<const CitedAt> places, std::string_view book, const ById& rows, std::vector<std::string> RowCoverage::*list) {
  for (const CitedAt& c : places)
    if (c.book == book)
      if (const auto row = rows.find(c.id); row != rows.end())
        (row->second->*list).push_back(std::string(c.file) + ":" + std::to_string(c.line));
}

// The row itself, or a chart that cites it; the charts of a series are looked up by its code under every book.
bool acted_on(const CaseResult& r, std::string_view book, std::string_view id) {
  if (std::binary_search(r.executed.begin(), r.executed.end(), find_citation(book, id))) return true;
  for (const CitedAt& c : cited())
    if (c.book == book && c.id == id && c.file.ends_with(".csv"))
      for (const std::string& chart : r.charts)
        if (c.file.ends_with("/" + chart + ".csv")) return true;
  return false;
}

// The row, or a row of the series that it agrees with.
bool executed(const CaseResult& r, const std::string& book, const std::string& id) {
  if (acted_on(r, book, id)) return true;
  for (const Agreement& a : agreements())
    if (a.book == book && a.id == id)
      for (const RuleBook& series : rule_books())
        if (series.name != book && find_citation(series.name, a.series) && acted_on(r, series.name, a.series)) return true;
  return false;
}

void add_cases(const std::vector<CaseResult>& results, const std::string& book, const ById& rows) {
  for (const CaseResult& r : results) {
    if (!r.passed() || r.book != book) continue;
    for (const auto& [b, id] : r.what->proves) {
      if (b != book) continue;
      const std::string where = r.what->file + ":" + std::to_string(r.what->line) + " " + r.what->title;
      rows.at(id)->named.push_back(where);
      if (executed(r, book, id)) rows.at(id)->proved.push_back(where);
    }
  }
}

}  // namespace

BookCoverage coverage(const RuleBook& book, const std::vector<CaseResult>& results, const std::vector<Exemption>& exemptions) {
  BookCoverage out{std::string(book.name), {}};
  ById by_id;
  out.rows.resize(book.rows.size());
  for (std::size_t i = 0; i < book.rows.size(); ++i) {
    out.rows[i].row = &book.rows[i];
    out.rows[i].note = book.rows[i].kind == "note";
    by_id[book.rows[i].id] = &out.rows[i];
  }
  for (const Exemption& e : exemptions)
    if (e.book == book.name) by_id.at(e.id)->exempt = e.reason;
  add_places(cited(), book.name, by_id, &RowCoverage::cited);
  add_places(mentioned(), book.name, by_id, &RowCoverage::mentioned);
  add_cases(results, out.book, by_id);
  for (const RowCoverage& r : out.rows) {
    out.notes += r.note;
    if (r.note) continue;
    out.exempt += !r.exempt.empty();
    if (!r.exempt.empty()) continue;
    out.cited += !r.cited.empty();
    out.named += !r.named.empty();
    out.proved += !r.proved.empty();
    out.absent += r.absent();
  }
  return out;
}

}  // namespace tambour
