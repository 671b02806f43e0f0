#!/bin/bash
# The load test on loopback: load.sh [BATTLE BOOK [GAMES WATCHERS ACTS_PER_SECOND SECONDS]], by default 1,000 clients, 500 acts a second, 60 s.
# On a machine with other work, `sudo chrt -f 10 tools/load.sh` keeps that work out of the figures.
cd "$(dirname "$0")/.." || exit 2
folder=$(mktemp -d)
ulimit -n 8192 2> /dev/null
build/tambour serve --port 0 --store "$folder/load.db" --log-level warning > "$folder/out" &
server=$!
trap 'kill "$server" 2> /dev/null; wait "$server" 2> /dev/null; rm -rf "$folder"' EXIT
for _ in $(seq 100); do
  port=$(grep -oP ':\K[0-9]+(?=/)' "$folder/out") && break
  sleep 0.1
done
[ -n "$port" ] || { echo "the server does not start" >&2; exit 1; }
echo "load average before: $(cut -d' ' -f1-3 /proc/loadavg) on $(nproc) cores"
build/tambour_load "$port" "${1:-train-gs-1-mill}" "${2:-siecle}" "${@:3}"
status=$?
echo "server: $(ps -o cputime= -o rss= -p "$server" | awk '{printf "%s of processor time, %d MB", $1, $2 / 1024}')"
exit $status
