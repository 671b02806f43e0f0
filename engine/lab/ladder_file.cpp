// SPDX-License-Identifier: MIT
#include "lab/ladder_file.h"

#include <charconv>
#include <cstdio>
#include <filesystem>

#include "lab/game_file.h"

namespace tambour {
namespace {

constexpr std::string_view kHeader = "tambour-ladder 1";
constexpr std::size_t kLimit = 256u << 20;
constexpr std::string_view kEnds[] = {"won", "drawn", "lost", "endless"};
enum : std::size_t {
  kPairing = 1,
  kNumber = 7,
  kEnd,
  kSeconds,
  kMoves = kSeconds + 2,
  kActivations = kMoves + 2
};  // positions of words in a line

template <class T>
bool read_number(std::string_view word, T& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc{} && end == word.data() + word.size();
}

std::string in_seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, " %.4g", seconds);
  return text;
}

std::string_view end_of(const LadderResult& r) { return r.endless ? kEnds[3] : r.wins ? kEnds[0] : r.draws ? kEnds[1] : kEnds[2]; }

// Identifies comparable games: players, battle with its content hash, and seed.
std::string pairing_of(const Game& game, uint64_t battle_hash, const LadderOptions& o) {
  return std::string(game.battle_id()) + " " + std::string(game.book()) + " " + hex64(battle_hash) + " " + o.stronger + " " + o.weaker +
         " " + std::to_string(o.seed);
}

}  // namespace

std::string LadderFile::read(std::string_view text, Line& line) {
  const auto word = words(text);
  if (word.size() < kActivations || word[0] != "game")
    return "a line begins with 'game' and has at least 13 words; delete it to play the game again";
  for (std::size_t i = kPairing; i < kNumber; ++i) line.pairing += (i > kPairing ? " " : "") + std::string(word[i]);
  LadderResult& r = line.result;
  bool good = read_number(word[kNumber], line.number);
  for (std::size_t i = 0; i < 2; ++i)
    good = good && read_number(word[kSeconds + i], r.seconds[i]) && read_number(word[kMoves + i], r.moves[i]);
  for (std::size_t i = kActivations; good && i < word.size(); ++i) good = read_number(word[i], r.activations.emplace_back());
  if (!good) return "the number of a game, seconds and answers are numbers; delete the line to play the game again";
  const std::string_view end = word[kEnd];
  r.wins = end == kEnds[0], r.draws = end == kEnds[1], r.losses = end == kEnds[2] || end == kEnds[3], r.endless = end == kEnds[3];
  if (!r.wins && !r.draws && !r.losses)
    return "a game is won, drawn, lost or endless, not '" + std::string(end) + "'; delete the line to play it again";
  r.games = 1, r.wins_as[line.number % 2] = r.wins;
  return "";
}

bool LadderFile::open(const std::string& path, Trouble& trouble) {
  std::error_code ec;
  std::string text;
  if (std::filesystem::exists(path, ec)) {
    auto whole = read_text_file(path, trouble, kLimit);
    if (!whole) return false;
    text = std::move(*whole);
  }
  const std::size_t kept = text.rfind('\n') + 1;  // the rest is an incomplete line
  const auto rows = split(std::string_view(text).substr(0, kept), '\n');
  if (!text.empty() && trim(rows[0]) != kHeader) {
    trouble = {path, 1,
               "this is not a file of ladder games ('" + std::string(kHeader) + "'); name another, or one that does not exist yet"};
    return false;
  }
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (trim(rows[i]).empty()) continue;
    if (std::string wrong = read(rows[i], lines_.emplace_back()); !wrong.empty()) {
      trouble = {path, int(i) + 1, std::move(wrong)};
      return false;
    }
  }
  if (kept < text.size()) std::filesystem::resize_file(path, kept, ec);
  out_.open(path, std::ios::binary | std::ios::app);
  if (text.empty()) out_ << kHeader << '\n';
  if (ec || !out_.flush()) trouble = {path, 0, "the file cannot be written; name one in a folder that can be written to"};
  return !trouble;
}

void LadderFile::serve(const Game& game, uint64_t battle_hash, LadderOptions& options) {
  const std::string pairing = pairing_of(game, battle_hash, options);
  for (const Line& line : lines_)
    if (line.pairing == pairing && line.number < options.games) options.played.try_emplace(line.number, line.result);
  options.keep = [this, pairing](uint64_t number, const LadderResult& result) { write(pairing, number, result); };
}

void LadderFile::write(const std::string& pairing, uint64_t number, const LadderResult& r) {
  std::string line = "game " + pairing + " " + std::to_string(number) + " " + std::string(end_of(r));
  for (double s : r.seconds) line += in_seconds(s);
  for (uint64_t n : r.moves) line += " " + std::to_string(n);
  for (float s : r.activations) line += in_seconds(double(s));
  const std::lock_guard guard(lock_);
  failed_ |= !(out_ << line + "\n" && out_.flush());
}

}  // namespace tambour
