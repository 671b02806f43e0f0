// SPDX-License-Identifier: MIT
// Where games are kept: append-only logs, unique on (game, number), so that two servers on one store could never both write the same move.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "lab/edition.h"

namespace tambour::server {

enum class RecordKind : uint8_t { Act, Undo, Takeback, Chat, Entropy, Seat, Over, Standing };

struct Record {
  int64_t number = 0;  // 1, 2, 3 … within its game
  RecordKind kind = RecordKind::Act;
  tambour::Seat seat = tambour::Seat::Nobody;
  std::string text;
  int64_t at = 0;  // milliseconds since 1970
  // What keeps a game readable and its dice verifiable when its rules are gone; see records.h.
  std::string among;    // of an act of Chance: among what it was chosen
  uint64_t board = 0;  // hash of the board after this record, every so often; 0: not kept
};

struct SeatRow {
  std::string kind, name;                // "human", "friend", "open" or a machine's level
  std::string secret_hash, invite_hash;  // hex; empty: nobody sits here, no invitation
};

// What is known of a game without replaying it.
struct GameRow {
  std::string id, book, battle;
  tambour::Edition edition;  // what it is played with
  std::string dice_secret;  // hex
  int dice_version = 1;
  bool stir = false;        // dice wait until every person has sent entropy
  int64_t inherited = 0;    // so many records come from the game it was branched from
  int pace_ms = 0;
  int64_t created = 0, moved = 0;
  SeatRow seats[2];
  std::string status;  // JSON for lists: turn, whose decision, winner
  bool over = false;
};

// One durable step of one game: all of it or nothing.
struct Batch {
  bool create = false;
  GameRow game;  // its mutable columns are written with every batch
  std::vector<Record> records;
};

class StoreError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Every call may throw StoreError with a sentence for the people who run the server.
class Store {
 public:
  virtual ~Store() = default;
  virtual void write(const std::vector<const Batch*>& group) = 0;    // one transaction; durable on return
  virtual std::vector<GameRow> games() = 0;                          // oldest first
  virtual std::vector<Record> records(const std::string& game) = 0;  // in order
  virtual void erase(const std::vector<std::string>& games) = 0;     // with all their records
};

}  // namespace tambour::server
