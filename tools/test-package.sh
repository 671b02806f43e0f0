#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds the Debian package, installs it into a temporary root, runs the service as its user, removes and purges it. Nothing outside the
# temporary root changes, and systemd is not needed. Ends with "N passed, M failed".
if [ "$(id -u)" != 0 ]; then exec fakeroot "$0" "$@"; fi
cd "$(dirname "$0")/.." || exit 2
passed=0 failed=0
check() {  # check WHAT COMMAND…
  local what=$1; shift
  if "$@"; then passed=$((passed + 1)); echo "ok: $what"; else failed=$((failed + 1)); echo "FAILED: $what"; fi
}

root=$(mktemp -d)
chmod 755 "$root"
server=
trap '[ -z "$server" ] || kill "$server" 2> /dev/null; rm -rf "$root"' EXIT
mkdir -p "$root/etc" "$root/tmp" "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
touch "$root/etc/passwd" "$root/etc/group" "$root/etc/shadow" "$root/etc/gshadow" "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
package() { dpkg --root="$root" --force-script-chrootless --force-depends --log=/dev/null "$@" > "$root/tmp/dpkg.log" 2>&1 || { cat "$root/tmp/dpkg.log"; return 1; }; }
files() { find "$root" -not -type d -not -path "$root/var/lib/dpkg/*" -not -path "$root/tmp/*" -not -name '*-' | sort; }
none_of_ours() { ! files | grep -v "^$root/etc/\(passwd\|group\|shadow\|gshadow\|.*lock\)$" | grep .; }

rm -f build/tambour_*.deb
(cd build && cpack > cpack.log 2>&1) || cat build/cpack.log
deb=$(ls build/tambour_*.deb)
check "the package is built" test -s "$deb"
check "it depends on the libraries it is linked with" sh -c "dpkg-deb -f '$deb' Depends | grep libsqlite3 | grep -q libpq5"
check "it is installed" package --install "$deb"
check "the service has a user who cannot log in" grep -q '^tambour:.*:/usr/sbin/nologin$' "$root/etc/passwd"
IFS=: read -r _ _ uid gid _ < <(grep '^tambour:' "$root/etc/passwd")
check "only that user may read the games" test "$(stat -c '%u %a' "$root/var/lib/tambour")" = "$uid 700"
check "the program tells its version" sh -c "'$root/usr/bin/tambour' --version | grep -q '^tambour $(dpkg-deb -f "$deb" Version)'"
check "the program finds its battles" sh -c "cd / && '$root/usr/bin/tambour' battles | grep -q marengo-1800"
check "its stack is guarded" sh -c "readelf -sW '$root/usr/bin/tambour' | grep -q __stack_chk_fail"
check "its relocations are read-only" sh -c "readelf -dW '$root/usr/bin/tambour' | grep -q BIND_NOW"
check "the man page is readable" sh -c "grep -q '^.SH SYNOPSIS' '$root/usr/share/man/man1/tambour.1'"

# Runs the command of the systemd unit in the temporary root on a free port.
unit=$root/usr/lib/systemd/system/tambour.service
line=$(sed -n 's/^ExecStart=//p' "$unit" | sed "s| /var| $root/var|g; s|^/usr|$root/usr|; s|--port [0-9]*|--port 0|")
as=()
if [ -z "$FAKEROOTKEY" ]; then as=(setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs); fi
(cd / && exec "${as[@]}" $line > "$root/tmp/out" 2> "$root/tmp/log") &
server=$!
while kill -0 "$server" 2> /dev/null && ! grep -q '^Tambour is at' "$root/tmp/out"; do sleep 0.1; done
check "the service starts" grep -q '^Tambour is at' "$root/tmp/out"
check "it has made its store" test -s "$root/var/lib/tambour/games.db"
kill -TERM "$server"
wait "$server"
check "it stops when told to" test $? = 0
server=
cat "$root/tmp/log"

check "it is removed" package --remove tambour
check "the games stay" test -s "$root/var/lib/tambour/games.db"
check "nothing else stays" test "$(files | grep -v "^$root/etc/")" = "$root/var/lib/tambour/games.db"
check "it is purged" package --purge tambour
check "nothing stays" none_of_ours
check "the user is gone" sh -c "! grep -q '^tambour:' '$root/etc/passwd'"
echo "package: $passed passed, $failed failed"
exit "$failed"
