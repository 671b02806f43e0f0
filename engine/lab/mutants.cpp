// SPDX-License-Identifier: MIT
#include "lab/mutants.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace tambour {

namespace fs = std::filesystem;

namespace {

// The change of bracket depth over a line, without strings and comments.
int depth_after(std::string_view line, int depth) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\') ++i;
    else if (line[i] == '"') quoted = !quoted;
    else if (!quoted && line.substr(i, 2) == "//") break;
    else if (!quoted && line[i] == '(') ++depth;
    else if (!quoted && line[i] == ')') --depth;
  }
  return depth;
}

bool opens_site(std::string_view line) {
  const auto comment = std::min(line.find("//"), line.size());
  const auto code = line.substr(0, comment);
  if (code.find("REFUSE(") != std::string_view::npos) return code.find("#define") == std::string_view::npos;
  return code.find(".add(") != std::string_view::npos;
}

void scan(const fs::path& path, const std::string& book, const std::string& name, std::vector<MutantSite>& out) {
  Trouble trouble;
  const auto text = read_text_file(path.string(), trouble);
  if (!text) return;
  const auto lines = split(*text, '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!opens_site(lines[i])) continue;
    const auto at = std::min(lines[i].find("REFUSE("), lines[i].find(".add("));
    int depth = depth_after(lines[i].substr(at), 0);
    std::size_t last = i;
    while (depth > 0 && last + 1 < lines.size()) depth = depth_after(lines[++last], depth);
    std::string statement;
    for (std::size_t k = i; k <= last; ++k) statement += lines[k];
    // Other types have an add() too; a ledger's takes a citation.
    const bool cites = statement.find("REFUSE(") != std::string::npos || statement.find("cite(") != std::string::npos ||
                       statement.find("why") != std::string::npos;
    if (cites) out.push_back({book, name, int(i) + 1, int(last) + 1, std::string(trim(lines[i]))});
  }
}

}  // namespace

std::vector<MutantSite> find_mutants(const std::string& root, const std::string& only) {
  std::vector<fs::path> files;
  std::error_code ec;
  for (const auto& e : fs::recursive_directory_iterator(fs::path(root) / "engine/rules", ec))
    if (e.path().extension() == ".cpp" || e.path().extension() == ".h") files.push_back(e.path());
  std::sort(files.begin(), files.end());
  std::vector<MutantSite> out;
  for (const fs::path& f : files) {
    const std::string book = f.parent_path().filename().string();
    if (book != "rules" && (only.empty() || only == book)) scan(f, book, fs::relative(f, root).string(), out);
  }
  return out;
}

#ifndef TAMBOUR_MUTANTS

bool can_mute() { return false; }
std::vector<MutantFate> try_mutants(const std::vector<MutantSite>& sites, const std::vector<Case>&, const std::string&, const MakeGame&,
                                    int, std::atomic<uint64_t>&) {
  return std::vector<MutantFate>(sites.size(), MutantFate::Unreached);
}

#else

bool can_mute() { return true; }

namespace {

struct Trial {  // a case under a book, and the statements it reached
  const Case* what;
  std::string book;
  std::set<std::pair<uint64_t, unsigned> > reached;
};

std::vector<Trial> first_pass(const std::vector<Case>& cases, const std::string& data, const MakeGame& make) {
  std::vector<Trial> out;
  for (const Case& c : cases)
    for (const std::string& book : c.books) {
      Trial t{&c, book, {}};
      mutant::reached = &t.reached;
      const bool passed = run_case(c, book, data, make).passed();
      mutant::reached = nullptr;
      if (passed) out.push_back(std::move(t));
    }
  return out;
}

mutant::Statement statement(const MutantSite& s) { return {mutant::file_id(s.file), unsigned(s.first), unsigned(s.last)}; }

bool reaches(const Trial& t, const mutant::Statement& s) {
  const auto at = t.reached.lower_bound({s.file, s.first});
  return at != t.reached.end() && s.holds(at->first, at->second);
}

// Runs in a child process; returns 0 if no case notices.
int try_one(const mutant::Statement& s, const std::vector<const Trial*>& trials, const std::string& data, const MakeGame& make) {
  mutant::muted = s;
  if (!std::freopen("/dev/null", "w", stderr)) return 1;
  alarm(20);
  for (const Trial* t : trials)
    if (!run_case(*t->what, t->book, data, make).passed()) return 1;
  return 0;
}

}  // namespace

std::vector<MutantFate> try_mutants(const std::vector<MutantSite>& sites, const std::vector<Case>& cases, const std::string& data,
                                    const MakeGame& make, int jobs, std::atomic<uint64_t>& done) {
  std::vector<MutantFate> fates(sites.size(), MutantFate::Unreached);
  const std::vector<Trial> trials = first_pass(cases, data, make);
  std::map<pid_t, std::size_t> running;
  const auto reap = [&] {
    int status = 0;
    const pid_t child = wait(&status);
    const auto at = running.find(child);
    if (at == running.end()) return;
    fates[at->second] = WIFEXITED(status) && WEXITSTATUS(status) == 0 ? MutantFate::Survived : MutantFate::Caught;
    running.erase(at);
    ++done;
  };
  for (std::size_t i = 0; i < sites.size(); ++i) {
    std::vector<const Trial*> mine;
    for (const Trial& t : trials)
      if (reaches(t, statement(sites[i]))) mine.push_back(&t);
    if (mine.empty()) {
      ++done;
      continue;
    }
    while (int(running.size()) >= jobs) reap();
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) _exit(try_one(statement(sites[i]), mine, data, make));
    if (child > 0) running[child] = i;
  }
  while (!running.empty()) reap();
  return fates;
}

#endif

}  // namespace tambour
