"""Names of ops: their scopes from the names of the tensors that they make.

An op of TFLite has no name, but its output has that of the op of TensorFlow that it was. Where the
converter made one op of several, the names of all are joined: `net/relu/Relu;net/bn/Fused;
net/conv/Conv2D`. The name that ends like the type of the op is its own.
"""

import re
from typing import Final

_PORT: Final = re.compile(r":\d+$")
_MADE_UP: Final = re.compile(r"(?:Stateful)?PartitionedCall(?:_\d+)?|(?:arith|std|tfl)\.\w+")
"""Names that are those of no op: an output of a SavedModel, a step of the converter."""
_LETTERS: Final = re.compile(r"[^a-z0-9]")
# How TensorFlow named the ops that became ops of a type, without punctuation and numbers.
_FORMER: Final = {
    "CONV_2D": ("conv2d", "convolution"),
    "DEPTHWISE_CONV_2D": ("depthwise", "depthwiseconv2d", "depthwiseconv2dnative"),
    "TRANSPOSE_CONV": ("conv2dtranspose", "conv2dbackpropinput"),
    "FULLY_CONNECTED": ("matmul", "tensordot", "batchmatmul", "batchmatmulv2", "einsum"),
    "LOGISTIC": ("sigmoid",),
    "MAX_POOL_2D": ("maxpool",),
    "AVERAGE_POOL_2D": ("avgpool",),
}
_GATES: Final = ("input", "forget", "cell", "output")
_OF_LSTM: Final = (
    *(f"input_to_{gate}_weights" for gate in _GATES),
    *(f"recurrent_to_{gate}_weights" for gate in _GATES),
    *(f"cell_to_{gate}_weights" for gate in _GATES if gate != "cell"),
    *(f"{gate}_gate_bias" for gate in _GATES),
    *("projection_weights", "projection_bias", "activation_state", "cell_state"),
)
_WITH_AXIS: Final = (
    *("MEAN", "SUM", "REDUCE_MAX", "REDUCE_MIN", "REDUCE_PROD", "REDUCE_ANY", "REDUCE_ALL"),
    *("ARG_MAX", "ARG_MIN", "EXPAND_DIMS", "CUMSUM"),
)
# What the inputs of an op are called in the descriptions of TFLite's ops.
_ROLES: Final = {
    "CONV_2D": {1: "filter", 2: "bias"},
    "DEPTHWISE_CONV_2D": {1: "filter", 2: "bias"},
    "CONV_3D": {1: "filter", 2: "bias"},
    "TRANSPOSE_CONV": {0: "output_shape", 1: "filter", 3: "bias"},
    "FULLY_CONNECTED": {1: "weights", 2: "bias"},
    "EMBEDDING_LOOKUP": {1: "table"},
    "LSTM": dict(enumerate(_OF_LSTM, 1)),
    "UNIDIRECTIONAL_SEQUENCE_LSTM": dict(enumerate(_OF_LSTM, 1)),
    "PRELU": {1: "alpha"},
    "RESHAPE": {1: "shape"},
    "TRANSPOSE": {1: "perm"},
    "PAD": {1: "paddings"},
    "PADV2": {1: "paddings", 2: "value"},
    "MIRROR_PAD": {1: "paddings"},
    "STRIDED_SLICE": {1: "begin", 2: "end", 3: "strides"},
    "SLICE": {1: "begin", 2: "size"},
    "GATHER": {1: "indices"},
    "SPLIT": {0: "axis"},
    "SPLIT_V": {1: "sizes", 2: "axis"},
    "RESIZE_BILINEAR": {1: "size"},
    "RESIZE_NEAREST_NEIGHBOR": {1: "size"},
    **{op_type: {1: "axis"} for op_type in _WITH_AXIS},
}


def op_name(tensor: str, op_type: str, index: int) -> str:
    """Return the name of an op.

    Args:
        tensor: the name of its first output.
        op_type: its type.
        index: its number in its subgraph.
    """
    parts = [_trimmed(part) for part in tensor.split(";")]
    parts = [part for part in parts if part and not _MADE_UP.fullmatch(part)]
    if not parts:
        return f"{op_type.rpartition('.')[2] or 'op'}_{index}"
    former = _FORMER.get(op_type, (_plain(op_type),))
    return next((part for part in parts if _plain(part.rpartition("/")[2]) in former), parts[0])


def tensor_name(tensor: str) -> str:
    """Return the name of an input or output: `x` of `serving_default_x:0`."""
    return _trimmed(tensor.partition(";")[0]).removeprefix("serving_default_")


def constant_name(tensor: str, scope: str, op_type: str, slot: int) -> str:
    """Return the name of a constant in the deepest scope that has all its users.

    Args:
        tensor: its name in the file, which is that of its user where the converter folded it.
        scope: the scope.
        op_type: the type of its first user.
        slot: the input of that user which it is.
    """
    own = _trimmed(tensor.partition(";")[0]).rpartition("/")[2]
    known = _ROLES.get(op_type, {}).get(slot)
    name = known or ("constant" if not own or _MADE_UP.fullmatch(own) else own)
    return f"{scope}/{name}" if scope else name


def _trimmed(name: str) -> str:
    """Return a name without the number of an output, and without slashes at its ends."""
    return _PORT.sub("", name).strip("/")


def _plain(name: str) -> str:
    """Return a name as letters and digits: `conv2d` of `Conv2D_1` and of `CONV_2D`."""
    return _LETTERS.sub("", re.sub(r"_\d+$", "", name).lower())
