// SPDX-License-Identifier: MIT
#include "wire/referee.h"

#include "wire/advice.h"
#include "wire/parse.h"

namespace tambour::wire {
namespace {

struct Wrong {  // an error, thrown to the top of answer(): a sentence and further members of the reply
  std::string message;
  json more = json::object();
};

std::string text_of(const json& request, const char* key, const char* otherwise = nullptr) {
  if (const auto at = request.find(key); at != request.end()) {
    if (at->is_string()) return at->get<std::string>();
    throw Wrong{std::string("\"") + key + "\" must be a text"};
  }
  if (otherwise) return otherwise;
  throw Wrong{std::string("\"") + key + "\" is missing"};
}

uint64_t seed_of(const json& request) {
  const auto at = request.find("seed");
  if (at == request.end()) return 1;
  if (!at->is_number_integer()) throw Wrong{"\"seed\" must be a whole number"};
  return at->is_number_unsigned() ? at->get<uint64_t>() : uint64_t(at->get<int64_t>());
}

}  // namespace

struct Referee::Sitting {
  Sitting(GameFile f, std::unique_ptr<Table> t, Match m, uint64_t seed)
      : file(std::move(f)), table(std::move(t)), match(std::move(m)), rng(seed) {}
  GameFile file;  // the start of the game; entries are added from the match when it is saved
  std::unique_ptr<Table> table;
  Match match;
  Rng rng;
};

Referee::Referee(std::string data_directory, MakeGame make, Files files)
    : data_(std::move(data_directory)), make_(std::move(make)), files_(files) {}
Referee::~Referee() = default;

const Game& Referee::game() const { return *sitting_->table->game; }
const State& Referee::state() const { return sitting_->match.state(); }

void Referee::rewind() {
  if (!sitting_) return;
  sitting_->match = Match(game(), State(sitting_->match.start()));
  sitting_->rng = Rng(1);
}

std::string Referee::answer(std::string_view line) {
  json id, out;
  try {
    const json request = parse_json(line);
    if (request.is_discarded())
      throw Wrong{is_too_much(line, kAnyValues) ? "this line nests deeper than any request needs" : "this line is not JSON"};
    if (!request.is_object()) throw Wrong{"a request is a JSON object, for example {\"cmd\":\"battles\"}"};
    if (request.contains("id")) id = request["id"];
    out = dispatch(request);
    out["ok"] = true;
  } catch (const Wrong& w) {
    out = w.more;
    out["ok"] = false, out["error"] = w.message;
  } catch (const std::exception& e) {
    out = {{"ok", false}, {"error", std::string("the request cannot be handled: ") + e.what()}};
  }
  if (!id.is_null()) out["id"] = id;
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

const Referee::Command Referee::kCommands[] = {
    {"battles", &Referee::battles, false}, {"start", &Referee::start, false}, {"position", &Referee::position, false},
    {"load", &Referee::load, false},       {"rules", &Referee::rules, false}, {"decision", &Referee::decision, true},
    {"options", &Referee::options, true},  {"apply", &Referee::apply, true},  {"why", &Referee::why, true},
    {"ledger", &Referee::ledger, true},    {"view", &Referee::view, true},    {"undo", &Referee::undo, true},
    {"save", &Referee::save, true},        {"log", &Referee::log, true},      {"describe", &Referee::describe, true},
    {"odds", &Referee::odds, true},        {"hint", &Referee::hint, true}};

json Referee::dispatch(const json& request) {
  const std::string name = text_of(request, "cmd");
  std::vector<std::string> known;
  for (const Command& c : kCommands) {
    known.emplace_back(c.name);
    if (name != c.name) continue;
    if (c.needs_game && !sitting_) throw Wrong{"no game is open; send start, position or load first"};
    return (this->*c.handle)(request);
  }
  const std::string near = nearest(name, known);
  throw Wrong{"there is no command '" + name + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"), {{"commands", known}}};
}

json Referee::now() const { return {{"decision", wire::decision(game(), state())}, {"outcome", wire::outcome(game(), state())}}; }

json Referee::battles(const json&) {
  json list = json::array();
  for (const std::string& id : list_battles(data_)) {
    Trouble trouble;
    if (const auto battle = load_battle(data_ + "/battles/" + id, trouble)) list.push_back(battle_card(*battle));
    else list.push_back({{"id", id}, {"trouble", trouble.text()}});
  }
  return {{"battles", std::move(list)}};
}

json Referee::begin(GameFile file, const json& request) {
  Trouble trouble;
  auto table = open_position(file, data_, make_, trouble);
  if (!table) throw Wrong{trouble.text()};
  file.edition = edition_of(file.book, *table->battle, data_);
  Match match(*table->game, table->start);
  sitting_ = std::make_unique<Sitting>(std::move(file), std::move(table), std::move(match), seed_of(request));
  return now();
}

json Referee::start(const json& request) {
  GameFile file;
  file.battle = text_of(request, "battle");
  file.book = text_of(request, "ruleset");
  return begin(std::move(file), request);
}

// A free position in the case grammar: "battle" or map lines, units, and "given" statements.
json Referee::position(const json& request) {
  GameFile file;
  file.book = text_of(request, "ruleset");
  file.battle = text_of(request, "battle", "position");
  if (request.contains("battle")) file.position.push_back("battle " + file.battle);
  const auto lines = request.find("lines");
  if (lines == request.end() || !lines->is_array())
    throw Wrong{"\"lines\" must be an array of texts, for example [\"map 12 10\", \"given active A\"]"};
  int number = 0;
  for (const json& line : *lines) {
    if (!line.is_string()) throw Wrong{"\"lines\" must hold texts only"};
    const std::string whole = line.get<std::string>();
    const auto text = without_comment(whole);
    ++number;
    if (text.empty()) continue;
    if (!starts_with_word(text, "given")) {
      file.position.emplace_back(text);
      continue;
    }
    Statement statement{{}, number};
    for (auto piece : words(text.substr(5))) statement.words.emplace_back(piece);
    if (statement.words.empty()) throw Wrong{"line " + std::to_string(number) + ": 'given' wants a statement"};
    file.given.push_back(std::move(statement));
  }
  return begin(std::move(file), request);
}

json Referee::decision(const json&) { return now(); }

json Referee::options(const json&) { return {{"options", wire::options(game(), state())}}; }

Action Referee::act_of(const json& request) const {
  const auto at = request.find("act");
  if (at == request.end()) throw Wrong{"\"act\" is missing; 'options' lists what may be done"};
  std::string why;
  const auto act = act_from(game(), *at, why);
  if (!act) throw Wrong{why};
  return *act;
}

// A face as printed (base-six dice 11 to 66), or the name of a marker.
Action Referee::chance_act(const json& die) const {
  const Dice dice = game().decision(state()).dice;
  std::string why;
  if (dice == Dice::Draw) {
    if (!die.is_string()) throw Wrong{"a marker is to be drawn; give its name as a text"};
    if (const auto act = parse_action("draw " + die.get<std::string>(), game(), why)) return *act;
    throw Wrong{why};
  }
  if (!die.is_number_integer()) throw Wrong{"a die is due; give the face as a number"};
  const auto shown = die.get<int64_t>();
  if (shown < 0 || shown > 66 || face_of(dice, int(shown)) < 0) throw Wrong{std::to_string(shown) + " is not a face of this die"};
  return {Verb::Roll, uint8_t(shown)};
}

Action Referee::drawn_act() {
  ActionList<> list;
  game().options(state(), list);
  return list[int(sitting_->rng.below(uint32_t(list.size())))];
}

json Referee::apply(const json& request) {
  EventLog events;
  json acts = json::array();
  Match& match = sitting_->match;
  const std::size_t begun = match.log().size();
  const auto play = [&](Action a) {
    const Seat seat = state().seat;
    const std::size_t taken = events.taken.size();
    if (match.play(a, &events)) {
      const json why = refused(a);
      match.take_back(begun);  // all or nothing
      throw Wrong{not_allowed(a), {{"refusal", why}, {"decision", wire::decision(game(), state())}}};
    }
    json played = wire::act(game(), a);
    played["seat"] = wire::seat(game(), seat);
    acts.push_back(std::move(played));
    for (std::size_t i = taken; i < events.taken.size(); ++i) acts.push_back(forced(game(), events.taken[i]));
  };
  const json dice = request.value("dice", json::array());
  if (!dice.is_array()) throw Wrong{"\"dice\" must be an array of faces and marker names"};
  const json automatic = request.value("auto", json(false));
  if (!automatic.is_boolean()) throw Wrong{"\"auto\" must be true or false"};
  if (request.contains("act")) play(act_of(request));
  for (const json& die : dice) {
    if (state().seat != Seat::Chance || state().over()) {
      match.take_back(begun);
      throw Wrong{"more dice are given than fall; nothing was played"};
    }
    play(chance_act(die));
  }
  if (!request.contains("act") && dice.empty() && (state().seat != Seat::Chance || state().over()))
    throw Wrong{"\"act\" is missing and no die is due"};
  const bool lone = !request.contains("act") && dice.empty() && !automatic.get<bool>();
  while (!state().over() && state().seat == Seat::Chance && (automatic.get<bool>() || (lone && acts.empty()))) play(drawn_act());
  json out = now();
  out["acts"] = std::move(acts);
  out["events"] = events.seen_by(game(), Seat::Nobody);
  return out;
}

json Referee::refused(Action a) const { return refusal(game(), sitting_->match.refuse(a)); }

std::string Referee::not_allowed(Action a) const {
  const std::string act = "'" + to_text(a, game()) + "'";
  if (sitting_->match.taken(a)) return act + " has been taken already: it was the only answer the rules left";
  return act + " is not allowed now";
}

json Referee::why(const json& request) {
  const Action act = act_of(request);
  const Refusal no = sitting_->match.refuse(act);
  json out{{"legal", !no}, {"refusal", no ? refusal(game(), no) : json(nullptr)}};
  if (no && sitting_->match.taken(act)) out["taken"] = true;
  return out;
}

// For a legal act; while a die is due, for any face of it.
json Referee::ledger(const json& request) {
  Action act{Verb::Roll, 0};
  if (request.contains("act") || !faces(state().dice) || state().over()) {
    act = act_of(request);
    if (game().refuse(state(), act)) throw Wrong{not_allowed(act), {{"refusal", refused(act)}}};
  }
  return {{"ledger", wire::ledger(game(), game().ledger(state(), act))}};
}

json Referee::odds(const json& request) {
  const Action act = act_of(request);
  if (state().over() || state().seat > Seat::Second) throw Wrong{"odds are those of a player's act, and no player is to decide"};
  if (game().refuse(state(), act)) throw Wrong{not_allowed(act), {{"refusal", refused(act)}}};
  std::string why;
  auto options = odds_options_from(request, why);
  if (!options) throw Wrong{why};
  options->eyes = eyes_of(request);
  return {{"odds", wire::odds(game(), tambour::odds(game(), state(), act, *options), *options)}};
}

json Referee::hint(const json& request) {
  if (state().over() || state().seat > Seat::Second) throw Wrong{"a hint is for a player's decision, and no player is to decide"};
  return {{"hints", wire::hints(game(), tambour::hints(game(), state(), state().seat, seed_of(request)))}};
}

// The seat whose knowledge is used; Nobody: full information.
Seat Referee::eyes_of(const json& request) const {
  const auto at = request.find("seat");
  if (at == request.end() || at->is_null()) return Seat::Nobody;
  const Seat seat = seat_from(game(), *at);
  if (seat > Seat::Second)
    throw Wrong{"\"seat\" must be '" + game().side_name(Seat::First) + "', '" + game().side_name(Seat::Second) +
                "' or null for everything"};
  return seat;
}

json Referee::view(const json& request) { return {{"view", wire::view(game(), state(), eyes_of(request))}}; }

json Referee::undo(const json& request) {
  const Seat seat = seat_from(game(), request.value("seat", json(nullptr)));
  if (seat > Seat::Second)
    throw Wrong{"\"seat\" must say who takes back: '" + game().side_name(Seat::First) + "' or '" + game().side_name(Seat::Second) + "'"};
  if (!sitting_->match.undo(seat))
    throw Wrong{"nothing can be taken back: the last act is not this side's, or it was a die or showed something hidden"};
  return now();
}

std::string Referee::path_of(const json& request) const {
  if (files_ == Files::Barred) throw Wrong{"files are out of reach here; leave out \"file\""};
  return text_of(request, "file");
}

json Referee::save(const json& request) {
  GameFile file = sitting_->file;
  add_acts(file, sitting_->match.log(), game());
  add_checks(file, game());
  const std::string text = write_game_file(file);
  if (!request.contains("file")) return {{"text", text}};
  const std::string path = path_of(request);
  if (!write_text_file(path, text)) throw Wrong{"'" + path + "' cannot be written; give a path in an existing folder"};
  return {{"file", path}};
}

json Referee::load(const json& request) {
  Trouble trouble;
  std::optional<std::string> text;
  if (request.contains("file")) text = read_text_file(path_of(request), trouble, kGameFileLimit);
  else text = text_of(request, "text");
  if (!text) throw Wrong{trouble.text()};
  const std::string name = text_of(request, "file", "text");
  auto file = read_game_file(*text, name, trouble);
  if (!file) throw Wrong{trouble.text()};
  auto table = open_game_file(*file, data_, make_, trouble);
  if (!table) throw Wrong{trouble.text()};
  Replayer replayer(*file, *table->game);
  if (trouble = replayer.run(); trouble) throw Wrong{trouble.text()};
  Match match = replayer.match();
  file->entries.clear();
  sitting_ = std::make_unique<Sitting>(std::move(*file), std::move(table), std::move(match), seed_of(request));
  return now();
}

json Referee::log(const json&) {
  json out = json::array();
  const auto add = [&](const LogEntry& e, bool taken) {
    json line{{"seat", wire::seat(game(), e.seat)}, {"act", to_text(e.act, game())}};
    if (taken) line["forced"] = true;
    out.push_back(std::move(line));
  };
  const auto taken = sitting_->match.forced(0);
  auto next = taken.begin();
  for (std::size_t i = 0; i < sitting_->match.log().size(); ++i) {
    add(sitting_->match.log()[i], false);
    for (; next != taken.end() && next->after == i + 1; ++next) add(next->entry, true);
  }
  return {{"log", std::move(out)}};
}

json Referee::rules(const json& request) {
  const std::string book = text_of(request, "ruleset"), prefix = text_of(request, "rule", "");
  const RuleBook* rules = find_book(book);
  if (!rules) throw Wrong{"there are no rules for '" + book + "'"};
  json out = json::array();
  for (const RuleRow& r : rules->rows)
    if (r.id.starts_with(prefix)) out.push_back({{"id", r.id}, {"title", r.title}, {"kind", r.kind}, {"summary", r.summary}});
  if (out.empty()) throw Wrong{"no rule of '" + book + "' begins with '" + prefix + "'"};
  return {{"rules", std::move(out)}};
}

json Referee::describe(const json&) {
  const Battle& battle = *sitting_->table->battle;
  return {{"ruleset", game().book()}, {"battle", battle_card(battle)}, {"map", wire::map(battle.map)}, {"roster", roster(game(), battle)}};
}

}  // namespace tambour::wire
