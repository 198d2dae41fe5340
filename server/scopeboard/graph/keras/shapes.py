"""Output shapes of Keras's layers, for models without recorded shapes.

Keras 3 records the shape of every tensor, Keras 2 only the shapes of inputs. The rules follow
`compute_output_shape`; -1 is an unknown dimension, None an unknown shape.
"""

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Final

from scopeboard.graph.keras.build import Build, Config, class_of
from scopeboard.graph.model.shapes import Shape

Dims = tuple[int, ...]
Rule = Callable[[Build, Dims], Dims]


def find_output_shape(class_name: str, config: Config, inputs: Sequence[Shape]) -> Shape:
    """Return the shape of a layer's first output, None where it is unknown."""
    if class_name in _MERGES:
        return _merge(class_name, config, inputs)
    if not inputs or inputs[0] is None:
        return None
    if class_name in _UNCHANGED:
        return inputs[0]
    try:
        return _RULES[class_name](Build(class_name, config, inputs), inputs[0])
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return None


def _merge(class_name: str, config: Config, inputs: Sequence[Shape]) -> Shape:
    """Combine inputs of one rank, by broadcasting or along the axis of a concatenation."""
    known = [shape for shape in inputs if shape is not None]
    if not known or len(known) < len(inputs) or len({len(shape) for shape in known}) > 1:
        return None
    rank, axis = len(known[0]), config.get("axis", -1)
    is_valid = isinstance(axis, int) and -rank <= axis < rank
    joined = axis % rank if class_name == "Concatenate" and is_valid else -1
    sizes = []
    for index, column in enumerate(zip(*known, strict=True)):
        if -1 in column:
            sizes.append(-1)
        else:
            sizes.append(sum(column) if index == joined else max(column))
    return tuple(sizes)


def _map_sizes(
    build: Build,
    shape: Dims,
    *,
    scale: Sequence[int] | None = None,
    offset: Sequence[int] | None = None,
    stride: Sequence[int] | None = None,
    channels: int | None = None,
) -> Dims:
    """Return the shape of a layer over images, which maps each spatial size independently.

    A size becomes `(size * scale + offset) // stride`, with 1, 0 and 1 as defaults. Without
    `channels` the number of channels stays.
    """
    is_channels_first = build.config.get("data_format") == "channels_first"
    start = 2 if is_channels_first else 1
    rank = len(shape) - 2
    scale, offset, stride = scale or [1] * rank, offset or [0] * rank, stride or [1] * rank
    sizes = [
        -1 if size < 0 else max((size * scale[axis] + offset[axis]) // stride[axis], 0)
        for axis, size in enumerate(shape[start : start + rank])
    ]
    if channels is None:
        channels = shape[1 if is_channels_first else -1]
    return (shape[0], channels, *sizes) if is_channels_first else (shape[0], *sizes, channels)


def _slide(build: Build, shape: Dims) -> Dims:
    """Return the shape after a convolution or pooling: one element for each place of the window."""
    config, rank = build.config, len(shape) - 2
    is_pooling = "Pooling" in build.class_name
    window = build.numbers("pool_size" if is_pooling else "kernel_size", rank, 2)
    strides = build.numbers("strides", rank, 1)
    if is_pooling and config.get("strides") is None:
        strides = window
    dilation = build.numbers("dilation_rate", rank, 1)
    extent = [step * (size - 1) + 1 for size, step in zip(window, dilation, strict=False)]
    if config.get("padding", "valid") in {"same", "causal"}:
        extent = [1] * rank  # padded so that each multiple of the stride has a window

    channels = None
    if "Depthwise" in build.class_name:
        channels = shape[1 if config.get("data_format") == "channels_first" else -1]
        channels = -1 if channels < 0 else channels * int(config["depth_multiplier"])
    elif not is_pooling:
        channels = int(config["filters"])
    offset = [step - size for step, size in zip(strides, extent, strict=False)]
    return _map_sizes(build, shape, offset=offset, stride=strides, channels=channels)


def _transpose(build: Build, shape: Dims) -> Dims:
    """Return the shape after a transposed convolution."""
    config, rank = build.config, len(shape) - 2
    filters = int(config["filters"])
    is_dilated = any(each != 1 for each in build.numbers("dilation_rate", rank, 1))
    if is_dilated or config.get("output_padding") is not None:
        unknown = [-1] * (len(shape) - 1)
        return _map_sizes(build, (shape[0], *unknown), channels=filters)
    window, strides = build.numbers("kernel_size", rank, 1), build.numbers("strides", rank, 1)
    offset = [max(size - step, 0) for size, step in zip(window, strides, strict=False)]
    if config.get("padding") == "same":
        offset = [0] * rank
    return _map_sizes(build, shape, scale=strides, offset=offset, channels=filters)


def _resize(build: Build, shape: Dims) -> Dims:
    """Return the shape after zero padding, cropping or up-sampling."""
    rank = len(shape) - 2
    if "UpSampling" in build.class_name:
        return _map_sizes(build, shape, scale=build.numbers("size", rank, 2))
    is_cropping = "Cropping" in build.class_name
    edges = build.config["cropping" if is_cropping else "padding"]
    if isinstance(edges, int):
        edges = [edges] * rank
    elif rank == 1 and len(edges) == 2 and all(isinstance(each, int) for each in edges):
        edges = [edges]
    totals = [sum(each) if isinstance(each, list) else 2 * int(each) for each in edges]
    offset = [-total if is_cropping else total for total in totals]
    return _map_sizes(build, shape, offset=offset)


def _pool_globally(build: Build, shape: Dims) -> Dims:
    """Return the shape after a reduction of all spatial dimensions."""
    rank = len(shape) - 2
    pooled = _map_sizes(build, shape, scale=[0] * rank, offset=[1] * rank)
    if build.config.get("keepdims"):
        return pooled
    return (pooled[0], pooled[1 if build.config.get("data_format") == "channels_first" else -1])


def _rearrange(build: Build, shape: Dims) -> Dims:
    """Return the shape of the same elements in another arrangement, or of copies of them."""
    batch, dims, config = shape[0], shape[1:], build.config
    if build.class_name == "Permute":
        return (batch, *(shape[axis] for axis in config["dims"]))
    if build.class_name == "RepeatVector":
        return (batch, int(config["n"]), *dims)
    target = [-1]
    if build.class_name == "Reshape":
        target = [int(each) for each in config["target_shape"]]
    if -1 in target and -1 not in dims:
        rest = prod(each for each in target if each != -1)
        target[target.index(-1)] = prod(dims) // rest
    return (batch, *target)


def _replace_features(build: Build, shape: Dims) -> Dims:
    """Return the shape with another last dimension, the size of the layer's output."""
    class_name, config = build.class_name, build.config
    if class_name == "Embedding":
        return (*shape, int(config["output_dim"]))
    if class_name == "Dense":
        return (*shape[:-1], int(config["units"]))
    if class_name == "MultiHeadAttention":
        output = config.get("output_shape")
        if output is None:
            return shape
        return (*shape[:-1], *(output if isinstance(output, list) else [output]))
    steps = shape[:2] if config.get("return_sequences") else shape[:1]  # a recurrent layer
    return (*steps, int(config["units"]))


def _wrap(build: Build, shape: Dims) -> Dims:
    """Return the shape of the layer inside a wrapper, as the wrapper changes it."""
    layer, is_bidirectional = build.config["layer"], build.class_name == "Bidirectional"
    inputs = shape if is_bidirectional else (shape[0], *shape[2:])
    inner = find_output_shape(class_of(layer), layer["config"], [inputs])
    if inner is None:
        raise ValueError
    if not is_bidirectional:
        return (shape[0], shape[1], *inner[1:])
    mode = build.config.get("merge_mode")
    if mode is None:
        raise ValueError
    return (*inner[:-1], inner[-1] * 2) if mode == "concat" else inner


_RULES: Final[Mapping[str, Rule]] = {
    **dict.fromkeys(("Dense", "Embedding", "MultiHeadAttention"), _replace_features),
    **dict.fromkeys(("LSTM", "GRU", "SimpleRNN", "CuDNNLSTM", "CuDNNGRU"), _replace_features),
    **{f"Conv{n}D": _slide for n in (1, 2, 3)},
    **{f"Convolution{n}D": _slide for n in (1, 2, 3)},
    **{f"SeparableConv{n}D": _slide for n in (1, 2)},
    **{f"DepthwiseConv{n}D": _slide for n in (1, 2)},
    **{f"{kind}Pooling{n}D": _slide for kind in ("Max", "Average") for n in (1, 2, 3)},
    **{
        f"Global{kind}Pooling{n}D": _pool_globally
        for kind in ("Max", "Average")
        for n in (1, 2, 3)
    },
    **{f"Conv{n}DTranspose": _transpose for n in (1, 2, 3)},
    **{f"{kind}{n}D": _resize
       for kind in ("ZeroPadding", "Cropping", "UpSampling") for n in (1, 2, 3)},
    **dict.fromkeys(("Flatten", "Reshape", "Permute", "RepeatVector"), _rearrange),
    **dict.fromkeys(("Bidirectional", "TimeDistributed"), _wrap),
}  # fmt: skip
_MERGES: Final = frozenset(
    {"Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum", "Concatenate"}
)
_UNCHANGED: Final = frozenset(
    (  # noqa: SIM905 - a list of them has a line for each
        "Activation ReLU LeakyReLU PReLU ELU Softmax ThresholdedReLU Dropout AlphaDropout "
        "GaussianDropout GaussianNoise SpatialDropout1D SpatialDropout2D SpatialDropout3D "
        "ActivityRegularization Masking Identity BatchNormalization BatchNormalizationV1 "
        "BatchNormalizationV2 SyncBatchNormalization LayerNormalization GroupNormalization "
        "RMSNormalization UnitNormalization Normalization Rescaling RandomFlip RandomRotation "
        "RandomTranslation RandomZoom RandomContrast RandomBrightness "
        "LayerScale StochasticDepth"
    ).split()
)
