// SPDX-License-Identifier: MIT
// A battle's texts in another language: data/battles/<id>/<language>.csv, a text of the battle and its translation on each line.
#pragma once
#include <map>

#include "battle/battle.h"

namespace tambour {

inline constexpr std::string_view kLanguages[] = {"fr"};  // beside English

struct BattleWords {
  std::string title, teaches, history;                    // "" where it is not translated
  std::map<std::string, std::string, std::less<>> texts;  // by the English: "Battery", and "side Blue" for what a side is called

  std::string name(const std::string& english) const;  // in English where it is not translated
  std::string side(const std::string& english) const;
};

// What a marker in the cup, or a formation it is named after, is called, by its id.
std::map<std::string, std::string> marker_names(const Battle& battle);
// Everything short that a table shows of the battle, once each: sides, places, markers, formations, counters.
std::vector<std::string> shown_texts(const Battle& battle);
// Of the battle and the one it is `like`. A battle without such a file has no words, and no trouble.
BattleWords load_words(const Battle& battle, const std::string& directory, std::string_view language, Trouble& trouble);

}  // namespace tambour
