// SPDX-License-Identifier: MIT
// Fair dice (docs/table-protocol.md, section 5): the secret is fixed and its hash shown before play; every roll hangs on it and on all
// that was played before. The same code rolls on the server and verifies offline.
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

std::string random_name(int length);  // lower-case letters and digits that cannot be mistaken for each other
std::string random_token();           // 32 characters, 190 bits
// 32 characters that only who knows the key can make, and makes again for the same words.
std::string derived_token(std::string_view key, std::string_view words);

inline constexpr int kDiceVersion = 2;

// What the dice of a game hang on before anything is played.
struct DiceHead {
  std::string game, book, battle;
  std::size_t inherited = 0;   // entries of the game it was branched from; part of the chain since version 2
  int version = kDiceVersion;  // of the way dice are rolled
};

class FairDice {
 public:
  FairDice(const Digest& secret, const DiceHead& head);

  void note(const GameEntry& entry);  // everything played goes into the chain; checks do not
  int choose(int outcomes) const;     // what Chance does next, 0 to outcomes - 1
  std::string commitment() const;
  std::string secret() const { return hex(secret_); }

 private:
  Digest secret_, chain_;
};

struct DiceReport {
  std::string error;           // one sentence: why the dice are not proved; "" if they are
  std::size_t rolls = 0;       // verified
  std::size_t inherited = 0;   // rolls of the game this one was branched from: not verified here
};
// Plays a whole file and computes every roll again from the published secret. `promised` is the commitment the player was shown at the
// start, "" if only the file's own is known.
DiceReport verify_dice(const GameFile& file, const Game& game, const std::string& promised = "");

}  // namespace tambour::server
