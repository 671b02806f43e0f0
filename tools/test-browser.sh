#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks types and size of the client and plays the table in a real browser; ends with the counts of Node's test runner.
set -e
cd "$(dirname "$0")/.."
tools/web.sh
cmake --preset release > build/configure.log
ninja -C build tambour > build/ninja-browser.log || { cat build/ninja-browser.log; exit 1; }
cd web
npm run --silent check
exec node tests/run.mjs
