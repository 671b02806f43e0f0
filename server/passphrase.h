// SPDX-License-Identifier: MIT
// Passphrases are kept as argon2id hashes. Both calls take time and memory on purpose: they belong on a worker, a few at a time.
#pragma once
#include <string>

namespace tambour::server {

enum class HashCost { Usual, Least };  // Least is for tests

std::string hash_passphrase(const std::string& passphrase, HashCost cost);  // throws std::bad_alloc if there is no memory for it
bool is_passphrase(const std::string& passphrase, const std::string& hash);

}  // namespace tambour::server
