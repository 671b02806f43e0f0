// SPDX-License-Identifier: MIT
#include "server/live_game.h"

#include <algorithm>
#include <cstring>

#include "kit/fault.h"
#include "server/log.h"
#include "wire/parse.h"

namespace tambour::server {

namespace {

constexpr int64_t kBoardEvery = 32;  // records between two board hashes in the store

bool same_decision(const Decision& a, const Decision& b) {
  return a.seat == b.seat && std::strcmp(a.question, b.question) == 0 && std::strcmp(a.prompt, b.prompt) == 0;
}

// Stored text was checked as UTF-8, but a store can be edited: replace bad bytes instead of throwing.
std::string dump(const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); }

Digest secret_of(const GameRow& row) { return parse_hex(row.dice_secret).value_or(Digest{}); }

SeatClock clock_of(const Game& game, const GameRow& row) {
  const json status = wire::parse_json(row.status);
  const auto spent = [&](Seat seat) -> int64_t {
    const json* at = status.is_object() && status.contains("clock") ? &status["clock"] : nullptr;
    if (!at || !at->is_object() || !at->contains(game.side_name(seat))) return 0;
    const json& ms = (*at)[game.side_name(seat)];
    return ms.is_number_integer() ? ms.get<int64_t>() : 0;
  };
  return {spent(Seat::First), spent(Seat::Second)};
}

}  // namespace

LiveGame::LiveGame(const Game& game, GameRow row)
    : game_(game),
      row_(std::move(row)),
      match_(game),
      dice_(secret_of(row_), {row_.id, row_.book, row_.battle, std::size_t(row_.inherited), row_.dice_version}),
      clock_(clock_of(game, row_)) {
  refresh_status();
}

Trouble LiveGame::restore(const std::vector<Record>& records) {
  for (Record record : records) {
    if (record.number != int64_t(records_.size()) + 1 || record.kind > kLastRecordKind || record.seat > Seat::Nobody)
      return {"game " + row_.id, int(records_.size()) + 1, "the record is missing or was changed by another program; restore the store"};
    Shown told;
    trying_ = record.text;
    if (const Trouble trouble = apply(record, told)) return trouble;
    if (record.board && record.board != board_hash(game_, state()))
      return {"game " + row_.id, int(record.number), "the position is not the one that was played (the rules or the battle have changed)"};
    enter(record, told);
  }
  views_ = ViewCache();
  refresh_status();
  return {};
}

// Applies a record to the match; `told` collects what there is to show.
Trouble LiveGame::apply(Record& record, Shown& told) {
  told.before = game_.decision(state());
  told.acts_before = match_.log().size();
  const Outcome before = game_.outcome(state());
  std::copy(std::begin(before.points), std::end(before.points), told.points);
  const auto trouble = [&](const std::string& why) {
    return Trouble{"game " + row_.id, int(record.number),
                   "'" + record.text + "' cannot be played: " + why + " (the rules or the battle have changed)"};
  };
  if (record.kind == RecordKind::Act) {
    std::string why;
    told.act = parse_action(record.text, game_, why);
    if (!told.act) return trouble(why);
    if (state().seat != record.seat || over()) return trouble("the decision is another's");
    if (record.seat == Seat::Chance) record.among = chosen_among(game_, state());
    told.standing = standing_answer() == told.act;
    if (record.seat <= Seat::Second) held_[index(record.seat)] = false;
    told.due = game_.due(state());
    if (match_.play(*told.act, &told.happened)) return trouble("the rules refuse it");
  }
  if (record.kind == RecordKind::Undo && !match_.undo(record.seat)) return trouble("nothing may be taken back");
  if (record.kind == RecordKind::Takeback) {
    const auto kept = to_int(record.text);
    if (!kept || *kept < 0 || std::size_t(*kept) > match_.log().size()) return trouble("so many acts were not played");
    match_.take_back(std::size_t(*kept));
  }
  const bool back = record.kind == RecordKind::Undo || record.kind == RecordKind::Takeback;
  if (back && record.seat <= Seat::Second) held_[index(record.seat)] = true;
  if (record.kind == RecordKind::Standing &&
      (record.seat > Seat::Second || !standing_[index(record.seat)].note(record.text, game_, state())))
    return trouble("it is no standing order");
  if (record.kind == RecordKind::Ask) request_ = record.text.empty() ? Request{} : Request{record.seat, record.text};
  if (moves_the_game(record.kind)) request_ = {};
  if (record.kind >= RecordKind::Machine && record.seat > Seat::Second) return trouble("it is nobody's");
  if (record.kind == RecordKind::Machine) row_.seats[index(record.seat)].kind = row_.seats[index(record.seat)].name = record.text, request_ = {};
  if (record.kind == RecordKind::Mute) muted_[index(record.seat)] = record.text == "on";
  if (record.kind == RecordKind::Note) notes_[index(record.seat)] = record.text;
  if (record.kind == RecordKind::Over && !end(record)) return trouble("a game ends so only once, by one of its players");
  if (record.kind == RecordKind::Entropy && record.seat <= Seat::Second) stirred_[tambour::index(record.seat)] = true;
  if (const auto entry = as_entry(record)) dice_.note(*entry);
  return {};
}

// By the rules if the record has no text; otherwise by resignation, agreement or time.
bool LiveGame::end(const Record& record) {
  row_.over = told_over_ = true;
  if (record.text.empty()) return true;
  if (ended_ || record.seat > Seat::Second || (record.text != "resign" && record.text != "draw" && record.text != "time")) return false;
  ended_ = Ending{record.text == "resign" ? other(record.seat) : record.text == "time" ? record.seat : Seat::Nobody, record.text};
  return true;
}

json LiveGame::outcome() const {
  json out = wire::outcome(game_, state());
  if (ended_) out["over"] = true, out["winner"] = wire::seat(game_, ended_->winner), out["ended"] = ended_->how;
  return out;
}

json LiveGame::decision() const {
  if (!ended_) return wire::decision(game_, state());
  return {{"seat", nullptr}, {"question", ""}, {"prompt", ""}, {"dice", nullptr}, {"over", true}};
}

void LiveGame::enter(const Record& record, const Shown& told) {
  std::array<int64_t, kViewers> seqs{};
  std::shared_ptr<const std::string> bodies[kViewers];
  for (int v = kViewers - 1; v >= 0; --v) {
    bodies[v] = body_for(Viewer(v), record, told);
    if (!bodies[v]) continue;
    for (int other = v + 1; other < kViewers; ++other)
      if (bodies[other] && *bodies[other] == *bodies[v]) bodies[v] = bodies[other];
    log_[std::size_t(v)].push_back({bodies[v], records_.size()});
    if (bodies[v].use_count() <= 2) body_bytes_ += bodies[v]->size();
    seqs[std::size_t(v)] = int64_t(log_[std::size_t(v)].size());
    if (moves_the_game(record.kind)) moved_[std::size_t(v)] = seqs[std::size_t(v)];
  }
  body_bytes_ += record.text.size() + record.among.size();
  records_.push_back(record);
  acts_after_.push_back(match_.log().size());
  if (record.kind == RecordKind::Act) act_seq_.push_back(seqs);
  else act_seq_.resize(match_.log().size());
}

// Forced answers, shown by the same rule as acts; answers without effect are left out.
json LiveGame::forced_for(Viewer v, const wire::EventLog& happened) const {
  json out = json::array();
  for (std::size_t i = 0; i < happened.taken.size(); ++i) {
    const auto& t = happened.taken[i];
    if (t.act.verb == Verb::Done || t.act.verb == Verb::Pass || t.act.verb == Verb::No) continue;
    const std::size_t end = i + 1 < happened.taken.size() ? happened.taken[i + 1].events_before : happened.events.size();
    bool shown = end > t.events_before;
    for (std::size_t e = t.events_before; e < end; ++e) shown &= sees(v, happened.events[e]);
    if (shown || v == Viewer::All || (t.seat <= Seat::Second && viewer_of(t.seat) == v)) out.push_back(wire::forced(game_, t));
  }
  return out;
}

// An act is shown to its seat, and to others if they may see all its events. An act that shows nothing is no entry, so that not even the
// number of hidden acts is known.
std::string LiveGame::act_body(Viewer v, const Record& record, const Shown& told, bool& anything) const {
  const bool own = v == Viewer::All || viewer_of(record.seat) == v;
  const std::vector<Event>& all = told.happened.events;
  json events = json::array();
  for (const Event& e : all)
    if (sees(v, e)) events.push_back(wire::event(game_, e));
  const bool shown = own || (!all.empty() && events.size() == all.size());
  anything = shown || !events.empty();
  const Outcome now = game_.outcome(state());
  json points;
  if (!std::equal(std::begin(now.points), std::end(now.points), told.points))
    for (Seat s : {Seat::First, Seat::Second}) points[game_.side_name(s)] = now.points[index(s)];
  const bool told_standing = told.standing && viewer_of(record.seat) == v;
  const json forced = forced_for(v, told.happened);
  return ",\"act\":" + (shown ? dump(wire::act(game_, *told.act)) : "null") + ",\"events\":" + dump(events) +
         (told_standing ? ",\"standing\":true" : "") + (forced.empty() ? "" : ",\"forced\":" + dump(forced)) +
         (points.is_null() ? "" : ",\"points\":" + dump(points)) +
         (shown && told.due ? ",\"due\":" + dump(wire::due(game_, *told.due, wire::Lines::Short)) : "");
}

std::shared_ptr<const std::string> LiveGame::body_for(Viewer v, const Record& record, const Shown& told) const {
  bool anything = true;
  std::string rest;
  if (!is_told(record.kind)) return nullptr;  // in no log; the hub informs those concerned
  if (record.kind == RecordKind::Chat && !hears(v, record.seat)) return nullptr;
  if (record.kind == RecordKind::Act) rest = act_body(v, record, told, anything);
  if (record.kind == RecordKind::Undo || record.kind == RecordKind::Takeback) {
    json undone = json::array();
    for (std::size_t act = match_.log().size(); act < told.acts_before; ++act)
      if (const int64_t seq = seq_of_act(act, v)) undone.push_back(seq);
    anything = !undone.empty() || v == Viewer::All;
    rest = ",\"undone\":" + dump(undone);
  }
  if (record.kind == RecordKind::Chat || record.kind == RecordKind::Entropy) rest = ",\"text\":" + dump(record.text);
  if (record.kind == RecordKind::Chat && row_.terms.rooms) rest += std::string(",\"room\":\"") + room_of(record.seat) + "\"";
  if (record.kind == RecordKind::Machine) rest = ",\"side\":" + dump(wire::seat(game_, record.seat)) + ",\"level\":" + dump(record.text);
  if (record.kind == RecordKind::Seat) rest = ",\"name\":" + dump(record.text) + ",\"side\":" + dump(wire::seat(game_, record.seat));
  if (record.kind == RecordKind::Over) rest = ",\"secret\":" + dump(dice_.secret()) + ",\"outcome\":" + dump(outcome());
  if (!anything && same_decision(told.before, game_.decision(state()))) return nullptr;
  return std::make_shared<const std::string>("\"kind\":\"" + std::string(kind_name(record.kind)) + "\",\"by\":" +
                                             dump(wire::seat(game_, record.seat)) + ",\"at\":" + std::to_string(record.at) + rest);
}

void LiveGame::stamped(int64_t stamp, std::size_t records) {
  row_.stamp = stamp;
  for (std::size_t i = records_.size() - records; i < records_.size(); ++i) records_[i].stamp = stamp;
}

Step LiveGame::live(Record record) {
  std::array<int64_t, kLiveViewers> before{};
  for (int v = 0; v < kLiveViewers; ++v) before[std::size_t(v)] = seq(Viewer(v));
  Shown told;
  trying_ = record.text;
  if (const Trouble trouble = apply(record, told)) throw tambour::Fault("a checked act fails: " + trouble.text());
  if (record.number % kBoardEvery == 0 || record.kind == RecordKind::Over) record.board = board_hash(game_, state());
  enter(record, told);
  Step step{std::move(record), {}};
  const bool moves = step.record.kind == RecordKind::Act || step.record.kind == RecordKind::Undo ||
                     step.record.kind == RecordKind::Takeback || (step.record.kind == RecordKind::Over && ended_);
  if (moves) views_.look(game_, state()), turn_clock(step.record.kind == RecordKind::Act);
  for (int i = 0; i < kLiveViewers; ++i) {
    const auto v = Viewer(i);
    if (seq(v) == before[std::size_t(i)]) {
      // No entry, but the view has changed: for example the order of a stack.
      if (moves && views_.changed(v))
        step.update[std::size_t(i)] = "{\"type\":\"view\",\"seq\":" + std::to_string(seq(v)) + ",\"view\":" + views_.changes(v) + "}";
      continue;
    }
    step.open |= v == Viewer::Public;
    step.update[std::size_t(i)] = "{\"type\":\"update\",\"seq\":" + std::to_string(seq(v)) + "," + *log_[std::size_t(i)].back().body +
                                  (moves ? update_json(v) : "") + "}";
  }
  trying_.clear();
  return step;
}

std::string LiveGame::update_json(Viewer v) {
  return ",\"view\":" + views_.changes(v) + ",\"decision\":" + dump(decision()) + ",\"options\":" + dump(options_for(v)) +
         ",\"undo\":" + (may_undo(v) ? "true" : "false") + ",\"clock\":" + dump(clock());
}

// By the table clock: the system clock may jump.
void LiveGame::turn_clock(bool fresh) {
  const Seat seat = over() ? Seat::Nobody : state().seat;
  clock_.run(seat <= Seat::Second && here_[index(seat)] ? seat : Seat::Nobody, steady_ms());
  GameClock limit(row_.terms.clock, row_.clock);
  if (!limit.on()) return;
  if (over()) return limit.stop(table_ms());
  const bool person = seat <= Seat::Second && !is_machine(row_.seats[index(seat)]);
  const bool complete = std::none_of(std::begin(row_.seats), std::end(row_.seats),
                                     [](const SeatRow& s) { return !is_machine(s) && s.secret_hash.empty(); });
  limit.decide(seat, person && complete, views_.head(Viewer::Public).value("turn", 0), fresh, table_ms());
}

Seat LiveGame::out_of_time() const {
  ClockState state = row_.clock;
  return over() ? Seat::Nobody : GameClock(row_.terms.clock, state).out(table_ms());
}

bool LiveGame::rest(Seat seat, int days) { return GameClock(row_.terms.clock, row_.clock).rest(seat, days, table_ms()); }

bool LiveGame::attend(bool first, bool second) {
  const Seat before = clock_.running();
  here_[0] = first, here_[1] = second;
  turn_clock();
  refresh_status();
  return before <= Seat::Second && clock_.running() == Seat::Nobody;
}

json LiveGame::clock() {
  turn_clock();
  json out{{"running", wire::seat(game_, clock_.running())}};
  for (Seat s : {Seat::First, Seat::Second}) out["spent"][game_.side_name(s)] = clock_.spent(s);
  const int64_t now = table_ms();
  const GameClock limit(row_.terms.clock, row_.clock);
  if (!limit.on()) return out;
  out["counts"] = wire::seat(game_, row_.clock.counts);
  out["out"] = wire::seat(game_, out_of_time());
  for (Seat s : {Seat::First, Seat::Second}) {
    const auto left = is_machine(row_.seats[index(s)]) ? std::nullopt : limit.left(s, now);
    const int64_t until = limit.resting_until(s, now);
    out["left"][game_.side_name(s)] = left ? json(*left) : json(nullptr);
    out["holidays"][game_.side_name(s)] = {{"left", limit.holidays_left(s)}, {"until", until ? json(until) : json(nullptr)}};
  }
  return out;
}

Steps LiveGame::follow(const GameRow& row, const std::vector<Record>& records) {
  for (Seat s : {Seat::First, Seat::Second}) row_.seats[index(s)] = row.seats[index(s)];
  row_.moved = row.moved, row_.rematch = row.rematch;
  const Seat running = clock_.running();
  clock_ = clock_of(game_, row);
  clock_.run(running, steady_ms());
  Steps steps;
  for (const Record& record : records) {
    if (record.number != int64_t(records_.size()) + 1) throw tambour::Fault("a record is missing in the store");
    steps.push_back(live(record));
    const Record& ours = records_.back();
    if (record.board && ours.board && record.board != ours.board) throw tambour::Fault("another server plays by other rules");
  }
  row_.stamp = row.stamp, row_.clock = row.clock;
  refresh_status();
  return steps;
}

json LiveGame::standing(Seat seat) const { return seat <= Seat::Second ? standing_[index(seat)].list(game_, state()) : json(nullptr); }

const StandingOrders& LiveGame::orders(Seat seat) const {
  static const StandingOrders kNone;
  return held_[index(seat)] ? kNone : standing_[index(seat)];
}

UnitId LiveGame::mover(Seat seat) const {
  for (std::size_t i = match_.log().size(); i-- > 0;)
    if (match_.log()[i].seat == seat && match_.log()[i].act.who != kNoUnit) return match_.log()[i].act.who;
  return kNoUnit;
}

bool LiveGame::has_order() const {
  const Seat seat = state().seat;
  return !over() && seat <= Seat::Second && orders(seat).concern(game_, state(), mover(other(seat)));
}

std::optional<Action> LiveGame::standing_answer() const {
  const Seat seat = state().seat;
  if (over() || seat > Seat::Second) return std::nullopt;
  return orders(seat).answer(game_, state(), mover(other(seat)), StandingOrders::Weigh::Nothing);
}

void LiveGame::pass_on() {
  const Seat seat = state().seat;
  standing_[index(seat)].pass_on(game_, state(), mover(other(seat)));
}

void LiveGame::inherit(const std::vector<std::pair<Seat, std::string>>& acts, int64_t at) {
  std::vector<Record> records;
  for (const auto& [seat, text] : acts) records.push_back({int64_t(records.size()) + 1, RecordKind::Act, seat, text, at});
  restore(records);
}

int LiveGame::count(RecordKind kind) const {
  return int(std::count_if(records_.begin(), records_.end(), [&](const Record& r) { return r.kind == kind; }));
}

std::optional<std::size_t> LiveGame::last_act_of(Seat seat) const {
  for (std::size_t i = match_.log().size(); i-- > std::size_t(row_.inherited);)
    if (match_.log()[i].seat == seat) return i;
  return std::nullopt;
}

json LiveGame::options_for(Viewer v) const {
  if (over() || state().seat > Seat::Second || viewer_of(state().seat) != v) return nullptr;
  return wire::options(game_, state());
}

bool LiveGame::may_undo(Viewer v) const {
  return v <= Viewer::Second && !over() && match_.log().size() > std::size_t(row_.inherited) && match_.can_undo(Seat(viewer_index(v)));
}

std::size_t LiveGame::bytes() const {
  constexpr std::size_t kFixed = 160u << 10;  // the view cache and three states
  return kFixed + body_bytes_ + (match_.log().size() / 64) * sizeof(State) + records_.size() * (sizeof(Record) + 4 * sizeof(Entry) + 160);
}

std::string LiveGame::report() const {
  std::string out = "battle " + row_.battle + " under " + row_.book + ", after " + std::to_string(records_.size()) + " records, playing '" +
                    trying_ + "', position " + hex64(position_hash(state()));
  try {
    out += ", procedures: " + procedures(state());
  } catch (const std::exception&) {
    out += ", procedures unreadable";
  }
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

void LiveGame::refresh_status() {
  if (!views_.open()) views_.look(game_, state());
  const json& head = views_.head(Viewer::Public);
  row_.status =
      dump({{"turn", head["turn"]},
            {"turns", head["turns"]},
            {"to_act", over() ? json(nullptr) : wire::seat(game_, state().seat)},
            {"winner", wire::seat(game_, winner())},
            {"points", head.value("points", json())},
            {"clock",
             {{game_.side_name(Seat::First), clock_.spent(Seat::First)}, {game_.side_name(Seat::Second), clock_.spent(Seat::Second)}}}});
}

}  // namespace tambour::server
