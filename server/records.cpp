// SPDX-License-Identifier: MIT
#include "server/records.h"

#include "kit/text.h"

namespace tambour::server {
namespace {

struct Die {
  const char* name;
  Dice dice;
};
constexpr Die kDice[] = {{"d10", Dice::D10}, {"d6", Dice::D6}, {"sixes", Dice::Sixes}};

Dice die_named(const std::string& name) {
  for (const Die& die : kDice)
    if (name == die.name) return die.dice;
  return Dice::None;
}

}  // namespace

bool is_machine(const SeatRow& seat) { return seat.kind != "human" && seat.kind != "friend" && seat.kind != "open"; }

const char* kind_name(RecordKind kind) {
  static constexpr const char* kNames[] = {"act", "undo", "takeback", "chat", "entropy", "seat", "over", "standing", "ask", "machine", "mute", "note"};
  return kNames[int(kind)];
}

bool moves_the_game(RecordKind kind) {
  return kind == RecordKind::Act || kind == RecordKind::Undo || kind == RecordKind::Takeback || kind == RecordKind::Over;
}

bool is_told(RecordKind kind) { return kind < RecordKind::Standing || kind == RecordKind::Machine; }

std::optional<GameEntry> as_entry(const Record& r) {
  switch (r.kind) {
    case RecordKind::Act: return GameEntry{GameEntry::Act, r.seat, r.text};
    case RecordKind::Undo: return GameEntry{GameEntry::Undo, r.seat, ""};
    case RecordKind::Takeback: return GameEntry{GameEntry::Takeback, r.seat, r.text};
    case RecordKind::Entropy: return GameEntry{GameEntry::Entropy, r.seat, r.text};
    case RecordKind::Over:
      if (r.text.empty()) return std::nullopt;
      return GameEntry{GameEntry::Over, r.seat, r.text};
    default: return std::nullopt;
  }
}

std::string chosen_among(const Game& game, const State& state) {
  for (const Die& die : kDice)
    if (state.dice == die.dice) return die.name;
  ActionList<> acts;
  game.options(state, acts);
  std::string out;
  for (const Action& act : acts) {
    if (!out.empty()) out += '|';
    out += to_text(act, game);
  }
  return out;
}

Draw draw_of(const Record& record) {
  if (record.among.empty()) return {};
  if (const Dice dice = die_named(record.among); dice != Dice::None) {
    const int shown = record.text.starts_with("roll ") ? to_int(record.text.substr(5)).value_or(-1) : -1;
    return {faces(dice), shown >= 0 && shown <= 66 ? face_of(dice, shown) : -1};
  }
  Draw draw;
  for (const std::string_view act : split(record.among, '|')) {
    if (act == record.text) draw.outcome = draw.outcomes;
    ++draw.outcomes;
  }
  return draw;
}

double mean_face(const std::string& among) {
  const Dice dice = die_named(among);
  const int n = faces(dice);
  return n ? (face_shown(dice, 0) + face_shown(dice, n - 1)) / 2.0 : 0;
}

}  // namespace tambour::server
