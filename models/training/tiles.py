"""Rendered tiles as batches: planes, heat maps, offsets, weights, hand region; and what chance does to a tile while training."""
import json
import os

import numpy as np
import torch

SIDE = 192
HALF = SIDE // 2
RECORD = 3 * SIDE * SIDE + 2 * HALF * HALF


class Tiles:
    """All finished shards of some folders, in the order of their names."""

    def __init__(self, folders, most=None):
        self.planes, self.hands, self.masks, self.objects, self.ignores = [], [], [], [], []
        for folder in folders:
            for name in sorted(os.listdir(folder)):
                if name.endswith(".bin"):
                    self._shard(os.path.join(folder, name))
        if most:
            for key in ("planes", "hands", "masks", "objects", "ignores"):
                setattr(self, key, getattr(self, key)[-most:])

    def _shard(self, path):
        raw = np.fromfile(path, np.uint8).reshape(-1, RECORD)
        self.planes += list(raw[:, : 3 * SIDE * SIDE].reshape(-1, 3, SIDE, SIDE))
        self.hands += list(raw[:, 3 * SIDE * SIDE : -HALF * HALF].reshape(-1, HALF, HALF))
        self.masks += list(raw[:, -HALF * HALF :].reshape(-1, HALF, HALF))
        with open(path[:-4] + ".jsonl") as f:
            for line in f:
                r = json.loads(line)
                self.objects.append(r["objects"])
                self.ignores.append(r["ignore"])

    def __len__(self):
        return len(self.objects)


def clutter_pictures(path):
    """Drawn pictures of what is no piece (make-clutter.ts): (n, 3, SIDE, SIDE)."""
    return np.fromfile(path, np.uint8).reshape(-1, 3, SIDE, SIDE)


CLUTTERED = 0.2  # share of tiles in training
KEPT_CELLS = (7.0, 16.0)  # what stays around a piece
HAND_STAYS = 0.8  # whole, over whatever is drawn


def _grown(h, cells):
    """The mask `h` grown by so many of its cells."""
    for _ in range(cells):
        q = np.pad(h, 1, mode="edge")
        h = np.maximum.reduce([q[1:-1, 1:-1], q[2:, 1:-1], q[:-2, 1:-1], q[1:-1, 2:], q[1:-1, :-2]])
    return h


def _cluttered(p, h, places, picture, rng):
    """The tile with a drawn picture in place of most of it (Ghiasi et al. 2021, the other way round): around every piece a disc stays, and
    around some places with none, so that neither the disc nor what is far away tells a piece."""
    decoys = rng.uniform(0, SIDE, (rng.integers(2, 9), 2))
    yy, xx = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    keep = np.zeros((SIDE, SIDE), np.float32)
    for i, j in [*places, *decoys]:
        keep = np.maximum(keep, np.clip(rng.uniform(*KEPT_CELLS) - np.hypot(xx - i, yy - j), 0, 1))
    if rng.random() < 0.5:  # only on one side of a line
        a = rng.uniform(0, 2 * np.pi)
        keep = np.maximum(keep, np.clip((xx - SIDE / 2) * np.cos(a) + (yy - SIDE / 2) * np.sin(a) + rng.uniform(-40, 40), 0, 1))
    if rng.random() < HAND_STAYS:
        keep = np.maximum(keep, _grown(h, rng.integers(0, 3)).repeat(2, 0).repeat(2, 1) > 127)
    out = (picture + (p.astype(np.float32) - picture) * keep).astype(np.uint8)
    return out, (h * keep[::2, ::2]).astype(np.uint8)


def targets(objects, ignore, mask, stride):
    """Heat maps with Gaussian peaks (sigma 1 output cell), offsets at the peaks, weights."""
    n = SIDE // stride
    step = stride // 2
    heat = np.zeros((4, n, n), np.float32)
    off = np.zeros((2, n, n), np.float32)
    at = np.zeros((n, n), np.float32)
    weight = (mask[::step, ::step] > 127).astype(np.float32)
    place = lambda v: (v - (stride - 1) / 2) / stride
    for i, j in ignore:
        x, y, r = place(i), place(j), 8 / stride
        u, v = int(round(x)), int(round(y))
        weight[max(0, v - int(r)) : v + int(r) + 1, max(0, u - int(r)) : u + int(r) + 1] = 0
    for c, i, j in objects:
        x, y = place(i), place(j)
        u0, v0, u1, v1 = max(0, int(x) - 5), max(0, int(y) - 5), min(n, int(x) + 7), min(n, int(y) + 7)
        if u0 >= u1 or v0 >= v1:
            continue
        yy, xx = np.mgrid[v0:v1, u0:u1]
        g = np.exp(-((xx - x) ** 2 + (yy - y) ** 2) / 2)
        cx, cy = int(round(x)), int(round(y))
        if 0 <= cx < n and 0 <= cy < n:
            g[cy - v0, cx - u0] = 1
            for v in range(max(0, cy - 1), min(n, cy + 2)):
                for u in range(max(0, cx - 1), min(n, cx + 2)):
                    off[:, v, u] = (x - u, y - v)
                    at[v, u] = 1
            weight[cy, cx] = 1
        heat[int(c), v0:v1, u0:u1] = np.maximum(heat[int(c), v0:v1, u0:u1], g)
    return heat, off, at, weight


def _blurred(x, sigma):
    """Separable Gaussian over the last two axes; sigma in cells: defocus and motion beyond what was rendered."""
    n = max(1, int(np.ceil(2.5 * sigma)))
    k = np.exp(-(np.arange(-n, n + 1) ** 2) / (2 * sigma**2)).astype(np.float32)
    k /= k.sum()
    for axis in (1, 2):
        pad = [(0, 0), (0, 0), (0, 0)]
        pad[axis] = (n, n)
        p = np.pad(x, pad, mode="edge")
        size = x.shape[axis]
        x = sum(w * np.take(p, range(q, q + size), axis) for q, w in enumerate(k))
    return x


def _disturbed(x, rng):
    """Light, colour, focus, noise and glare by chance; x is (3, h, w) about -2..2."""
    if rng.random() < 0.3:
        x = _blurred(x, rng.uniform(0.4, 1.4))
    x[0] = x[0] * rng.uniform(0.7, 1.25) + rng.uniform(-0.3, 0.3)
    x[1:] *= rng.uniform(0.6, 1.35)
    if rng.random() < 0.5:  # the hue of everything turned a little: cloths and kits that no list of colours holds
        a = rng.uniform(-0.35, 0.35)
        x[1], x[2] = np.cos(a) * x[1] - np.sin(a) * x[2], np.sin(a) * x[1] + np.cos(a) * x[2]
    x[1:] += rng.uniform(-0.12, 0.12, (2, 1, 1))
    if rng.random() < 0.15:
        yy, xx = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
        cx, cy, s = rng.uniform(0, SIDE), rng.uniform(0, SIDE), rng.uniform(20, 90)
        g = rng.uniform(0.2, 0.8) * np.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / (2 * s * s))
        x[0] += g * (2 - x[0]) * 0.6
        x[1:] *= 1 - 0.6 * g
    if rng.random() < 0.4:
        x += rng.normal(0, rng.uniform(0.01, 0.08), x.shape)
    return np.clip(x, -2, 2).astype(np.float32)


def batch(data, index, rng, stride=2, clutter=None):
    """A batch as tensors; with `rng`, turned, mirrored and disturbed by chance, some on `clutter`."""
    out = [[], [], [], [], [], []]
    for k in index:
        p, h, m = data.planes[k], data.hands[k], data.masks[k]
        ob, ig = data.objects[k], data.ignores[k]
        if rng is not None:
            if clutter is not None and rng.random() < CLUTTERED:
                p, h = _cluttered(p, h, [q[-2:] for q in [*ob, *ig]], clutter[rng.integers(len(clutter))], rng)
            if rng.random() < 0.5:
                p, h, m = p[:, :, ::-1], h[:, ::-1], m[:, ::-1]
                ob = [(c, SIDE - 1 - i, j) for c, i, j in ob]
                ig = [(SIDE - 1 - i, j) for i, j in ig]
            if rng.random() < 0.5:
                p, h, m = p[:, ::-1], h[::-1], m[::-1]
                ob = [(c, i, SIDE - 1 - j) for c, i, j in ob]
                ig = [(i, SIDE - 1 - j) for i, j in ig]
            if rng.random() < 0.5:
                p, h, m = p.transpose(0, 2, 1), h.T, m.T
                ob = [(c, j, i) for c, i, j in ob]
                ig = [(j, i) for i, j in ig]
        heat, off, at, w = targets(ob, ig, m, stride)
        x = (np.ascontiguousarray(p).astype(np.float32) - 128) / 64
        if rng is not None:
            x = _disturbed(x, rng)
        step = stride // 2
        for part, v in zip(out, (x, heat, off, at, w, h[::step, ::step].astype(np.float32) / 255)):
            part.append(v)
    x, *rest = [torch.from_numpy(np.stack(v)) for v in out]
    return [x.contiguous(memory_format=torch.channels_last), *rest]
