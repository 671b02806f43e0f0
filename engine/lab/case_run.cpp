// SPDX-License-Identifier: MIT
#include <algorithm>

#include "lab/cases.h"
#include "play/match.h"

namespace tambour {
namespace {

std::string blanks(std::string_view text) {
  std::string out(text);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

std::string row_text(Citation c) {
  const RuleRow* row = find_row(c);
  return row ? std::string(row->id) + " (" + std::string(row->title) + ")" : "no row";
}

std::string signed_text(int n) { return (n > 0 ? "+" : "") + std::to_string(n); }

std::string facing_text(const CounterView& c) {
  return c.facing < 0 ? "-" : c.facing < 6 ? kVertexNames[c.facing] : c.facing < 12 ? kSideNames[c.facing - 6] : "?";
}

class CaseRun {
 public:
  CaseRun(const Game& game, const State& start) : game_(game), match_(game, start) {}

  // "" if the line holds, else the failure.
  std::string line(std::string_view text) {
    const auto w = words(text);
    const auto rest = trim(text.substr(w[0].size()));
    if (w[0] == "do") return act(rest);
    if (w[0] == "done") return act("done");
    if (w[0] == "no") return refused(rest);
    if (w[0] == "can") return offered(rest, true);
    if (w[0] == "cannot") return offered(rest, false);
    if (w[0] == "roll") return roll(w);
    if (w[0] == "draw") return act(text);
    if (w[0] == "ask") return ask(rest);
    if (w[0] == "seat") return seat(rest);
    if (w[0] == "see") return see(Seat::Nobody, w, 1);
    if (w[0] == "seen") return seen(w);
    if (w[0] == "fact") return facts(w);
    if (w[0] == "ledger") return ledger(rest);
    if (w[0] == "undo") return undo(w);
    const std::string near =
        nearest(w[0], {"do", "done", "no", "can", "cannot", "roll", "draw", "ask", "seat", "see", "seen", "fact", "ledger", "undo"});
    return "unknown word '" + std::string(w[0]) + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?");
  }

  const State& state() const { return match_.state(); }

  // The open question and some of what it offers, for messages.
  std::string now() const {
    if (match_.state().over()) return "the game is over";
    const Decision d = game_.decision(match_.state());
    ActionList<> list;
    game_.options(match_.state(), list);
    std::string out = std::string(d.question) + " for " + seat_name(d.seat) + " offers";
    constexpr int kShown = 12;
    for (int i = 0; i < std::min(list.size(), kShown); ++i) out += (i ? ", " : " ") + to_text(list[i], game_);
    if (list.size() > kShown) out += ", … (" + std::to_string(list.size()) + " in all)";
    return out;
  }

 private:
  std::string seat_name(Seat s) const { return s == Seat::Chance ? "Chance" : s == Seat::Nobody ? "Nobody" : game_.side_name(s); }
  std::optional<Seat> find_seat(std::string_view name) const {
    for (Seat s : {Seat::First, Seat::Second, Seat::Chance, Seat::Nobody})
      if (seat_name(s) == name) return s;
    return std::nullopt;
  }

  std::string act(std::string_view text) {
    std::string why;
    const auto a = parse_action(text, game_, why);
    if (!a) return why;
    if (const Refusal no = match_.play(*a)) return "'" + std::string(text) + "' is refused by " + row_text(no.why);
    return {};
  }

  std::string refused(std::string_view text) const {
    const auto colon = text.find(" : ");
    std::string why;
    const auto a = parse_action(text.substr(0, colon), game_, why);
    if (!a) return why;
    const Refusal no = game_.refuse(match_.state(), *a);
    if (!no) return "'" + to_text(*a, game_) + "' should be refused and is legal";
    if (colon == std::string_view::npos) return {};
    const RuleRow* row = find_row(no.why);
    for (auto id : words(text.substr(colon + 3)))
      if (row && row->id == id) return {};
    return "'" + to_text(*a, game_) + "' is refused by " + row_text(no.why) + ", not by" + std::string(text.substr(colon + 2));
  }

  std::string offered(std::string_view text, bool wanted) const {
    std::string why;
    const auto a = parse_action(text, game_, why);
    if (!a) return why;
    ActionList<> list;
    game_.options(match_.state(), list);
    if ((std::find(list.begin(), list.end(), *a) != list.end()) == wanted) return {};
    const Refusal no = game_.refuse(match_.state(), *a);
    return "'" + std::string(text) + (wanted ? "' should be on offer; it is refused by " + row_text(no.why) : "' should not be on offer");
  }

  std::string roll(const std::vector<std::string_view>& w) {
    for (std::size_t i = 1; i < w.size(); ++i) {
      const auto shown = to_int(w[i]);
      if (!shown) return "'" + std::string(w[i]) + "' is no die";
      const Dice dice = game_.decision(match_.state()).dice;
      if (!faces(dice)) return "no die is due for the " + std::string(w[i]);
      if (face_of(dice, *shown) < 0 || match_.play({Verb::Roll, uint8_t(*shown)}))
        return "'" + std::string(w[i]) + "' is not a face of this die";
    }
    return w.size() > 1 ? "" : "'roll' wants one or more dice";
  }

  std::string ask(std::string_view name) const {
    const Decision d = game_.decision(match_.state());
    return d.question == name ? "" : "the open question should be " + std::string(name);
  }

  std::string seat(std::string_view name) const {
    const auto s = find_seat(name);
    if (!s) return "'" + std::string(name) + "' is no seat";
    return game_.decision(match_.state()).seat == *s ? "" : std::string(name) + " should be the one to decide";
  }

  std::string seen(const std::vector<std::string_view>& w) const {
    const auto s = w.size() > 2 ? find_seat(w[1]) : std::nullopt;
    if (!s) return "'seen' wants a side, a unit and marks";
    return see(*s, w, 2);
  }

  std::string see(Seat s, const std::vector<std::string_view>& w, std::size_t at) const {
    if (w.size() < at + 2) return "'see' wants a unit and marks or values";
    const auto unit = game_.find_unit(w[at]);
    if (!unit) return "'" + std::string(w[at]) + "' is no unit of this battle";
    const View view = game_.observe(match_.state(), s);
    const auto counter = std::find_if(view.counters.begin(), view.counters.end(), [&](const CounterView& c) { return c.id == *unit; });
    if (counter == view.counters.end()) return "the view does not show '" + std::string(w[at]) + "'";
    for (std::size_t i = at + 1; i < w.size(); ++i)
      if (std::string no = counter_says(*counter, w[i]); !no.empty()) return std::string(w[at]) + ": " + no;
    return {};
  }

  std::string counter_says(const CounterView& c, std::string_view claim) const {
    const bool negated = claim.starts_with('!');
    if (negated) claim.remove_prefix(1);
    const std::string name = blanks(claim.substr(0, claim.find('=')));
    bool holds;
    std::string truth;
    if (claim.find('=') != std::string_view::npos) {
      const std::string want(claim.substr(name.size() + 1));
      truth = counter_value(c, name);
      holds = truth == want || (to_int(truth) && to_int(truth) == to_int(want));
      truth = name + "=" + (truth.empty() ? "nothing" : truth);
    } else {
      holds = name == c.place || std::find(c.marks.begin(), c.marks.end(), name) != c.marks.end();
      truth = c.place;
      for (const std::string& m : c.marks) truth += " " + m;
    }
    return holds != negated ? "" : "'" + std::string(negated ? "!" : "") + std::string(claim) + "' is not so: " + truth;
  }

  std::string counter_value(const CounterView& c, std::string_view name) const {
    if (name == "at") return c.hex == kNoHex ? c.place : game_.grid().number(c.hex);
    if (name == "facing") return facing_text(c);
    if (name == "height") return std::to_string(c.height);
    for (const auto& [key, value] : c.values)
      if (key == name) return std::to_string(value);
    return {};
  }

  std::string facts(const std::vector<std::string_view>& w) const {
    if (w.size() < 2) return "'fact' wants name=value";
    const View view = game_.observe(match_.state(), Seat::Nobody);
    for (std::size_t i = 1; i < w.size(); ++i) {
      const auto equals = w[i].find('=');
      if (equals == std::string_view::npos) return "'" + std::string(w[i]) + "' is not name=value";
      const std::string name = blanks(w[i].substr(0, equals)), want = blanks(w[i].substr(equals + 1));
      const auto truth = fact_value(view, name);
      if (!truth) return "the view has no fact '" + name + "'";
      const bool same = name == "cup" || name == "drawn" ? sorted(*truth) == sorted(want) : *truth == want;
      if (!same) return "fact " + name + " is '" + *truth + "', not '" + want + "'";
    }
    return {};
  }

  static std::vector<std::string> sorted(const std::string& list) {
    std::vector<std::string> out;
    for (auto piece : split(list, ','))
      if (!piece.empty()) out.emplace_back(piece);
    std::sort(out.begin(), out.end());
    return out;
  }
  static std::string joined(const std::vector<std::string>& list) {
    std::string out;
    for (const auto& m : list) out += (out.empty() ? "" : ",") + blanks(m);
    return out;
  }

  std::optional<std::string> fact_value(const View& v, const std::string& name) const {
    if (name == "turn") return std::to_string(v.turn);
    if (name == "turns") return std::to_string(v.turns);
    if (name == "phase") return blanks(v.phase);
    if (name == "segment") return blanks(v.segment);
    if (name == "active") return blanks(v.active);
    if (name == "cup") return joined(v.cup);
    if (name == "drawn") return joined(v.drawn);
    if (name == "over") return v.over ? "yes" : "no";
    if (name == "verdict") return blanks(v.verdict);
    if (name == "winner") return !v.over || v.winner == Seat::Nobody ? "nobody" : game_.side_name(v.winner);
    for (Seat s : {Seat::First, Seat::Second})
      if (name == "points." + game_.side_name(s)) return std::to_string(v.points[index(s)]);
    for (const auto& [key, value] : v.facts)
      if (blanks(key) == name) return blanks(value);
    return std::nullopt;
  }

  // Each listed row must have the claimed sum; rows of other books are skipped; the list need not be complete.
  std::string ledger(std::string_view text) const {
    const auto colon = text.find(" : ");
    if (colon == std::string_view::npos)
      return "'ledger' wants an act, ' : ' and lines such as 8.6.1-b=+2 16.6.3-a=x3/2 15.3=is9 18.8=shift+2 total=+1";
    std::string why;
    const auto a = parse_action(text.substr(0, colon), game_, why);
    if (!a) return why;
    const Ledger ledger = game_.ledger(match_.state(), *a);
    std::string whole;
    for (const LedgerLine& l : ledger.lines) whole += std::string(find_row(l.why) ? find_row(l.why)->id : "?") + "=" + line_text(l) + " ";
    whole += "total=" + signed_text(ledger.total);
    for (auto claim : words(text.substr(colon + 3)))
      if (std::string no = ledger_says(ledger, claim); !no.empty()) return no + "; the ledger is: " + whole;
    return {};
  }

  // "+2", "x3/2", "is25/2", "shift-1"
  static std::string line_text(const LedgerLine& l) {
    if (l.kind == LedgerLine::Step) return signed_text(l.value);
    if (l.kind == LedgerLine::Shift) return "shift" + signed_text(l.value);
    return (l.kind == LedgerLine::Factor ? "x" : "is") + to_text(Ratio(l.value, l.den));
  }
  // At least one line of the row must match exactly.
  std::string line_says(const Ledger& ledger, const std::string& id, std::string_view claimed) const {
    if (!find_citation(game_.book(), id)) return "'" + id + "' is no rule row of this book";
    for (const LedgerLine& l : ledger.lines)
      if (const RuleRow* row = find_row(l.why); row && row->id == id && line_text(l) == claimed) return {};
    return id + " should have a line " + std::string(claimed);
  }

  std::string ledger_says(const Ledger& ledger, std::string_view claim) const {
    const bool absent = claim.starts_with('!');
    if (absent) claim.remove_prefix(1);
    const auto equals = claim.find('=');
    const std::string id(claim.substr(0, equals));
    if (const auto claimed = claim.substr(equals + 1);
        !absent && (claimed.starts_with('x') || claimed.starts_with("is") || claimed.starts_with("shift")))
      return line_says(ledger, id, claimed);
    const auto value = absent ? std::optional<int>(0) : equals == std::string_view::npos ? std::nullopt : to_int(claim.substr(equals + 1));
    if (!value) return "'" + std::string(claim) + "' is not row=value";
    if (id != "total" && !find_citation(game_.book(), id)) {
      for (const RuleBook& b : rule_books())
        if (find_citation(b.name, id)) return {};
      return "'" + id + "' is no rule row";
    }
    int sum = id == "total" ? ledger.total : 0, lines = 0;
    for (const LedgerLine& l : ledger.lines)
      if (const RuleRow* row = find_row(l.why); row && row->id == id) sum += l.value, ++lines;
    if (absent ? lines == 0 : sum == *value) return {};
    return absent ? "no line should cite " + id : id + " should count " + signed_text(*value) + ", not " + signed_text(sum);
  }

  std::string undo(const std::vector<std::string_view>& w) {
    const auto s = w.size() == 3 ? find_seat(w[1]) : std::nullopt;
    if (!s || (w[2] != "yes" && w[2] != "no")) return "'undo' wants a side and yes or no";
    const bool may = match_.can_undo(*s);
    if (may != (w[2] == "yes")) return std::string(w[1]) + (may ? " can" : " cannot") + " take back the last act";
    if (may) match_.undo(*s);
    return {};
  }

  const Game& game_;
  Match match_;
};

bool concerns(const CaseLine& l, const std::string& book) { return l.only.empty() || l.only == book; }

std::string where(const CaseLine& l) { return l.file + ":" + std::to_string(l.line) + ": "; }

// "rejected <words>": the set-up must be refused with a message that contains these words.
const CaseLine* find_rejected(const Case& c, const std::string& book) {
  for (const CaseLine& l : c.setup)
    if (concerns(l, book) && starts_with_word(l.text, "rejected")) return &l;
  return nullptr;
}

std::string lay_out(const Case& c, const std::string& book, const std::string& data, const MakeGame& make, std::unique_ptr<Table>& table) {
  Draft draft(data, c.file);
  for (const CaseLine& l : c.setup) {
    if (!concerns(l, book) || starts_with_word(l.text, "rejected")) continue;
    std::string why;
    const Draft::Took took = draft.take(l.text, l.line, why);
    if (took == Draft::Took::No) return where(l) + "'" + l.text + "' is no line of a position; is 'play' missing above it?";
    if (took == Draft::Took::Wrong) return where(l) + why;
  }
  Trouble trouble;
  table = draft.lay(book, make, trouble);
  return table ? "" : trouble.text();
}

std::string play_lines(const Case& c, const std::string& book, CaseRun& run) {
  for (const CaseLine& l : c.play)
    if (concerns(l, book))
      if (const std::string no = run.line(l.text); !no.empty()) return where(l) + no + "; now: " + run.now();
  return {};
}

std::string run(const Case& c, const std::string& book, const std::string& data, const MakeGame& make) {
  std::unique_ptr<Table> table;
  const std::string wrong = lay_out(c, book, data, make, table);
  if (const CaseLine* l = find_rejected(c, book)) {
    if (wrong.empty()) return where(*l) + "the set-up should be refused and is accepted";
    const auto want = trim(std::string_view(l->text).substr(8));
    return wrong.find(want) != std::string::npos ? "" : where(*l) + "the set-up is refused otherwise: " + wrong;
  }
  if (!wrong.empty()) return wrong;
  if (c.play.empty()) return c.file + ":" + std::to_string(c.line) + ": the case plays nothing and proves nothing";
  CaseRun run(*table->game, table->start);
  return play_lines(c, book, run);
}

}  // namespace

std::string play_case(const Case& c, const std::string& book, const std::string& data_directory, const MakeGame& make,
                      std::unique_ptr<Table>& table, State& end) {
  if (std::string wrong = lay_out(c, book, data_directory, make, table); !wrong.empty()) return wrong;
  CaseRun run(*table->game, table->start);
  std::string failure = play_lines(c, book, run);
  end = run.state();
  return failure;
}

CaseResult run_case(const Case& c, const std::string& book, const std::string& data_directory, const MakeGame& make) {
#ifdef TAMBOUR_TRACE
  trace::Seen seen;
  trace::seen = &seen;
  std::string failure = run(c, book, data_directory, make);
  trace::seen = nullptr;
  return {&c, book, std::move(failure), {seen.rows.begin(), seen.rows.end()}, {seen.charts.begin(), seen.charts.end()}};
#else
  return {&c, book, run(c, book, data_directory, make), {}, {}};
#endif
}

}  // namespace tambour
