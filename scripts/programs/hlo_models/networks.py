"""Public architectures as functions of JAX, with weights by their names: `weights("conv", shape)`.

Sizes, and the order of layers, are those of torchvision and of transformers.
"""

from collections.abc import Callable
from typing import Any, Final

import jax
import jax.numpy as jnp
from jax import lax

Array = Any
Tree = dict[str, Any]


class Weights:
    """The weights of a module; without a tree, those that are used are made as zeros.

    Args:
        tree: parameters by their names.
        statistics: what training does not change, by the same names.
    """

    def __init__(self, tree: Tree, statistics: Tree, *, is_new: bool) -> None:
        self.tree, self.statistics, self._is_new = tree, statistics, is_new

    def __call__(self, name: str, *shape: int) -> Array:
        """Return a parameter."""
        if self._is_new:
            self.tree[name] = jnp.zeros(shape)
        return self.tree[name]

    def statistic(self, name: str, *shape: int) -> Array:
        """Return what training changes only otherwise."""
        if self._is_new:
            self.statistics[name] = jnp.zeros(shape)
        return self.statistics[name]

    def inside(self, name: str) -> "Weights":
        """Return the weights of a module in this one."""
        tree, statistics = self.tree, self.statistics
        if self._is_new:
            tree.setdefault(name, {})
            statistics.setdefault(name, {})
        inner = tree.get(name, {}), statistics.get(name, {})
        return Weights(*inner, is_new=self._is_new)


Module = Callable[[Weights, Array], Array]
VGG16: Final = (
    64, 64, None, 128, 128, None, 256, 256, 256, None, 512, 512, 512, None, 512, 512, 512, None,
)  # fmt: skip
"""Channels of its convolutions; None is a pooling."""


def named(name: str, weights: Weights, module: Callable[..., Array], *inputs: Any) -> Array:  # noqa: ANN401
    """Run a module in a scope."""
    with jax.named_scope(name):
        return module(weights.inside(name), *inputs)


def conv(out: int, window: int, stride: int = 1, groups: int = 1, *, bias: bool = False) -> Module:
    """Return a convolution with the padding of PyTorch's models."""

    def run(weights: Weights, x: Array) -> Array:
        kernel = weights("kernel", window, window, x.shape[-1] // groups, out)
        pad = (window - 1) // 2 if stride < window or window == 1 else 0
        y = lax.conv_general_dilated(
            x, kernel, (stride, stride), [(pad, pad)] * 2, feature_group_count=groups,
            dimension_numbers=("NHWC", "HWIO", "NHWC"),
        )  # fmt: skip
        return y + weights("bias", out) if bias else y

    return run


def dense(out: int) -> Module:
    """Return a linear layer."""

    def run(weights: Weights, x: Array) -> Array:
        return x @ weights("kernel", x.shape[-1], out) + weights("bias", out)

    return run


def batch_norm(weights: Weights, x: Array) -> Array:
    """Normalise by statistics of training."""
    size = x.shape[-1]
    mean, variance = weights.statistic("mean", size), weights.statistic("var", size)
    scaled = (x - mean) * lax.rsqrt(variance + 1e-5)
    return scaled * weights("scale", size) + weights("bias", size)


def layer_norm(weights: Weights, x: Array) -> Array:
    """Normalise each row."""
    size = x.shape[-1]
    mean = x.mean(-1, keepdims=True)
    scaled = (x - mean) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-6)
    return scaled * weights("scale", size) + weights("bias", size)


def max_pool(x: Array, window: int, stride: int, pad: int) -> Array:
    """Return the maxima of windows."""
    pads = [(0, 0), (pad, pad), (pad, pad), (0, 0)]
    shape, steps = (1, window, window, 1), (1, stride, stride, 1)
    return lax.reduce_window(x, -jnp.inf, lax.max, shape, steps, pads)


def bottleneck(width: int, stride: int) -> Module:
    """Return a block of ResNet-50."""

    def run(weights: Weights, x: Array) -> Array:
        y, layers = x, ((width, 1, 1), (width, 3, stride), (4 * width, 1, 1))
        for number, (out, window, step) in enumerate(layers, 1):
            y = named(f"conv{number}", weights, conv(out, window, step), y)
            y = named(f"bn{number}", weights, batch_norm, y)
            y = jax.nn.relu(y) if number < len(layers) else y
        if x.shape != y.shape:
            x = named("downsample", weights, conv(4 * width, 1, stride), x)
            x = named("downsample_bn", weights, batch_norm, x)
        return jax.nn.relu(x + y)

    return run


def resnet50(weights: Weights, x: Array) -> Array:
    """Classify images."""
    x = named("conv1", weights, conv(64, 7, 2), x)
    x = jax.nn.relu(named("bn1", weights, batch_norm, x))
    x = max_pool(x, 3, 2, 1)
    for stage, (width, blocks) in enumerate(((64, 3), (128, 4), (256, 6), (512, 3)), 1):
        for block in range(blocks):
            stride = 2 if stage > 1 and block == 0 else 1
            x = named(f"layer{stage}_{block}", weights, bottleneck(width, stride), x)
    return named("fc", weights, dense(1000), x.mean((1, 2)))


def vgg16(weights: Weights, x: Array) -> Array:
    """Classify images."""
    for number, channels in enumerate(VGG16):
        if channels is None:
            x = max_pool(x, 2, 2, 0)
        else:
            x = named(f"features_{number}", weights, conv(channels, 3, bias=True), x)
            x = jax.nn.relu(x)
    x = jnp.transpose(x, (0, 3, 1, 2)).reshape(x.shape[0], -1)
    for number, size in enumerate((4096, 4096, 1000)):
        x = named(f"classifier_{number}", weights, dense(size), x)
        x = jax.nn.relu(x) if number < 2 else x
    return x


def inverted_residual(out: int, stride: int, expansion: int) -> Module:
    """Return a block of MobileNetV2."""

    def run(weights: Weights, x: Array) -> Array:
        y, wide = x, x.shape[-1] * expansion
        if expansion != 1:
            y = named("expand", weights, conv(wide, 1), y)
            y = jnp.clip(named("expand_bn", weights, batch_norm, y), 0, 6)
        y = named("depthwise", weights, conv(wide, 3, stride, groups=wide), y)
        y = jnp.clip(named("depthwise_bn", weights, batch_norm, y), 0, 6)
        y = named("project", weights, conv(out, 1), y)
        y = named("project_bn", weights, batch_norm, y)
        return x + y if x.shape == y.shape else y

    return run


def mobilenet_v2(weights: Weights, x: Array) -> Array:
    """Classify images."""
    x = named("stem", weights, conv(32, 3, 2), x)
    x = jnp.clip(named("stem_bn", weights, batch_norm, x), 0, 6)
    number = 0
    for expansion, out, count, stride in (
        (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2),
        (6, 320, 1, 1),
    ):  # fmt: skip
        for row in range(count):
            block = inverted_residual(out, stride if row == 0 else 1, expansion)
            x = named(f"block_{number}", weights, block, x)
            number += 1
    x = named("head", weights, conv(1280, 1), x)
    x = jnp.clip(named("head_bn", weights, batch_norm, x), 0, 6)
    return named("classifier", weights, dense(1000), x.mean((1, 2)))


def attention(heads: int) -> Module:
    """Return self-attention with a projection for each of queries, keys and values."""

    def run(weights: Weights, x: Array) -> Array:
        batch, length, size = x.shape
        parts = []
        for name in ("query", "key", "value"):
            part = named(name, weights, dense(size), x)
            parts.append(part.reshape(batch, length, heads, size // heads))
        query, key, value = parts
        scores = jnp.einsum("bqhd,bkhd->bhqk", query, key) / (size // heads) ** 0.5
        mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), value)
        return named("output", weights, dense(size), mixed.reshape(batch, length, size))

    return run


def feed_forward(wide: int) -> Module:
    """Return two linear layers with a GELU between them."""

    def run(weights: Weights, x: Array) -> Array:
        y = jax.nn.gelu(named("up", weights, dense(wide), x), approximate=False)
        return named("down", weights, dense(x.shape[-1]), y)

    return run


def bert_layer(weights: Weights, x: Array) -> Array:
    """Return the states after a layer of BERT."""
    y = named("attention", weights, attention(12), x)
    x = named("attention_norm", weights, layer_norm, x + y)
    y = named("mlp", weights, feed_forward(3072), x)
    return named("mlp_norm", weights, layer_norm, x + y)


def bert_base(weights: Weights, ids: Array) -> Array:
    """Return the states of tokens and the pooled one."""
    x = weights("word_embeddings", 30522, 768)[ids]
    x = x + weights("position_embeddings", 512, 768)[: ids.shape[1]]
    x = x + weights("token_type_embeddings", 2, 768)[0]
    x = named("embeddings_norm", weights, layer_norm, x)
    for number in range(12):
        x = named(f"layer_{number}", weights, bert_layer, x)
    return x, jnp.tanh(named("pooler", weights, dense(768), x[:, 0]))


def pre_norm_layer(weights: Weights, x: Array) -> Array:
    """Return the states after a layer of a vision transformer."""
    y = named("norm1", weights, layer_norm, x)
    x = x + named("attention", weights, attention(12), y)
    y = named("norm2", weights, layer_norm, x)
    return x + named("mlp", weights, feed_forward(3072), y)


def vit_b_16(weights: Weights, x: Array) -> Array:
    """Classify images."""
    x = named("patches", weights, conv(768, 16, 16, bias=True), x)
    x = x.reshape(x.shape[0], -1, 768)
    token = jnp.broadcast_to(weights("class_token", 1, 1, 768), (x.shape[0], 1, 768))
    x = jnp.concatenate([token, x], 1)
    x = x + weights("position_embedding", 1, x.shape[1], 768)
    for number in range(12):
        x = named(f"layer_{number}", weights, pre_norm_layer, x)
    x = named("norm", weights, layer_norm, x)
    return named("head", weights, dense(1000), x[:, 0])


def small(weights: Weights, x: Array) -> Array:
    """Classify images of 16×16 by a convolution and a layer of attention, for tests."""
    x = named("stem", weights, conv(8, 3, 2), x)
    x = jax.nn.relu(named("stem_bn", weights, batch_norm, x)).reshape(x.shape[0], -1, 8)
    x = named("norm", weights, layer_norm, x + named("attention", weights, attention(2), x))
    return named("head", weights, dense(5), x.mean(1))


def gpt2(weights: Weights, ids: Array) -> Array:
    """Return logits; the layers are one loop over stacked weights, as large models have them."""
    x = weights("wte", 50257, 768)[ids] + weights("wpe", 1024, 768)[: ids.shape[1]]
    stacked = {}
    shapes: dict[str, tuple[int, ...]] = {
        "ln_1/scale": (768,), "ln_1/bias": (768,), "qkv/kernel": (768, 2304), "qkv/bias": (2304,),
        "proj/kernel": (768, 768), "proj/bias": (768,), "ln_2/scale": (768,), "ln_2/bias": (768,),
        "up/kernel": (768, 3072), "up/bias": (3072,), "down/kernel": (3072, 768),
        "down/bias": (768,),
    }  # fmt: skip
    for name, shape in shapes.items():
        stacked[name] = weights(name.replace("/", "_"), 12, *shape)

    def layer(x: Array, own: dict[str, Array]) -> tuple[Array, None]:
        def inner(name: str) -> Weights:
            keys = {key.split("/")[1]: each for key, each in own.items() if key.startswith(name)}
            return Weights(keys, {}, is_new=False)

        batch, length, size = x.shape
        with jax.named_scope("attention"):
            y = dense(2304)(inner("qkv/"), layer_norm(inner("ln_1/"), x))
            query, key, value = jnp.split(y.reshape(batch, length, 36, 64), 3, axis=2)
            scores = jnp.einsum("bqhd,bkhd->bhqk", query, key) / 8
            scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -1e9)
            mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), value)
            x = x + dense(768)(inner("proj/"), mixed.reshape(batch, length, size))
        with jax.named_scope("mlp"):
            y = jax.nn.gelu(dense(3072)(inner("up/"), layer_norm(inner("ln_2/"), x)))
            return x + dense(768)(inner("down/"), y), None

    with jax.named_scope("layers"):
        x, _ = lax.scan(layer, x, stacked)
    x = named("ln_f", weights, layer_norm, x)
    return x @ weights.tree["wte"].T
