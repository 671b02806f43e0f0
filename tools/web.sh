#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the client into web/dist if any of its sources has changed.
set -e
cd "$(dirname "$0")/../web"
command -v node > /dev/null && command -v npm > /dev/null || { echo "Node is missing; install it with 'make deps'" >&2; exit 2; }
if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  echo "Installing the npm packages of web/package-lock.json into web/node_modules"
  npm ci --loglevel=error
  touch node_modules/.package-lock.json
fi
[ -e dist/index.html ] && [ -z "$(find src public install ../cases index.html package.json svelte.config.js vite.config.ts -newer dist/index.html -print -quit)" ] && exit 0
npm run --silent build
