"""The texts of PyTorch's constants and parameters, as SummaryWriter logs them.

The attribute `attr` of an op is its list of attributes in braces: `{ value : 2}` of a constant,
`{ value :  cpu }` of a text, `{ name :  weight }` of a read of a module's attribute, `{}` of the
constant None. The text of a large tensor is `<Tensor>`.
"""

import re
from collections.abc import Mapping
from typing import Final

from scopeboard.wire.graph_pb2 import AttrValue

CONSTANT: Final = "prim::Constant"
GET_ATTRIBUTE: Final = "prim::GetAttr"
SEQUENCES: Final = frozenset({"prim::ListConstruct", "prim::TupleConstruct"})
_TEXT: Final = re.compile(r"^\{\s*(?:value|name)\s*:\s*(.*?)\s*\}$", re.DOTALL)
_SCALAR_TENSOR: Final = re.compile(r"^tensor\(([^\[\](),]*?)\.?(?:,[^\[\]()]*)?\)$")

# Numbers of PyTorch's enumerations, by the parameter that takes them (c10/core/ScalarType.h,
# Layout.h and MemoryFormat.h, ATen/core/Reduction.h).
_DTYPES: Final = (
    "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex32",
    "complex64", "complex128", "bool", "qint8", "quint8", "qint32", "bfloat16",
)  # fmt: skip
_ENUMERATIONS: Final[Mapping[str, Mapping[int, str]]] = {
    "dtype": dict(enumerate(_DTYPES)),
    "layout": {0: "strided"},
    "memory_format": {0: "contiguous", 1: "preserve", 2: "channels_last", 3: "channels_last_3d"},
    "reduction": {0: "none", 1: "mean", 2: "sum"},
}
# Parameters that are flags, which a trace logs as 0 and 1.
_FLAGS: Final = frozenset(
    {
        "accumulate", "align_corners", "allow_tf32", "batch_first", "benchmark", "bidirectional",
        "ceil_mode", "copy", "count_include_pad", "cudnn_enable", "cudnn_enabled", "descending",
        "deterministic", "enable_gqa", "full", "has_biases", "implicit", "include_last_offset",
        "include_self", "is_causal", "keepdim", "largest", "log_target", "non_blocking",
        "normalized", "onesided", "pin_memory", "replacement", "return_complex", "return_counts",
        "return_inverse", "right", "scale_grad_by_freq", "sorted", "sparse", "sparse_grad",
        "stable", "swap", "train", "training", "transposed", "unbiased", "use_input_stats",
        "zero_infinity",
    }
)  # fmt: skip
_LAST: Final = str((1 << 63) - 1)  # the `end` of a slice up to the last element


def constant_text(attributes: Mapping[str, AttrValue] | None) -> str | None:
    """Return the value of a constant as text, None if it was not stored with the graph."""
    text = _attribute_text(attributes)
    if text is None:
        return None
    if text.strip(" {}") == "":
        return "None"
    match = _TEXT.match(text)
    if match is None:
        return text
    scalar = _SCALAR_TENSOR.match(match[1])
    return scalar[1] if scalar else match[1]


def attribute_name(attributes: Mapping[str, AttrValue] | None) -> str | None:
    """Return the name of the module's attribute that an op reads: `weight`."""
    match = _TEXT.match(_attribute_text(attributes) or "")
    return match[1] if match else None


def value_of_parameter(parameter: str, text: str) -> str:
    """Return the value of a parameter as a program writes it: `float32` for dtype 6."""
    if text == _LAST and parameter == "end":
        return "last"
    if parameter in _FLAGS:
        return {"0": "false", "1": "true"}.get(text, text.lower())
    names = _ENUMERATIONS.get(parameter, {})
    return names.get(int(text), text) if text.isdecimal() else text


def _attribute_text(attributes: Mapping[str, AttrValue] | None) -> str | None:
    """Return the text of `attr`, None if it is missing."""
    if attributes is None or "attr" not in attributes:
        return None
    return attributes["attr"].s.decode("utf-8", "replace").strip()
