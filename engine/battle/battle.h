// SPDX-License-Identifier: MIT
// A battle as read from its files: map, order of battle, and the sheet that joins them. Books build their Field from it.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "battle/map.h"
#include "play/action.h"
#include "play/view.h"

namespace tambour {

// One line of an order of battle: a kind and named fields.
struct Record {
  std::string kind;
  std::vector<std::pair<std::string, std::string>> fields;
  std::string file;
  int line = 0;

  const std::string* find(std::string_view name) const;
  std::string get(std::string_view name) const;            // "" if absent or "-"
  std::optional<int> number(std::string_view name) const;  // nothing if absent, "-" or not a number
};

// One line of the battle sheet that only a book understands: "vp French 5 hold 1212".
struct Directive {
  std::vector<std::string> words;
  std::string file;
  int line = 0;
};

struct RosterEntry {
  std::string id, name;
  Seat side = Seat::Nobody;
  bool leader = false;
  int record = -1;  // index into records
};

struct Battle {
  std::string id, title, clock_start;
  std::vector<std::string> books;
  std::string sides[2] = {"Blue", "White"};
  int turns = 0, clock_minutes = 0;
  std::vector<int> night, fog;
  std::string history, teaches;
  Map map;
  std::vector<Record> records;
  std::vector<Directive> directives;
  UnitVector<RosterEntry> roster;    // combat units first, then leaders: index = UnitId
  std::vector<std::string> markers;  // filled by the book: everything that can lie in a cup
  uint64_t hash = 0;                 // content_hash.h
  bool arranged = false;             // statements will change the set-up: validate it after them

  Seat seat_of(std::string_view side) const;
  std::optional<UnitId> find_unit(std::string_view id) const;
  CounterKind kind(UnitId unit) const;  // by its arm in the order of battle: "inf light", "cav heavy", "art horse", "wagon"
  std::vector<const Record*> all(std::string_view kind) const;
  bool plays(std::string_view book) const;
  std::string clock(int turn) const;  // "09:20", or "" if the battle has no clock
};

inline constexpr int kBattleVersion = 1;

// Reads data/battles/<id>/ (battle.txt, map.txt, oob.txt). Never throws; on failure `trouble` says what and where.
std::unique_ptr<Battle> load_battle(const std::string& directory, Trouble& trouble);
bool read_oob(Battle& battle, const std::string& text, const std::string& file, Trouble& trouble);
bool read_sheet(Battle& battle, const std::string& text, const std::string& file, Trouble& trouble);
// One line of the sheet (also used line by line by cases); false with `why` set if it cannot be used.
bool read_sheet_line(Battle& battle, std::string_view line, const std::string& file, int number, std::string& why);
bool build_roster(Battle& battle, Trouble& trouble);                       // ids unique, sides known
std::vector<std::string> list_battles(const std::string& data_directory);  // ids, sorted
std::string data_directory();                                              // $TAMBOUR_DATA, or beside the binary, or the source tree

}  // namespace tambour
