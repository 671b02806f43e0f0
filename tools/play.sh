#!/bin/sh
# Serves the table, and opens it in the browser where there is a screen and one to open.
cd "$(dirname "$0")/.." || exit 2
if [ -n "$DISPLAY$WAYLAND_DISPLAY" ] && command -v xdg-open > /dev/null; then
  (sleep 1 && xdg-open http://localhost:8080/ > /dev/null 2>&1) &
fi
exec build/tambour serve
