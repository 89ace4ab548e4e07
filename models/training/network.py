"""The detector's network: a small U-Net over plan-view tiles, heat maps and sub-cell offsets at a half (or a quarter) of the input's resolution."""
import torch
from torch import nn

CLASSES = ["ball", "base", "keeper", "fallen"]
WIDTHS = (16, 32, 64, 128)


def block(cin, cout, stride=1):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, stride, 1, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True))


class Detector(nn.Module):
    """Input: floats about -2..2, (n, 3, h, w), h and w multiples of 16. Output: (n, 7, h/stride, w/stride) logits: 4 classes, hand, 2 offsets."""

    def __init__(self, widths=WIDTHS, stride=2):
        super().__init__()
        a, b, c, d = widths
        self.stride = stride
        self.s2 = nn.Sequential(block(3, a, 2), block(a, a))
        self.s4 = nn.Sequential(block(a, b, 2), block(b, b), block(b, b))
        self.s8 = nn.Sequential(block(b, c, 2), block(c, c), block(c, c))
        self.s16 = nn.Sequential(block(c, d, 2), block(d, d), block(d, d))
        self.u8 = block(d + c, c)
        self.u4 = block(c + b, b)
        if stride == 2:
            self.u2 = block(b + a, a)
        self.head = nn.Conv2d(a if stride == 2 else b, 7, 1)
        nn.init.constant_(self.head.bias[:5], -4.0)

    def forward(self, x):
        up = nn.functional.interpolate
        x2 = self.s2(x)
        x4 = self.s4(x2)
        x8 = self.s8(x4)
        x16 = self.s16(x8)
        y8 = self.u8(torch.cat([up(x16, scale_factor=2.0, mode="nearest"), x8], 1))
        y4 = self.u4(torch.cat([up(y8, scale_factor=2.0, mode="nearest"), x4], 1))
        if self.stride == 4:
            return self.head(y4)
        return self.head(self.u2(torch.cat([up(y4, scale_factor=2.0, mode="nearest"), x2], 1)))


class Deployed(nn.Module):
    """What is exported: 8-bit planes (luma, Cb, Cr) in; probabilities with only the local peaks left, hand region and offsets out."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, planes):
        out = self.net((planes.float() - 128.0) / 64.0)
        heat = torch.sigmoid(out[:, :4])
        peaks = heat * (heat >= nn.functional.max_pool2d(heat, 3, 1, 1)).float()
        return peaks, torch.sigmoid(out[:, 4:5]), out[:, 5:7]


MEAN = 0.998  # share of the running mean of the weights that a step keeps; less in a short training, which it would lag behind


def averaged(mean, net, keep):
    """One step of the running mean of the weights; counters and statistics follow the net."""
    with torch.no_grad():
        for a, b in zip(mean.state_dict().values(), net.state_dict().values()):
            if a.dtype.is_floating_point:
                a.mul_(keep).add_(b, alpha=1 - keep)
            else:
                a.copy_(b)


def held_numbers(model):
    """Arrays by name; export keeps what is there twice (the biases of a network that has hardly learnt) once, behind an Identity."""
    from onnx import numpy_helper

    held = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == "Identity" and node.input[0] in held:
            held[node.output[0]] = held[node.input[0]]
    return held


def from_exported(net, path, run):
    """
    Weights of an exported network of the same widths into `net`. Export folds batch normalisation into the convolutions; here each layer's
    is set up again from what `run()`, which puts a batch of real inputs through the net, does in it, so that it says the same as before.
    """
    import onnx

    model = onnx.load(path)
    held = {name: torch.tensor(value) for name, value in held_numbers(model).items()}
    layers = [[held[name] for name in node.input[1:3]] for node in model.graph.node if node.op_type in ("Conv", "Gemm")]
    blocks = [m for m in net.modules() if isinstance(m, nn.Sequential) and len(m) == 3 and isinstance(m[1], nn.BatchNorm2d)]
    plain = [m for m in net.modules() if isinstance(m, (nn.Conv2d, nn.Linear)) and m.bias is not None]

    def settle(bias):
        def hook(norm, inputs):
            mean, var = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3), unbiased=False)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(var)
            norm.weight.copy_((var + norm.eps).sqrt())
            norm.bias.copy_(bias + mean)

        return hook

    net.eval()
    with torch.no_grad():
        hooks = []
        for b, (weight, bias) in zip(blocks, layers):
            b[0].weight.copy_(weight)
            hooks.append(b[1].register_forward_pre_hook(settle(bias)))
        for m, (weight, bias) in zip(plain, layers[len(blocks) :]):
            m.weight.copy_(weight)
            m.bias.copy_(bias)
        run()
        for h in hooks:
            h.remove()
