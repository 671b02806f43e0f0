// SPDX-License-Identifier: MIT
// One game being played, without its wires: the match, the records that made it, the dice, and what each viewer may read of it.
// Everything that happens is a Record; live play and restoring from the store go through the same door.
#pragma once
#include <memory>
#include <optional>

#include "server/dice.h"
#include "server/view_cache.h"
#include "server/records.h"
#include "server/seat_clock.h"
#include "server/standing_orders.h"
#include "server/store.h"

namespace tambour::server {

// What one record means: itself, and the message for each live viewer ("" where the viewer learns nothing).
struct Step {
  Record record;
  std::array<std::string, kLiveViewers> update;
  bool open = false;  // it is an entry in the public's log
};
using Steps = std::vector<Step>;

// What a seat asks of the other; whatever moves the game ends it.
struct Request {
  Seat by = Seat::Nobody;
  std::string what;  // "takeback": to take back its last act; "draw"
  bool operator==(const Request&) const = default;
};

// The entries of a viewer's log, each as JSON without braces and seq.
using LogBodies = std::vector<std::shared_ptr<const std::string>>;
std::string log_json(const LogBodies& log, int64_t from);  // "[…]": the entries after `from`

class LiveGame {
 public:
  LiveGame(const Game& game, GameRow row);              // at the set-up; the game must outlive it
  Trouble restore(const std::vector<Record>& records);  // what the store holds, in order

  const Game& game() const { return game_; }
  const Match& match() const { return match_; }
  const State& state() const { return match_.state(); }
  const GameRow& row() const { return row_; }
  void stamped(int64_t stamp, std::size_t records);  // the last records were written with this stamp, which is now the game's
  const std::vector<Record>& records() const { return records_; }
  bool over() const { return ended_ || state().over(); }
  Seat winner() const { return ended_ ? ended_->winner : game_.outcome(state()).winner; }
  std::string commitment() const { return dice_.commitment(); }

  // Each of these must be allowed; the dice that follow an act are rolled at once.
  Steps settle(int64_t at);  // rolls what is due, unless the dice still wait for entropy; closes the game when it is over
  Steps play(Action act, int64_t at);
  Steps undo(Seat seat, int acts, int64_t at);  // its last acts, as many as may be taken back
  Steps take_back(Seat seat, int64_t at);
  Steps chat(Seat seat, const std::string& text, int64_t at);
  Steps entropy(Seat seat, const std::string& text, int64_t at);
  Steps sit_down(Seat seat, const std::string& name, const std::string& secret_hash, const std::string& account, int64_t at);
  Steps resign(Seat seat, int64_t at);
  Steps agree_draw(Seat seat, int64_t at);  // to what the other side has offered
  Steps claim(Seat seat, int64_t at);       // the win: the other side's time has run out
  Steps seat_machine(Seat seat, const std::string& level, int64_t at);
  Steps mute(Seat seat, bool on, int64_t at);
  Steps note(Seat seat, const std::string& text, int64_t at);
  Steps stand(Seat seat, const std::string& order, int64_t at);                     // see StandingOrders::note
  Steps ask(Seat seat, const std::string& what, int64_t at);                        // see Request; "" withdraws it
  void inherit(const std::vector<std::pair<Seat, std::string>>& acts, int64_t at);  // of the game this one is branched from

  // What another server wrote: its records after ours, and the row they led to.
  Steps follow(const GameRow& row, const std::vector<Record>& records);

  // Who is at the table now; the clock of the seat that must decide runs only while its player is. True if that stopped a clock.
  bool attend(bool first, bool second);
  json clock();  // {"spent": {side: milliseconds}, "running": side or null} and, if time is limited, how much is left
  Seat out_of_time() const;
  bool rest(Seat seat, int days);                     // a holiday: false if it has not so many left
  void amend(const std::function<void(GameRow&)>& change) { change(row_); }  // who may sit where, the rematch: no records
  bool muted(Seat seat) const { return seat <= Seat::Second && muted_[index(seat)]; }
  std::string notes(Seat seat) const { return seat <= Seat::Second ? notes_[index(seat)] : ""; }
  std::size_t noted(Seat seat) const;                 // bytes of all notes that were ever made

  json standing(Seat seat) const;                 // the standing orders of a seat; null for watchers
  const StandingOrders& orders(Seat seat) const;
  UnitId mover(Seat seat) const;  // its unit that acted last
  bool has_order() const;         // the seat that must decide has settled something about the open question beforehand
  void pass_on();                 // the open question, and those like it in this activation (StandingOrders::pass_on)

  const Request& request() const { return request_; }
  bool awaits_entropy(Seat seat) const;  // the dice wait for this seat's
  bool can_take_back(Seat seat) const { return last_act_of(seat).has_value(); }
  int count(RecordKind kind) const;

  int64_t seq(Viewer v) const { return int64_t(log_[viewer_index(v)].size()); }
  int64_t moved_seq(Viewer v) const { return moved_[viewer_index(v)]; }  // the last entry that changed the position or whose decision it is
  LogBodies log(Viewer v) const;                                         // as it is now, to be read on any thread
  std::string view(Viewer v) const { return views_.whole(v); }
  json decision() const;
  json outcome() const;  // {"over", "winner", "points"}, and "ended": "resign", "draw" or "time" if the players ended it
  json options_for(Viewer v) const;  // null unless the decision is this viewer's
  bool may_undo(Viewer v) const;
  // How many records there were after entry `seq` of a viewer's log; 0 is the set-up. Nothing if there is no such entry.
  std::optional<std::size_t> records_at(Viewer v, int64_t seq) const;
  // The state then, if it is on the line that is played: a few acts from a snapshot. Nothing if it was taken back since; then the records
  // must be played again (state_after).
  std::optional<State> state_at(std::size_t records) const;
  int64_t seq_of_act(std::size_t act, Viewer v) const { return act_seq_[act][std::size_t(viewer_index(v))]; }

  std::size_t bytes() const;   // of memory, about
  std::string report() const;  // of a broken invariant, for the log: what was being played and where

 private:
  struct Entry {
    std::shared_ptr<const std::string> body;  // its JSON without braces and seq; shared by viewers who may read the same
    std::size_t record;
  };
  struct Shown {  // what a record shows
    wire::EventLog happened;
    std::optional<Due> due;  // of a die: what it was for
    std::optional<Action> act;
    std::size_t acts_before = 0;
    Decision before;
    bool standing = false;  // given by a standing order
    int points[2] = {0, 0};  // before
  };
  // Players may end a game before the rules do.
  struct Ending {
    Seat winner = Seat::Nobody;
    std::string how;  // "resign", "draw", "time"
  };

  Trouble apply(Record& record, Shown& told);  // adds what its act of Chance was chosen among
  void enter(const Record& record, const Shown& told);
  std::shared_ptr<const std::string> body_for(Viewer v, const Record& record, const Shown& told) const;
  bool end(const Record& record);
  json forced_for(Viewer v, const wire::EventLog& happened) const;
  std::string act_body(Viewer v, const Record& record, const Shown& told, bool& anything) const;
  Step live(Record record);
  Record next(RecordKind kind, Seat seat, std::string text, int64_t at) const;
  void add(Steps& steps, RecordKind kind, Seat seat, std::string text, int64_t at);
  std::optional<std::size_t> last_act_of(Seat seat) const;
  std::string update_json(Viewer v);
  void refresh_status();
  void turn_clock(bool fresh = false);  // an act has led to the open decision
  bool hears(Viewer v, Seat speaker) const;

  const Game& game_;
  GameRow row_;
  Match match_;
  FairDice dice_;
  std::vector<Record> records_;
  std::array<std::vector<Entry>, kViewers> log_;
  std::array<int64_t, kViewers> moved_{};
  std::vector<std::array<int64_t, kViewers>> act_seq_;  // per act of the match: its seq in each log, 0 where it is not shown
  std::vector<std::size_t> acts_after_;  // per record: how many acts counted then
  std::size_t body_bytes_ = 0;
  std::string trying_;  // the record that is being played
  ViewCache views_;
  std::optional<Ending> ended_;
  bool here_[2] = {false, false}, stirred_[2] = {false, false}, muted_[2] = {false, false};
  bool told_over_ = false;  // its log says so
  std::string notes_[2];
  SeatClock clock_;
  Request request_;
  StandingOrders standing_[2];
  std::optional<Action> standing_answer() const;  // what they make of the open question, odds apart
  bool held_[2] = {false, false};                 // standing orders rest from a take-back until the seat acts by hand
};

// The acts that count after the first `count` records, and the state they lead to from the set-up.
std::vector<LogEntry> acts_after(const Game& game, const std::vector<Record>& records, std::size_t count);
State state_after(const Game& game, const std::vector<LogEntry>& acts);

}  // namespace tambour::server
