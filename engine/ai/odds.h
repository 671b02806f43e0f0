// SPDX-License-Identifier: MIT
// Exact odds of an act: the engine walks the whole chain of dice and answers on copied states.
//
// A chain ends at rest (Decision::rest), when a marker is drawn, or with the game. A declared attack is followed to its combat, playing
// the acts that lead there ("done", "resolve 0506"). A policy answers for the players inside the chain.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "play/game.h"

namespace tambour {

enum class Policy : uint8_t {
  Best,    // the answer with the best evaluation after the next dice, for the seat that answers
  Always,  // accept every offer
  Never,   // decline every offer
};
const char* policy_name(Policy p);  // "best"
std::optional<Policy> parse_policy(std::string_view word);

class EvaluationMemo;
// How answers inside a chain are evaluated.
struct Foresight {
  int dice = 2;  // dice to look ahead where an offer can be declined; one less where only a hex is chosen
  Detail detail = Detail::Full;
  uint64_t* valued = nullptr;      // counts evaluated positions
  EvaluationMemo* memo = nullptr;  // known values
};

struct OddsOptions {
  Policy mine = Policy::Best, theirs = Policy::Best;  // of the acting seat; of the other
  Seat eyes = Seat::Nobody;                           // use only what this seat knows; hidden information is redrawn
  uint64_t nodes = 40'000;                            // states walked exactly; the rest is sampled
  uint64_t samples = 4'000;
  uint64_t seed = 1;
  // For the best answer. Quick detail: the full evaluation rewards facing and distant ground, which would make chains endless.
  Foresight ahead{.detail = Detail::Quick};
};

const char* condition_name(Condition f);  // "good order"

struct UnitOdds {
  UnitId unit = kNoUnit;
  Condition before = Condition::Good;
  double fate[5] = {};  // by Condition
  double moved = 0;     // stands elsewhere on the map than before
  double lost = 0;      // expected strength lost, in the book's strength points
};
struct HexOdds {  // who stands in a hex that may change hands
  HexId hex = kNoHex;
  Seat before = Seat::Nobody;
  double side[2] = {};
  double empty = 0;
};
struct Ending {  // one possible end: every counter that changed
  struct Change {
    UnitId unit;
    Condition fate;
    HexId hex;
    friend auto operator<=>(const Change&, const Change&) = default;
  };
  double probability = 0;
  std::vector<Change> changes;
};

std::vector<Ending::Change> changes(const Game& game, const State& before, const State& after);

struct Odds {
  Seat seat = Seat::Nobody;      // of the act
  std::vector<Action> followed;  // acts given after it to reach the dice
  std::vector<UnitOdds> units;   // units changed in some ending
  std::vector<HexOdds> hexes;
  std::vector<Ending> endings;         // likeliest first; they sum to 1
  double lost[2] = {};                 // expected strength lost by side
  double value_before = 0, value = 0;  // the evaluation for `seat` now, and its average over the endings
  uint64_t nodes = 0, distinct_ends = 0;
  int answers = 0;     // decisions inside the chain answered by a policy
  double sampled = 0;  // probability that was sampled, 0 when all is exact
  double error = 0;    // upper bound of the standard error of the probabilities above
};

// The act must be legal in `state` and an act of a player.
Odds odds(const Game& game, const State& state, Action act, const OddsOptions& options = {});

class ChainPolicy;
// The policy's answer and the state after it; it looks no further than the end of the chain. Verb::None and an unchanged state if no act
// is legal.
Action policy_answer(const Game& game, const State& state, Policy policy, Foresight ahead, const ChainPolicy* course, State& after);
Action policy_answer(const Game& game, const State& state, Policy policy, Foresight ahead);
// The evaluation for `seat`, with the counter and memo of `ahead`.
int value_now(const Game& game, const State& state, Seat seat, const Foresight& ahead);
// Average evaluation for `seat` over the next dice, at most ahead.dice of them and not beyond the end of the chain.
double expected_value(const Game& game, const State& state, Seat seat, Foresight ahead, const ChainPolicy* course = nullptr);
// Merges faces with the same effect: calls each(face act, probability, last).
template <class Each>
void each_face(const State& s, Each&& each) {
  const Dice dice = s.dice;
  const int n = faces(dice), low = dice == Dice::D6 ? 1 : 0;
  const uint64_t breaks = s.breaks;
  for (int f = 0; f < n;) {
    int next = f + 1;
    while (next < n && !(breaks >> (next + low) & 1)) ++next;
    each(Action{Verb::Roll, uint8_t(face_shown(dice, f))}, double(next - f) / n, next == n);
    f = next;
  }
}

}  // namespace tambour
