// SPDX-License-Identifier: MIT
// Storage of games as append-only logs. Every write names the stamp of the state it is based on and is refused if the game has moved on:
// of two servers that write the same move, one wins and the other gets Stale.
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
  // These keep a game readable and its dice verifiable without its rules; see records.h.
  std::string among;   // of an act of Chance: what it was chosen among
  uint64_t board = 0;  // hash of the board after this record; 0: not stored with this one
  int64_t stamp = 0;   // of its write; 0: not written yet
  bool operator==(const Record&) const = default;
};

// An invitation to a friend's seat. Its text is derived from the game's secret and the number.
struct Invitation {
  std::string state;          // "open", "taken", "declined" or "withdrawn"; "" for other seats
  int64_t number = 0;         // earlier invitations to this seat
  std::string account, name;  // the invited account; "": anyone with the link
  bool operator==(const Invitation&) const = default;
};

struct SeatRow {
  std::string kind, name;                // "human", "friend", "open" or a machine's level
  std::string secret_hash, invite_hash;  // hex; empty: free seat, no invitation
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

// The properties of a game that need no replay.
struct GameRow {
  std::string id, book, battle;
  tambour::Edition edition;  // version of rules, battle and charts
  std::string dice_secret;  // hex
  int dice_version = 1;
  bool stir = false;        // dice wait until every person has sent entropy
  int64_t inherited = 0;    // number of records from the game it was branched from
  int pace_ms = 0;
  int64_t created = 0, moved = 0;
  SeatRow seats[2];
  Terms terms;
  std::string host_hash;  // secret of its maker, if without a seat
  Rematch rematch;
  ClockState clock;
  std::string status;  // JSON for lists: turn, whose decision, winner
  bool over = false;
  int64_t stamp = 0;  // random, changes with each write
  bool copied = false;  // not written to since `store copy` brought it here
};

// Which server answers next, on a shared store. Kept: unchanged.
enum class NextAnswer : uint8_t { Kept, People, Machine };

// One durable step of one game: all of it or nothing.
struct Batch {
  bool create = false;
  GameRow game;  // its mutable columns are written; the game must still have its stamp
  std::vector<Record> records;
  int64_t stamp = 0;  // the new stamp of the game
  NextAnswer next = NextAnswer::Kept;
  std::vector<SqlStatement> also = {};  // statements in the same transaction
  bool copied = false;                  // written by `store copy`
};

enum class WriteOutcome : uint8_t {
  Written,  // durable
  Stale,    // not written: the game has moved on, or is gone
  Failed,   // not written: an error of the store
  Doubt,    // unknown: the connection broke during the write
};

// A consistent snapshot of a game and its records.
struct KeptGame {
  GameRow row;
  std::vector<Record> records;
};

class StoreError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The store was not reached within the time limit of a write.
class UnreachableStore : public StoreError {
  using StoreError::StoreError;
};

// All functions may be called from any thread and may throw StoreError with a sentence for the operator.
class Store {
 public:
  virtual ~Store() = default;
  // One transaction: an outcome for each batch. If it throws, nothing was written.
  virtual std::vector<WriteOutcome> write(const std::vector<const Batch*>& group) = 0;
  virtual std::vector<GameRow> games() = 0;  // oldest first
  virtual std::optional<KeptGame> load(const std::string& game, int64_t after = 0) = 0;  // with the records after this number, in order
  virtual void erase(const std::vector<std::string>& games) = 0;                         // with all their records
  // After a failed write: throws unless a similar write succeeds now. Leaves no trace.
  virtual void probe(const Batch& like);
  virtual int64_t process() const { return 0; }  // the number of this process on a shared store
  // Runs `work`, on accounts and notices, in one transaction; it may run again if the connection breaks.
  virtual void transact(const std::function<void(Sql&)>& work) = 0;
  virtual int64_t now();  // milliseconds since 1970 by the clock of the store, common to all servers
};

// The columns of a game's row that are text: access, seats and rematch; the clock.
std::string seating_text(const GameRow& row, bool copied = false);
void read_seating(GameRow& row, const std::string& text);
std::string clock_text(const GameRow& row);

// "sqlite:PATH" or a plain path; "postgresql://…" for a store that servers can share. Throws StoreError for an invalid address or an
// unusable store. A new store is created unless `must_exist`.
std::unique_ptr<Store> open_store(const std::string& address, bool must_exist = false);
bool is_shared_store(const std::string& address);
// Random, never 0.
int64_t new_stamp();

}  // namespace tambour::server
