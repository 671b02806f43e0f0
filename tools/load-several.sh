#!/bin/bash
# SPDX-License-Identifier: MIT
# The load test over SQLite and over PostgreSQL with one, two and three processes, in one run: load-several.sh [GAMES WATCHERS ACTS_PER_SECOND
# SECONDS]. A private cluster in a temporary folder; everything on loopback. A rate out of reach measures the maximum.
cd "$(dirname "$0")/.." || exit 2
tambour=${TAMBOUR:-build/tambour} load=${LOAD:-build/tambour_load} pg=/usr/lib/postgresql/15/bin as=()
[ "$(id -u)" = 0 ] && as=(runuser -u postgres --)
folder=$(mktemp -d)
chmod 755 "$folder"
servers=()
finish() {
  [ ${#servers[@]} = 0 ] || kill "${servers[@]}" 2> /dev/null
  wait 2> /dev/null
  "${as[@]}" $pg/pg_ctl -D "$folder/pg/data" -m fast stop > /dev/null 2>&1
  rm -rf "$folder"
}
trap finish EXIT
ulimit -n 8192 2> /dev/null

start() {  # start COUNT STORE: $ports
  servers=() ports=
  for ((k = 0; k < $1; ++k)); do
    TAMBOUR_DATA=$PWD/data "$tambour" serve --port 0 --store "$2" --log-level warning > "$folder/out$k" 2>> "$folder/log" &
    servers+=($!)
  done
  for ((k = 0; k < $1; ++k)); do
    for _ in $(seq 100); do grep -q '/$' "$folder/out$k" && break; sleep 0.1; done
    ports+=${ports:+,}$(grep -oP ':\K[0-9]+(?=/)' "$folder/out$k")
  done
}
run() {  # run COUNT STORE NAME
  start "$1" "$2"
  echo "== $3"
  "$load" "$ports" train-gs-1-mill siecle "${@:4}"
  ps -o cputime= -p "$(IFS=,; echo "${servers[*]}")" | xargs echo "processor time of the servers:"
  kill "${servers[@]}"; wait "${servers[@]}"; servers=()
}

mkdir "$folder/pg"
[ "$(id -u)" = 0 ] && chown postgres "$folder/pg"
"${as[@]}" $pg/initdb -D "$folder/pg/data" -U postgres -A trust -E UTF8 --no-locale > /dev/null || exit 1
grep -v archive_ deploy/postgresql.conf | "${as[@]}" tee -a "$folder/pg/data/postgresql.conf" > /dev/null
echo "listen_addresses = ''
unix_socket_directories = '$folder/pg'" | "${as[@]}" tee -a "$folder/pg/data/postgresql.conf" > /dev/null
"${as[@]}" $pg/pg_ctl -w -D "$folder/pg/data" -l "$folder/pg/log" start > /dev/null || exit 1
run 1 "$folder/games.db" "SQLite, one process" "$@"
for count in 1 2 3; do
  "${as[@]}" $pg/createdb -h "$folder/pg" -U postgres "games$count"
  run $count "postgresql:///games$count?host=$folder/pg&user=postgres" "PostgreSQL, $count process(es)" "$@"
done
cat "$folder/log" >&2
