#!/usr/bin/env bash
# Accuracy against truth that no model has seen: stills, clips and scenarios beside the checkout, scored by the yardstick beside them.
#   npm run accuracy [OUT_FOLDER]
set -uo pipefail
cd "$(dirname "$0")/../.."
out=${1:-.cache/accuracy}
mkdir -p "$out"
node ../shared/tools/score-stills.mjs --keep "$out/stills" --json "$out/stills.json" ../shared/footage/rendered/stills > "$out/stills.txt"
node ../shared/tools/score-clips.mjs --keep "$out/clips" --json "$out/clips.json" ../shared/footage/rendered/clips > "$out/clips.txt"
node ../shared/tools/score-scenarios.mjs --quiet ../shared/rulebook/scenarios/fistf-5.2.json > "$out/scenarios.txt"
node --import tsx tests/bench/accuracy.ts "$out"
cat "$out/scenarios.txt"
