// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>

#include "lab/cases.h"
#include "play/citation.h"

namespace tambour {

namespace fs = std::filesystem;

namespace {

class CaseReader {
 public:
  CaseReader(std::vector<Case>& out, std::vector<Trouble>& troubles) : out_(out), troubles_(troubles) {}

  void read(const std::string& text, const std::string& file, int depth = 0) {
    int number = 0;
    for (std::string_view raw : split(text, '\n')) {
      ++number;
      if (const auto line = without_comment(raw); !line.empty()) take(line, file, number, depth);
    }
    if (depth == 0) close();
  }

 private:
  void complain(const std::string& file, int line, std::string message) {
    troubles_.push_back({file, line, std::move(message)});
    spoilt_ = true;
  }

  void take(std::string_view line, const std::string& file, int number, int depth) {
    const auto w = words(line);
    if (w[0] == "case") {
      close();
      open_ = true, playing_ = false, spoilt_ = false;
      now_ = Case{std::string(trim(line.substr(4))), file, number, {}, {}, {}, {}};
      if (now_.title.empty()) complain(file, number, "'case' wants a sentence that says what the case shows");
      return;
    }
    if (!open_) return complain(file, number, "this line stands before the first 'case'");
    if (w[0] == "proves") return take_proves(w, file, number);
    if (w[0] == "under") {
      for (std::size_t i = 1; i < w.size(); ++i) add_book(std::string(w[i]));
      return;
    }
    if (w[0] == "include") return include(w, file, number, depth);
    if (w[0] == "play") {
      playing_ = true;
      return;
    }
    CaseLine l{std::string(line), file, number, ""};
    if (line[0] == '@') {
      l.only = w[0].substr(1);
      l.text = trim(line.substr(w[0].size()));
      if (l.text.empty()) return complain(file, number, "'@" + l.only + "' wants a line after it");
      if (!find_book(l.only)) return complain(file, number, "'@" + l.only + "' names no book");
    }
    (playing_ ? now_.play : now_.setup).push_back(std::move(l));
  }

  void take_proves(const std::vector<std::string_view>& w, const std::string& file, int number) {
    if (w.size() < 3) return complain(file, number, "'proves' wants a book and row ids, for example: proves jdg 6.2.2-a");
    const std::string book(w[1]);
    const RuleBook* rules = find_book(book);
    if (!rules) return complain(file, number, "there is no book '" + book + "'");
    add_book(book);
    for (std::size_t i = 2; i < w.size(); ++i) {
      if (!find_citation(book, w[i])) {
        std::vector<std::string> ids;
        for (const RuleRow& r : rules->rows) ids.emplace_back(r.id);
        const std::string near = nearest(w[i], ids);
        return complain(file, number,
                        "'" + std::string(w[i]) + "' is no row of data/rules/" + book + ".csv" +
                            (near.empty() ? "" : "; did you mean '" + near + "'?"));
      }
      now_.proves.emplace_back(book, std::string(w[i]));
    }
  }

  void add_book(std::string book) {
    if (std::find(now_.books.begin(), now_.books.end(), book) == now_.books.end()) now_.books.push_back(std::move(book));
  }

  void include(const std::vector<std::string_view>& w, const std::string& file, int number, int depth) {
    if (w.size() != 2 || depth == 8) return complain(file, number, "'include' wants one file, and at most eight nest");
    Trouble trouble;
    const std::string path = (fs::path(file).parent_path() / std::string(w[1])).string();
    const auto text = read_text_file(path, trouble);
    if (!text) return complain(file, number, "cannot include: " + trouble.text());
    read(*text, path, depth + 1);
  }

  void close() {
    if (!open_) return;
    open_ = false;
    if (!spoilt_ && now_.books.empty()) complain(now_.file, now_.line, "this case names no row; add a line such as: proves jdg 6.2.2-a");
    if (!spoilt_) out_.push_back(std::move(now_));
  }

  std::vector<Case>& out_;
  std::vector<Trouble>& troubles_;
  Case now_;
  bool open_ = false, playing_ = false, spoilt_ = false;
};

std::vector<std::string> case_files(const std::string& path) {
  std::error_code ec;
  if (!fs::is_directory(path, ec)) return {path};
  std::vector<std::string> out;
  for (const auto& e : fs::recursive_directory_iterator(path, ec))
    if (e.path().extension() == ".txt") out.push_back(e.path().string());
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

void read_cases(const std::string& text, const std::string& file, std::vector<Case>& out, std::vector<Trouble>& troubles) {
  CaseReader(out, troubles).read(text, file);
}

std::vector<Case> load_cases(const std::vector<std::string>& paths, std::vector<Trouble>& troubles) {
  std::vector<Case> out;
  for (const std::string& path : paths)
    for (const std::string& file : case_files(path)) {
      Trouble trouble;
      if (const auto text = read_text_file(file, trouble)) read_cases(*text, file, out, troubles);
      else troubles.push_back(trouble);
    }
  return out;
}

}  // namespace tambour
