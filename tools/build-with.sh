#!/bin/sh
# SPDX-License-Identifier: MIT
# build-with.sh COMPILER LEVEL: builds the program with this compiler and optimisation level, all warnings being errors, and plays a few
# cases with it. Example: tools/build-with.sh clang++ -O2
set -e
cd "$(dirname "$0")/.."
folder=build/with-$1$2
cmake -S . -B "$folder" -G Ninja -DCMAKE_CXX_COMPILER="$1" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="$2 -DNDEBUG" \
  -DTAMBOUR_STRICT=ON > /dev/null
ninja -C "$folder" tambour
"$folder/tambour" case cases
