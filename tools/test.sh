#!/bin/bash
# Everything that must hold. Stages report "… N passed, M failed"; the last line is their sum.
cd "$(dirname "$0")/.." || exit 2
mkdir -p build
passed=0 failed=0
jobs=$(nproc)

# Adds up what a stage's log says; a stage that dies without a word counts as one failure.
count() {
  if grep -q '^\[==========\] .* ran\.' "$1"; then
    p=$(grep -oP '^\[  PASSED  \] \K[0-9]+' "$1"); f=$(grep -oP '^\[  FAILED  \] \K[0-9]+(?= test)' "$1")
  else
    p=$(grep -oP '\b[0-9]+(?= passed, [0-9]+ failed)' "$1" | tail -1); f=$(grep -oP '[0-9]+ passed, \K[0-9]+(?= failed)' "$1" | tail -1)
  fi
  p=${p:-0} f=${f:-0}
  if [ "$2" != 0 ] && [ "$f" = 0 ]; then f=1; fi
  passed=$((passed + p)) failed=$((failed + f))
}

stage() {  # stage NAME COMMAND…
  local name=$1 log began; shift
  log=build/test-${name// /-}.log began=$SECONDS
  "$@" > "$log" 2>&1
  count "$log" $?
  printf '%-28s %s passed, %s failed (%d s)\n' "$name" "$p" "$f" $((SECONDS - began))
  if [ "$f" != 0 ]; then tail -60 "$log"; fi
  return "$f"
}

build() {  # build PRESET FOLDER TARGET…
  local preset=$1 folder=$2; shift 2
  cmake --preset "$preset" && ninja -C "$folder" -j"$jobs" "$@" && echo "1 passed, 0 failed"
}

if stage "release build" build release build tambour unit_tests; then
  stage "unit tests" build/unit_tests
  [ ! -d data/battles ] || stage "data files" build/tambour check data
  [ ! -d cases ] || stage "cases" build/tambour case cases
  stage "contract" build/tambour contract --games 1000 --checks 600 --jobs "$jobs"
fi
if stage "sanitized build" build asan build/asan tambour unit_tests server_tests fuzzers; then
  stage "sanitized unit tests" build/asan/unit_tests
  stage "sanitized server" build/asan/server_tests
  [ ! -d cases ] || stage "sanitized cases" build/asan/tambour case cases
  stage "sanitized contract" build/asan/tambour contract --games 10 --checks 60 --jobs "$jobs"
  stage "fuzzing" tools/fuzz.sh 20
fi
for extra in tools/test-*.sh; do
  [ ! -x "$extra" ] || stage "$(basename "$extra" .sh | sed s/^test-//)" "$extra"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
