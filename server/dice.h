// SPDX-License-Identifier: MIT
// Fair dice (docs/table-protocol.md, section 5): a secret is fixed and its hash published before play; every roll is derived from it and
// from everything played before. The same code rolls on the server and verifies offline.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lab/game_file.h"

namespace tambour::server {

using Digest = std::array<unsigned char, 32>;

void init_crypto();  // once per process, before anything below; throws if there is no randomness
Digest draw_secret();
Digest sha256(std::string_view bytes);
std::string hex(const Digest& digest);
std::optional<Digest> parse_hex(std::string_view text);

std::string random_name(int length);  // lower-case letters and digits that look unlike each other
std::string random_token();           // 32 characters, 190 bits
// 32 characters derived from the key and the words: the same each time, unpredictable without the key.
std::string derived_token(std::string_view key, std::string_view words);

inline constexpr int kDiceVersion = 2;

// What the dice of a game are derived from before anything is played.
struct DiceHead {
  std::string game, book, battle;
  std::size_t inherited = 0;   // entries of the game it was branched from; part of the chain since version 2
  int version = kDiceVersion;  // of the algorithm
};

class FairDice {
 public:
  FairDice(const Digest& secret, const DiceHead& head);

  void note(const GameEntry& entry);  // adds an entry to the hash chain; checks are not part of it
  int choose(int outcomes) const;     // the next outcome, 0 to outcomes - 1
  std::string commitment() const;
  std::string secret() const { return hex(secret_); }

 private:
  Digest secret_, chain_;
};

struct DiceReport {
  std::string error;           // why the dice are not verified, in a sentence; "" if they are
  std::size_t rolls = 0;       // verified
  std::size_t inherited = 0;   // rolls of the game this one was branched from; not verified
};
// Replays a file and derives every roll again from the published secret. `promised` is the commitment shown to the player at the start,
// or "" to trust the one in the file.
DiceReport verify_dice(const GameFile& file, const Game& game, const std::string& promised = "");

}  // namespace tambour::server
