"""The settings of ops in text of StableHLO, those that costs need by the names of HLO."""

import re
from typing import Final

from scopeboard.graph.conversion.output_types import OutputType
from scopeboard.graph.hlo.module import Attributes
from scopeboard.graph.hlo.op_types import CONSTANT
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.types_pb2 import DT_BFLOAT16, DT_BOOL, DT_DOUBLE, DT_FLOAT, DT_HALF, DT_INT64

_MAX_TEXT: Final = 300
_MAX_LISTED: Final = 256
_VALUES: Final = re.compile(r'%[\w.$-]+(?:#\d+)?,? ?|^[\s("@]+|"')
_NUMBERS: Final = r"\[([\d, ]*)\]"
_PAIRS: Final = {
    "contracting": re.compile(rf"contracting_dims = {_NUMBERS} x {_NUMBERS}"),
    "batch": re.compile(rf"batching_dims = {_NUMBERS} x {_NUMBERS}"),
}
_GENERIC: Final = {
    "lhs_contracting_dims": re.compile(rf"lhs_contracting_dimensions = {_NUMBERS}"),
    "rhs_contracting_dims": re.compile(rf"rhs_contracting_dimensions = {_NUMBERS}"),
}
_LABELS: Final = re.compile(r"dim_numbers = \[([^\]]*)\]x\[([^\]]*)\]->\[([^\]]*)\]")
_GROUPS: Final = re.compile(r"(feature|batch)_group_count = (\d+)")
_WINDOW: Final = re.compile(r"window_dimensions = array<i64: ([\d, ]*)>")
_DILATION: Final = re.compile(r"lhs_dilate = \[([\d, ]*)\]")
_SCALAR: Final = re.compile(r"dense<(-?[\d.]+(?:[eE][+-]?\d+)?|true|false)>")
_FLOATS: Final = frozenset({DT_FLOAT, DT_DOUBLE, DT_HALF, DT_BFLOAT16})


def read_settings(opcode: str, text: str, outputs: tuple[OutputType, ...]) -> Attributes:
    """Return the settings of an op by what is written between its name and its types."""
    if opcode == CONSTANT:
        return _constant(text, outputs)
    found = _dimensions(text)
    if match := _WINDOW.search(text):
        sizes = "x".join(part.strip() for part in match[1].split(","))
        found.append(("window", AttrValue(s=f"size={sizes}".encode()[:_MAX_TEXT])))
    elif (match := _DILATION.search(text)) and set(match[1].split(", ")) != {"1"}:
        sizes = match[1].replace(", ", "x")
        found.append(("window", AttrValue(s=f"lhs_dilate={sizes}".encode()[:_MAX_TEXT])))
    written = _VALUES.sub("", text).strip(" ,()<>{}")
    if written:
        found.append(("settings", AttrValue(s=written.encode()[:_MAX_TEXT])))
    return found


def _dimensions(text: str) -> Attributes:
    """Return the dimensions of a product or convolution."""
    found: Attributes = []
    for name, pair in _PAIRS.items():
        if match := pair.search(text):
            found += [(f"lhs_{name}_dims", _list(match[1])), (f"rhs_{name}_dims", _list(match[2]))]
    for name, pattern in _GENERIC.items():
        if match := pattern.search(text):
            found.append((name, _list(match[1])))
    if match := _LABELS.search(text):
        image, kernel, result = (part.replace(", ", "") for part in match.groups())
        found.append(("dim_labels", AttrValue(s=f"{image}_{kernel}->{result}".encode())))
    for match in _GROUPS.finditer(text):
        if match[2] not in {"0", "1"}:
            found.append((f"{match[1]}_group_count", AttrValue(i=int(match[2][:18]))))
    return found


def _list(text: str) -> AttrValue:
    value = AttrValue()
    value.list.SetInParent()
    numbers = [part.strip() for part in text.split(",")][:_MAX_LISTED]
    value.list.i.extend(int(part[:18]) for part in numbers if part.isdecimal())
    return value


def _constant(text: str, outputs: tuple[OutputType, ...]) -> Attributes:
    """Return the value of a scalar, or nothing."""
    match = _SCALAR.search(text)
    if match is None or not outputs or outputs[0].shape != b"":
        return []
    value = AttrValue()
    value.tensor.dtype = outputs[0].dtype
    value.tensor.tensor_shape.SetInParent()
    number = match[1]
    if outputs[0].dtype == DT_BOOL:
        value.tensor.bool_val.append(number == "true")
    elif outputs[0].dtype in _FLOATS:
        value.tensor.dtype = DT_DOUBLE
        value.tensor.double_val.append(float(number))
    elif number.lstrip("-").isdecimal() and len(number) <= 18:
        value.tensor.dtype = DT_INT64
        value.tensor.int64_val.append(int(number))
    else:
        return []
    return [("value", value)]
