#!/bin/bash
# SPDX-License-Identifier: MIT
# The attack test on loopback: attack.sh [SECONDS [GAMES [MEMORY_MB]]], by default 600 s, 50 honest games, 256 MB.
cd "$(dirname "$0")/.." || exit 2
. tools/with_server.sh
seconds=${1:-600} games=${2:-50} memory=${3:-256}
start_server --memory "$memory" --log-level error
"${TAMBOUR_ATTACK:-build/tambour_attack}" "$port" "$server" "$seconds" "$memory" "$games"
status=$?
head -5 "$folder/log" >&2
exit $status
