"""A network of the size of a nano detector (about 3 M parameters, 8.7 GFLOP at 640x640) with untrained weights, for timing only.

    /usr/bin/python3 tests/bench/nano.py OUT.onnx

Five strides of two, cross-stage blocks, a two-way neck and three heads, as single-stage detectors of that class have; prints its size.
"""
import sys

import torch
from torch import nn


def conv(cin, cout, k=3, s=1):
    return nn.Sequential(nn.Conv2d(cin, cout, k, s, k // 2, bias=False), nn.BatchNorm2d(cout), nn.SiLU())


class Cross(nn.Module):
    """Half of the channels go through `n` residual pairs, every stage is kept and joined."""

    def __init__(self, cin, cout, n=1, add=True):
        super().__init__()
        self.half = cout // 2
        self.first = conv(cin, cout, 1)
        self.pairs = nn.ModuleList(nn.Sequential(conv(self.half, self.half), conv(self.half, self.half)) for _ in range(n))
        self.last = conv((2 + n) * self.half, cout, 1)
        self.add = add

    def forward(self, x):
        parts = list(self.first(x).chunk(2, 1))
        for pair in self.pairs:
            y = pair(parts[-1])
            parts.append(parts[-1] + y if self.add else y)
        return self.last(torch.cat(parts, 1))


class Nano(nn.Module):
    def __init__(self, classes=80):
        super().__init__()
        self.p2 = nn.Sequential(conv(3, 16, 3, 2), conv(16, 32, 3, 2), Cross(32, 32, 1))
        self.p3 = nn.Sequential(conv(32, 64, 3, 2), Cross(64, 64, 2))
        self.p4 = nn.Sequential(conv(64, 128, 3, 2), Cross(128, 128, 2))
        self.p5 = nn.Sequential(conv(128, 256, 3, 2), Cross(256, 256, 1))
        self.pool = nn.ModuleList([conv(256, 128, 1), conv(512, 256, 1)])
        self.n4, self.n3 = Cross(384, 128, 1, False), Cross(192, 64, 1, False)
        self.d3, self.m4 = conv(64, 64, 3, 2), Cross(192, 128, 1, False)
        self.d4, self.m5 = conv(128, 128, 3, 2), Cross(384, 256, 1, False)
        head = lambda c, mid, out: nn.Sequential(conv(c, mid), conv(mid, mid), nn.Conv2d(mid, out, 1))
        self.boxes = nn.ModuleList(head(c, 64, 64) for c in (64, 128, 256))
        self.names = nn.ModuleList(head(c, 80, classes) for c in (64, 128, 256))

    def forward(self, x):
        x3 = self.p3(self.p2(x))
        x4 = self.p4(x3)
        y = self.pool[0](self.p5(x4))
        around = [y]
        for _ in range(3):
            around.append(nn.functional.max_pool2d(around[-1], 5, 1, 2))
        x5 = self.pool[1](torch.cat(around, 1))
        up = lambda q: nn.functional.interpolate(q, scale_factor=2.0, mode="nearest")
        y4 = self.n4(torch.cat([up(x5), x4], 1))
        y3 = self.n3(torch.cat([up(y4), x3], 1))
        z4 = self.m4(torch.cat([self.d3(y3), y4], 1))
        z5 = self.m5(torch.cat([self.d4(z4), x5], 1))
        return tuple(torch.cat([b(q), c(q)], 1) for b, c, q in zip(self.boxes, self.names, (y3, z4, z5)))


if __name__ == "__main__":
    net = Nano().eval()
    flops = 0

    def count(m, i, o):
        global flops
        flops += 2 * o.numel() * m.in_channels // m.groups * m.kernel_size[0] * m.kernel_size[1]

    for m in net.modules():
        if isinstance(m, nn.Conv2d):
            m.register_forward_hook(count)
    with torch.no_grad():
        net(torch.zeros(1, 3, 640, 640))
    print(f"{sum(p.numel() for p in net.parameters()) / 1e6:.2f} M parameters, {flops / 1e9:.1f} GFLOP at 640x640")
    for m in net.modules():
        m._forward_hooks.clear()
    axes = {"images": {2: "h", 3: "w"}}
    torch.onnx.export(net, torch.zeros(1, 3, 640, 640), sys.argv[1], opset_version=15, input_names=["images"], dynamic_axes=axes)
