#!/usr/bin/env bash
# Installs what is missing (Debian packages and npm) and starts the main job; arguments go to `greenline run`.
set -euo pipefail
cd "$(dirname "$0")/.."
bash edge/install.sh
exec npx greenline run "$@"
