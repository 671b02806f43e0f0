#!/bin/bash
# SPDX-License-Identifier: MIT
# Three processes on a private PostgreSQL behind haproxy, under faults: test-several.sh [KILLS STOPS FREEZES DRAINS GAMES]. As root, or as a user
# who may start PostgreSQL.
cd "$(dirname "$0")/.." || exit 2
folder=${FOLDER:-build}
TAMBOUR_DATA=$PWD/data exec "$folder/tambour_several" "$folder/tambour" deploy "${1:-6}" "${2:-1}" "${3:-1}" "${4:-1}" "${5:-12}"
