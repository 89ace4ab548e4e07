"""Trains a refiner: from a close-up of a ball or a base to the last half pixel of its place, with sigmas, and to whether it is there at all.

    /usr/bin/python3 models/training/train_refiner.py --patches DIR [DIR...] --kind ball|base --out models/refine-ball.onnx [--epochs N]

Loss: Gaussian likelihood with a heavy tail (Student, 4 degrees of freedom) per axis where there is such a thing, and cross entropy of its
presence; sigmas are scaled on the validation part so that two thirds of the errors lie within one. Starts again where it stopped.
The weights that are validated and kept are the running mean of those that are trained.
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
from network import MEAN, averaged, from_exported
from torch import nn

SIDE = 40
RADIUS_CELLS = 11
FACTS = 4
RECORD = 3 * SIDE * SIDE + 4 * (FACTS + 3)
PRESENCE_WEIGHT = 0.5


class Refiner(nn.Module):
    def __init__(self, width=24):
        super().__init__()

        def conv(i, o, s=1):
            return nn.Sequential(nn.Conv2d(i, o, 3, s, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))

        w = width
        self.body = nn.Sequential(conv(3 + FACTS, w), conv(w, w, 2), conv(w, w), conv(w, 2 * w, 2), conv(2 * w, 2 * w), conv(2 * w, 3 * w, 2), conv(3 * w, 3 * w))
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(3 * w * 25, 96), nn.ReLU(inplace=True), nn.Dropout(0.15), nn.Linear(96, 5))

    def raw(self, patches, facts):
        x = (patches.float() - 128.0) / 64.0
        f = facts.reshape(-1, FACTS, 1, 1).expand(-1, FACTS, SIDE, SIDE)
        return self.head(self.body(torch.cat([x, f], 1)))

    def forward(self, patches, facts):
        return self.scaled(self.raw(patches, facts))

    @staticmethod
    def scaled(out):
        return torch.cat([out[:, :2] * 0.1, torch.exp(out[:, 2:4].clamp(-3, 3) - 4.0), out[:, 4:]], 1)


class Deployed(nn.Module):
    def __init__(self, net, scale):
        super().__init__()
        self.net, self.scale = net, scale

    def forward(self, patches, facts):
        out = self.net(patches, facts)
        return torch.cat([out[:, :2], out[:, 2:4] * self.scale, torch.sigmoid(out[:, 4:])], 1)


def load(folders, kind):
    """Shards in order of their folders and names; the last tenth of the records (other scenes) is for validation."""
    names = [os.path.join(f, n) for f in folders for n in sorted(os.listdir(f)) if n.startswith(kind) and n.endswith(".bin")]
    parts = [np.fromfile(n, np.uint8).reshape(-1, RECORD) for n in names]
    raw = np.concatenate(parts)
    patches = raw[:, : 3 * SIDE * SIDE].reshape(-1, 3, SIDE, SIDE)
    numbers = np.ascontiguousarray(raw[:, 3 * SIDE * SIDE :]).view("<f4")
    return patches, numbers[:, :FACTS].copy(), numbers[:, FACTS:].copy()


def disturbed(p, rng):
    """Light, hue, focus and noise by chance; p is (n, 3, SIDE, SIDE), 0..255. What is where does not change."""
    n = len(p)
    u = lambda lo, hi: rng.uniform(lo, hi, (n, 1, 1)).astype(np.float32)
    x = p.astype(np.float32)
    a = u(-0.5, 0.5) * (rng.random((n, 1, 1)) < 0.6)
    cb, cr = x[:, 1] - 128, x[:, 2] - 128
    s = u(0.7, 1.3)
    x[:, 0] = x[:, 0] * u(0.75, 1.25) + u(-15, 15)
    x[:, 1] = 128 + s * (np.cos(a) * cb - np.sin(a) * cr) + u(-6, 6)
    x[:, 2] = 128 + s * (np.sin(a) * cb + np.cos(a) * cr) + u(-6, 6)
    x = torch.from_numpy(x)
    for low, high, share in ((0.5, 1.0, 0.15), (1.0, 2.0, 0.1)):
        some = torch.from_numpy(np.flatnonzero(rng.random(n) < share))
        if len(some):
            sigma = rng.uniform(low, high)
            k = torch.exp(-(torch.arange(-5, 6, dtype=torch.float32) ** 2) / (2 * sigma**2))
            k = (k / k.sum()).reshape(1, 1, 1, -1).repeat(3, 1, 1, 1)
            y = nn.functional.pad(x[some], (5, 5, 5, 5), mode="replicate")
            x[some] = nn.functional.conv2d(nn.functional.conv2d(y, k, groups=3), k.transpose(2, 3), groups=3)
    x += torch.randn_like(x) * torch.from_numpy(u(0, 5) * (rng.random((n, 1, 1)) < 0.5))[:, None]
    return x.clamp(0, 255)


def shifted(p, w, rng):
    """Half of the patches moved by a cell or stay: where a thing stands in its patch must not be learnt by heart. The edge is repeated."""
    moves = rng.integers(-1, 2, (len(p), 2)) * (rng.random((len(p), 1)) < 0.5)
    grid = np.arange(SIDE)
    rows = np.clip(grid[None] - moves[:, 1:], 0, SIDE - 1)
    columns = np.clip(grid[None] - moves[:, :1], 0, SIDE - 1)
    p = np.take_along_axis(np.take_along_axis(p, rows[:, None, :, None], 2), columns[:, None, None, :], 3)
    w[:, :2] += moves / RADIUS_CELLS * (w[:, 2:3] > 0.5)
    return p, w


def loss_of(out, want):
    is_there = want[:, 2:3]
    e = (out[:, :2] - want[:, :2]) / out[:, 2:4]
    nll = (out[:, 2:4].log() + 2.5 * torch.log1p(e * e / 4.0)).mean(1, keepdim=True)
    presence = torch.nn.functional.binary_cross_entropy_with_logits(out[:, 4:], is_there)
    return (nll * is_there).sum() / is_there.sum().clamp(min=1) + PRESENCE_WEIGHT * presence


def errors(out, want):
    """Errors of place over the radius where there is such a thing; share of presence judged wrongly."""
    there = want[:, 2] > 0.5
    return (out[:, :2] - want[:, :2])[there].norm(dim=1), float(((out[:, 4] > 0) != there).float().mean())


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--patches", required=True, nargs="+")
    a.add_argument("--kind", required=True, choices=["ball", "base"])
    a.add_argument("--out", required=True)
    a.add_argument("--epochs", type=int, default=30)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--bfloat16", action="store_true", help="faster on processors that have it")
    a.add_argument("--start", help="an exported refiner to go on from, at a third of the learning rate")
    a.add_argument("--threads", type=int, default=2)
    o = a.parse_args()
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    rng = np.random.default_rng(o.seed)
    patches, facts, want = load(o.patches, o.kind)
    n = len(want)
    cut = n - max(64, n // 10)
    net = Refiner().to(memory_format=torch.channels_last)
    if o.start:
        some = rng.permutation(cut)[:2048]
        from_exported(net, o.start, lambda: net.raw(torch.from_numpy(patches[some]), torch.from_numpy(facts[some])))
    mean = copy.deepcopy(net)
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-3)
    batch = 128
    steps = o.epochs * (cut // batch) + 1
    plan = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=8e-4 if o.start else 2.5e-3, total_steps=steps, pct_start=0.1)
    first, best, best_state, best_epoch = 0, 1e9, None, 0
    mark = f"{os.path.splitext(o.out)[0]}.checkpoint.pt"
    if os.path.exists(mark):
        c = torch.load(mark)
        if c["n"] == n and c["epochs"] == o.epochs:
            net.load_state_dict(c["net"])
            mean.load_state_dict(c["mean"])
            opt.load_state_dict(c["opt"])
            plan.load_state_dict(c["plan"])
            first, best, best_state, best_epoch = c["epoch"] + 1, c["best"], c["best_state"], c["best_epoch"]

    def valid(net):
        net.eval()
        outs = []
        with torch.no_grad():
            for s in range(cut, n, 512):
                outs.append(net(torch.from_numpy(patches[s : s + 512]), torch.from_numpy(facts[s : s + 512])))
        return torch.cat(outs)

    for epoch in range(first, o.epochs):
        net.train()
        t0, losses = time.time(), []
        order = rng.permutation(cut)
        for s in range(0, cut - batch + 1, batch):
            k = np.sort(order[s : s + batch])
            p = patches[k].astype(np.int16)
            f, w = facts[k].copy(), want[k].copy()
            flip = rng.random(batch) < 0.5  # mirrored across the direction of parallax
            p[flip] = p[flip][:, :, ::-1]
            w[flip, 1] *= -1
            p, w = shifted(p, w, rng)
            x, f, w = disturbed(p, rng), torch.from_numpy(f), torch.from_numpy(w)
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=o.bfloat16):
                out = net.raw(x, f)
            loss = loss_of(net.scaled(out.float()), w)
            opt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 2)
            opt.step()
            plan.step()
            averaged(mean, net, min(MEAN, 1 - 10 / steps)) if epoch > 0 or o.start else mean.load_state_dict(net.state_dict())
            losses.append(float(loss))
        out = valid(mean)
        w = torch.from_numpy(want[cut:])
        v = float(loss_of(out, w))
        err, wrong = errors(out, w)
        print(f"{o.kind} epoch {epoch} train {np.mean(losses):.3f} valid {v:.3f} error/radius median {err.median():.4f} p95 {err.quantile(0.95):.4f} presence wrong {wrong:.4f} {time.time() - t0:.0f} s", flush=True)
        if v < best:
            best, best_epoch = v, epoch
            best_state = {k: t.clone() for k, t in mean.state_dict().items()}
        torch.save({"net": net.state_dict(), "mean": mean.state_dict(), "opt": opt.state_dict(), "plan": plan.state_dict(), "epoch": epoch, "best": best, "best_state": best_state, "best_epoch": best_epoch, "n": n, "epochs": o.epochs}, mark)
    net.load_state_dict(best_state)
    out = valid(net)
    w = torch.from_numpy(want[cut:])
    there = w[:, 2] > 0.5
    z = ((out[:, :2] - w[:, :2]) / out[:, 2:4])[there].abs().flatten()
    scale = float(z.quantile(0.683))
    err, wrong = errors(out, w)
    near = w[there][:, :2].norm(dim=1) < 0.1
    torch.onnx.export(
        Deployed(net, scale).eval(), (torch.zeros(2, 3, SIDE, SIDE, dtype=torch.uint8), torch.zeros(2, FACTS)), o.out, opset_version=15, input_names=["patches", "facts"], output_names=["shift"],
        dynamic_axes={"patches": {0: "n"}, "facts": {0: "n"}, "shift": {0: "n"}},
    )
    with open(o.out, "rb") as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    card = {
        "name": os.path.basename(o.out)[:-5],
        "task": f"place of a {o.kind} from a close-up, in radii along and across the direction of parallax, with sigmas",
        "input": {"patches": "uint8 n,3,40,40 (luma, cb, cr, full range; radius 11 cells)", "facts": "float n,4 (slant, wall from/radius, rim/radius, pixels per radius/20)"},
        "output": {"shift": "float n,5 (u, v, sigma u, sigma v in radii; probability that it is there)"},
        "sha256": digest,
        "parameters": sum(p.numel() for p in net.parameters()),
        "recipe": {"records": n, "renderer": "models/synth", "command": "bash models/training/train-refiners.sh", "seed": o.seed, "epochs": o.epochs, "bestEpoch": best_epoch, "sigmaScale": round(scale, 3)},
        "validation": {"what": "rendered close-ups of other scenes, error over the radius", "median": round(float(err.median()), 4), "p95": round(float(err.quantile(0.95)), 4), "medianFromNear": round(float(err[near].median()), 4), "p95FromNear": round(float(err[near].quantile(0.95)), 4), "presenceWrong": round(wrong, 4)},
    }
    with open(o.out.replace(".onnx", ".json"), "w") as f:
        json.dump(card, f, indent=1)
        f.write("\n")
    print(json.dumps(card["validation"]), flush=True)
    os.remove(mark)


if __name__ == "__main__":
    main()
