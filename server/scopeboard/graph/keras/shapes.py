"""Output shapes of Keras's layers, for models without recorded shapes.

Keras 3 records the shape of every tensor, Keras 2 only those of the inputs. The rules are those of
`compute_output_shape`; -1 is an unknown dimension, None an unknown shape.
"""

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, Final

from scopeboard.graph.keras.weights import class_of
from scopeboard.graph.model.shapes import Shape

Config = Mapping[str, Any]
Dims = tuple[int, ...]
Rule = Callable[[Config, Dims], Dims]


def find_output_shape(class_name: str, config: Config, inputs: Sequence[Shape]) -> Shape:
    """Return the shape of a layer's first output, None where it is unknown."""
    if class_name in _MERGES:
        return _merged(class_name, config, inputs)
    if not inputs or inputs[0] is None:
        return None
    try:
        if class_name in _SAME:
            return inputs[0]
        return _RULES[class_name](config, inputs[0]) if class_name in _RULES else None
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return None


def _merged(class_name: str, config: Config, inputs: Sequence[Shape]) -> Shape:
    known = [shape for shape in inputs if shape is not None]
    if not known or len(known) < len(inputs) or len({len(shape) for shape in known}) > 1:
        return None
    rank, axis = len(known[0]), config.get("axis", -1)
    columns = [list(column) for column in zip(*known, strict=True)]
    joined = axis % rank if isinstance(axis, int) and rank and -rank <= axis < rank else -1
    sizes = []
    for index, column in enumerate(columns):
        if class_name == "Concatenate" and index == joined:
            sizes.append(-1 if -1 in column else sum(column))
        else:
            sizes.append(-1 if -1 in column else max(column))
    return tuple(sizes)


def _values(config: Config, key: str, count: int, default: int = 1) -> list[int]:
    value = config.get(key)
    value = default if value is None else value
    return [int(each) for each in value] if isinstance(value, list) else [int(value)] * count


def _windowed(config: Config, shape: Dims, change: Callable[[int, int], int]) -> Dims:
    """Apply a function of axis and size to the spatial dimensions of a shape."""
    is_first = config.get("data_format") == "channels_first"
    start = 2 if is_first else 1
    count = len(shape) - 2
    changed = [
        -1 if size < 0 else change(axis, size)
        for axis, size in enumerate(shape[start : start + count])
    ]
    return (*shape[:start], *changed, *shape[start + count :])


def _with_channels(config: Config, shape: Dims, channels: int) -> Dims:
    if config.get("data_format") == "channels_first":
        return (shape[0], channels, *shape[2:])
    return (*shape[:-1], channels)


def _slide(config: Config, shape: Dims, window_key: str) -> Dims:
    count = len(shape) - 2
    window = _values(config, window_key, count, 2)
    strides = _values(config, "strides", count, 0)
    dilation = _values(config, "dilation_rate", count)
    if config.get("strides") is None:
        strides = window if window_key == "pool_size" else [1] * count

    def change(axis: int, size: int) -> int:
        if config.get("padding", "valid") in {"same", "causal"}:
            return -(-size // strides[axis])
        reach = dilation[axis] * (window[axis] - 1) + 1
        return max((size - reach) // strides[axis] + 1, 0)

    return _windowed(config, shape, change)


def _convolution(config: Config, shape: Dims) -> Dims:
    return _with_channels(config, _slide(config, shape, "kernel_size"), int(config["filters"]))


def _depthwise(config: Config, shape: Dims) -> Dims:
    channels = shape[1 if config.get("data_format") == "channels_first" else -1]
    outputs = -1 if channels < 0 else channels * int(config["depth_multiplier"])
    return _with_channels(config, _slide(config, shape, "kernel_size"), outputs)


def _transposed(config: Config, shape: Dims) -> Dims:
    count = len(shape) - 2
    window, strides = _values(config, "kernel_size", count), _values(config, "strides", count)
    if config.get("output_padding") is not None or any(
        each != 1 for each in _values(config, "dilation_rate", count)
    ):
        return _with_channels(
            config, _windowed(config, shape, lambda _, __: -1), int(config["filters"])
        )

    def change(axis: int, size: int) -> int:
        is_same = config.get("padding") == "same"
        return size * strides[axis] + (0 if is_same else max(window[axis] - strides[axis], 0))

    return _with_channels(config, _windowed(config, shape, change), int(config["filters"]))


def _pooling(config: Config, shape: Dims) -> Dims:
    return _slide(config, shape, "pool_size")


def _global_pooling(config: Config, shape: Dims) -> Dims:
    channels = shape[1 if config.get("data_format") == "channels_first" else -1]
    if config.get("keepdims"):
        return _with_channels(config, _windowed(config, shape, lambda _, __: 1), channels)
    return (shape[0], channels)


def _flatten(_config: Config, shape: Dims) -> Dims:
    return (shape[0], -1 if -1 in shape[1:] else prod(shape[1:]))


def _reshape(config: Config, shape: Dims) -> Dims:
    target = [int(each) for each in config["target_shape"]]
    if -1 in target and -1 not in shape[1:]:
        rest = prod(each for each in target if each != -1)
        target[target.index(-1)] = prod(shape[1:]) // rest
    return (shape[0], *target)


def _edges(config: Config, key: str, count: int) -> list[int]:
    """Return the total padding or cropping of each dimension."""
    value = config[key]
    if isinstance(value, int):
        return [2 * value] * count
    if count == 1 and all(isinstance(each, int) for each in value) and len(value) == 2:
        return [sum(value)]
    return [sum(each) if isinstance(each, list) else 2 * int(each) for each in value]


def _padding(config: Config, shape: Dims) -> Dims:
    added = _edges(config, "padding", len(shape) - 2)
    return _windowed(config, shape, lambda axis, size: size + added[axis])


def _cropping(config: Config, shape: Dims) -> Dims:
    cut = _edges(config, "cropping", len(shape) - 2)
    return _windowed(config, shape, lambda axis, size: size - cut[axis])


def _up_sampling(config: Config, shape: Dims) -> Dims:
    factors = _values(config, "size", len(shape) - 2, 2)
    return _windowed(config, shape, lambda axis, size: size * factors[axis])


def _recurrent(config: Config, shape: Dims) -> Dims:
    if config.get("return_sequences"):
        return (*shape[:2], int(config["units"]))
    return (shape[0], int(config["units"]))


def _bidirectional(config: Config, shape: Dims) -> Dims:
    layer = config["layer"]
    inner = find_output_shape(class_of(layer), layer["config"], [shape])
    if inner is None or config.get("merge_mode") is None:
        raise ValueError
    return (*inner[:-1], inner[-1] * 2) if config["merge_mode"] == "concat" else inner


def _attention(config: Config, shape: Dims) -> Dims:
    made = config.get("output_shape")
    if made is None:
        return shape
    return (*shape[:-1], *(made if isinstance(made, list) else [made]))


def _time_distributed(config: Config, shape: Dims) -> Dims:
    layer = config["layer"]
    inner = find_output_shape(class_of(layer), layer["config"], [(shape[0], *shape[2:])])
    if inner is None:
        raise ValueError
    return (shape[0], shape[1], *inner[1:])


_RULES: Final[Mapping[str, Rule]] = {
    "Dense": lambda config, shape: (*shape[:-1], int(config["units"])),
    "Embedding": lambda config, shape: (*shape, int(config["output_dim"])),
    **{f"Conv{n}D": _convolution for n in (1, 2, 3)},
    **{f"Convolution{n}D": _convolution for n in (1, 2, 3)},
    **{f"SeparableConv{n}D": _convolution for n in (1, 2)},
    **{f"DepthwiseConv{n}D": _depthwise for n in (1, 2)},
    **{f"Conv{n}DTranspose": _transposed for n in (1, 2, 3)},
    **{f"{kind}Pooling{n}D": _pooling for kind in ("Max", "Average") for n in (1, 2, 3)},
    **{
        f"Global{kind}Pooling{n}D": _global_pooling
        for kind in ("Max", "Average")
        for n in (1, 2, 3)
    },
    "Flatten": _flatten,
    "Reshape": _reshape,
    "Permute": lambda config, shape: (shape[0], *(shape[axis] for axis in config["dims"])),
    "RepeatVector": lambda config, shape: (shape[0], int(config["n"]), *shape[1:]),
    **{f"ZeroPadding{n}D": _padding for n in (1, 2, 3)},
    **{f"Cropping{n}D": _cropping for n in (1, 2, 3)},
    **{f"UpSampling{n}D": _up_sampling for n in (1, 2, 3)},
    **dict.fromkeys(("LSTM", "GRU", "SimpleRNN", "CuDNNLSTM", "CuDNNGRU"), _recurrent),
    "Bidirectional": _bidirectional,
    "TimeDistributed": _time_distributed,
    "MultiHeadAttention": _attention,
}
_MERGES: Final = frozenset(
    {"Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum", "Concatenate"}
)
_SAME: Final = frozenset(
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
