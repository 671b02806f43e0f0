// SPDX-License-Identifier: MIT
// One game in memory, without connections: the match, its records and dice, and the log and view of each viewer. Everything that
// happens is a Record; live play and loading from the store apply records by the same function.
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

// A record and its message for each viewer ("" if the viewer learns nothing).
struct Step {
  Record record;
  std::array<std::string, kLiveViewers> update;
  bool open = false;  // it is an entry of the public log
};
using Steps = std::vector<Step>;

// A request to the other seat; it ends when the game moves.
struct Request {
  Seat by = Seat::Nobody;
  std::string what;  // "takeback" or "draw"
  bool operator==(const Request&) const = default;
};

// The entries of a viewer's log, each as JSON without braces and seq.
using LogBodies = std::vector<std::shared_ptr<const std::string>>;
std::string log_json(const LogBodies& log, int64_t from);  // "[…]": the entries after `from`

class LiveGame {
 public:
  LiveGame(const Game& game, GameRow row);              // at the set-up; `game` must outlive it
  Trouble restore(const std::vector<Record>& records);  // the stored records, in order

  const Game& game() const { return game_; }
  const Match& match() const { return match_; }
  const State& state() const { return match_.state(); }
  const GameRow& row() const { return row_; }
  void stamped(int64_t stamp, std::size_t records);  // the last records were written with this stamp, now that of the game
  const std::vector<Record>& records() const { return records_; }
  bool over() const { return ended_ || state().over(); }
  Seat winner() const { return ended_ ? ended_->winner : game_.outcome(state()).winner; }
  std::string commitment() const { return dice_.commitment(); }

  // The caller checks that each is allowed. Dice that follow an act are rolled at once.
  Steps settle(int64_t at);  // rolls due dice unless they wait for entropy; ends a finished game
  Steps play(Action act, int64_t at);
  Steps undo(Seat seat, int acts, int64_t at);  // at most `acts`, as far as undo is allowed
  Steps take_back(Seat seat, int64_t at);
  Steps chat(Seat seat, const std::string& text, int64_t at);
  Steps entropy(Seat seat, const std::string& text, int64_t at);
  Steps sit_down(Seat seat, const std::string& name, const std::string& secret_hash, const std::string& account, int64_t at);
  Steps resign(Seat seat, int64_t at);
  Steps agree_draw(Seat seat, int64_t at);  // accepts the offer of the other side
  Steps claim(Seat seat, int64_t at);       // a win on time
  Steps seat_machine(Seat seat, const std::string& level, int64_t at);
  Steps mute(Seat seat, bool on, int64_t at);
  Steps note(Seat seat, const std::string& text, int64_t at);
  Steps stand(Seat seat, const std::string& order, int64_t at);                     // see StandingOrders::note
  Steps ask(Seat seat, const std::string& what, int64_t at);                        // see Request; "" withdraws it
  void inherit(const std::vector<std::pair<Seat, std::string>>& acts, int64_t at);  // from the game this one is branched from

  // Takes over what another server wrote: records after ours, and the resulting row.
  Steps follow(const GameRow& row, const std::vector<Record>& records);

  // Sets who is connected; thinking time is counted only while the player is. True if that stopped a clock.
  bool attend(bool first, bool second);
  json clock();  // {"spent": {side: milliseconds}, "running": side or null} and, if time is limited, how much is left
  Seat out_of_time() const;
  bool rest(Seat seat, int days);                                            // takes a holiday; false if fewer days are left
  void amend(const std::function<void(GameRow&)>& change) { change(row_); }  // seats, invitations, rematch: changes without records
  bool muted(Seat seat) const { return seat <= Seat::Second && muted_[index(seat)]; }
  std::string notes(Seat seat) const { return seat <= Seat::Second ? notes_[index(seat)] : ""; }
  std::size_t noted(Seat seat) const;  // bytes of all notes ever made

  json standing(Seat seat) const;                 // the standing orders of a seat; null for watchers
  const StandingOrders& orders(Seat seat) const;
  UnitId mover(Seat seat) const;  // the unit of this seat that acted last
  bool has_order() const;         // the deciding seat has a standing order for the open question
  void pass_on();                 // the open question, and those like it in this activation (StandingOrders::pass_on)

  const Request& request() const { return request_; }
  bool awaits_entropy(Seat seat) const;  // the dice wait for entropy of this seat
  bool can_take_back(Seat seat) const { return last_act_of(seat).has_value(); }
  int count(RecordKind kind) const;

  int64_t seq(Viewer v) const { return int64_t(log_[viewer_index(v)].size()); }
  int64_t moved_seq(Viewer v) const { return moved_[viewer_index(v)]; }  // the last entry that changed the position or the deciding seat
  LogBodies log(Viewer v) const;                                         // a snapshot for any thread
  std::string view(Viewer v) const { return views_.whole(v); }
  json decision() const;
  json outcome() const;  // {"over", "winner", "points"}, and "ended": "resign", "draw" or "time" if the players ended it
  json options_for(Viewer v) const;  // null unless the decision is this viewer's
  bool may_undo(Viewer v) const;
  // The number of records up to entry `seq` of a viewer's log; 0 is the set-up. Nothing if there is no such entry.
  std::optional<std::size_t> records_at(Viewer v, int64_t seq) const;
  // The state after so many records, cheaply from a snapshot. Nothing if some of it was undone since; then use state_after.
  std::optional<State> state_at(std::size_t records) const;
  int64_t seq_of_act(std::size_t act, Viewer v) const { return act_seq_[act][std::size_t(viewer_index(v))]; }

  std::size_t bytes() const;   // estimated memory
  std::string report() const;  // on a Fault, for the log: the record being played and the procedures

 private:
  struct Entry {
    std::shared_ptr<const std::string> body;  // JSON without braces and seq; shared by viewers who see the same
    std::size_t record;
  };
  struct Shown {  // what there is to show of a record
    wire::EventLog happened;
    std::optional<Due> due;  // of a die: what it was for
    std::optional<Action> act;
    std::size_t acts_before = 0;
    Decision before;
    bool standing = false;  // given by a standing order
    int points[2] = {0, 0};  // before
  };
  // An end by the players, before the rules end the game.
  struct Ending {
    Seat winner = Seat::Nobody;
    std::string how;  // "resign", "draw", "time"
  };

  Trouble apply(Record& record, Shown& told);  // adds to an act of Chance what it was chosen among
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
  void turn_clock(bool fresh = false);  // `fresh`: after an act
  bool hears(Viewer v, Seat speaker) const;

  const Game& game_;
  GameRow row_;
  Match match_;
  FairDice dice_;
  std::vector<Record> records_;
  std::array<std::vector<Entry>, kViewers> log_;
  std::array<int64_t, kViewers> moved_{};
  std::vector<std::array<int64_t, kViewers>> act_seq_;  // per act of the match: its seq in each log, 0 where it is not shown
  std::vector<std::size_t> acts_after_;                 // per record: acts in the match then
  std::size_t body_bytes_ = 0;                          // of entries and of records
  std::string trying_;                                  // the record being played
  ViewCache views_;
  std::optional<Ending> ended_;
  bool here_[2] = {false, false}, stirred_[2] = {false, false}, muted_[2] = {false, false};
  bool told_over_ = false;  // the end is in the log
  std::string notes_[2];
  SeatClock clock_;
  Request request_;
  StandingOrders standing_[2];
  std::optional<Action> standing_answer() const;  // the standing order's answer to the open question, before odds are looked at
  bool held_[2] = {false, false};                 // standing orders pause after an undo until the seat acts itself
};

// The acts not undone within the first `count` records, and the state they lead to from the set-up.
std::vector<LogEntry> acts_after(const Game& game, const std::vector<Record>& records, std::size_t count);
State state_after(const Game& game, const std::vector<LogEntry>& acts);

}  // namespace tambour::server
