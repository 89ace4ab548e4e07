"""The trained detector in 8 bits, half the time at the same accuracy: weights per channel, activations per tensor (Jacob et al. 2018), as QDQ nodes that runtimes fuse.

    /usr/bin/python3 models/training/quantise.py TRAINED.onnx OUT.onnx TILES_DIR

Activations keep their whole range on rendered tiles (cutting off their last 0.01 % costs one ball in twenty); weights have 7 bits, so that
processors without VNNI do not overflow. Writes the digest into OUT.json. tests/bench/quantised.ts compares the two.
"""
import hashlib
import json
import os
import sys

import numpy as np
import onnx
import torch
from network import WIDTHS, Detector, from_exported, held_numbers
from onnx import helper, numpy_helper
from tiles import Tiles, batch

COUNT = 96
WEIGHT_MAX = 63


def ranges(path, folder):
    """Upper end of what each ReLU gives, in the order in which they run."""
    data = Tiles([folder])
    x = batch(data, np.arange(min(COUNT, len(data))), None, 2)[0]
    net = Detector(WIDTHS, 2)
    from_exported(net, path, lambda: net(x))
    tops = []
    hooks = [m.register_forward_hook(lambda _m, _i, out: tops.append(float(out.max()))) for m in net.modules() if isinstance(m, torch.nn.ReLU)]
    with torch.no_grad():
        net(x)
    for h in hooks:
        h.remove()
    return tops


def main():
    path, out, folder = sys.argv[1:]
    model = onnx.load(path)
    held = held_numbers(model)
    copies = {n.output[0] for n in model.graph.node if n.op_type == "Identity"}
    tops = iter(ranges(path, folder))
    scale, nodes, more, replaced = {}, [], [], set()
    of = {}  # a tensor's name: its quantised and dequantised twin

    def constant(name, value):
        more.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def twin(name, s, zero):
        q, d = f"{name}.q", f"{name}.d"
        names = [constant(f"{name}.scale", np.float32(s)), constant(f"{name}.zero", np.uint8(zero))]
        nodes.append(helper.make_node("QuantizeLinear", [name, *names], [q]))
        nodes.append(helper.make_node("DequantizeLinear", [q, *names], [d]))
        of[name], scale[name] = d, s

    for node in model.graph.node:
        if node.op_type == "Identity" and node.output[0] in held:
            continue
        first = node.input[0] if node.input else ""
        if node.op_type == "Conv":
            w, b = held[node.input[1]], held[node.input[2]]
            replaced.update(node.input[1:])
            ws = np.maximum(np.abs(w).reshape(len(w), -1).max(1) / WEIGHT_MAX, 1e-8).astype(np.float32)
            wq = np.clip(np.round(w / ws[:, None, None, None]), -WEIGHT_MAX, WEIGHT_MAX).astype(np.int8)
            bs = (ws * np.float32(scale[first])).astype(np.float32)
            for kind, value, s, zero in (("w", wq, ws, np.zeros(len(w), np.int8)), ("b", np.round(b / bs).astype(np.int32), bs, np.zeros(len(w), np.int32))):
                name = f"{node.output[0]}.{kind}"
                nodes.append(helper.make_node("DequantizeLinear", [constant(name, value), constant(f"{name}.scale", s), constant(f"{name}.zero", zero)], [f"{name}.d"], axis=0))
            nodes.append(helper.make_node("Conv", [of[first], f"{node.output[0]}.w.d", f"{node.output[0]}.b.d"], list(node.output), **{a.name: helper.get_attribute_value(a) for a in node.attribute}))
            continue
        for k, name in enumerate(node.input):
            if name in of:
                node.input[k] = of[name]
        nodes.append(node)
        if node.output[0] == "/Div_output_0":
            twin(node.output[0], 4 / 255, 128)
        elif node.op_type == "Relu":
            twin(node.output[0], next(tops) / 255, 0)
        elif node.op_type == "Resize":
            twin(node.output[0], scale[first], 0)
        elif node.op_type == "Concat":
            twin(node.output[0], max(scale[n.removesuffix(".d")] for n in node.input), 0)
    del model.graph.node[:], model.graph.initializer[:]
    model.graph.node.extend(nodes)
    model.graph.initializer.extend([numpy_helper.from_array(v, k) for k, v in held.items() if k not in replaced | copies] + more)
    onnx.checker.check_model(model)
    onnx.save(model, out)
    card = out.replace(".onnx", ".json")
    if os.path.exists(card):
        with open(card) as f:
            d = json.load(f)
        with open(out, "rb") as f:
            d["sha256"] = hashlib.sha256(f.read()).hexdigest()
        with open(card, "w") as f:
            json.dump(d, f, indent=1)
            f.write("\n")


main()
