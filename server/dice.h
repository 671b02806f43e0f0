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

class FairDice {
 public:
  FairDice(const Digest& secret, std::string_view game, std::string_view book, std::string_view battle);

  void note(const GameEntry& entry);  // everything played goes into the chain; checks do not
  int choose(int outcomes) const;     // what Chance does next, 0 to outcomes - 1
  std::string commitment() const;
  std::string secret() const { return hex(secret_); }

 private:
  Digest secret_, chain_;
};

// Trouble with the first roll that is not what the published secret demands.
Trouble verify_dice(const GameFile& file, const Game& game);

}  // namespace tambour::server
