#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs those of the named Debian packages that are missing, as root or with sudo.
set -e
missing=""
for package in "$@"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
sudo=""
if [ "$(id -u)" != 0 ]; then
  sudo=sudo
  command -v sudo > /dev/null || { echo "These packages are missing and need root to install:$missing" >&2; exit 2; }
fi
echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq || true
$sudo apt-get install -y -qq --no-install-recommends $missing > /dev/null
