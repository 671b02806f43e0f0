#!/bin/bash
# SPDX-License-Identifier: MIT
# The load test on loopback: load.sh [BATTLE BOOK [GAMES WATCHERS ACTS_PER_SECOND SECONDS]], by default 1,000 clients, 500 acts a second, 60 s.
# On a machine with other work, `sudo chrt -f 10 tools/load.sh` keeps that work out of the figures.
cd "$(dirname "$0")/.." || exit 2
. tools/with_server.sh
start_server --log-level warning
build/tambour_load "$port" "${1:-train-gs-1-mill}" "${2:-siecle}" "${@:3}"
status=$?
cat "$folder/log" >&2
echo "server: $(ps -o cputime= -o rss= -p "$server" | awk '{printf "%s of processor time, %d MB", $1, $2 / 1024}')"
exit $status
