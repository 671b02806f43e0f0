#!/bin/sh
# The server with the toy game: protocol, secrets, faults.
cd "$(dirname "$0")/.." || exit 2
cmake --preset release > build/configure.log && ninja -C build server_tests > build/server-build.log || { cat build/configure.log build/server-build.log; exit 1; }
exec build/server_tests
