#include "lab/coverage.h"

#include <map>

#include "lab/cited.h"

namespace tambour {

std::string BookCoverage::text() const {
  return book + ": rows " + std::to_string(rows.size()) + ", notes " + std::to_string(notes) + ", cited " + std::to_string(cited) +
         ", proved " + std::to_string(proved) + ", absent " + std::to_string(absent);
}

BookCoverage coverage(const RuleBook& book, const std::vector<CaseResult>& results) {
  BookCoverage out{std::string(book.name), {}};
  std::map<std::string_view, RowCoverage*> by_id;
  out.rows.resize(book.rows.size());
  for (std::size_t i = 0; i < book.rows.size(); ++i) {
    out.rows[i].row = &book.rows[i];
    out.rows[i].note = book.rows[i].kind == "note";
    by_id[book.rows[i].id] = &out.rows[i];
  }
  for (const CitedAt& c : cited())
    if (c.book == book.name)
      if (const auto row = by_id.find(c.id); row != by_id.end())
        row->second->cited.push_back(std::string(c.file) + ":" + std::to_string(c.line));
  for (const CaseResult& r : results) {
    if (!r.passed() || r.book != book.name) continue;
    for (const auto& [b, id] : r.what->proves)
      if (b == book.name) by_id[id]->proved.push_back(r.what->file + ":" + std::to_string(r.what->line) + " " + r.what->title);
  }
  for (const RowCoverage& r : out.rows) {
    out.notes += r.note;
    if (r.note) continue;
    out.cited += !r.cited.empty();
    out.proved += !r.proved.empty();
    out.absent += r.cited.empty() && r.proved.empty();
  }
  return out;
}

}  // namespace tambour
