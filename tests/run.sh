#!/usr/bin/env bash
# Everything: types, lint, units, contracts, imports, recordings, a real browser against the real server, a smoke training.
set -euo pipefail
cd "$(dirname "$0")/.."
bash edge/install.sh test
npx tsc --noEmit
npx biome check .
npm run --silent prepare
npx vitest run --config tests/vitest.config.ts
