// SPDX-License-Identifier: MIT
// Exact odds of an act: the whole chain of dice and answers that it sets off, walked by the engine itself on copied states.
//
// A chain ends where nothing is under way any more (Decision::rest), where a marker is drawn, or with the game. A declared attack is
// followed to its combat: the acts that lead there are given first ("done", "resolve 0506"). Where a player must answer
// inside the chain, a policy answers.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "play/game.h"

namespace tambour {

enum class Policy : uint8_t {
  Best,    // what looks best to the seat that answers, by the book's evaluation after the next dice
  Always,  // accept whatever may be declined
  Never,   // decline whatever may be declined
};
const char* policy_name(Policy p);  // "best"
std::optional<Policy> parse_policy(std::string_view word);

// What answers inside a chain are judged by.
struct Foresight {
  int dice = 2;  // looked ahead where something can be declined; one less where it is only asked whither
  Detail detail = Detail::Full;
  uint64_t* valued = nullptr;  // counts the positions that are
};

struct OddsOptions {
  Policy mine = Policy::Best, theirs = Policy::Best;  // of the seat whose act it is, and of the other
  Seat eyes = Seat::Nobody;                           // whose knowledge counts: what this seat cannot know is dealt anew
  uint64_t nodes = 40'000;                            // states walked exactly; what is left then is sampled
  uint64_t samples = 4'000;
  uint64_t seed = 1;
  // Of the best answer. By rules of thumb: who answers for the sake of his facing or of ground far away draws a chain out to no end.
  Foresight ahead{.detail = Detail::Quick};
};

const char* fate_name(Fate f);  // "good order"

struct UnitOdds {
  UnitId unit = kNoUnit;
  Fate before = Fate::Good;
  double fate[5] = {};  // by Fate
  double moved = 0;     // stands elsewhere on the map than before
  double lost = 0;      // expected strength gone, in the book's strength points
};
struct HexOdds {  // who stands in a hex that may change hands
  HexId hex = kNoHex;
  Seat before = Seat::Nobody;
  double side[2] = {};
  double empty = 0;
};
struct Ending {  // one way it may end, as players tell it: every counter that is not as before
  struct Change {
    UnitId unit;
    Fate fate;
    HexId hex;
    friend auto operator<=>(const Change&, const Change&) = default;
  };
  double probability = 0;
  std::vector<Change> changes;
};

std::vector<Ending::Change> changes(const Game& game, const State& before, const State& after);

struct Odds {
  Seat seat = Seat::Nobody;      // whose act
  std::vector<Action> followed;  // acts given after it to reach the dice
  std::vector<UnitOdds> units;   // those that some ending changes
  std::vector<HexOdds> hexes;
  std::vector<Ending> endings;         // likeliest first; they sum to 1
  double lost[2] = {};                 // expected strength lost by side
  double value_before = 0, value = 0;  // the evaluation for `seat`, now and on average afterwards
  uint64_t nodes = 0, distinct_ends = 0;
  int answers = 0;     // decisions inside the chain that a policy gave
  double sampled = 0;  // probability that was sampled, 0 when all is exact
  double error = 0;    // standard error of any probability above, at most
};

// The act must be legal in `state` and a player's.
Odds odds(const Game& game, const State& state, Action act, const OddsOptions& options = {});

class ChainPolicy;
// What a policy answers, and the state after it. Within a course it looks no farther than the chain goes. Verb::None, and the same state,
// where nothing is on offer.
Action policy_answer(const Game& game, const State& state, Policy policy, Foresight ahead, const ChainPolicy* course, State& after);
Action policy_answer(const Game& game, const State& state, Policy policy, Foresight ahead);
// The average evaluation for `seat` over the dice that come next, ahead.dice of them at most; within a course not beyond its end.
double expected_value(const Game& game, const State& state, Seat seat, Foresight ahead, const ChainPolicy* course = nullptr);
// Faces that lead to the same, in one: calls each(face act, probability, whether it is the last).
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
