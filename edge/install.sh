#!/usr/bin/env bash
# What a fresh Debian 12 with Node 20 lacks. With the argument `test` also what the tests need. Does nothing that is done already.
set -euo pipefail
cd "$(dirname "$0")/.."
missing=()
command -v ffmpeg >/dev/null || missing+=(ffmpeg)
fc-list 2>/dev/null | grep -qi dejavu || missing+=(fonts-dejavu-core fontconfig)
if [ "${1:-}" = test ]; then
  [ -x /usr/bin/chromium ] || missing+=(chromium)
  /usr/bin/python3 -c 'import torch, onnx, numpy' 2>/dev/null || missing+=(python3-torch python3-onnx python3-numpy)
fi
if [ ${#missing[@]} -gt 0 ]; then
  echo "installing: ${missing[*]}" >&2
  as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
if [ ! -d node_modules ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then npm ci --no-audit --no-fund; fi
[ -f dashboard/dist/index.html ] || npm run --silent prepare
