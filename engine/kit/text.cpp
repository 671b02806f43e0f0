// SPDX-License-Identifier: MIT
#include "kit/text.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

namespace tambour {

std::string_view trim(std::string_view s) {
  const auto a = s.find_first_not_of(" \t\r\n");
  if (a == std::string_view::npos) return {};
  return s.substr(a, s.find_last_not_of(" \t\r\n") - a + 1);
}

std::vector<std::string_view> split(std::string_view s, char at) {
  std::vector<std::string_view> out;
  for (;;) {
    const auto k = s.find(at);
    out.push_back(s.substr(0, k));
    if (k == std::string_view::npos) return out;
    s.remove_prefix(k + 1);
  }
}

std::vector<std::string_view> words(std::string_view s) {
  std::vector<std::string_view> out;
  for (std::size_t i = 0; i < s.size();) {
    const auto a = s.find_first_not_of(" \t\r", i);
    if (a == std::string_view::npos) break;
    const auto b = std::min(s.find_first_of(" \t\r", a), s.size());
    out.push_back(s.substr(a, b - a));
    i = b;
  }
  return out;
}

std::optional<int> to_int(std::string_view s) {
  if (!s.empty() && s.front() == '+') s.remove_prefix(1);
  int value = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (error != std::errc{} || end != s.data() + s.size()) return std::nullopt;
  return value;
}

bool starts_with_word(std::string_view s, std::string_view word) {
  return s.substr(0, word.size()) == word && (s.size() == word.size() || s[word.size()] == ' ' || s[word.size()] == '\t');
}

std::string lower(std::string_view s) {
  std::string out(s);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
  return out;
}

static int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = int(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = int(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int keep = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = keep;
    }
  }
  return row[b.size()];
}

std::string nearest(std::string_view typed, const std::vector<std::string>& candidates) {
  if (typed.size() > 64) return {};
  std::string best;
  int least = int(typed.size()) / 3 + 2;
  for (const std::string& c : candidates)
    if (const int d = edit_distance(lower(typed), lower(c)); d < least) least = d, best = c;
  return best;
}

std::string Trouble::text() const {
  return file.empty() ? message : line > 0 ? file + ":" + std::to_string(line) + ": " + message : file + ": " + message;
}

static bool is_utf8(std::string_view s) {
  for (std::size_t i = 0; i < s.size();) {
    const auto c = static_cast<unsigned char>(s[i]);
    const int tail = c < 0x80 ? 0 : (c >> 5) == 6 ? 1 : (c >> 4) == 14 ? 2 : (c >> 3) == 30 ? 3 : -1;
    if (tail < 0 || i + std::size_t(tail) >= s.size() + (tail == 0)) return false;
    for (int k = 1; k <= tail; ++k)
      if ((static_cast<unsigned char>(s[i + std::size_t(k)]) >> 6) != 2) return false;
    i += std::size_t(tail) + 1;
  }
  return true;
}

bool write_text_file(const std::string& path, std::string_view text) {
  std::ofstream out(path, std::ios::binary);
  return out << text && out.flush();
}

std::optional<std::string> read_text_file(const std::string& path, Trouble& trouble, std::size_t limit) {
  std::error_code ec;
  if (!std::filesystem::is_regular_file(path, ec)) {
    trouble = {path, 0, "there is no such file; give the path of a text file"};
    return std::nullopt;
  }
  const auto size = std::filesystem::file_size(path, ec);
  if (ec || size > limit) {
    trouble = {path, 0,
               "the file is larger than " + std::to_string(limit >> 20) + " MB, far more than any battle needs; give a smaller file"};
    return std::nullopt;
  }
  std::ifstream in(path, std::ios::binary);
  std::string text(size, '\0');
  if (!in.read(text.data(), std::streamsize(size)) && size) {
    trouble = {path, 0, "the file cannot be read; check its permissions"};
    return std::nullopt;
  }
  if (text.find('\0') != std::string::npos || !is_utf8(text)) {
    trouble = {path, 0, "this is not a UTF-8 text file; save it as plain UTF-8"};
    return std::nullopt;
  }
  return text;
}

}  // namespace tambour
