// SPDX-License-Identifier: MIT
// Where games are kept: append-only logs, one a game. Every write names the state of the game it was made from (its stamp), and is refused
// if the game has moved on since: of two servers that write the same move, one wins and the other is told.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "lab/edition.h"
#include "server/game_clock.h"
#include "server/sql.h"

namespace tambour::server {

enum class RecordKind : uint8_t { Act, Undo, Takeback, Chat, Entropy, Seat, Over, Standing, Ask, Machine, Mute, Note };
inline constexpr RecordKind kLastRecordKind = RecordKind::Note;

struct Record {
  int64_t number = 0;  // 1, 2, 3 … within its game
  RecordKind kind = RecordKind::Act;
  tambour::Seat seat = tambour::Seat::Nobody;
  std::string text;
  int64_t at = 0;  // milliseconds since 1970
  // What keeps a game readable and its dice verifiable when its rules are gone; see records.h.
  std::string among;    // of an act of Chance: among what it was chosen
  uint64_t board = 0;  // hash of the board after this record, every so often; 0: not kept
  int64_t stamp = 0;   // of the write it came with; 0: not written yet
  bool operator==(const Record&) const = default;
};

// To a friend's seat. The invitation itself can be made again from the game's secret and its number.
struct Invitation {
  std::string state;          // "open", "taken", "declined" or "withdrawn"; "" for other seats
  int64_t number = 0;         // of those given out for this seat before
  std::string account, name;  // whom it is for; "": for anyone who has the link
  bool operator==(const Invitation&) const = default;
};

struct SeatRow {
  std::string kind, name;                // "human", "friend", "open" or a machine's level
  std::string secret_hash, invite_hash;  // hex; empty: nobody sits here, no invitation
  std::string account = {};              // its owner, if it has one
  std::vector<std::string> devices = {};  // hashes of further secrets, of its account's other devices
  Invitation invitation = {};
  bool operator==(const SeatRow&) const = default;
};

// The game that is played after this one, with sides swapped.
struct Rematch {
  std::string game;  // "": none
  tambour::Seat by = tambour::Seat::Nobody;
  bool operator==(const Rematch&) const = default;
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
  Terms terms;
  std::string host_hash;  // of its maker, who has no seat
  Rematch rematch;
  ClockState clock;
  std::string status;  // JSON for lists: turn, whose decision, winner
  bool over = false;
  int64_t stamp = 0;   // random, another one with each write
  bool copied = false;  // it is as it was brought from another store
};

// Who answers next, for servers that share a store. Kept: as it was.
enum class NextAnswer : uint8_t { Kept, People, Machine };

// One durable step of one game: all of it or nothing.
struct Batch {
  bool create = false;
  GameRow game;  // its mutable columns are written with every batch; its stamp is the one the game must still have
  std::vector<Record> records;
  int64_t stamp = 0;  // the game's from now on
  NextAnswer next = NextAnswer::Kept;
  std::vector<SqlStatement> also = {};  // what else must be written with it, or not at all
  bool copied = false;                  // brought from another store
};

enum class WriteOutcome : uint8_t {
  Written,  // durable
  Stale,    // not written: the game has moved on, or is gone
  Failed,   // not written: the store is in trouble
  Doubt,    // unknown: the connection broke while it was being written
};

// A game with its records, as of one moment.
struct KeptGame {
  GameRow row;
  std::vector<Record> records;
};

class StoreError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Not reached within the time that a write may take.
class UnreachableStore : public StoreError {
  using StoreError::StoreError;
};

// Every call may be made from any thread, and may throw StoreError with a sentence for the people who run the server.
class Store {
 public:
  virtual ~Store() = default;
  // One transaction: an outcome for each batch. If it throws, nothing was written.
  virtual std::vector<WriteOutcome> write(const std::vector<const Batch*>& group) = 0;
  virtual std::vector<GameRow> games() = 0;  // oldest first
  virtual std::optional<KeptGame> load(const std::string& game, int64_t after = 0) = 0;  // the records that follow this number, in order
  virtual void erase(const std::vector<std::string>& games) = 0;                         // with all their records
  // After a failed write: throws unless a write like it succeeds now. Leaves nothing behind.
  virtual void probe(const Batch& like);
  virtual int64_t process() const { return 0; }  // of a shared store: which of those that share it this one is
  // What is kept beside games: accounts, notices. All of the work or nothing; it may be done again when a connection breaks.
  virtual void transact(const std::function<void(Sql&)>& work) = 0;
  virtual int64_t now();  // milliseconds since 1970 by the clock that all who share this store go by
};

// What a game's row keeps as text: who may sit down, whose the seats are, the rematch; and its clock.
std::string seating_text(const GameRow& row, bool copied = false);
void read_seating(GameRow& row, const std::string& text);
std::string clock_text(const GameRow& row);

// "sqlite:PATH" or a plain path; "postgresql://…" for one that several servers may share. What names no store, or one that cannot be
// used, is refused with a StoreError. One that is absent is made, unless it must exist.
std::unique_ptr<Store> open_store(const std::string& address, bool must_exist = false);
bool is_shared_store(const std::string& address);
// Random, never 0, and never the same twice.
int64_t new_stamp();

}  // namespace tambour::server
