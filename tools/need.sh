#!/bin/sh
# SPDX-License-Identifier: MIT
# need.sh PACKAGE…          installs those of the Debian packages that are missing, as root or with sudo, and says which
# need.sh --check PACKAGE…  says which are missing, and fails
# need.sh --node            installs Debian's Node unless there is one, whoever it is from
set -e
check=
case $1 in
  --check) check=yes; shift ;;
  --node) if command -v node > /dev/null && command -v npm > /dev/null; then exit 0; fi; set -- nodejs npm ;;
esac
missing=""
for package in "$@"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
if [ -n "$check" ]; then
  echo "These packages are missing:$missing" >&2
  echo "'make deps' installs what building needs, 'make deps-test' what the tests need too" >&2
  exit 2
fi
sudo=""
if [ "$(id -u)" != 0 ]; then
  sudo=sudo
  command -v sudo > /dev/null || { echo "These packages are missing and need root to install:$missing" >&2; exit 2; }
fi
echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq || true
$sudo apt-get install -y -qq --no-install-recommends $missing > /dev/null
