"""Attribute values as text: typed, short, and without reading large values.

A string is unchanged, bytes that are no text are escaped as in Python; a type is `float32`, a shape
`?×784`, `scalar` or `unknown rank`, a function its name. A tensor is written as dtype, shape and
values, `float32 2 [0.5, 1]`. Lists have brackets.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from scopeboard.errors import DamagedDataError
from scopeboard.events.values.tensor import element_count, read_elements
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.shapes import read_shape, shape_text
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto

MAX_ITEMS: Final = 256
"""Default number of items of a list, or values of a tensor, in a text."""

_KINDS: Final = {"s": "string", "i": "int", "f": "float", "b": "bool"}
_MAX_ELEMENTS: Final = 1 << 22  # larger tensors are not decoded to show a few values


def attribute_kind(value: AttrValue) -> str:
    """Return the type of a value as an op's definition writes it: `int`, `list(shape)`."""
    field = value.WhichOneof("value")
    if field != "list":
        return _KINDS.get(field or "", field or "none")
    kind = next((each.name for each, _ in value.list.ListFields()), "")
    return f"list({_KINDS.get(kind, kind)})"


def attribute_text(value: AttrValue, items: int = MAX_ITEMS) -> str:
    """Return a value as text, with at most `items` items of a list or a tensor."""
    field = value.WhichOneof("value")
    if field is None:
        return ""
    if field == "tensor":
        return tensor_text(value.tensor, items)
    if field != "list":
        return _TEXTS[field](getattr(value, field))
    lists = value.list.ListFields()
    texts = [_TEXTS[kind.name](item) for kind, values in lists for item in values[:items]]
    return _bracketed(texts, sum(len(values) for _, values in lists) - len(texts))


def bytes_text(raw: bytes) -> str:
    """Return bytes as text if they are UTF-8, else escaped as in Python."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return repr(raw)[2:-1]


def tensor_text(tensor: TensorProto, items: int = MAX_ITEMS) -> str:
    """Return dtype, shape and the first values of a tensor."""
    shape, values = _shape(tensor.tensor_shape), _values(tensor, items)
    return " ".join(word for word in (dtype_text(tensor.dtype), shape, values) if word)


def _values(tensor: TensorProto, items: int) -> str:
    """Return the values of a tensor, empty if there are none or they cannot be read."""
    try:
        if not 0 < element_count(tensor) <= _MAX_ELEMENTS:
            return ""
        values, missing = read_elements(tensor)
    except DamagedDataError:
        return ""
    texts = [
        bytes_text(item) if isinstance(item, bytes) else _number(item) for item in values[:items]
    ]
    omitted = values.size - len(texts)
    if missing:
        note = f"(damaged: {missing:,} of {values.size + missing:,} values are missing)"
        return f"{_bracketed(texts, omitted)} {note}"
    return _bracketed(texts, omitted) if tensor.tensor_shape.dim else texts[0]


def _bracketed(texts: list[str], omitted: int) -> str:
    return f"[{', '.join([*texts, *([f'… {omitted:,} more'] if omitted else [])])}]"


def _number(value: object) -> str:
    """Return a number with the fewest digits that identify it within its dtype."""
    return str(value).lower()


def _shape(value: TensorShapeProto) -> str:
    return shape_text(read_shape(value)) or "unknown rank"


_TEXTS: Final[dict[str, Callable[[Any], str]]] = {
    "s": bytes_text,
    "i": _number,
    "f": lambda value: str(np.float32(value)),
    "b": _number,
    "type": dtype_text,
    "shape": _shape,
    "tensor": tensor_text,
    "placeholder": str,
    "func": lambda function: function.name,
}
