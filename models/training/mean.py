"""The mean of the weights of exported detectors that went on from one another (Wortsman et al. 2022, Model soups).

    /usr/bin/python3 models/training/mean.py OUT.onnx A.onnx B.onnx [C.onnx ...]

Trainings that start from the same weights lie in one basin: their mean is steadier than each. Writes OUT.onnx and its digest into OUT.json.
"""
import hashlib
import json
import os
import sys

import onnx
from onnx import numpy_helper

out, *paths = sys.argv[1:]
models = [onnx.load(p) for p in paths]
weights = [{i.name: numpy_helper.to_array(i) for i in m.graph.initializer} for m in models]
for i in models[0].graph.initializer:
    mean = sum(w[i.name] for w in weights) / len(weights)
    i.CopyFrom(numpy_helper.from_array(mean.astype("float32"), i.name))
onnx.save(models[0], out)
card = out.replace(".onnx", ".json")
if os.path.exists(card):
    d = json.load(open(card))
    d["sha256"] = hashlib.sha256(open(out, "rb").read()).hexdigest()
    with open(card, "w") as f:
        json.dump(d, f, indent=1)
        f.write("\n")
