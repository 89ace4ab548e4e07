#!/usr/bin/env bash
# Milliseconds of the detector on a full 1920x1080 picture beside a network of nano size, and its memory over many runs.
#   bash tests/bench/detector-timing.sh [RUNS] [SOAK_RUNS]        (defaults 150 and 20000)
# Needs Debian's python3-torch and python3-onnx for the network that it is compared with.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p .cache
[ -f .cache/nano.onnx ] || /usr/bin/python3 tests/bench/nano.py .cache/nano.onnx 2> /dev/null
node --expose-gc --import tsx tests/bench/detector-timing.ts .cache/nano.onnx "${1:-150}" "${2:-20000}"
