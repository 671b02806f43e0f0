// SPDX-License-Identifier: MIT
#include "lab/game_file.h"

#include <charconv>
#include <memory>

namespace tambour {

namespace {

constexpr const char* kKinds[] = {"act", "undo", "takeback", "entropy", "check", "over"};
constexpr std::size_t kCheckEvery = 50;

std::optional<uint64_t> parse_hex64(std::string_view word) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, 16);
  if (word.size() != 16 || error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

std::string check_text(const Match& match, const Game& game, int format) {
  const uint64_t hash = format == 1 ? position_hash(match.state()) : board_hash(game, match.state());
  return std::to_string(match.log().size()) + " " + hex64(hash);
}

std::string_view after(std::string_view line, std::string_view word) { return trim(line.substr(word.size())); }

std::string read_header(GameFile& file, std::string_view key, std::string_view value) {
  if (key == "book") return file.book = value, "";
  if (key == "battle") return file.battle = value, "";
  if (key == "game") return file.game = value, "";
  if (key == "commitment") return file.commitment = value, "";
  if (key == "secret") return file.secret = value, "";
  if (key == "content" || key == "battle-hash") {
    const auto hash = parse_hex64(value);
    if (!hash) return "'" + std::string(key) + "' wants 16 hex digits";
    if (key == "content") file.edition.hash = *hash;  // the older hash covered the text of the files, comments included, and no charts
    return "";
  }
  if (key == "rules" || key == "dice") {
    const auto n = to_int(value);
    if (!n || *n < 1) return "'" + std::string(key) + "' wants a version, 1 or more";
    (key == "rules" ? file.edition.rules : file.dice) = *n;
    return "";
  }
  if (key == "inherited") {
    const auto n = to_int(value);
    return n && *n >= 0 ? (file.inherited = std::size_t(*n), "") : "'inherited' wants a number of entries";
  }
  if (key == "position") return file.position.emplace_back(value), "";
  if (key == "given") {
    Statement statement;
    for (auto piece : words(value)) statement.words.emplace_back(piece);
    if (statement.words.empty()) return "'given' wants a statement, for example: given active A";
    return file.given.push_back(std::move(statement)), "";
  }
  return "'" + std::string(key) + "' is not known in a game file";
}

std::string read_entry(GameFile& file, GameEntry::Kind kind, std::string_view value) {
  GameEntry entry{kind, Seat::Nobody, std::string(value)};
  if (kind != GameEntry::Check) {
    const auto pieces = words(value);
    const auto seat = pieces.empty() ? std::nullopt : parse_seat_word(pieces[0]);
    if (!seat) return "'" + std::string(kKinds[kind]) + "' wants a seat: First, Second or Chance";
    entry.seat = *seat;
    entry.text = after(value, pieces[0]);
  }
  file.entries.push_back(std::move(entry));
  return "";
}

}  // namespace

std::string hex64(uint64_t value) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(value));
  return digits;
}

const char* seat_word(Seat seat) {
  static constexpr const char* kWords[] = {"First", "Second", "Chance", "Nobody"};
  return kWords[index(seat)];
}

std::optional<Seat> parse_seat_word(std::string_view word) {
  for (Seat seat : {Seat::First, Seat::Second, Seat::Chance})
    if (word == seat_word(seat)) return seat;
  return std::nullopt;
}

std::string GameEntry::line() const {
  std::string out = kKinds[kind];
  if (kind != Check) out += std::string(" ") + seat_word(seat);
  return text.empty() ? out : out + " " + text;
}

std::optional<GameFile> read_game_file(std::string_view text, const std::string& name, Trouble& trouble) {
  GameFile file;
  int number = 0;
  bool version = false;
  for (std::string_view raw : split(text, '\n')) {
    ++number;
    const auto line = trim(raw);
    if (line.empty() || line[0] == '#') continue;
    const auto pieces = words(line);
    if (!version) {
      if (pieces[0] != "tambour-game") return trouble = {name, number, "the first line must be 'tambour-game 2'"}, std::nullopt;
      if (line != "tambour-game 1" && line != "tambour-game 2")
        return trouble = {name, number, "this program reads game files of versions 1 and 2"}, std::nullopt;
      version = true;
      file.format = line.back() - '0';
      if (file.format == 1) file.edition.rules = 1;
      continue;
    }
    std::string why;
    bool entry = false;
    for (int k = 0; k < int(std::size(kKinds)) && !entry; ++k)
      if (pieces[0] == kKinds[k]) entry = true, why = read_entry(file, GameEntry::Kind(k), after(line, pieces[0]));
    if (!entry) why = read_header(file, pieces[0], after(line, pieces[0]));
    if (!why.empty()) return trouble = {name, number, why}, std::nullopt;
  }
  if (!version) return trouble = {name, number, "the file is empty; its first line must be 'tambour-game 2'"}, std::nullopt;
  if (file.book.empty() || file.battle.empty()) return trouble = {name, number, "'book' or 'battle' is missing"}, std::nullopt;
  return file;
}

std::string write_game_file(const GameFile& file) {
  std::string out = "tambour-game " + std::to_string(file.format) + "\nbook " + file.book + "\nbattle " + file.battle + "\n";
  const auto header = [&](const char* key, const std::string& value) {
    if (!value.empty()) out += std::string(key) + " " + value + "\n";
  };
  if (file.edition.rules && file.format > 1) header("rules", std::to_string(file.edition.rules));
  if (file.edition.hash) header("content", hex64(file.edition.hash));
  header("game", file.game);
  header("commitment", file.commitment);
  header("secret", file.secret);
  if (!file.commitment.empty()) header("dice", std::to_string(file.dice));
  if (file.inherited) header("inherited", std::to_string(file.inherited));
  for (const std::string& line : file.position) out += "position " + line + "\n";
  for (const Statement& statement : file.given) {
    out += "given";
    for (const std::string& word : statement.words) out += " " + word;
    out += "\n";
  }
  for (const GameEntry& entry : file.entries) out += entry.line() + "\n";
  return out;
}

Replayer::Replayer(const GameFile& file, const Game& game) : file_(file), game_(game) {}

Trouble Replayer::start() {
  number_ = 0, ended_ = false;
  if (file_.given.empty()) return match_.emplace(game_), Trouble{};
  const auto state = std::make_unique<State>();
  if (const Trouble trouble = game_.arrange(*state, file_.given)) return trouble;
  return match_.emplace(game_, *state), Trouble{};
}

Trouble Replayer::step(const GameEntry& entry, EventSink* events) {
  ++number_;
  const auto trouble = [&](const std::string& why) { return Trouble{"entry", number_, "'" + entry.line() + "' cannot be played: " + why}; };
  if (ended_) return trouble("the players had ended the game");
  if (entry.kind == GameEntry::Over) {
    if (entry.seat > Seat::Second || (entry.text != "resign" && entry.text != "draw" && entry.text != "time"))
      return trouble("a game is ended by a player with 'resign', 'draw' or 'time'");
    ended_ = true;
  }
  if (entry.kind == GameEntry::Act) {
    std::string why;
    const auto act = parse_action(entry.text, game_, why);
    if (!act) return trouble(why);
    if (match_->state().over()) return trouble("the game is over");
    if (match_->state().seat != entry.seat) return trouble(std::string("the decision is ") + seat_word(match_->state().seat) + "'s");
    if (const Refusal no = match_->play(*act, events)) {
      const RuleRow* row = find_row(no.why);
      return trouble(row ? "rule " + std::string(row->id) + " forbids it" : "the rules forbid it");
    }
  }
  if (entry.kind == GameEntry::Undo && !match_->undo(entry.seat)) return trouble("nothing may be taken back here");
  if (entry.kind == GameEntry::Takeback) {
    const auto kept = to_int(entry.text);
    if (!kept || *kept < 0 || std::size_t(*kept) > match_->log().size()) return trouble("that many acts were not played");
    match_->take_back(std::size_t(*kept));
  }
  if (entry.kind == GameEntry::Check && entry.text != check_text(*match_, game_, file_.format))
    return trouble("the position differs; the game was played with other rules or other battle files");
  return {};
}

Trouble Replayer::run() {
  if (const Trouble trouble = start()) return trouble;
  for (const GameEntry& entry : file_.entries)
    if (const Trouble trouble = step(entry)) return trouble;
  return {};
}

void add_acts(GameFile& file, std::span<const LogEntry> log, const Game& game) {
  for (const LogEntry& e : log) file.entries.push_back({GameEntry::Act, e.seat, to_text(e.act, game)});
}

void add_checks(GameFile& file, const Game& game) {
  std::vector<GameEntry> entries;
  Replayer replayer(file, game);
  if (replayer.start()) return;
  for (const GameEntry& entry : file.entries) {
    if (entry.kind == GameEntry::Check) continue;
    if (replayer.step(entry)) return;
    entries.push_back(entry);
    if (entry.kind == GameEntry::Act && replayer.match().log().size() % kCheckEvery == 0)
      entries.push_back({GameEntry::Check, Seat::Nobody, check_text(replayer.match(), game, file.format)});
  }
  file.entries = std::move(entries);
}

}  // namespace tambour
