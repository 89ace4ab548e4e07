"""Trains the detector from rendered tiles and exports it with its card.

    /usr/bin/python3 models/training/train.py --tiles DIR [DIR...] --out models/detector.onnx [--epochs N] [--minutes M]

Starts again where it stopped (checkpoint in the last tile folder). The last tenth of the tiles is kept for validation and early stop;
nothing but rendered tiles is ever read. The weights that are validated and kept are the running mean of those that are trained.
"""
import argparse
import copy
import hashlib
import json
import os
import time

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
import numpy as np
import torch
from curves import curves
from network import CLASSES, MEAN, WIDTHS, Deployed, Detector, averaged, from_exported
from tiles import SIDE, Tiles, batch, clutter_pictures

BATCH = 16


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


def evaluate(net, data, index, stride):
    """Per class: found, missed and invented at score 0.3 within 10 mm; mean loss; hand overlap."""
    net.eval()
    found = {c: [0, 0, 0] for c in CLASSES}
    losses, inter, union = [], 0.0, 0.0
    n = SIDE // stride
    near = 4 / stride
    with torch.no_grad():
        for s in range(0, len(index), BATCH):
            b = batch(data, index[s : s + BATCH], None, stride)
            out = net(b[0])
            losses.append(float(loss_of(out, b)))
            heat = torch.sigmoid(out[:, :4])
            peak = (heat * (heat >= torch.nn.functional.max_pool2d(heat, 3, 1, 1)) * b[4].unsqueeze(1)).numpy()
            hand = (torch.sigmoid(out[:, 4]) > 0.5).numpy() & (b[4].numpy() > 0)
            true = (b[5].numpy() > 0.5) & (b[4].numpy() > 0)
            inter += (hand & true).sum()
            union += (hand | true).sum()
            for k, tile in enumerate(index[s : s + BATCH]):
                for c, name in enumerate(CLASSES):
                    want = [((i - (stride - 1) / 2) / stride, (j - (stride - 1) / 2) / stride) for cc, i, j in data.objects[tile] if cc == c]
                    want = [q for q in want if b[4][k, min(n - 1, max(0, round(q[1]))), min(n - 1, max(0, round(q[0])))] > 0]
                    got = [(x, y) for y, x in np.argwhere(peak[k, c] > 0.3)]
                    for q in want:
                        hit = [g for g in got if abs(g[0] - q[0]) <= near and abs(g[1] - q[1]) <= near]
                        found[name][0 if hit else 1] += 1
                        if hit:
                            got.remove(hit[0])
                    found[name][2] += len(got)
    return float(np.mean(losses)), found, inter / max(1.0, union)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--tiles", required=True, nargs="+")
    a.add_argument("--most", type=int, help="only the last so many tiles")
    a.add_argument("--out", required=True)
    a.add_argument("--epochs", type=int, default=60)
    a.add_argument("--minutes", type=float, default=1e9)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--threads", type=int, default=2)
    a.add_argument("--widths", type=int, nargs=4, default=WIDTHS)
    a.add_argument("--stride", type=int, default=2, choices=(2, 4))
    a.add_argument("--bfloat16", action="store_true", help="half the time on processors that have it")
    a.add_argument("--start", help="an exported detector of these widths to go on from, at a third of the learning rate")
    a.add_argument("--clutter", help="file of drawn pictures (make-clutter.ts) that some tiles are laid on")
    a.add_argument("--notes", help="card whose hand-written notes are kept; otherwise that of --out")
    a.add_argument("--valid", nargs="+", help="validate on the last tenth of these tiles instead")
    o = a.parse_args()
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    rng = np.random.default_rng(o.seed)
    data = Tiles(o.tiles, o.most)
    n = len(data)
    cut = n - max(8, n // 10)
    train, judge, valid = np.arange(cut), data, np.arange(cut, n)
    clutter = clutter_pictures(o.clutter) if o.clutter else None
    if o.valid:
        judge = Tiles(o.valid)
        valid = np.arange(len(judge) - max(8, len(judge) // 10), len(judge))
    net = Detector(o.widths, o.stride).to(memory_format=torch.channels_last)
    if o.start:
        some = batch(data, rng.permutation(train)[:256], None, o.stride)[0]
        from_exported(net, o.start, lambda: net(some))
    mean = copy.deepcopy(net)
    steps = o.epochs * max(1, len(train) // BATCH)
    opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-4)
    plan = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=1.3e-3 if o.start else 4e-3, total_steps=steps + 1, pct_start=0.1)
    history, best, first = [], 1e9, 0
    keep = os.path.splitext(o.out)[0]
    mark, best_path = f"{keep}.checkpoint.pt", f"{keep}.best.pt"
    if os.path.exists(mark):
        c = torch.load(mark)
        if c["epochs"] == o.epochs and c["tiles"] == n:
            net.load_state_dict(c["net"])
            mean.load_state_dict(c["mean"])
            opt.load_state_dict(c["opt"])
            plan.load_state_dict(c["plan"])
            history, best, first = c["history"], c["best"], c["epoch"] + 1
            print(f"goes on after epoch {first - 1}", flush=True)
    started = time.time()
    for epoch in range(first, o.epochs):
        net.train()
        order = rng.permutation(train)
        t0, losses = time.time(), []
        for s in range(0, len(order) - BATCH + 1, BATCH):
            b = batch(data, order[s : s + BATCH], rng, o.stride, clutter)
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=o.bfloat16):
                out = net(b[0])
            loss = loss_of(out.float(), b)
            opt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5)
            opt.step()
            plan.step()
            averaged(mean, net, min(MEAN, 1 - 10 / steps)) if epoch > 0 or o.start else mean.load_state_dict(net.state_dict())
            losses.append(float(loss))
        v, found, iou = evaluate(mean, judge, valid, o.stride)
        history.append({"epoch": epoch, "train": float(np.mean(losses)), "valid": v})
        print(f"epoch {epoch} train {np.mean(losses):.3f} valid {v:.3f} found/missed/invented {found} hand {iou:.3f} {time.time() - t0:.0f} s", flush=True)
        if v < best:
            best = v
            torch.save({"net": mean.state_dict(), "found": found, "iou": iou, "epoch": epoch}, best_path)
        torch.save({"net": net.state_dict(), "mean": mean.state_dict(), "opt": opt.state_dict(), "plan": plan.state_dict(), "history": history, "best": best, "epoch": epoch, "epochs": o.epochs, "tiles": n}, mark)
        curves(history, f"{keep}-curves.png")
        if time.time() - started > o.minutes * 60:
            print("time is up", flush=True)
            break
    c = torch.load(best_path)
    net.load_state_dict(c["net"])
    net.eval()
    export(net, c, o, n)
    os.remove(mark)
    os.remove(best_path)


def export(net, c, o, tiles):
    net = net.to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        Deployed(net), torch.zeros(1, 3, SIDE, SIDE, dtype=torch.uint8), o.out, opset_version=15, input_names=["planes"], output_names=["peaks", "hand", "offset"],
        dynamic_axes={"planes": {0: "n", 2: "h", 3: "w"}, "peaks": {0: "n", 2: "h2", 3: "w2"}, "hand": {0: "n", 2: "h2", 3: "w2"}, "offset": {0: "n", 2: "h2", 3: "w2"}},
    )
    with open(o.out, "rb") as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    card = {
        "name": "detector",
        "task": "ball, base, keeper, fallen figure and hand region on a plan view of the cloth",
        "input": {"name": "planes", "type": "uint8", "layout": "n,3,h,w", "planes": ["luma", "cb", "cr"], "range": "full", "mmPerCell": 2.5, "multiple": 16},
        "output": {"peaks": CLASSES, "hand": 1, "offset": ["x", "y"], "stride": o.stride},
        "sha256": digest,
        "parameters": sum(p.numel() for p in net.parameters()),
        "recipe": {"tiles": tiles, "tileSide": SIDE, "renderer": "models/synth", "command": "bash models/training/train.sh", "seed": o.seed, "start": os.path.basename(o.start) if o.start else None, "epochs": o.epochs, "bestEpoch": c["epoch"], "widths": list(o.widths)},
        "validation": {"what": "rendered tiles not trained on, score 0.3, within 10 mm; of this training, before any mean with others", "foundMissedInvented": c["found"], "handIou": round(float(c["iou"]), 3)},
    }
    path = o.out.replace(".onnx", ".json")
    notes = o.notes or path
    kept = json.load(open(notes)) if os.path.exists(notes) else {}
    # what was measured by hand on footage stays with the card until it is measured anew
    card.update({k: v for k, v in kept.items() if k in ("tries", "footage", "weaknesses")})
    with open(path, "w") as f:
        json.dump(card, f, indent=1)
        f.write("\n")


if __name__ == "__main__":
    main()
