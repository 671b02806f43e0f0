// SPDX-License-Identifier: MIT
// A battle's texts in another language: data/battles/<id>/<language>.csv, a text of the battle and its translation on each line.
#pragma once
#include <map>

#include "battle/battle.h"

namespace tambour {

inline constexpr std::string_view kLanguages[] = {"fr"};  // besides English

struct BattleWords {
  std::string title, teaches, history;                    // "": not translated
  std::map<std::string, std::string, std::less<>> texts;  // by the English text: "Battery"; sides as "side Blue"

  std::string name(const std::string& english) const;  // falls back to English
  std::string side(const std::string& english) const;
};

// The name of a marker, or of the formation it is named after, by its id.
std::map<std::string, std::string> marker_names(const Battle& battle);
// All short texts that the table shows, once each: sides, places, markers, formations, counters.
std::vector<std::string> shown_texts(const Battle& battle);
// Reads the texts of the battle and of the one it is `like`. A missing file is no trouble.
BattleWords load_words(const Battle& battle, const std::string& directory, std::string_view language, Trouble& trouble);

}  // namespace tambour
