// SPDX-License-Identifier: MIT
#include "rules/registry.h"

// The build defines TAMBOUR_BOOK_<NAME> for every folder engine/rules/<name> that holds a book.
#ifdef TAMBOUR_BOOK_JDG
#include "rules/jdg/game.h"
#endif
#ifdef TAMBOUR_BOOK_BEGINNERS
#include "rules/beginners/game.h"
#endif
#ifdef TAMBOUR_BOOK_TNG
#include "rules/tng/game.h"
#endif
#ifdef TAMBOUR_BOOK_SIECLE
#include "rules/siecle/game.h"
#endif
#ifdef TAMBOUR_BOOK_BATAILLE
#include "rules/bataille/game.h"
#endif

namespace tambour {
namespace {

struct Book {
  const char* name;
  int version;  // of its rules
  std::unique_ptr<Game> (*make)(const Battle&, const std::string& data_directory, Trouble&);
  bool drafted = false;  // being written: cases and tools can play it, players are not offered it
};

constexpr Book kBooks[] = {
#ifdef TAMBOUR_BOOK_JDG
    {"jdg", 2, jdg::make},
#endif
#ifdef TAMBOUR_BOOK_BEGINNERS
    {"beginners", 2, beginners::make},
#endif
#ifdef TAMBOUR_BOOK_TNG
    {"tng", 2, tng::make},
#endif
#ifdef TAMBOUR_BOOK_SIECLE
    {"siecle", 2, siecle::make},
#endif
#ifdef TAMBOUR_BOOK_BATAILLE
    {"bataille", 2, bataille::make},
#endif
    {nullptr, 0, nullptr}};

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& n : names) out += (out.empty() ? "" : ", ") + n;
  return out;
}

}  // namespace

int rules_version(std::string_view book) {
  for (const Book* b = kBooks; b->name; ++b)
    if (book == b->name) return b->version;
  return 0;
}

std::vector<std::string_view> rulesets() {
  std::vector<std::string_view> out;
  for (const Book* b = kBooks; b->name; ++b)
    if (!b->drafted) out.emplace_back(b->name);
  return out;
}

std::unique_ptr<Game> make_game(std::string_view book, const Battle& battle, const std::string& data_directory, Trouble& trouble) {
  const std::string name(book);
  for (const Book* b = kBooks; b->name; ++b) {
    if (name != b->name) continue;
    if (battle.plays(book)) return b->make(battle, data_directory, trouble);
    trouble = {"", 0, "battle '" + battle.id + "' is not written for '" + name + "'; its rulesets are: " + listed(battle.books)};
    return nullptr;
  }
  std::vector<std::string> known;
  for (auto r : rulesets()) known.emplace_back(r);
  trouble = {"", 0, "there is no ruleset '" + name + "'; " + (known.empty() ? "none is built" : "known are: " + listed(known))};
  return nullptr;
}

}  // namespace tambour
