#!/bin/sh
# SPDX-License-Identifier: MIT
# Serves the table, and opens it in the browser where there is a screen and one to open.
cd "$(dirname "$0")/.." || exit 2
exec build/tambour serve --open
