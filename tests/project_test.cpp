// SPDX-License-Identifier: MIT
// The sources themselves: includes point downward only, and no text names a place on somebody's machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

namespace fs = std::filesystem;
namespace {

const fs::path kRoot = TAMBOUR_SOURCE;

std::vector<fs::path> project_files() {
  std::vector<fs::path> out;
  for (auto it = fs::recursive_directory_iterator(kRoot); it != fs::recursive_directory_iterator(); ++it) {
    const std::string name = it->path().filename().string();
    if (it->is_directory() && (name == ".git" || name == "build" || name == "node_modules" || name == "dist"))
      it.disable_recursion_pending();
    else if (it->is_regular_file() && name != ".git") out.push_back(fs::relative(it->path(), kRoot));
  }
  return out;
}

// The layer of a path as it is written in an include or relative to the root; -1 for none.
int layer(const std::string& path) {
  static const std::map<std::string, int> kLayers = {{"kit", 0}, {"hex", 1}, {"play", 2}, {"battle", 3}, {"rules", 4},
                                                     {"ai", 5},  {"lab", 5}, {"wire", 6}, {"server", 7}, {"cli", 8}};
  const auto at = kLayers.find(path.substr(0, path.find('/')));
  return at == kLayers.end() || path.find('/') == std::string::npos ? -1 : at->second;
}

std::string book(const std::string& path) {  // "rules/jdg/pos.h" -> "jdg"
  std::smatch m;
  return std::regex_search(path, m, std::regex("^rules/([a-z]+)/")) ? m[1].str() : "";
}

TEST(Project, includes_point_downward_only) {
  const std::regex include(R"re(^\s*#include "([^"]+)")re");
  int seen = 0;
  for (const fs::path& file : project_files()) {
    if (file.extension() != ".h" && file.extension() != ".cpp") continue;
    std::string here = file.string();
    if (here.starts_with("engine/")) here.erase(0, 7);
    if (layer(here) < 0) continue;
    std::ifstream in(kRoot / file);
    std::string line;
    for (int n = 1; std::getline(in, line); ++n) {
      std::smatch m;
      if (!std::regex_search(line, m, include)) continue;
      const std::string there = m[1].str();
      ++seen;
      EXPECT_LE(layer(there), layer(here)) << file << ":" << n << " includes " << there;
      const std::string mine = book(here), other = book(there);
      // Beginners is jdg with differences; no other book knows another.
      EXPECT_TRUE(mine.empty() || other.empty() || mine == other || (mine == "beginners" && other == "jdg"))
          << file << ":" << n << " includes " << there;
    }
  }
  EXPECT_GT(seen, 50);
}

TEST(Project, no_text_names_a_place_on_somebodys_machine) {
  const std::regex place(std::string("(^|[^A-Za-z0-9.~_-])/(wo") + "rk|ho" + "me|ro" + "ot|Us" + "ers)/[A-Za-z]");
  for (const fs::path& file : project_files()) {
    std::ifstream in(kRoot / file, std::ios::binary);
    std::string line;
    for (int n = 1; std::getline(in, line) && line.find('\0') == std::string::npos; ++n)
      if (line.find('/') != std::string::npos && line.size() < 20'000 && std::regex_search(line, place))
        ADD_FAILURE() << file << ":" << n << ": " << line;
  }
}

TEST(Project, files_stay_readable_in_one_sitting) {
  for (const fs::path& file : project_files()) {
    if (file.extension() != ".h" && file.extension() != ".cpp") continue;
    std::ifstream in(kRoot / file);
    const auto lines = std::count(std::istreambuf_iterator<char>(in), {}, '\n');
    EXPECT_LE(lines, 500) << file << " is too long; split it by what it decides";
  }
}

TEST(Project, the_page_of_the_tree_names_every_file) {
  std::ifstream in(kRoot / "docs/tree.md");
  const std::string page((std::istreambuf_iterator<char>(in)), {});
  for (const char* folder : {"engine/kit", "engine/hex", "engine/play", "engine/battle", "engine/ai", "engine/lab", "wire", "server", "cli"})
    for (const auto& e : fs::directory_iterator(kRoot / folder)) {
      const std::string stem = e.path().stem().string(), name = e.path().filename().string();
      const bool named = page.find("`" + stem + "`") != std::string::npos || page.find("`" + name + "`") != std::string::npos;
      EXPECT_TRUE(named) << folder << "/" << name << " is missing from docs/tree.md";
    }
}

// A file or folder that a page names in `code`, whole or by its last part.
TEST(Project, what_the_pages_of_the_tree_name_exists) {
  std::set<std::string> names = {".cpp", "make"};
  for (const fs::path& file : project_files()) {
    names.insert({file.filename().string(), file.stem().string()});
    for (fs::path folder = file.parent_path(); !folder.empty(); folder = folder.parent_path()) names.insert(folder.filename().string());
  }
  const std::regex quoted("`([a-z_0-9./]+)`");
  for (const std::string page : {"docs/tree.md", "docs/architecture.md"}) {
    std::ifstream in(kRoot / page);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    int seen = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), quoted), end; at != end; ++at) {
      std::string name = (*at)[1];
      if (page == "docs/architecture.md" && name.find('/') == std::string::npos) continue;  // functions, and words of a book
      if (name.back() == '/') name.pop_back();
      EXPECT_TRUE(names.contains(fs::path(name).filename().string())) << page << " names `" << name << "`, which is not there";
      ++seen;
    }
    EXPECT_GT(seen, 5) << page;
  }
}

}  // namespace
