#!/bin/sh
# SPDX-License-Identifier: MIT
# The client's types, its size, and the table played in a real browser; closes with the count of Node's test runner.
set -e
cd "$(dirname "$0")/.."
tools/web.sh
cmake --preset release > build/configure.log
ninja -C build tambour > build/ninja-browser.log || { cat build/ninja-browser.log; exit 1; }
cd web
npm run --silent check
exec node tests/run.mjs
