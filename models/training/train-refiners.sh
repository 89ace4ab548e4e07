#!/usr/bin/env bash
# From nothing to models/refine-ball.onnx and models/refine-base.onnx with their cards. Stopped, it goes on where it was.
#   bash models/training/train-refiners.sh [SCENES] [EPOCHS] [OUT_FOLDER]      (defaults 2000, 14, models)
set -euo pipefail
cd "$(dirname "$0")/../.."
scenes=${1:-2000} epochs=${2:-14} out=${3:-models}
dir=.cache/patches-$scenes
shard=$((scenes < 200 ? (scenes + 1) / 2 : 100))
make() { for k in $(seq "$1" 2 $(((scenes + shard - 1) / shard - 1))); do node --import tsx models/training/make-patches.ts "$dir" $((200000 + k * shard)) "$shard"; done; }
make 0 & first=$!
make 1 & second=$!
wait "$first" && wait "$second"
fast=$(grep -qm1 avx512_bf16 /proc/cpuinfo && echo --bfloat16 || true)
for kind in ball base; do OMP_WAIT_POLICY=PASSIVE /usr/bin/python3 models/training/train_refiner.py --patches "$dir" --kind "$kind" --out "$out/refine-$kind.onnx" --epochs "$epochs" $fast; done
