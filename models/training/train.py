"""Trains the detector from rendered tiles and exports it with its card.

    /usr/bin/python3 models/training/train.py --tiles DIR --out models/detector.onnx [--epochs N] [--minutes M]

Starts again where it stopped (checkpoint beside the tiles). The last tenth of the tiles is kept for validation and early stop;
nothing but rendered tiles is ever read.
"""
import argparse
import hashlib
import json
import os
import time

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
import numpy as np
import torch
from network import CLASSES, Deployed, Detector, normalised

SIDE = 192
HALF = SIDE // 2
RECORD = 3 * SIDE * SIDE + 2 * HALF * HALF


def load(folder):
    """All finished shards: planes, hand and loss masks as bytes, objects per tile."""
    planes, hands, masks, objects, ignores = [], [], [], [], []
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".bin"):
            continue
        raw = np.fromfile(os.path.join(folder, name), np.uint8).reshape(-1, RECORD)
        planes.append(raw[:, : 3 * SIDE * SIDE].reshape(-1, 3, SIDE, SIDE))
        hands.append(raw[:, 3 * SIDE * SIDE : -HALF * HALF].reshape(-1, HALF, HALF))
        masks.append(raw[:, -HALF * HALF :].reshape(-1, HALF, HALF))
        with open(os.path.join(folder, name[:-4] + ".jsonl")) as f:
            for line in f:
                r = json.loads(line)
                objects.append(r["objects"])
                ignores.append(r["ignore"])
    return np.concatenate(planes), np.concatenate(hands), np.concatenate(masks), objects, ignores


def targets(objects, ignore, mask):
    """Heat maps with Gaussian peaks (sigma 1 cell), offsets at the peaks, weights."""
    heat = np.zeros((4, HALF, HALF), np.float32)
    off = np.zeros((2, HALF, HALF), np.float32)
    at = np.zeros((HALF, HALF), np.float32)
    weight = (mask > 127).astype(np.float32)
    yy, xx = np.mgrid[0:HALF, 0:HALF]
    for i, j in ignore:
        weight[(xx - (i - 0.5) / 2) ** 2 + (yy - (j - 0.5) / 2) ** 2 < 16] = 0
    for c, i, j in objects:
        x, y = (i - 0.5) / 2, (j - 0.5) / 2
        g = np.exp(-((xx - x) ** 2 + (yy - y) ** 2) / 2)
        cx, cy = int(round(x)), int(round(y))
        if 0 <= cx < HALF and 0 <= cy < HALF:
            g[cy, cx] = 1
            for v in range(max(0, cy - 1), min(HALF, cy + 2)):
                for u in range(max(0, cx - 1), min(HALF, cx + 2)):
                    off[:, v, u] = (x - u, y - v)
                    at[v, u] = 1
            weight[cy, cx] = 1
        heat[int(c)] = np.maximum(heat[int(c)], g)
    return heat, off, at, weight


def batch(data, index, rng):
    """A batch with random turns, mirrorings and colour shifts."""
    planes, hands, masks, objects, ignores = data
    xs, hs, os_, ats, ws, hd = [], [], [], [], [], []
    for k in index:
        p, h, m = planes[k], hands[k], masks[k]
        ob, ig = objects[k], ignores[k]
        if rng is not None:
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
        heat, off, at, w = targets(ob, ig, m)
        x = (np.ascontiguousarray(p).astype(np.float32) - 128) / 64
        if rng is not None:
            x[0] = x[0] * rng.uniform(0.75, 1.25) + rng.uniform(-0.3, 0.3)
            x[1:] *= rng.uniform(0.7, 1.3)
            x[1] += rng.uniform(-0.1, 0.1)
            x[2] += rng.uniform(-0.1, 0.1)
        xs.append(x)
        hs.append(heat)
        os_.append(off)
        ats.append(at)
        ws.append(w)
        hd.append(h.astype(np.float32) / 255)
    return [torch.from_numpy(np.stack(v)) for v in (xs, hs, os_, ats, ws, hd)]


def loss_of(out, b):
    x, heat, off, at, w, hand = b
    p = torch.sigmoid(out[:, :4]).clamp(1e-5, 1 - 1e-5)
    pos = (heat > 0.999).float()
    w4 = w.unsqueeze(1)
    n = pos.sum().clamp(min=1)
    focal = -(pos * (1 - p) ** 2 * p.log() + (1 - pos) * (1 - heat) ** 4 * p**2 * (1 - p).log()) * w4
    hand_loss = torch.nn.functional.binary_cross_entropy_with_logits(out[:, 4], hand, weight=w)
    off_loss = ((out[:, 5:] - off).abs() * at.unsqueeze(1) * w4).sum() / at.sum().clamp(min=1)
    return focal.sum() / n + 4 * hand_loss + off_loss


def evaluate(net, data, index):
    """Per class: found, missed and invented at score 0.3 within two cells; mean loss; hand overlap."""
    net.eval()
    found = {c: [0, 0, 0] for c in CLASSES}
    losses, inter, union = [], 0.0, 0.0
    with torch.no_grad():
        for s in range(0, len(index), 16):
            b = batch(data, index[s : s + 16], None)
            out = net(b[0])
            losses.append(float(loss_of(out, b)))
            heat = torch.sigmoid(out[:, :4])
            peak = (heat * (heat >= torch.nn.functional.max_pool2d(heat, 3, 1, 1)) * b[4].unsqueeze(1)).numpy()
            hand = (torch.sigmoid(out[:, 4]) > 0.5).numpy() & (b[4].numpy() > 0)
            true = (b[5].numpy() > 0.5) & (b[4].numpy() > 0)
            inter += (hand & true).sum()
            union += (hand | true).sum()
            for k, tile in enumerate(index[s : s + 16]):
                for c, name in enumerate(CLASSES):
                    want = [((i - 0.5) / 2, (j - 0.5) / 2) for cc, i, j in data[3][tile] if cc == c]
                    want = [q for q in want if b[4][k, min(HALF - 1, max(0, round(q[1]))), min(HALF - 1, max(0, round(q[0])))] > 0]
                    got = [(x, y) for y, x in np.argwhere(peak[k, c] > 0.3)]
                    for q in want:
                        hit = [g for g in got if abs(g[0] - q[0]) < 2 and abs(g[1] - q[1]) < 2]
                        found[name][0 if hit else 1] += 1
                        if hit:
                            got.remove(hit[0])
                    found[name][2] += len(got)
    return float(np.mean(losses)), found, inter / max(1.0, union)


def curves(history, path):
    """Training and validation loss as a small picture (PPM needs no library; converted by the caller if wanted)."""
    w, h = 480, 240
    img = np.full((h, w, 3), 255, np.uint8)
    top = max(max(r["train"], r["valid"]) for r in history[1:] or history)
    for key, colour in (("train", (40, 90, 200)), ("valid", (200, 60, 40))):
        for k, r in enumerate(history):
            x = int(k * (w - 1) / max(1, len(history) - 1))
            y = int((h - 1) * (1 - min(1.0, r[key] / top)))
            img[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2] = colour
    with open(path, "wb") as f:
        f.write(b"P6 %d %d 255\n" % (w, h) + img.tobytes())


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--tiles", required=True)
    a.add_argument("--out", required=True)
    a.add_argument("--epochs", type=int, default=60)
    a.add_argument("--minutes", type=float, default=1e9)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--threads", type=int, default=2)
    a.add_argument("--init", help="weights to start from (a best.pt of an earlier run)")
    o = a.parse_args()
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    rng = np.random.default_rng(o.seed)
    data = load(o.tiles)
    n = len(data[3])
    cut = n - max(8, n // 10)
    train, valid = np.arange(cut), np.arange(cut, n)
    net = Detector()
    if o.init:
        net.load_state_dict(torch.load(o.init)["net"])
    steps = o.epochs * max(1, len(train) // 16)
    opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-4)
    plan = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=4e-3, total_steps=steps + 1, pct_start=0.1)
    history, best, first = [], 1e9, 0
    mark = os.path.join(o.tiles, "checkpoint.pt")
    if os.path.exists(mark):
        c = torch.load(mark)
        if c["epochs"] == o.epochs and c["tiles"] == n:
            net.load_state_dict(c["net"])
            opt.load_state_dict(c["opt"])
            plan.load_state_dict(c["plan"])
            history, best, first = c["history"], c["best"], c["epoch"] + 1
            print(f"goes on after epoch {first - 1}", flush=True)
    started = time.time()
    best_path = os.path.join(o.tiles, "best.pt")
    for epoch in range(first, o.epochs):
        net.train()
        order = rng.permutation(train)
        t0, losses = time.time(), []
        for s in range(0, len(order) - 15, 16):
            b = batch(data, order[s : s + 16], rng)
            loss = loss_of(net(b[0]), b)
            opt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5)
            opt.step()
            plan.step()
            losses.append(float(loss))
        v, found, iou = evaluate(net, data, valid)
        history.append({"epoch": epoch, "train": float(np.mean(losses)), "valid": v})
        print(f"epoch {epoch} train {np.mean(losses):.3f} valid {v:.3f} found/missed/invented {found} hand {iou:.3f} {time.time() - t0:.0f} s", flush=True)
        if v < best:
            best = v
            torch.save({"net": net.state_dict(), "found": found, "iou": iou, "epoch": epoch}, best_path)
        torch.save({"net": net.state_dict(), "opt": opt.state_dict(), "plan": plan.state_dict(), "history": history, "best": best, "epoch": epoch, "epochs": o.epochs, "tiles": n}, mark)
        curves(history, os.path.join(o.tiles, "curves.ppm"))
        if time.time() - started > o.minutes * 60:
            print("time is up", flush=True)
            break
    c = torch.load(best_path)
    net.load_state_dict(c["net"])
    net.eval()
    export(net, c, o, n)


def export(net, c, o, tiles):
    torch.onnx.export(
        Deployed(net), torch.zeros(1, 3, SIDE, SIDE, dtype=torch.uint8), o.out, opset_version=15, input_names=["planes"], output_names=["peaks", "hand", "offset"],
        dynamic_axes={"planes": {0: "n", 2: "h", 3: "w"}, "peaks": {0: "n", 2: "h2", 3: "w2"}, "hand": {0: "n", 2: "h2", 3: "w2"}, "offset": {0: "n", 2: "h2", 3: "w2"}},
    )
    with open(o.out, "rb") as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    params = sum(p.numel() for p in net.parameters())
    card = {
        "name": "detector",
        "task": "ball, base, keeper, fallen figure and hand region on a plan view of the cloth",
        "input": {"name": "planes", "type": "uint8", "layout": "n,3,h,w", "planes": ["luma", "cb", "cr"], "range": "full", "mmPerCell": 2.5, "multiple": 16},
        "output": {"peaks": CLASSES, "hand": 1, "offset": ["x", "y"], "stride": 2},
        "sha256": digest,
        "parameters": params,
        "recipe": {"tiles": tiles, "tileSide": SIDE, "renderer": "models/synth", "command": "bash models/training/train.sh", "seed": o.seed, "epochs": o.epochs, "bestEpoch": c["epoch"]},
        "validation": {"what": "rendered tiles not trained on, score 0.3, within 10 mm", "foundMissedInvented": c["found"], "handIou": round(float(c["iou"]), 3)},
    }
    with open(o.out.replace(".onnx", ".json"), "w") as f:
        json.dump(card, f, indent=1)
        f.write("\n")


if __name__ == "__main__":
    main()
