#!/bin/sh
# SPDX-License-Identifier: MIT
# fast.sh [JOBS]: builds build/fast/tambour with link-time and profile-guided optimisation: an instrumented build, a training run of about a
# minute, and a build with the recorded profile.
set -e
cd "$(dirname "$0")/.."
jobs=${1:-$(nproc)}
folder=build/fast
build() {
  cmake --preset fast -DTAMBOUR_PROFILE="$1" > /dev/null
  ninja -C $folder -j"$jobs" tambour
}

rm -rf $folder/profile
build generate
# Training: random games of each book, machine players, cases, exact odds.
tambour=$folder/tambour
echo 'training'
for game in 'marengo-1800 jdg' 'marengo-1800 beginners' 'austerlitz-1805-south tng' 'bleneau-1652 siecle' 'train-lb-1-hedge bataille'; do
  set -- $game
  $tambour simulate "$1" --ruleset "$2" --players random,random --games 60 --jobs 1 > /dev/null
done
for game in 'train-jdg-2-square jdg' 'train-tg-1-causeway tng' 'train-gs-1-mill siecle'; do
  set -- $game
  $tambour simulate "$1" --ruleset "$2" --players recruit,recruit --games 2 --jobs 1 > /dev/null
done
$tambour simulate train-jdg-1-bridge --ruleset jdg --players veteran,recruit --games 1 --jobs 1 > /dev/null
$tambour case cases > /dev/null
$tambour prove tests/combats --plays 200 > /dev/null
build use
$tambour --version
