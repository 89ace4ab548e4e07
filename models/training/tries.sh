#!/usr/bin/env bash
# Sizes, strides and the worth of domain randomisation: short trainings on the same tiles, judged on the same tiles. Prints a table.
#   bash models/training/tries.sh [TILES] [EPOCHS]        (defaults 1500, 5)
set -euo pipefail
cd "$(dirname "$0")/../.."
tiles=${1:-1500} epochs=${2:-5} shard=100
varied=.cache/tries-varied plain=.cache/tries-plain out=.cache/tries
mkdir -p "$varied" "$plain" "$out"
make() { for k in $(seq "$1" 2 $(((tiles + shard - 1) / shard - 1))); do node --import tsx models/training/make-tiles.ts "$varied" $((20000 + k * shard)) "$shard"; node --import tsx models/training/make-tiles.ts "$plain" $((60000 + k * shard)) "$shard" plain; done; }
make 0 & first=$!
make 1 & second=$!
wait "$first" && wait "$second"
fast=$(grep -qm1 avx512_bf16 /proc/cpuinfo && echo --bfloat16 || true)
try() { # name, tiles, what else
  [ -f "$out/$1.onnx" ] || OMP_WAIT_POLICY=PASSIVE /usr/bin/python3 models/training/train.py --tiles "$2" --valid "$varied" --out "$out/$1.onnx" --epochs "$epochs" $fast "${@:3}" 2> /dev/null
}
try small "$varied" --widths 8 16 24 32
try middle "$varied" --widths 16 32 48 64
try deep "$varied" --widths 16 32 64 128
try large "$varied" --widths 24 48 72 96
try middle-stride-4 "$varied" --widths 16 32 48 64 --stride 4
try plain "$plain"
node --import tsx tests/bench/tries.ts "$out"
