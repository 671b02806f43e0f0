// SPDX-License-Identifier: MIT
// Every battle of the data folder under every playable book, loaded once and immutable; and rules, charts and maps as JSON.
#pragma once
#include <map>

#include "lab/balance.h"
#include "lab/battle_words.h"
#include "lab/draft.h"
#include "lab/edition.h"
#include "wire/wire.h"

namespace tambour::server {

using json = nlohmann::json;

class BattleCatalog {
 public:
  struct Entry {  // a battle under the books that can play it
    std::unique_ptr<Battle> battle;
    std::map<std::string, std::unique_ptr<Game>, std::less<>> games;
    std::map<std::string, Edition, std::less<>> editions;  // of each of these games
    std::map<std::string, BattleWords, std::less<>> words;  // by language, beside English
    std::vector<BalanceRecord> balance;
  };
  BattleCatalog(const std::string& data_directory, const std::vector<std::string_view>& books, const MakeGame& make);

  bool empty() const { return entries_.empty(); }
  const Entry* find(const std::string& battle) const;
  const Game* find(const std::string& battle, const std::string& book) const;
  // Why a game of this edition cannot continue here, in a sentence; "" if it can.
  std::string difference(const std::string& battle, const std::string& book, const Edition& then) const;
  // All three fall back to English.
  const std::string& battles_json(const std::string& language) const;
  std::string battle_json(const Entry& title, const std::string& book, const std::string& language) const;
  // "" if there is no such book.
  std::string rules_json(const std::string& book, const std::string& language) const;
  std::string charts_json(const std::string& book) const;
  std::string coverage_json() const;
  static std::string verbs_json();
  static std::string levels_json();
  std::string signature() const;                                          // equal only for servers with the same battles and rules
  const std::vector<std::string>& troubles() const { return troubles_; }  // battles that cannot be used, and why

 private:
  void list_cards(const std::string& language);

  std::string data_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::vector<std::string> books_, troubles_;
  std::map<std::string, std::string, std::less<>> battles_;  // by language
};

}  // namespace tambour::server
