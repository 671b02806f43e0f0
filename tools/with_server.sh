# SPDX-License-Identifier: MIT
# Sourced by load.sh and attack.sh. start_server [OPTION…] starts the server on a free port of loopback, sets $server (its process), $port and
# $folder (its log), and ends it when the script does.
start_server() {
  folder=$(mktemp -d)
  ulimit -n 8192 2> /dev/null
  "${TAMBOUR:-build/tambour}" serve --port 0 --store "$folder/games.db" "$@" > "$folder/out" 2> "$folder/log" &
  server=$!
  trap 'kill "$server" 2> /dev/null; wait "$server" 2> /dev/null; rm -rf "$folder"' EXIT
  for _ in $(seq 100); do
    port=$(grep -oP ':\K[0-9]+(?=/)' "$folder/out") && break
    sleep 0.1
  done
  [ -n "$port" ] || { echo "the server does not start" >&2; cat "$folder/log" >&2; exit 1; }
  echo "load average before: $(cut -d' ' -f1-3 /proc/loadavg) on $(nproc) cores"
}
