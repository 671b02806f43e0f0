// SPDX-License-Identifier: MIT
// Passphrases are stored as argon2id hashes. Both functions are slow and use much memory by design: run them on a worker, few at a time.
#pragma once
#include <string>

namespace tambour::server {

enum class HashCost { Usual, Least };  // Least is for tests

std::string hash_passphrase(const std::string& passphrase, HashCost cost);  // throws std::bad_alloc if memory is short
bool is_passphrase(const std::string& passphrase, const std::string& hash);

}  // namespace tambour::server
