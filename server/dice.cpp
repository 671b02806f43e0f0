// SPDX-License-Identifier: MIT
#include "server/dice.h"

#include <sodium.h>

#include <algorithm>
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

std::string derived_token(std::string_view key, std::string_view words) {
  static constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const Digest short_key = sha256(key);
  Digest code;
  crypto_auth_hmacsha256(code.data(), reinterpret_cast<const unsigned char*>(words.data()), words.size(), short_key.data());
  std::string out;
  for (const unsigned char byte : code) out += kLetters[byte & 63];
  return out;
}

static std::string_view bytes(const Digest& digest) { return {reinterpret_cast<const char*>(digest.data()), digest.size()}; }

FairDice::FairDice(const Digest& secret, const DiceHead& head) : secret_(secret) {
  std::string text = "tambour dice " + std::to_string(head.version) + "\n" + head.game + "\n" + head.book + "\n" + head.battle + "\n";
  if (head.version > 1) text += std::to_string(head.inherited) + "\n";
  chain_ = sha256(text + commitment());
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

namespace {

// Errors in the header of a file.
std::string head_error(const GameFile& file, const std::string& promised) {
  if (file.commitment.empty()) return "the file has no commitment, so nothing about its dice can be verified";
  if (!promised.empty() && promised != file.commitment) return "the commitment in the file is not the one you were shown";
  if (file.dice < 1 || file.dice > kDiceVersion) return "its dice are of version " + std::to_string(file.dice) + ", which this program does not know";
  const auto secret = parse_hex(file.secret);
  if (!secret) return "the file has no secret; it is published when the game is over";
  if (hex(sha256(bytes(*secret))) != file.commitment) return "the secret does not belong to the commitment";
  if (!file.position.empty() || !file.given.empty()) return "the file begins with a free position, which its dice do not cover";
  const auto entries = std::count_if(file.entries.begin(), file.entries.end(), [](const GameEntry& e) { return e.kind != GameEntry::Check; });
  if (file.inherited > std::size_t(entries))
    return "the file says that " + std::to_string(file.inherited) + " entries are inherited, but it has only " + std::to_string(entries);
  if (file.inherited && file.dice < 2) return "dice of version 1 do not cover how many entries are inherited, so no roll of this file is proved";
  return "";
}

}  // namespace

DiceReport verify_dice(const GameFile& file, const Game& game, const std::string& promised) {
  DiceReport report;
  if (report.error = head_error(file, promised); !report.error.empty()) return report;
  FairDice dice(*parse_hex(file.secret), {file.game, file.book, file.battle, file.inherited, file.dice});
  Replayer replayer(file, game);
  if (const Trouble trouble = replayer.start()) return {trouble.text()};
  std::size_t number = 0;
  ActionList<> acts;
  for (const GameEntry& entry : file.entries) {
    const bool roll = entry.kind == GameEntry::Act && entry.seat == Seat::Chance;
    if (roll && number < file.inherited) ++report.inherited;
    if (roll && number >= file.inherited) {
      acts.clear();
      game.options(replayer.match().state(), acts);
      const std::string due = acts.size() ? to_text(acts[dice.choose(acts.size())], game) : "nothing";
      if (entry.text != due)
        return {"entry " + std::to_string(number + 1) + ": '" + entry.text + "' fell, but the secret demands '" + due + "'"};
      ++report.rolls;
    }
    if (const Trouble trouble = replayer.step(entry)) return {trouble.text()};
    dice.note(entry);
    number += entry.kind != GameEntry::Check;
  }
  if (!replayer.over()) return {"the file ends before the game does: entries are missing at its end"};
  if (report.rolls == 0 && report.inherited) return {"every roll of this file is inherited from another game; none can be verified here"};
  return report;
}

}  // namespace tambour::server
