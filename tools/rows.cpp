// SPDX-License-Identifier: MIT
// Build tool: turns data/rules/*.csv into the tables behind Citation, data/rules/<language>/*.csv into their translations, and finds
// where code and charts cite each row.
//   rows OUT_DIR RULES_DIR                   writes rows_<book>.h, rows.cpp and translated.cpp
//   rows --cited OUT_FILE ROOT               writes the list of citations found under ROOT/engine/rules and ROOT/data/charts
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "kit/csv.h"

namespace fs = std::filesystem;

static std::vector<std::vector<std::string>> cells_of(const fs::path& path) {
  tambour::Trouble trouble;
  const auto text = tambour::read_text_file(path.string(), trouble);
  auto rows = text ? tambour::read_csv(*text, path.string(), trouble) : std::nullopt;
  if (!rows) {
    std::cerr << trouble.text() << "\n";
    std::exit(2);
  }
  std::vector<std::vector<std::string>> out;
  for (tambour::CsvRow& row : *rows) out.push_back(std::move(row.cells));
  return out;
}

static std::string literal(const std::string& s) {
  std::string out = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

static void write_if_changed(const fs::path& path, const std::string& text) {
  std::ifstream in(path, std::ios::binary);
  const std::string old((std::istreambuf_iterator<char>(in)), {});
  if (in && old == text) return;
  std::ofstream(path, std::ios::binary) << text;
}

// The tables of rows, or the folders, of a folder, sorted.
static std::vector<fs::path> listed(const fs::path& folder, bool folders) {
  std::vector<fs::path> out;
  for (const auto& e : fs::directory_iterator(folder))
    if (folders ? e.is_directory() : e.path().extension() == ".csv") out.push_back(e.path());
  std::sort(out.begin(), out.end());
  return out;
}

// by("8.43-c", "8.43-d") cites rows that code acts on. It is true, and compiles to nothing unless the build traces.
static constexpr const char* kBy = R"(struct RowId {
  Citation row;
  constexpr RowId() = default;
  consteval RowId(const char* id) : row(cite(id)) {}
};
[[gnu::always_inline]] constexpr bool by(RowId a, RowId b = {}, RowId c = {}, RowId d = {}, RowId e = {}) {
  trace::note(a.row), trace::note(b.row), trace::note(c.row), trace::note(d.row), trace::note(e.row);
  return true;
}
)";

static int write_rows(const fs::path& out, const fs::path& rules) {
  const std::vector<fs::path> files = listed(rules, false);
  std::ostringstream cpp, books;
  cpp << "// Generated from data/rules by tools/rows.cpp.\n#include \"play/citation.h\"\nnamespace tambour {\n";
  for (std::size_t b = 0; b < files.size(); ++b) {
    const std::string book = files[b].stem().string();
    auto rows = cells_of(files[b]);
    rows.erase(rows.begin());
    std::sort(rows.begin(), rows.end());
    std::ostringstream h;
    h << "// Generated from data/rules/" << book << ".csv by tools/rows.cpp.\n#pragma once\n#include \"play/citation.h\"\n"
      << "namespace tambour::" << book << " {\ninline constexpr std::string_view kRowIds[] = {\n";
    cpp << "static constexpr RuleRow k_" << book << "[] = {\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].size() != 5 || (i && rows[i][0] == rows[i - 1][0])) {
        std::cerr << files[b].string() << ": row '" << rows[i][0] << "' is doubled or has not five columns\n";
        return 2;
      }
      h << literal(rows[i][0]) << ",\n";
      cpp << "{";
      for (int k = 0; k < 5; ++k) cpp << (k ? "," : "") << literal(rows[i][std::size_t(k)]);
      cpp << "},\n";
    }
    h << "};\nconsteval Citation cite(std::string_view id) { return find_row_id(" << b << ", kRowIds, id); }\n" << kBy << "}\n";
    cpp << "};\n";
    books << "{\"" << book << "\", k_" << book << "},\n";
    write_if_changed(out / ("rows_" + book + ".h"), h.str());
  }
  cpp << "static constexpr RuleBook kBooks[] = {\n" << books.str() << "};\nstd::span<const RuleBook> rule_books() { return kBooks; }\n}\n";
  write_if_changed(out / "rows.cpp", cpp.str());
  return 0;
}

// Checks that a translation has the rows of its book in the same order; returns the error, or "".
static std::string fault(const fs::path& file, const fs::path& book_file) {
  if (!fs::exists(book_file)) return file.string() + ": there is no " + book_file.string() + " to translate; name it as the book is named";
  const auto rows = cells_of(file), book = cells_of(book_file);
  for (std::size_t i = 0; i < std::max(rows.size(), book.size()); ++i) {
    const std::string has = i < rows.size() ? "'" + rows[i][0] + "'" : "nothing",
                      wants = i < book.size() ? "'" + book[i][0] + "'" : "nothing";
    if (has != wants)
      return file.string() + ": row " + std::to_string(i) + " is " + has + " where " + book_file.string() + " has " + wants +
             "; both list the same ids in the same order";
    if (rows[i].size() != 3 || rows[i][1].empty() || rows[i][2].empty()) return file.string() + ": row " + has + " is not id,title,summary";
  }
  return "";
}

static int write_translated(const fs::path& out, const fs::path& rules) {
  std::ostringstream tables, choice;
  for (const fs::path& folder : listed(rules, true)) {
    const std::string language = folder.filename().string();
    for (const fs::path& file : listed(folder, false)) {
      if (const std::string wrong = fault(file, rules / file.filename()); !wrong.empty()) return std::cerr << wrong << "\n", 2;
      const std::string book = file.stem().string(), name = "k_" + language + "_" + book;
      auto rows = cells_of(file);
      rows.erase(rows.begin());
      std::sort(rows.begin(), rows.end());
      tables << "static constexpr RowWords " << name << "[] = {\n";
      for (const auto& row : rows) tables << "{" << literal(row[1]) << "," << literal(row[2]) << "},\n";
      tables << "};\n";
      choice << "if (language == " << literal(language) << " && book == " << literal(book) << ") return " << name << ";\n";
    }
  }
  write_if_changed(
      out / "translated.cpp",
      "// Generated from data/rules by tools/rows.cpp.\n#include \"lab/translated.h\"\nnamespace tambour {\n" + tables.str() +
          "std::span<const RowWords> translated([[maybe_unused]] std::string_view language, [[maybe_unused]] std::string_view book) {\n" +
          choice.str() + "return {};\n}\n}\n");
  return 0;
}

// Finds citations: code cites with cite("…"), REFUSE("…", STEP("…", by("…") and AGREES("…", a chart with "# cites 9.1-a 9.1-b" after the
// figures that implement the rows, or in its head for the whole chart: then the line of its columns is named. A comment that names a row
// only mentions it. A row that no book has is an error, so that comments stay in step with the rows.
class Citations {
 public:
  explicit Citations(const fs::path& root) : root_(root) {
    for (const fs::path& file : listed(root / "data/rules", false))
      for (const auto& row : cells_of(file)) rows_[file.stem().string()].insert(row[0]);
    scan(root / "engine/rules", &Citations::code);
    scan(root / "data/charts", &Citations::chart);
  }
  bool good() const { return !bad_; }

  std::string text() {
    std::string out = "// Generated by tools/rows.cpp.\n#include \"lab/cited.h\"\nnamespace tambour {\n";
    out += table("CitedAt", "cited", cited_, "{\"\",\"\",\"\",0}") + table("CitedAt", "mentioned", mentioned_, "{\"\",\"\",\"\",0}");
    return out + table("Agreement", "agreements", agreements_, "{\"\",\"\",\"\"}") + "}\n";
  }

 private:
  struct Place {
    std::string book, file;
    int line;
    std::string at(const std::string& id) const {
      return "{" + literal(book) + "," + literal(id) + "," + literal(file) + "," + std::to_string(line) + "},\n";
    }
  };

  static std::string table(const std::string& type, const std::string& name, std::vector<std::string>& items, const std::string& last) {
    std::sort(items.begin(), items.end());
    std::string out = "static constexpr " + type + " k_" + name + "[] = {\n";
    for (const std::string& item : items) out += item;
    return out + last + "};\nstd::span<const " + type + "> " + name + "() { return std::span(k_" + name + ").first(std::size(k_" + name +
           ") - 1); }\n";
  }

  void scan(const fs::path& base, void (Citations::*read)(const Place&, const std::string&)) {
    if (!fs::exists(base)) return;
    for (const auto& e : fs::recursive_directory_iterator(base)) {
      if (!e.is_regular_file()) continue;
      Place at{fs::relative(e.path(), base).begin()->string(), fs::relative(e.path(), root_).string(), 0};
      std::ifstream in(e.path());
      of_chart_.clear();
      for (std::string line; std::getline(in, line);) ++at.line, (this->*read)(at, line);
    }
  }

  void chart(const Place& at, const std::string& line) {
    static const std::regex cites(R"re(#\s*cites\s+(.*)$)re");
    if (std::smatch m; std::regex_search(line, m, cites)) {
      std::istringstream ids(m[1].str());
      for (std::string id; ids >> id;) of_chart_.push_back(id);
    }
    if (line.empty() || line[0] == '#') return;
    for (const std::string& id : of_chart_) cited_.push_back(at.at(id));
    of_chart_.clear();
  }

  void code(const Place& at, const std::string& line) {
    static const std::regex cites(R"re(\b(cite|REFUSE|STEP|AGREES)\("([^"]+)")re"), acts(R"re(\bby\(([^()]*)\))re"),
        quoted(R"re("([^"]+)")re"), agrees(R"re(^AGREES\("([^"]+)", "([^"]+)"\))re");
    const auto slashes = line.find("://") == std::string::npos ? line.find("//") : std::string::npos;
    const std::string text = line.substr(0, slashes);
    const std::sregex_iterator none;
    for (auto it = std::sregex_iterator(text.begin(), text.end(), cites); it != none; ++it) cited_.push_back(at.at((*it)[2].str()));
    for (auto it = std::sregex_iterator(text.begin(), text.end(), acts); it != none; ++it) {
      const std::string ids = (*it)[1].str();
      for (auto id = std::sregex_iterator(ids.begin(), ids.end(), quoted); id != none; ++id) cited_.push_back(at.at((*id)[1].str()));
    }
    if (std::smatch m; std::regex_search(text, m, agrees))
      agreements_.push_back("{" + literal(at.book) + "," + literal(m[1].str()) + "," + literal(m[2].str()) + "},\n");
    if (slashes != std::string::npos) comment(at, line.substr(slashes + 2));
  }

  void comment(const Place& at, const std::string& text) {
    static const std::regex row(
        R"re((^|[^-A-Za-z0-9.])((?:[A-Z]+-)?[0-9]+(?:\.[0-9]+)*-[a-z0-9]{1,2}|[A-Z]+-[A-Z]+-[0-9]+)(?![-A-Za-z0-9]))re");
    for (auto it = std::sregex_iterator(text.begin(), text.end(), row); it != std::sregex_iterator(); ++it) {
      const std::string id = (*it)[2].str();
      if (rows_[at.book].count(id)) mentioned_.push_back(at.at(id));
      else if (!known(id)) {
        std::cerr << at.file << ":" << at.line << ": no book has a rule row '" << id << "'; mend the comment\n";
        bad_ = true;
      }
    }
  }

  bool known(const std::string& id) const {
    return std::any_of(rows_.begin(), rows_.end(), [&](const auto& book) { return book.second.count(id) > 0; });
  }

  fs::path root_;
  std::map<std::string, std::set<std::string>> rows_;
  std::vector<std::string> cited_, mentioned_, agreements_;
  std::vector<std::string> of_chart_;  // cited since the last line of figures
  bool bad_ = false;
};

static int write_cited(const fs::path& out, const fs::path& root) {
  Citations found(root);
  write_if_changed(out, found.text());
  return found.good() ? 0 : 2;
}

int main(int argc, char** argv) {
  if (argc == 4 && std::string(argv[1]) == "--cited") return write_cited(argv[2], argv[3]);
  if (argc == 3) return fs::create_directories(argv[1]), write_rows(argv[1], argv[2]) | write_translated(argv[1], argv[2]);
  std::cerr << "usage: rows OUT_DIR RULES_DIR | rows --cited OUT_FILE ROOT\n";
  return 2;
}
