#!/bin/sh
# SPDX-License-Identifier: MIT
# Serves the table and opens it in a browser if there is one.
cd "$(dirname "$0")/.." || exit 2
exec build/tambour serve --open
