// SPDX-License-Identifier: MIT
#include "server/game_filter.h"

#include <algorithm>

#include "kit/text.h"
#include "server/lobby_api.h"
#include "wire/parse.h"

namespace tambour::server {

GameFilter::GameFilter(const json& wanted) {
  constexpr std::size_t kMostOfPage = 100, kMostText = 160;
  if (!wanted.is_object()) throw HttpError{400, "'filter' wants an object: over, battle, book, result, against, since, until, from, count"};
  if (const auto over = wanted.find("over"); over != wanted.end()) {
    if (!over->is_boolean()) throw HttpError{400, "'over' wants true or false"};
    over_ = over->get<bool>();
  }
  battle_ = text_or(wanted, "battle", "", kMostText), book_ = text_or(wanted, "book", "", kMostText);
  against_ = lower(text_or(wanted, "against", "", kMostText)), result_ = text_or(wanted, "result", "", kMostText);
  if (!result_.empty() && result_ != "won" && result_ != "lost" && result_ != "drawn") throw HttpError{400, "'result' wants won, lost or drawn"};
  since_ = count_or(wanted, "since", 0), until_ = count_or(wanted, "until", 0);
  from = std::size_t(count_or(wanted, "from", 0)), count = std::min<std::size_t>(std::size_t(count_or(wanted, "count", int64_t(kMostOfPage))), kMostOfPage);
}

bool GameFilter::fits(const GameRow& game, Seat seat, const std::string& side) const {
  if (over_ && *over_ != game.over) return false;
  if ((!battle_.empty() && battle_ != game.battle) || (!book_.empty() && book_ != game.book)) return false;
  if (game.moved < since_ || (until_ && game.moved > until_)) return false;
  if (!against_.empty() && lower(game.seats[index(other(seat))].name).find(against_) == std::string::npos) return false;
  if (result_.empty()) return true;
  if (!game.over) return false;
  const json status = wire::parse_json(game.status);
  const json winner = status.is_object() ? status.value("winner", json()) : json();
  return result_ == (winner.is_null() ? "drawn" : winner == side ? "won" : "lost");
}

}  // namespace tambour::server
