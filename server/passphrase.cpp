// SPDX-License-Identifier: MIT
#include "server/passphrase.h"

#include <sodium.h>

#include <new>

namespace tambour::server {

std::string hash_passphrase(const std::string& passphrase, HashCost cost) {
  char out[crypto_pwhash_STRBYTES];
  const bool least = cost == HashCost::Least;
  const unsigned long long work = least ? crypto_pwhash_OPSLIMIT_MIN : crypto_pwhash_OPSLIMIT_INTERACTIVE;
  const std::size_t memory = least ? crypto_pwhash_MEMLIMIT_MIN : crypto_pwhash_MEMLIMIT_INTERACTIVE;
  if (crypto_pwhash_str_alg(out, passphrase.data(), passphrase.size(), work, memory, crypto_pwhash_ALG_ARGON2ID13) != 0) throw std::bad_alloc();
  return out;
}

bool is_passphrase(const std::string& passphrase, const std::string& hash) {
  return crypto_pwhash_str_verify(hash.c_str(), passphrase.data(), passphrase.size()) == 0;
}

}  // namespace tambour::server
