// SPDX-License-Identifier: MIT
#include "server/dice.h"

#include <sodium.h>

#include <stdexcept>

namespace tambour::server {

static_assert(crypto_hash_sha256_BYTES == sizeof(Digest) && crypto_auth_hmacsha256_BYTES == sizeof(Digest));
static_assert(crypto_auth_hmacsha256_KEYBYTES == sizeof(Digest));

void init_crypto() {
  if (sodium_init() < 0) throw std::runtime_error("the system gives no random numbers; dice cannot be rolled");
}

Digest draw_secret() {
  Digest secret;
  randombytes_buf(secret.data(), secret.size());
  return secret;
}

Digest sha256(std::string_view bytes) {
  Digest out;
  crypto_hash_sha256(out.data(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  return out;
}

std::string hex(const Digest& digest) {
  char text[2 * sizeof(Digest) + 1];
  sodium_bin2hex(text, sizeof text, digest.data(), digest.size());
  return text;
}

std::optional<Digest> parse_hex(std::string_view text) {
  Digest out;
  std::size_t read = 0;
  const char* end = nullptr;
  if (text.size() != 2 * out.size()) return std::nullopt;
  if (sodium_hex2bin(out.data(), out.size(), text.data(), text.size(), nullptr, &read, &end) != 0 || read != out.size())
    return std::nullopt;
  return out;
}

std::string random_name(int length) {
  static constexpr std::string_view kLetters = "abcdefghjkmnpqrstuvwxyz23456789";
  std::string out;
  for (int i = 0; i < length; ++i) out += kLetters[randombytes_uniform(uint32_t(kLetters.size()))];
  return out;
}

std::string random_token() {
  static constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  for (int i = 0; i < 32; ++i) out += kLetters[randombytes_uniform(uint32_t(kLetters.size()))];
  return out;
}

static std::string_view bytes(const Digest& digest) { return {reinterpret_cast<const char*>(digest.data()), digest.size()}; }

FairDice::FairDice(const Digest& secret, std::string_view game, std::string_view book, std::string_view battle) : secret_(secret) {
  std::string head = "tambour dice 1\n";
  for (const std::string_view part : {game, book, battle}) head += std::string(part) + "\n";
  chain_ = sha256(head + commitment());
}

std::string FairDice::commitment() const { return hex(sha256(bytes(secret_))); }

void FairDice::note(const GameEntry& entry) {
  if (entry.kind != GameEntry::Check) chain_ = sha256(std::string(bytes(chain_)) + entry.line());
}

int FairDice::choose(int outcomes) const {
  const auto k = uint32_t(outcomes);
  const uint64_t fair = (uint64_t{1} << 32) / k * k;  // words from here on would favour the low outcomes
  Digest words = chain_;
  for (;;) {
    Digest next;
    crypto_auth_hmacsha256(next.data(), words.data(), words.size(), secret_.data());
    words = next;
    for (std::size_t i = 0; i < words.size(); i += 4) {
      const uint32_t w = uint32_t(words[i]) << 24 | uint32_t(words[i + 1]) << 16 | uint32_t(words[i + 2]) << 8 | words[i + 3];
      if (w < fair) return int(w % k);
    }
  }
}

Trouble verify_dice(const GameFile& file, const Game& game) {
  const auto secret = parse_hex(file.secret);
  if (!secret) return {"", 0, "the file has no secret; it is published when the game is over"};
  FairDice dice(*secret, file.game, file.book, file.battle);
  if (dice.commitment() != file.commitment) return {"", 0, "the secret is not the one the server committed itself to"};
  Replayer replayer(file, game);
  if (const Trouble trouble = replayer.start()) return trouble;
  std::size_t number = 0;
  ActionList<> acts;
  for (const GameEntry& entry : file.entries) {
    if (entry.kind == GameEntry::Check) continue;
    if (entry.kind == GameEntry::Act && entry.seat == Seat::Chance && number >= file.inherited) {
      acts.clear();
      game.options(replayer.match().state(), acts);
      const std::string due = acts.size() ? to_text(acts[dice.choose(acts.size())], game) : "nothing";
      if (entry.text != due)
        return {"", 0, "entry " + std::to_string(number + 1) + ": '" + entry.text + "' fell, but the secret demands '" + due + "'"};
    }
    if (const Trouble trouble = replayer.step(entry)) return trouble;
    dice.note(entry);
    ++number;
  }
  return {};
}

}  // namespace tambour::server
