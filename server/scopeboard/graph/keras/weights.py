"""The number of weights of a Keras layer, by its class and configuration.

The formulas are those of `Layer.build` in Keras 2 and 3. Most need the input shape; without it the
number is unknown.
"""

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, Final, NamedTuple

from scopeboard.graph.model.shapes import MAX_COUNT, Shape

Config = Mapping[str, Any]
_MAX_DEPTH: Final = 16
_OPERATORS: Final = frozenset({"Add", "Subtract", "Multiply"})
_MODULES: Final = ("keras", "tf_keras", "tensorflow")
# The configuration's name for the last dimension of a layer's kernel.
_KERNELS_END: Final = {
    "Dense": "units",
    **dict.fromkeys(("Conv1D", "Conv2D", "Conv3D"), "filters"),
    "Embedding": "output_dim",
}


class Weights(NamedTuple):
    """The numbers of trainable and non-trainable weights."""

    trainable: int
    non_trainable: int = 0

    def plus(self, other: "Weights") -> "Weights":
        """Return the sum of both."""
        return Weights(*(ours + theirs for ours, theirs in zip(self, other, strict=True)))

    def frozen(self) -> "Weights":
        """Return the same weights as non-trainable."""
        return Weights(0, self.trainable + self.non_trainable)


class Built(NamedTuple):
    """The arguments of a build: configuration, and input shapes (-1: unknown)."""

    config: Config
    inputs: Sequence[Shape]
    depth: int = 0

    def size(self, axis: int = -1, index: int = 0) -> int:
        """Return a dimension of an input.

        Raises:
            ValueError: it is unknown.
        """
        shape = self.inputs[index] if index < len(self.inputs) else None
        if shape is None or not -len(shape) <= axis < len(shape) or shape[axis] < 0:
            raise ValueError
        return shape[axis]

    def channels(self) -> int:
        """Return the number of channels of the input."""
        return self.size(1 if self.config.get("data_format") == "channels_first" else -1)

    def number(self, key: str) -> int:
        """Return a whole number of the configuration."""
        return int(self.config[key])

    def numbers(self, key: str, count: int = 1) -> list[int]:
        """Return whole numbers of the configuration; a single one is repeated `count` times."""
        value = self.config[key]
        return [int(each) for each in value] if isinstance(value, list) else [int(value)] * count

    def bias(self, count: int) -> int:
        """Return `count` if the layer has a bias."""
        return count if self.config.get("use_bias", True) else 0

    def axes(self) -> int:
        """Return the product of the dimensions that `axis` names, by default the last."""
        axis = self.config.get("axis", -1)
        names = axis if isinstance(axis, list) else [-1 if axis is None else axis]
        return prod(self.size(int(each)) for each in names)


Rule = Callable[[Built], Weights]


def class_of(layer: Config) -> str:
    """Return the class of one of Keras's own layers, and an empty text for a custom one.

    A plain function (`keras.src.ops`) counts as `Lambda`, an operator as the layer of its name.

    Args:
        layer: its configuration in a model: class and, since Keras 2.13, the module of that.
    """
    module, name = layer.get("module", "keras"), layer.get("registered_name")
    is_own = not isinstance(module, str) or not module.startswith(_MODULES)
    is_own |= isinstance(name, str) and ">" in name and not name.startswith("Keras>")
    if is_own:
        return ""
    class_name = str(layer.get("class_name", ""))
    is_function = isinstance(module, str) and ".ops" in module
    return "Lambda" if is_function and class_name not in _OPERATORS else class_name


def count_weights(
    class_name: str, config: Config, inputs: Sequence[Shape], depth: int = 0
) -> Weights | None:
    """Return the weights of a layer, None for an unknown class or input shape."""
    rule = _RULES.get(class_name)
    quantization = config.get("quantization_config")
    if class_name in _WITHOUT_WEIGHTS:
        return Weights(0)
    if rule is None or quantization or depth > _MAX_DEPTH:
        return None
    if config.get("lora_rank") and class_name not in {"Dense", "Embedding"}:
        return None
    try:
        weights = rule(Built(config, inputs, depth))
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return None
    if config.get("trainable", True) is False:
        weights = weights.frozen()
    return weights if all(0 <= count <= MAX_COUNT for count in weights) else None


def _low_rank(op: Built, rows: int, columns: int, bias: int) -> Weights:
    """Return a matrix and a bias; with LoRA the matrix is frozen beside two narrow ones."""
    rank = int(op.config.get("lora_rank") or 0)
    if rank:
        return Weights(rank * (rows + columns) + bias, rows * columns)
    return Weights(rows * columns + bias)


def _dense(op: Built) -> Weights:
    units = op.number("units")
    return _low_rank(op, op.size(), units, op.bias(units))


def _embedding(op: Built) -> Weights:
    return _low_rank(op, op.number("input_dim"), op.number("output_dim"), 0)


def _einsum_dense(op: Built) -> Weights:
    """The letters of the kernel stand for dimensions of the input or of the output."""
    given, kernel, made = op.config["equation"].replace("->", ",").split(",")
    output = op.config["output_shape"]
    output = [-1, *(output if isinstance(output, list) else [output])]
    sizes = _letters(made, output) | _letters(given, op.inputs[0] or ())
    biased = op.config.get("bias_axes") or ""
    if any(sizes[letter] is None or sizes[letter] < 0 for letter in kernel + biased):
        raise ValueError
    bias = prod(sizes[letter] for letter in biased) if biased else 0
    return Weights(prod(sizes[letter] for letter in kernel) + bias)


def _letters(text: str, sizes: Sequence[Any]) -> dict[str, Any]:
    """Match letters and dimensions from the right, or from the left before an ellipsis."""
    if text.endswith("..."):
        return dict(zip(text[:-3], sizes, strict=False))
    letters = text.replace("...", "")
    return dict(zip(reversed(letters), reversed(sizes), strict=False))


def _convolution(dimensions: int) -> Rule:
    def rule(op: Built) -> Weights:
        window, filters = prod(op.numbers("kernel_size", dimensions)), op.number("filters")
        channels = op.channels() // int(op.config.get("groups") or 1)
        return Weights(window * channels * filters + op.bias(filters))

    return rule


def _depthwise(dimensions: int) -> Rule:
    def rule(op: Built) -> Weights:
        window = prod(op.numbers("kernel_size", dimensions))
        made = op.channels() * op.number("depth_multiplier")
        return Weights(window * made + op.bias(made))

    return rule


def _separable(dimensions: int) -> Rule:
    def rule(op: Built) -> Weights:
        window, filters = prod(op.numbers("kernel_size", dimensions)), op.number("filters")
        made = op.channels() * op.number("depth_multiplier")
        return Weights(window * made + made * filters + op.bias(filters))

    return rule


def _convolution_lstm(dimensions: int) -> Rule:
    def rule(op: Built) -> Weights:
        window, filters = prod(op.numbers("kernel_size", dimensions)), op.number("filters")
        return Weights(4 * (window * filters * (op.channels() + filters) + op.bias(filters)))

    return rule


def _batch_normalization(op: Built) -> Weights:
    if op.config.get("renorm"):
        raise ValueError
    size, flags = op.axes(), [op.config.get(key, True) for key in ("scale", "center")]
    return Weights(size * sum(map(bool, flags)), 2 * size)


def _layer_normalization(op: Built) -> Weights:
    """With `rms_scaling` there is always a scale, and no offset."""
    return Weights(op.axes()) if op.config.get("rms_scaling") else _normalization(op)


def _normalization(op: Built) -> Weights:
    """A scale and an offset for each index along the axes."""
    return Weights(op.axes() * sum(bool(op.config.get(key, True)) for key in ("scale", "center")))


def _scale(op: Built) -> Weights:
    return Weights(op.axes())


def _adapted(op: Built) -> Weights:
    """Mean and variance along the axes and a count, unless they are given."""
    if op.config.get("mean") is not None:
        return Weights(0)
    size = 1 if op.config.get("axis", -1) is None else op.axes()
    return Weights(0, 2 * size + 1)


def _spectral(op: Built) -> Weights:
    """A vector beside the layer's weights, with the length of its kernel's last dimension."""
    layer = op.config["layer"]
    inner = Built(layer["config"], op.inputs)
    transposes = class_of(layer).endswith("Transpose")
    length = inner.channels() if transposes else inner.number(_KERNELS_END[class_of(layer)])
    return _inner(op, "layer", op.inputs).plus(Weights(0, length))


def _prelu(op: Built) -> Weights:
    shared, shape = op.config.get("shared_axes") or [], op.inputs[0]
    if shape is None:
        raise ValueError
    return Weights(prod(op.size(axis) for axis in range(1, len(shape)) if axis not in shared))


def _recurrent(gates: int) -> Rule:
    def rule(op: Built) -> Weights:
        units = op.number("units")
        biases = 2 if gates == 3 and op.config.get("reset_after") else 1
        bias = op.bias(gates * units) * biases
        return Weights(gates * units * (op.size() + units) + bias)

    return rule


def _cudnn(gates: int) -> Rule:
    def rule(op: Built) -> Weights:
        units = op.number("units")
        return Weights(gates * units * (op.size() + units + 2))

    return rule


def _cells(op: Built) -> Weights:
    """An RNN of one cell, or of a stack of cells."""
    cell = op.config["cell"]
    stacked = class_of(cell) == "StackedRNNCells"
    total, shape = Weights(0), (-1, op.size())
    for each in cell["config"]["cells"] if stacked else [cell]:
        total = total.plus(_sum([count_weights(class_of(each), each["config"], [shape])]))
        shape = (-1, int(each["config"]["units"]))
    return total


def _bidirectional(op: Built) -> Weights:
    forward = _inner(op, "layer", op.inputs)
    backward = _inner(op, "backward_layer", op.inputs) if op.config.get("backward_layer") else None
    return forward.plus(backward or forward)


def _time_distributed(op: Built) -> Weights:
    shape = op.inputs[0]
    return _inner(op, "layer", [None if shape is None else (*shape[:1], *shape[2:])])


def _inner(op: Built, key: str, inputs: Sequence[Shape]) -> Weights:
    layer = op.config[key]
    return _sum([count_weights(class_of(layer), layer["config"], inputs, op.depth + 1)])


def _sum(parts: Sequence[Weights | None]) -> Weights:
    total = Weights(0)
    for part in parts:
        if part is None:
            raise ValueError
        total = total.plus(part)
    return total


def _multi_head_attention(op: Built) -> Weights:
    """Inputs are query, value and key; the key defaults to the value."""
    if op.config.get("use_gate"):
        raise ValueError
    heads, key_dim = op.number("num_heads"), op.number("key_dim")
    value_dim = int(op.config.get("value_dim") or key_dim)
    query, value = op.size(), op.size(index=1)
    key = op.size(index=2) if len(op.inputs) > 2 and op.inputs[2] is not None else value
    output = op.config.get("output_shape")
    made = query if output is None else prod(output if isinstance(output, list) else [output])
    matrices = heads * (key_dim * (query + key) + value_dim * (value + made))
    return Weights(matrices + op.bias(heads * (2 * key_dim + value_dim) + made))


def _grouped_query_attention(op: Built) -> Weights:
    if op.config.get("use_gate"):
        raise ValueError
    size, heads, pairs = (
        op.number(key) for key in ("head_dim", "num_query_heads", "num_key_value_heads")
    )
    query, value = op.size(), op.size(index=1)
    key = op.size(index=2) if len(op.inputs) > 2 and op.inputs[2] is not None else value
    matrices = size * (2 * heads * query + pairs * (key + value))
    return Weights(matrices + op.bias(size * (heads + 2 * pairs) + query))


def _attention(op: Built) -> Weights:
    scale = bool(op.config.get("use_scale"))
    return Weights(scale + (op.config.get("score_mode") == "concat"))


def _additive_attention(op: Built) -> Weights:
    return Weights(op.size() if op.config.get("use_scale", True) else 0)


_RULES: Final[Mapping[str, Rule]] = {
    "Dense": _dense,
    "Embedding": _embedding,
    "EinsumDense": _einsum_dense,
    **{f"Conv{n}D": _convolution(n) for n in (1, 2, 3)},
    **{f"Convolution{n}D": _convolution(n) for n in (1, 2, 3)},
    **{f"Conv{n}DTranspose": _convolution(n) for n in (1, 2, 3)},
    **{f"DepthwiseConv{n}D": _depthwise(n) for n in (1, 2)},
    **{f"SeparableConv{n}D": _separable(n) for n in (1, 2)},
    **{f"ConvLSTM{n}D": _convolution_lstm(n) for n in (1, 2, 3)},
    **dict.fromkeys(
        ("BatchNormalization", "BatchNormalizationV1", "BatchNormalizationV2",
         "SyncBatchNormalization"),
        _batch_normalization,
    ),
    "LayerNormalization": _layer_normalization,
    "GroupNormalization": _normalization,
    "RMSNormalization": _scale,
    "Normalization": _adapted,
    "SpectralNormalization": _spectral,
    "PReLU": _prelu,
    **dict.fromkeys(("LSTM", "LSTMCell"), _recurrent(4)),
    **dict.fromkeys(("GRU", "GRUCell"), _recurrent(3)),
    **dict.fromkeys(("SimpleRNN", "SimpleRNNCell"), _recurrent(1)),
    "CuDNNLSTM": _cudnn(4),
    "CuDNNGRU": _cudnn(3),
    "RNN": _cells,
    "Bidirectional": _bidirectional,
    "TimeDistributed": _time_distributed,
    "MultiHeadAttention": _multi_head_attention,
    **dict.fromkeys(("GroupedQueryAttention", "GroupQueryAttention"), _grouped_query_attention),
    "Attention": _attention,
    "AdditiveAttention": _additive_attention,
    "LayerScale": lambda op: Weights(op.number("projection_dim")),
}  # fmt: skip

_WITHOUT_WEIGHTS: Final = frozenset(
    (  # noqa: SIM905 - a list of them has a line for each
        "InputLayer Activation ReLU LeakyReLU ELU Softmax ThresholdedReLU Dropout AlphaDropout "
        "GaussianDropout GaussianNoise SpatialDropout1D SpatialDropout2D SpatialDropout3D "
        "ActivityRegularization Masking Flatten Reshape Permute RepeatVector Lambda Identity "
        "Add Subtract Multiply Average Maximum Minimum Concatenate Dot Merge UnitNormalization "
        "MaxPooling1D MaxPooling2D MaxPooling3D AveragePooling1D AveragePooling2D "
        "AveragePooling3D AdaptiveAveragePooling1D AdaptiveAveragePooling2D "
        "AdaptiveAveragePooling3D AdaptiveMaxPooling1D AdaptiveMaxPooling2D "
        "AdaptiveMaxPooling3D GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D "
        "GlobalAveragePooling1D GlobalAveragePooling2D GlobalAveragePooling3D UpSampling1D "
        "UpSampling2D UpSampling3D ZeroPadding1D ZeroPadding2D ZeroPadding3D Cropping1D "
        "Cropping2D Cropping3D Rescaling Resizing CenterCrop RandomCrop RandomFlip "
        "RandomTranslation RandomRotation RandomZoom RandomContrast RandomBrightness "
        "RandomHeight RandomWidth CategoryEncoding Discretization Hashing HashedCrossing "
        "IntegerLookup StringLookup TextVectorization StochasticDepth TFOpLambda "
        "SlicingOpLambda TensorFlowOpLayer"
    ).split()
)
