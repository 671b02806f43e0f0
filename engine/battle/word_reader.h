// SPDX-License-Identifier: MIT
// Reads the words of one line of a battle sheet or of a free position. Each function returns false and sets why() if a word is not what it
// expects.
#pragma once
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "battle/battle.h"
#include "play/game.h"

namespace tambour {

class WordReader {
 public:
  explicit WordReader(const Battle& battle) : battle_(battle) {}
  void open(const std::vector<std::string>& words) { words_ = &words, why_.clear(); }
  const std::string& why() const { return why_; }

  // Opens one line after the other until `take` refuses one.
  template <class Take>
  Trouble read(const std::vector<Directive>& lines, Take take) {
    for (const Directive& d : lines)
      if (open(d.words); !take()) return {d.file, d.line, why_};
    return {};
  }
  template <class Take>
  Trouble read(std::span<const Statement> lines, Take take) {
    for (const Statement& s : lines) {
      if (s.words.empty()) return {"", s.line, "'given' wants a statement, for example: given active A"};
      if (open(s.words); !take()) return {"", s.line, why_};
    }
    return {};
  }

  std::size_t size() const { return words_->size(); }
  const std::string& word(std::size_t i) const;  // "" beyond the end
  const std::string& key() const { return word(0); }
  bool fail(std::string message) { return why_ = std::move(message), false; }
  bool unknown(const std::vector<std::string>& known);  // fails: key() is none of these; names the nearest

  bool side(std::size_t i, Seat& out);
  bool number(std::size_t i, int low, int high, int& out);
  bool hex(std::size_t i, HexId& out) { return hex_of(word(i), out); }
  bool hex_of(std::string_view text, HexId& out);
  bool hexes(std::size_t from, std::vector<HexId>& out);  // hexes and zone:<id> to the end of the line, at least one
  bool counter(std::size_t i, UnitId& out);               // a unit or a commander
  bool unit(std::size_t i, UnitId& out);                  // no commander
  bool vertex(std::string_view text, uint8_t& facing);
  // The index of a word in a list, for example of phases.
  bool one_of(std::size_t i, std::span<const char* const> names, int& out);
  // The value paired with a word: {"hold", AwardKind::Hold} …
  template <class T, std::size_t N>
  bool choose(std::size_t i, const std::pair<const char*, T> (&choices)[N], T& out) {
    std::vector<const char*> names;
    for (const auto& [name, value] : choices) {
      if (word(i) == name) return out = value, true;
      names.push_back(name);
    }
    int none = 0;
    return one_of(i, names, none);
  }
  // The index of an id in a book's own list, for example of formations; `what` names the kind in errors.
  template <class List, class Index>
  bool named(std::size_t i, const List& list, const char* what, Index& out) {
    for (std::size_t k = 0; k < list.size(); ++k)
      if (list[k].id == word(i)) return out = Index(k), true;
    return fail("'" + word(i) + "' is no " + what + " of this battle");
  }
  // Calls take(unit) for the units from word i to the end of the line; stops when it returns false.
  template <class Take>
  bool units(std::size_t i, Take take) {
    for (UnitId u = kNoUnit; i < size(); ++i)
      if (!unit(i, u) || !take(u)) return false;
    return true;
  }

 private:
  const Battle& battle_;
  const std::vector<std::string>* words_ = nullptr;
  std::string why_;
};

// The rest of a word after `key`, as in "mp=3"; nothing if the word does not begin with it.
std::optional<std::string_view> value_of(std::string_view word, std::string_view key);

}  // namespace tambour
