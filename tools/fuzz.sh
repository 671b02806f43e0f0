#!/bin/bash
# SPDX-License-Identifier: MIT
# fuzz.sh SECONDS: runs every fuzzer for that long. Findings are in build/asan/findings; the exit status is the number of fuzzers that failed.
cd "$(dirname "$0")/.." || exit 2
seconds=${1:-300}
cmake --preset asan > build/configure.log || { cat build/configure.log; exit 2; }
ninja -C build/asan fuzzers > build/fuzz-build.log || { tail -40 build/fuzz-build.log; exit 2; }
mkdir -p build/asan/findings
export ASAN_OPTIONS=detect_leaks=0
passed=0 failed=0
run() {
  local name=$1; shift
  local corpus=build/asan/corpus/$name
  mkdir -p "$corpus"
  build/asan/fuzz_"$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 -dict=fuzz/words.dict \
    -artifact_prefix=build/asan/findings/"$name"- "$corpus" "$@" > build/asan/"$name".log 2>&1
}
names="files referee acts table"
for name in $names; do
  seeds=fuzz/seeds/$name
  [ -d "$seeds" ] || seeds=
  run "$name" $seeds &
  pids="$pids $name:$!"
  [ "$(jobs -rp | wc -l)" -lt "$(nproc)" ] || wait -n
done
for entry in $pids; do
  name=${entry%%:*}
  if wait "${entry##*:}"; then
    passed=$((passed + 1))
    echo "fuzz $name: $(grep -o 'number_of_executed_units: [0-9]*' build/asan/"$name".log | grep -o '[0-9]*$') inputs"
  else
    failed=$((failed + 1))
    echo "fuzz $name FAILED, see build/asan/findings:"
    grep -E 'ERROR|SUMMARY|tambour:' build/asan/"$name".log | head -5
  fi
done
echo "fuzz: $passed passed, $failed failed"
exit "$failed"
