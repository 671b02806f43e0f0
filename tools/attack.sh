#!/bin/bash
# The attack test on loopback: attack.sh [SECONDS [GAMES [MEMORY_MB]]], by default 600 s, 50 honest games, 256 MB.
cd "$(dirname "$0")/.." || exit 2
seconds=${1:-600} games=${2:-50} memory=${3:-256}
folder=$(mktemp -d)
ulimit -n 8192 2> /dev/null
"${TAMBOUR:-build/tambour}" serve --port 0 --store "$folder/attack.db" --memory "$memory" --log-level error > "$folder/out" 2> "$folder/log" &
server=$!
trap 'kill "$server" 2> /dev/null; wait "$server" 2> /dev/null; rm -rf "$folder"' EXIT
for _ in $(seq 100); do
  port=$(grep -oP ':\K[0-9]+(?=/)' "$folder/out") && break
  sleep 0.1
done
[ -n "$port" ] || { echo "the server does not start" >&2; cat "$folder/log" >&2; exit 1; }
echo "load average before: $(cut -d' ' -f1-3 /proc/loadavg) on $(nproc) cores"
"${TAMBOUR_ATTACK:-build/tambour_attack}" "$port" "$server" "$seconds" "$memory" "$games"
status=$?
head -5 "$folder/log" >&2
exit $status
