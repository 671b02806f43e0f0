// SPDX-License-Identifier: MIT
// The protocol of docs/protocol.md, without streams: one game at a time over JSON lines.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lab/draft.h"
#include "lab/game_file.h"
#include "wire/wire.h"

namespace tambour::wire {

class Referee {
 public:
  enum class Files : uint8_t { Allowed, Barred };  // may save and load access files?
  Referee(std::string data_directory, MakeGame make, Files files = Files::Allowed);
  ~Referee();

  // One line in, one line out. Any input is answered with an object.
  std::string answer(std::string_view line);
  // Back to the start of the game, dice included; for fuzzing.
  void rewind();

 private:
  struct Sitting;
  using Handler = json (Referee::*)(const json&);
  struct Command {
    const char* name;
    Handler handle;
    bool needs_game;
  };
  static const Command kCommands[];

  json dispatch(const json& request);
  json battles(const json&);
  json start(const json&);
  json position(const json&);
  json decision(const json&);
  json options(const json&);
  json apply(const json&);
  json why(const json&);
  json ledger(const json&);
  json view(const json&);
  json undo(const json&);
  json save(const json&);
  json load(const json&);
  json log(const json&);
  json rules(const json&);
  json describe(const json&);
  json odds(const json&);
  json hint(const json&);

  json begin(GameFile file, const json& request);
  json now() const;
  json refused(Action a) const;             // the refusal of an illegal act
  std::string not_allowed(Action a) const;  // the same as a sentence
  Action act_of(const json& request) const;
  Seat eyes_of(const json& request) const;
  Action chance_act(const json& die) const;
  Action drawn_act();
  std::string path_of(const json& request) const;
  const Game& game() const;
  const State& state() const;

  std::string data_;
  MakeGame make_;
  Files files_;
  std::unique_ptr<Sitting> sitting_;
};

}  // namespace tambour::wire
