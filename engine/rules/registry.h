// SPDX-License-Identifier: MIT
// Every rule system by name: the only place that knows all of them.
#pragma once
#include <memory>
#include <string_view>
#include <vector>

#include "battle/battle.h"
#include "play/game.h"

namespace tambour {

// Of a book's rules: raised with a release in which some game could come out differently (docs/new-ruleset.md). 0: no such book.
int rules_version(std::string_view book);
std::vector<std::string_view> rulesets();  // those that can be played
// A game of this battle under this book. Null with trouble set if the battle does not fit the book.
std::unique_ptr<Game> make_game(std::string_view book, const Battle& battle, const std::string& data_directory, Trouble& trouble);

}  // namespace tambour
