// SPDX-License-Identifier: MIT
// A game being played: its log, undo back to the last die, reveal or enemy decision, and replay.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "play/game.h"

namespace tambour {

struct LogEntry {
  Seat seat = Seat::Nobody;
  Action act;
  friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

struct ForcedEntry {
  std::size_t after = 0;  // the number of acts in the log that lead to it
  LogEntry entry;
};

class Match {
 public:
  explicit Match(const Game& game);             // from the battle's set-up
  Match(const Game& game, const State& start);  // from a free position

  const Game& game() const { return *game_; }
  const State& state() const { return now_; }
  const State& start() const { return start_; }
  const std::vector<LogEntry>& log() const { return log_; }

  // Applies a legal act; refuses any other and changes nothing. A Fault leaves position and log as they were before the act; events
  // already sent for it must be discarded.
  Refusal play(Action a, EventSink* events = nullptr);
  bool can_undo(Seat seat) const;
  bool undo(Seat seat);              // takes back this seat's last act
  void take_back(std::size_t acts);  // keeps only the first `acts`, across dice too: for undo by consent
  State at(std::size_t acts) const;  // the state after so many acts

  // The forced answers since act `from` of the log. They are derived by replay, never recorded.
  std::vector<ForcedEntry> forced(std::size_t from) const;
  bool taken(Action a, Seat seat = Seat::Nobody) const;  // was it a forced answer, of this seat or any, since the last player decision?
  // The refusal of the game; if the question that would allow the act was answered by force meanwhile, the rule that forced it. A seat
  // learns of its own questions only.
  Refusal refuse(Action a, Seat seat = Seat::Nobody) const;

 private:
  std::size_t last_decision() const;  // index of the last act of a player in the log
  void replay(std::size_t from, EventSink& events) const;
  struct Mark {
    std::size_t acts;
    State state;
  };
  const Game* game_;
  State start_, now_;
  std::vector<LogEntry> log_;
  std::vector<uint16_t> reveals_;  // State::reveals before each act
  std::vector<Mark> marks_;        // snapshots every kStride acts
  static constexpr std::size_t kStride = 64;
};

}  // namespace tambour
