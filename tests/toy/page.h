// SPDX-License-Identifier: MIT
// A complete small book, as an example of how little a new book needs: columns of one to six hexes are drawn from a cup and march; after
// each hex the enemy may fire at a column in sight; one that is hit falls back.
#pragma once
#include "battle/battle.h"
#include "play/game.h"

namespace tambour::page {

inline constexpr std::string_view kRowIds[] = {"1.1", "1.2", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3", "4.1", "4.2", "5.1"};
consteval Citation cite(std::string_view id) { return find_row_id(0xFFF1, kRowIds, id); }

// As make_game, for the one book "page".
std::unique_ptr<Game> make(std::string_view book, const Battle& battle, const std::string& data_directory, Trouble& trouble);

}  // namespace tambour::page
