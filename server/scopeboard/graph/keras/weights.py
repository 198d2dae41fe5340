"""The number of weights of a Keras layer, by its class and configuration.

`_VARIABLES` has the shapes of the variables that `Layer.build` creates in Keras 2 and 3. Layers
whose variables are not a fixed list of shapes have a rule in `_RULES`. Most shapes contain
dimensions of the input; without them the number is unknown.
"""

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, Final, NamedTuple

from scopeboard.graph.keras.build import Build, Config, class_of
from scopeboard.graph.model.shapes import MAX_COUNT, Shape

_MAX_DEPTH: Final = 16
# Options that add variables which are not counted.
_UNCOUNTED_OPTIONS: Final = ("quantization_config", "renorm", "use_gate")
_LORA_LAYERS: Final = frozenset({"Dense", "Embedding"})
# The configuration's name for the last dimension of a layer's kernel.
_LAST_KERNEL_DIMENSION: Final = {
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
        return Weights(self.trainable + other.trainable, self.non_trainable + other.non_trainable)

    def frozen(self) -> "Weights":
        """Return the same weights as non-trainable."""
        return Weights(0, self.trainable + self.non_trainable)


class Variable(NamedTuple):
    """A variable of a layer.

    `shape` names its dimensions: sizes of `Build`, whole numbers of the configuration, or digits.
    A layer whose configuration sets `flag` to false does not have the variable.
    """

    shape: str
    flag: str = ""
    is_trainable: bool = True


Rule = Callable[[Build], Weights]


def count_weights(
    class_name: str, config: Config, inputs: Sequence[Shape], depth: int = 0
) -> Weights | None:
    """Return the weights of a layer, None for an unknown class or input shape."""
    if class_name in _WITHOUT_WEIGHTS:
        return Weights(0)
    if depth > _MAX_DEPTH or any(config.get(option) for option in _UNCOUNTED_OPTIONS):
        return None
    if config.get("lora_rank") and class_name not in _LORA_LAYERS:
        return None
    rule = _RULES.get(class_name, _count_variables)
    try:
        weights = rule(Build(class_name, config, inputs, depth))
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return None
    if config.get("trainable", True) is False:
        weights = weights.frozen()
    return weights if all(0 <= count <= MAX_COUNT for count in weights) else None


def _count_variables(build: Build) -> Weights:
    """Count the variables that the table lists for the class.

    With LoRA the matrix of a layer is frozen beside two narrow ones.
    """
    class_name, config = build.class_name, build.config
    if class_name == "LayerNormalization" and config.get("rms_scaling"):
        class_name = "RMSNormalization"  # always a scale, and no offset
    trainable = non_trainable = 0
    for index, variable in enumerate(_VARIABLES[class_name]):
        count = build.count(variable.shape)
        if variable.flag and not config.get(variable.flag, True):
            continue
        rank = int(config.get("lora_rank") or 0) if index == 0 else 0  # the first is the matrix
        if rank:
            trainable += rank * sum(build.count(name) for name in variable.shape.split())
        if rank or not variable.is_trainable:
            non_trainable += count
        else:
            trainable += count
    return Weights(trainable, non_trainable)


def _count_einsum_dense(build: Build) -> Weights:
    """Count a kernel whose letters are dimensions of the input or of the output.

    Letters and dimensions match from the right, or from the left before an ellipsis.
    """
    input_letters, kernel, output_letters = build.config["equation"].replace("->", ",").split(",")
    output = build.config["output_shape"]
    output = [-1, *(output if isinstance(output, list) else [output])]
    sizes: dict[str, Any] = {}
    for letters, shape in ((output_letters, output), (input_letters, build.inputs[0] or ())):
        if letters.endswith("..."):
            sizes.update(zip(letters[:-3], shape, strict=False))
        else:
            from_right = zip(reversed(letters.replace("...", "")), reversed(shape), strict=False)
            sizes.update(from_right)
    biased = build.config.get("bias_axes") or ""
    if any(sizes[letter] is None or sizes[letter] < 0 for letter in kernel + biased):
        raise ValueError
    bias = prod(sizes[letter] for letter in biased) if biased else 0
    return Weights(prod(sizes[letter] for letter in kernel) + bias)


def _count_normalization(build: Build) -> Weights:
    """Count mean and variance along the axes and a counter, unless the configuration has them."""
    if build.config.get("mean") is not None:
        return Weights(0)
    size = 1 if build.config.get("axis", -1) is None else build.axes
    return Weights(0, 2 * size + 1)


def _count_attention(build: Build) -> Weights:
    """Count the scales of an attention without kernels."""
    if build.class_name == "AdditiveAttention":
        return Weights(build.last if build.config.get("use_scale", True) else 0)
    has_scale = bool(build.config.get("use_scale"))
    return Weights(has_scale + (build.config.get("score_mode") == "concat"))


def _count_wrapped(build: Build) -> Weights:
    """Count the layer inside a wrapper, and the wrapper's own weights.

    An RNN has one cell or a stack of cells. A spectral normalization adds a vector with the length
    of the last dimension of the layer's kernel.
    """
    config, inputs, class_name = build.config, build.inputs, build.class_name
    layers = [config["cell" if class_name == "RNN" else "layer"]]
    if class_name == "RNN":
        inputs = [(-1, build.last)]
        if class_of(layers[0]) == "StackedRNNCells":
            layers = layers[0]["config"]["cells"]
    elif class_name == "TimeDistributed":
        inputs = [None if inputs[0] is None else (*inputs[0][:1], *inputs[0][2:])]
    elif class_name == "Bidirectional":
        layers.append(config.get("backward_layer") or layers[0])

    total = Weights(0)
    for layer in layers:
        weights = count_weights(class_of(layer), layer["config"], inputs, build.depth + 1)
        if weights is None:
            raise ValueError
        total = total.plus(weights)
        if class_name == "RNN":
            inputs = [(-1, int(layer["config"]["units"]))]

    if class_name == "SpectralNormalization":
        inner = Build(class_of(layers[0]), layers[0]["config"], inputs)
        if inner.class_name.endswith("Transpose"):
            total = total.plus(Weights(0, inner.channels))
        else:
            total = total.plus(Weights(0, inner.count(_LAST_KERNEL_DIMENSION[inner.class_name])))
    return total


_SCALE: Final = (Variable("axes"),)
_SCALE_AND_OFFSET: Final = (Variable("axes", "scale"), Variable("axes", "center"))
_MOVING_MOMENTS: Final = (Variable("2 axes", is_trainable=False),)
_CONVOLUTION: Final = (
    Variable("window group_channels filters"),
    Variable("filters", "use_bias"),
)
_VARIABLES: Final[Mapping[str, tuple[Variable, ...]]] = {
    "Dense": (Variable("last units"), Variable("units", "use_bias")),
    "Embedding": (Variable("input_dim output_dim"),),
    **{f"Conv{n}D": _CONVOLUTION for n in (1, 2, 3)},
    **{f"Convolution{n}D": _CONVOLUTION for n in (1, 2, 3)},
    **{f"Conv{n}DTranspose": _CONVOLUTION for n in (1, 2, 3)},
    **dict.fromkeys(
        ("DepthwiseConv1D", "DepthwiseConv2D"),
        (
            Variable("window channels depth_multiplier"),
            Variable("channels depth_multiplier", "use_bias"),
        ),
    ),
    **dict.fromkeys(
        ("SeparableConv1D", "SeparableConv2D"),
        (
            Variable("window channels depth_multiplier"),
            Variable("channels depth_multiplier filters"),
            Variable("filters", "use_bias"),
        ),
    ),
    **dict.fromkeys(
        ("ConvLSTM1D", "ConvLSTM2D", "ConvLSTM3D"),
        (
            Variable("window channels 4 filters"),
            Variable("window filters 4 filters"),
            Variable("4 filters", "use_bias"),
        ),
    ),
    **dict.fromkeys(
        ("BatchNormalization", "BatchNormalizationV1", "BatchNormalizationV2",
         "SyncBatchNormalization"),
        _SCALE_AND_OFFSET + _MOVING_MOMENTS,
    ),
    "LayerNormalization": _SCALE_AND_OFFSET,
    "GroupNormalization": _SCALE_AND_OFFSET,
    "RMSNormalization": _SCALE,
    "PReLU": (Variable("unshared_axes"),),
    "LayerScale": (Variable("projection_dim"),),
    **dict.fromkeys(
        ("LSTM", "LSTMCell"),
        (Variable("last 4 units"), Variable("units 4 units"), Variable("4 units", "use_bias")),
    ),
    **dict.fromkeys(
        ("GRU", "GRUCell"),
        (
            Variable("last 3 units"),
            Variable("units 3 units"),
            Variable("biases 3 units", "use_bias"),
        ),
    ),
    **dict.fromkeys(
        ("SimpleRNN", "SimpleRNNCell"),
        (Variable("last units"), Variable("units units"), Variable("units", "use_bias")),
    ),
    "CuDNNLSTM": (Variable("last 4 units"), Variable("units 4 units"), Variable("2 4 units")),
    "CuDNNGRU": (Variable("last 3 units"), Variable("units 3 units"), Variable("2 3 units")),
    "MultiHeadAttention": (
        Variable("last num_heads key_dim"), Variable("num_heads key_dim", "use_bias"),
        Variable("key num_heads key_dim"), Variable("num_heads key_dim", "use_bias"),
        Variable("value num_heads head_value"), Variable("num_heads head_value", "use_bias"),
        Variable("num_heads head_value attended"), Variable("attended", "use_bias"),
    ),
    **dict.fromkeys(
        ("GroupedQueryAttention", "GroupQueryAttention"),
        (
            Variable("last num_query_heads head_dim"),
            Variable("num_query_heads head_dim", "use_bias"),
            Variable("key num_key_value_heads head_dim"),
            Variable("num_key_value_heads head_dim", "use_bias"),
            Variable("value num_key_value_heads head_dim"),
            Variable("num_key_value_heads head_dim", "use_bias"),
            Variable("num_query_heads head_dim last"), Variable("last", "use_bias"),
        ),
    ),
}  # fmt: skip
_RULES: Final[Mapping[str, Rule]] = {
    "EinsumDense": _count_einsum_dense,
    "Normalization": _count_normalization,
    "Attention": _count_attention,
    "AdditiveAttention": _count_attention,
    "RNN": _count_wrapped,
    "Bidirectional": _count_wrapped,
    "TimeDistributed": _count_wrapped,
    "SpectralNormalization": _count_wrapped,
}

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
