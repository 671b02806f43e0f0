// SPDX-License-Identifier: MIT
#include "kit/csv.h"

namespace tambour {
namespace {

class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text) {}
  bool at_end() const { return at_ == text_.size(); }
  int line() const { return line_; }

  // The next row; empty for a blank line or a comment. False if the text ends inside quotes.
  bool row(std::vector<std::string>& cells) {
    cells.clear();
    if (const std::string_view rest = trim(text_.substr(at_, text_.find('\n', at_) - at_)); rest.empty() || rest[0] == '#') {
      skip_line();
      return true;
    }
    for (bool more = true; more;)
      if (!cell(cells.emplace_back(), more)) return false;
    return true;
  }

 private:
  void skip_line() {
    const std::size_t end = text_.find('\n', at_);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
    ++line_;
  }

  // Reads one cell and its delimiter; `more` is true after a comma. Blanks inside quotes are kept.
  bool cell(std::string& out, bool& more) {
    bool quoted = false;
    std::size_t kept = 0;  // length up to the last character that was quoted or is not blank
    while (!at_end()) {
      const char c = text_[at_++];
      if (c == '\n') ++line_;
      if (quoted) {
        if (c != '"') out += c;
        else if (!at_end() && text_[at_] == '"') out += text_[at_++];
        else quoted = false;
        kept = out.size();
      } else if (c == '"') quoted = true;
      else if (c == ',' || c == '\n') return out.resize(kept), more = c == ',', true;
      else if (c != ' ' && c != '\t' && c != '\r') out += c, kept = out.size();
      else if (!out.empty()) out += c;
    }
    out.resize(kept);
    more = false;
    return !quoted;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

std::optional<std::vector<CsvRow>> read_csv(std::string_view text, const std::string& file, Trouble& trouble) {
  std::vector<CsvRow> rows;
  CsvReader reader(text);
  while (!reader.at_end()) {
    CsvRow row{reader.line(), {}};
    if (!reader.row(row.cells)) {
      trouble = {file, row.line, "a quote is not closed; end the cell with '\"'"};
      return std::nullopt;
    }
    if (!row.cells.empty()) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace tambour
