// SPDX-License-Identifier: MIT
// Small text helpers for the file readers: nothing here knows a game.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tambour {

std::string_view trim(std::string_view s);
std::vector<std::string_view> split(std::string_view s, char at);  // keeps empty pieces
std::vector<std::string_view> words(std::string_view s);           // split at blanks, no empty pieces
std::optional<int> to_int(std::string_view s);                     // the whole of s, optional sign
bool starts_with_word(std::string_view s, std::string_view word);  // "unit x" starts with the word "unit"
std::string lower(std::string_view s);
// The candidate closest to what was typed, or "" if nothing is near: for "did you mean".
std::string nearest(std::string_view typed, const std::vector<std::string>& candidates);

// What is wrong with an input, where, and how to fix it. File readers never throw; they return these.
struct Trouble {
  std::string file;
  int line = 0;
  std::string message;
  explicit operator bool() const { return !message.empty(); }
  std::string text() const;  // "file:line: message"
};

// Reads a text file of at most `limit` bytes. Binary, truncated UTF-8 or oversize files are Trouble.
std::optional<std::string> read_text_file(const std::string& path, Trouble& trouble, std::size_t limit = 4u << 20);
bool write_text_file(const std::string& path, std::string_view text);  // false: not all of it was written

}  // namespace tambour
