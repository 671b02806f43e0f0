// SPDX-License-Identifier: MIT
#include "lab/balance.h"

#include <algorithm>
#include <filesystem>

namespace tambour {

static constexpr std::string_view kHead = "book,players,games,first,second,draws,battle_hash";

std::string balance_file(const std::string& data_directory, const std::string& battle) {
  return data_directory + "/battles/" + battle + "/balance.csv";
}

static std::optional<BalanceRecord> record_of(std::string_view line) {
  const auto cells = split(line, ',');
  if (cells.size() != 7) return std::nullopt;
  int figures[4];
  for (int i = 0; i < 4; ++i) {
    const auto n = to_int(cells[std::size_t(2 + i)]);
    if (!n || *n < 0) return std::nullopt;
    figures[i] = *n;
  }
  BalanceRecord r{std::string(cells[0]), std::string(cells[1]), figures[0], {figures[1], figures[2]}, figures[3], std::string(cells[6])};
  if (r.wins[0] + r.wins[1] + r.draws != r.games) return std::nullopt;
  return r;
}

std::vector<BalanceRecord> load_balance(const std::string& file, Trouble& trouble) {
  if (!std::filesystem::exists(file)) return {};
  const auto text = read_text_file(file, trouble);
  if (!text) return {};
  std::vector<BalanceRecord> records;
  int number = 0;
  for (std::string_view raw : split(*text, '\n')) {
    const auto line = trim(raw);
    if (++number == 1 ? line == kHead : line.empty()) continue;
    auto record = number == 1 ? std::nullopt : record_of(line);
    if (!record) {
      trouble = {file, number, "expected '" + std::string(kHead) + "', then a line per book whose wins and draws add up to its games"};
      return {};
    }
    records.push_back(std::move(*record));
  }
  return records;
}

bool save_balance(const std::string& file, const BalanceRecord& record, Trouble& trouble) {
  auto records = load_balance(file, trouble);
  if (trouble) return false;
  const auto same = [&](const BalanceRecord& r) { return r.book == record.book && r.players == record.players; };
  const auto at = std::find_if(records.begin(), records.end(), same);
  if (at == records.end()) records.push_back(record);
  else *at = record;
  std::string text = std::string(kHead) + "\n";
  for (const BalanceRecord& r : records)
    text += r.book + "," + r.players + "," + std::to_string(r.games) + "," + std::to_string(r.wins[0]) + "," + std::to_string(r.wins[1]) + "," +
            std::to_string(r.draws) + "," + r.battle_hash + "\n";
  if (write_text_file(file, text)) return true;
  trouble = {file, 0, "the file cannot be written; is the folder closed to you?"};
  return false;
}

}  // namespace tambour
