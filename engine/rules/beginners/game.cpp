// SPDX-License-Identifier: MIT
// Marengo's own rules live in its sheet and are read by jdg/sheet.cpp: the immobile battery (M-0.3-c), three French cavalry
// (M-5.1-a), farms that are clear but for shock (M-4.3-a, M-8.6-a: TerrainLine::foot_only), the compulsory Zach marker (M-2.1-a, M-2.1-b,
// M-2.1-c), the combined markers Grande Charge and Marmont (M-2.1-d, M-2.1-e, M-2.1-f, M-2.1-j, M-2.1-k). Its counters are those of the
// fourteenth of June: no replacements (M-0.3-b).
#include "rules/beginners/game.h"

#include "rules/beginners/turn.h"

namespace tambour::beginners {
namespace {

struct Agreement {
  Citation here, series;
};
constexpr Agreement kAgreements[] = {
#define AGREES(mine, theirs) {cite(mine), jdg::cite(theirs)},
#include "rules/beginners/agrees.def"
#undef AGREES
};

Citation shown(Citation c) {
  for (const Agreement& a : kAgreements)
    if (a.series == c) return a.here;
  return c;
}

Refusal shown(Refusal r) {
  if (r) r.why = shown(r.why);
  return r;
}

class Translator final : public EventSink {
 public:
  explicit Translator(EventSink& to) : to_(to) {}
  void on(const Event& e) override {
    Event mine = e;
    mine.why = shown(e.why);
    to_.on(mine);
  }
  void forced(const Forced& f) override {
    struct Shown final : Forced {
      explicit Shown(const Forced& series) : Forced(series), from(series) { when = shown(series.when); }
      Refusal refuse(Action a) const override { return shown(from.refuse(a)); }
      const Forced& from;
    };
    to_.forced(Shown(f));
  }

 private:
  EventSink& to_;
};

}  // namespace

Refusal BeginnersGame::refuse(const State& s, Action a) const {
  return shown(FamilyGame::refuse(s, a));
}

Ledger BeginnersGame::ledger(const State& s, Action a) const {
  Ledger l = FamilyGame::ledger(s, a);
  for (LedgerLine& line : l.lines) line.why = shown(line.why);
  return l;
}

std::optional<Due> BeginnersGame::due(const State& s) const {
  auto d = FamilyGame::due(s);
  if (!d) return d;
  d->why = shown(d->why);
  for (LedgerLine& line : d->ledger.lines) line.why = shown(line.why);
  return d;
}

Citation BeginnersGame::when(const State& s) const { return shown(FamilyGame::when(s)); }

void BeginnersGame::apply(State& s, Action a, EventSink* events, ActionSink* next) const {
  if (!events) return FamilyGame::apply(s, a, nullptr, next);
  Translator t(*events);
  FamilyGame::apply(s, a, &t, next);
}

void BeginnersGame::push_root(Run& r, jdg::Phase from, jdg::Segment segment) const {
  r.call(WholeBattle{from, segment == jdg::Segment::Command ? jdg::Segment::Fire : segment});
}

// Rules of a battle that jdg's code carries out from the battle's sheet and orders of battle.
static void note_battle_rules(const jdg::Field& f) {
  for (const jdg::Counter& u : f.units)
    if (u.immobile) by("M-0.3-c");
  if (f.three_cavalry != Seat::Nobody) by("M-5.1-a");
  for (const jdg::Marker& m : f.markers)
    if (m.compulsory_turn) by("M-2.1-b");
    else if (m.kind != jdg::MarkerKind::Ordinary) by("M-2.1-f", "M-2.1-j", "M-2.1-k");
}

std::unique_ptr<Game> make(const Battle& battle, const std::string& data_directory, Trouble& trouble) {
  jdg::Field field;
  field.doctrine = &kBeginners;
  if (!jdg::build_field(field, battle, data_directory, "beginners", jdg::ChargeRule::Chart, trouble)) return nullptr;
  note_battle_rules(field);
  auto game = std::make_unique<BeginnersGame>(std::move(field));
  if (!battle.arranged && (trouble = jdg::check_setup(*game))) return nullptr;  // a free position is judged when its statements are read
  return game;
}

}  // namespace tambour::beginners
