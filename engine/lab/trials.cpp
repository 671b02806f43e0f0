// SPDX-License-Identifier: MIT
#include "lab/trials.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <chrono>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>

#include "ai/chain_policy.h"
#include "ai/state_set.h"
#include "lab/cases.h"

namespace tambour {
namespace {

// "odds shock a 0605 theirs=never": the act and the policies.
std::string read_odds_line(std::string_view line, const Game& game, Trial& out) {
  std::string act;
  for (auto word : words(line.substr(4))) {
    const auto equals = word.find('=');
    if (equals == std::string_view::npos) {
      act += (act.empty() ? "" : " ") + std::string(word);
      continue;
    }
    const auto policy = parse_policy(word.substr(equals + 1));
    const auto who = word.substr(0, equals);
    if (!policy || (who != "mine" && who != "theirs"))
      return "'" + std::string(word) + "' should be mine= or theirs= best, always or never";
    (who == "mine" ? out.options.mine : out.options.theirs) = *policy;
  }
  std::string why;
  const auto a = parse_action(act, game, why);
  if (!a) return why;
  if (out.state.over() || out.state.seat > Seat::Second || game.refuse(out.state, *a)) return "'" + act + "' is not allowed here";
  out.act = *a;
  return {};
}

std::string prepare(Case c, const std::string& book, const std::string& data, const MakeGame& make, Trial& out) {
  if (c.play.empty() || !starts_with_word(c.play.back().text, "odds")) return "a combat is closed by a line such as: odds shock a 0605";
  const CaseLine last = c.play.back();
  c.play.pop_back();
  if (std::string no = play_case(c, book, data, make, out.table, out.state); !no.empty()) return no;
  out.game = out.table->game.get();
  const std::string no = read_odds_line(last.text, *out.game, out);
  return no.empty() ? "" : last.file + ":" + std::to_string(last.line) + ": " + no;
}

// ---- playing it out ----

using Changes = std::vector<Ending::Change>;
using Fallen = std::map<Changes, uint64_t>;

struct QuickHash {
  std::size_t operator()(const std::string& bytes) const { return quick_hash(bytes.data(), bytes.size()); }
};

// Plays chains one by one with fair dice. A policy's answer depends on the state alone, so answers are remembered per state; this memory
// and the counting of endings share no code with the exact walk and compare whole states instead of hashes.
class Sampler {
 public:
  Sampler(const Trial& t, uint64_t seed) : game_(*t.game), trial_(t), policy_(game_), rng_(seed) { policy_.set(t.state, t.act, t.options); }
  void play() {
    copy(now_, trial_.state);
    game_.apply(now_, trial_.act);
    ChainPolicy::Stage stage = policy_.first();
    ChainPolicy::Way way;
    do
      while (!policy_.ended(now_)) step();
    while (policy_.onward(now_, stage, way));
    key_.assign(reinterpret_cast<const char*>(now_.pos), now_.pos_size);
    const auto [at, fresh] = ends_.try_emplace(key_);
    if (fresh) at->second.changes = changes(game_, trial_.state, now_);
    ++at->second.count;
  }
  Fallen fallen() const {
    Fallen out;
    for (const auto& [key, end] : ends_) out[end.changes] += end.count;
    return out;
  }

 private:
  struct End {
    Changes changes;
    uint64_t count = 0;
  };
  void step() {
    if (now_.seat != Seat::Chance) return game_.apply(now_, answer());
    const int face = int(rng_.below(uint32_t(faces(now_.dice))));
    game_.apply(now_, {Verb::Roll, uint8_t(face_shown(now_.dice, face))});
  }
  Action answer() {
    key_.assign(reinterpret_cast<const char*>(&now_), offsetof(State, stack) + now_.depth * sizeof(Slot));
    key_.append(reinterpret_cast<const char*>(now_.pos), now_.pos_size);
    const auto [at, fresh] = answers_.try_emplace(key_);
    if (fresh) at->second = policy_.answer(now_, after_);
    return at->second;
  }

  const Game& game_;
  const Trial& trial_;
  ChainPolicy policy_;
  Rng rng_;
  State now_, after_;
  std::string key_;
  std::unordered_map<std::string, Action, QuickHash> answers_;
  std::unordered_map<std::string, End, QuickHash> ends_;
};

// ---- the comparison ----

// Endings expected fewer than five times are pooled.
void compare(const Fallen& fallen, Verdict& v) {
  constexpr double kFew = 5;
  const auto cell = [&](double want, double got) { v.chi += (got - want) * (got - want) / want, ++v.freedom; };
  std::size_t met = 0;
  double rare = 0, rare_fallen = 0;
  v.freedom = -1;
  for (const Ending& e : v.odds.endings) {
    const auto at = fallen.find(e.changes);
    met += at != fallen.end();
    const double want = e.probability * double(v.plays), got = at == fallen.end() ? 0 : double(at->second);
    if (want < kFew) rare += want, rare_fallen += got;
    else cell(want, got);
  }
  if (rare >= kFew) cell(rare, rare_fallen);
  if (met < fallen.size()) v.stranger = std::to_string(fallen.size() - met) + " endings fell that have no odds";
  v.chance = chi_square_tail(v.chi, v.freedom);
}

double farthest_from_one(const Odds& odds) {
  double all = 0, off = 0;
  for (const Ending& e : odds.endings) all += e.probability;
  off = std::abs(all - 1);
  for (const UnitOdds& u : odds.units) off = std::max(off, std::abs(u.fate[0] + u.fate[1] + u.fate[2] + u.fate[3] + u.fate[4] - 1));
  for (const HexOdds& h : odds.hexes) off = std::max(off, std::abs(h.side[0] + h.side[1] + h.empty - 1));
  return off;
}

}  // namespace

std::vector<Trial> load_trials(const std::vector<std::string>& paths, const std::string& data_directory, const MakeGame& make,
                               std::vector<Trouble>& troubles) {
  std::vector<Trial> out;
  for (const Case& c : load_cases(paths, troubles))
    for (const std::string& book : c.books) {
      Trial t;
      t.title = c.title, t.book = book, t.where = c.file + ":" + std::to_string(c.line);
      if (std::string no = prepare(c, book, data_directory, make, t); no.empty()) out.push_back(std::move(t));
      else troubles.push_back({c.file, c.line, "(" + book + ") " + no});
    }
  return out;
}

Verdict try_out(const Trial& trial, uint64_t plays, uint64_t seed, std::atomic<uint64_t>* done) {
  Verdict v;
  v.plays = plays;
  const auto began = std::chrono::steady_clock::now();
  v.odds = odds(*trial.game, trial.state, trial.act, trial.options);
  v.milliseconds = 1000 * std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  v.off = farthest_from_one(v.odds);
  Sampler sampler(trial, seed);
  for (uint64_t k = 0; k < plays; ++k) {
    sampler.play();
    if (done) ++*done;
  }
  compare(sampler.fallen(), v);
  return v;
}

double chi_square_tail(double chi, int freedom) {
  if (freedom < 1 || chi <= 0) return 1;
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(freedom), chi));
}

}  // namespace tambour
