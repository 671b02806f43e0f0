#!/bin/bash
# SPDX-License-Identifier: MIT
# All tests. Stages report "… N passed, M failed"; the last line is their sum.
cd "$(dirname "$0")/.." || exit 2
mkdir -p build
rm -f build/test-*.sum
jobs=$(nproc)

# Prints the counts in a stage's log; a stage that dies without counts is one failure.
count() {  # count LOG STATUS
  local p f
  if grep -q '^\[==========\] .* ran\.' "$1"; then
    p=$(grep -oP '^\[  PASSED  \] \K[0-9]+' "$1"); f=$(grep -oP '^\[  FAILED  \] \K[0-9]+(?= test)' "$1")
  elif grep -qE '^(#|ℹ) pass [0-9]' "$1"; then
    p=$(grep -oP '^(#|ℹ) pass \K[0-9]+' "$1"); f=$(grep -oP '^(#|ℹ) fail \K[0-9]+' "$1")
  else
    p=$(grep -oP '\b[0-9]+(?= passed, [0-9]+ failed)' "$1" | tail -1); f=$(grep -oP '[0-9]+ passed, \K[0-9]+(?= failed)' "$1" | tail -1)
  fi
  p=${p:-0} f=${f:-0}
  if [ "$2" != 0 ] && [ "$f" = 0 ]; then f=1; fi
  echo "$p $f"
}

stage() {  # stage NAME COMMAND…
  local name=$1 log began p f; shift
  log=build/test-${name//[ \/]/-}.log began=$SECONDS
  "$@" > "$log" 2>&1
  count "$log" $? > "${log%.log}.sum"
  read -r p f < "${log%.log}.sum"
  printf '%-28s %s passed, %s failed (%d s)\n' "$name" "$p" "$f" $((SECONDS - began))
  if [ "$f" != 0 ]; then tail -60 "$log"; fi
  return "$f"
}

# Runs a stage in parallel as soon as a processor is free; `wait` ends the group.
beside() {
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
  stage "$@" &
}

sharded() {  # sharded NAME SHARDS BINARY
  local k
  for ((k = 0; k < $2; ++k)); do
    beside "$1 $((k + 1))/$2" env GTEST_TOTAL_SHARDS="$2" GTEST_SHARD_INDEX=$k "$3"
  done
}

build() {  # build PRESET FOLDER TARGET…
  local preset=$1 folder=$2; shift 2
  cmake --preset "$preset" && ninja -C "$folder" -j"$jobs" "$@" && echo "1 passed, 0 failed"
}

stage "web client" tools/web.sh
if stage "release build" build release build tambour unit_tests tambour_several; then
  sharded "unit tests" 2 build/unit_tests
  beside "package" tools/test-package.sh
  beside "data files" build/tambour check data
  beside "cases" build/tambour case cases
  wait
  stage "several servers" tools/test-several.sh
  stage "contract" build/tambour contract --games 1000 --checks 600 --pairs 400000 --minds 6 --random 24 --jobs "$jobs"
fi
stage "sanitized build" build asan build/asan tambour unit_tests server_tests fuzzers
sanitized=$?
beside "browser" tools/test-browser.sh
if [ $sanitized = 0 ]; then
  beside "sanitized server" build/asan/server_tests
  sharded "sanitized unit tests" 4 build/asan/unit_tests
  # These books are complete: every row is cited by code that some case executes.
  beside "sanitized cases" build/asan/tambour coverage --complete bataille beginners jdg siecle tng
  beside "sanitized contract" build/asan/tambour contract --games 10 --checks 60 --minds 1 --random 2
  wait
  stage "fuzzing" tools/fuzz.sh 20
fi
wait
cat build/test-*.sum | awk '{ p += $1; f += $2 } END { print p " passed, " f " failed"; exit f > 0 }'
