#!/usr/bin/env bash
# From nothing to models/detector.onnx and its card. Stopped, it goes on where it was.
#   bash models/training/train.sh [TILES] [EPOCHS] [OUT]      (defaults 4000, 36, models/detector.onnx)
# A training, a quarter of it again from there, and the mean of both; then 8 bits. Needs: npm ci, and Debian's python3-torch, python3-onnx, python3-numpy.
set -euo pipefail
cd "$(dirname "$0")/../.."
tiles=${1:-4000} epochs=${2:-36} out=${3:-models/detector.onnx}
dir=.cache/tiles-$tiles
shard=$((tiles < 100 ? (tiles + 1) / 2 : 50))
mkdir -p "$dir/trained"
make() { for k in $(seq "$1" 2 $(((tiles + shard - 1) / shard - 1))); do node --import tsx models/training/make-tiles.ts "$dir" $((93000 + k * shard)) "$shard"; done; }
make 0 & first=$!
make 1 & second=$!
wait "$first" && wait "$second"
[ -f "$dir/clutter/clutter.bin" ] || node --import tsx models/training/make-clutter.ts "$dir/clutter" $((tiles < 1500 ? tiles : 1500))
fast=$(grep -qm1 avx512_bf16 /proc/cpuinfo && echo --bfloat16 || true) # half the time where the processor has it
train() { [ -f "$1" ] || OMP_WAIT_POLICY=PASSIVE /usr/bin/python3 models/training/train.py --tiles "$dir" --clutter "$dir/clutter/clutter.bin" --out "$@" $fast; }
train "$dir/trained/first-$epochs.onnx" --epochs "$epochs"
train "$dir/trained/again-$epochs.onnx" --epochs $(((epochs + 3) / 4)) --seed 2 --start "$dir/trained/first-$epochs.onnx" --notes "${out%.onnx}.json"
# the floats are what a training goes on from (--start); 8 bits for those who run it
cp "$dir/trained/again-$epochs.json" "${out%.onnx}.json"
cp "$dir/trained/again-$epochs-curves.png" "${out%.onnx}-curves.png"
/usr/bin/python3 models/training/mean.py "${out%.onnx}-float.onnx" "$dir/trained/first-$epochs.onnx" "$dir/trained/again-$epochs.onnx"
/usr/bin/python3 models/training/quantise.py "${out%.onnx}-float.onnx" "$out" "$dir"
