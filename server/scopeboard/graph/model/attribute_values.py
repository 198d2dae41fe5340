"""Attribute values as text: typed, short, and without reading what is large.

A string stands as it is, bytes that are none escaped as in Python; a type as `float32`, a shape as
`?×784`, `scalar` or `unknown rank`, a function by its name. A tensor is written as dtype, shape and
values, `float32 2 [0.5, 1]`. Lists stand in brackets.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from scopeboard.errors import DamagedDataError
from scopeboard.events.values.tensor import element_count, read_elements
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.shapes import read_shape, shape_text
from scopeboard.wire.graph_pb2 import AttrValue, NameAttrList
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto

MAX_ITEMS: Final = 256
"""Items of a list, or values of a tensor, that are written unless more are asked for."""

_KINDS: Final = {"s": "string", "i": "int", "f": "float", "b": "bool"}


_MAX_ELEMENTS: Final = 1 << 22  # of a tensor that is expanded to show some


def attribute_kind(value: AttrValue) -> str:
    """Return the type of a value as an op's definition writes it: `int`, `list(shape)`."""
    field = value.WhichOneof("value")
    if field != "list":
        return _KINDS.get(field or "", field or "none")
    held = next((each.name for each, _ in value.list.ListFields()), "")
    return f"list({_KINDS.get(held, held)})"


def attribute_text(value: AttrValue, items: int = MAX_ITEMS) -> str:
    """Return a value as text, of a list or a tensor so many items."""
    field = value.WhichOneof("value")
    if field is None:
        return ""
    if field == "tensor":
        return tensor_text(value.tensor, items)
    if field != "list":
        return _TEXTS[field](getattr(value, field))
    held = [(each.name, item) for each, some in value.list.ListFields() for item in some[:items]]
    left = sum(len(some) for _, some in value.list.ListFields()) - len(held)
    return _listed([_TEXTS[name](item) for name, item in held], left)


def bytes_text(raw: bytes) -> str:
    """Return bytes as text if they are some, else escaped as Python writes them."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return repr(raw)[2:-1]


def tensor_text(tensor: TensorProto, items: int = MAX_ITEMS) -> str:
    """Return dtype, shape and the first values of a tensor."""
    shape = shape_text(read_shape(tensor.tensor_shape)) or "unknown rank"
    values = _values(tensor, items)
    return " ".join(word for word in (dtype_text(tensor.dtype), shape, values) if word)


def _values(tensor: TensorProto, items: int) -> str:
    """Return the values of a tensor, none if there are none or they cannot be read."""
    try:
        if not 0 < element_count(tensor) <= _MAX_ELEMENTS:
            return ""
        values, missing = read_elements(tensor)
    except DamagedDataError:
        return ""
    some = values[:items]
    texts = [bytes_text(item) if isinstance(item, bytes) else _number(item) for item in some]
    if missing:
        cut = f"(damaged: {missing:,} of {values.size + missing:,} values are missing)"
        return f"{_listed(texts, values.size - some.size)} {cut}"
    return _listed(texts, values.size - some.size) if tensor.tensor_shape.dim else texts[0]


def _listed(texts: list[str], left: int) -> str:
    return f"[{', '.join([*texts, *([f'… {left:,} more'] if left else [])])}]"


def _number(value: object) -> str:
    """Return a number with as many digits as tell it from the next of its dtype."""
    return str(value).lower()


def _float(value: float) -> str:
    return str(np.float32(value))


def _function(value: NameAttrList) -> str:
    return value.name


def _shape(value: TensorShapeProto) -> str:
    return shape_text(read_shape(value)) or "unknown rank"


_TEXTS: Final[dict[str, Callable[[Any], str]]] = {
    "s": bytes_text,
    "i": _number,
    "f": _float,
    "b": _number,
    "type": dtype_text,
    "shape": _shape,
    "tensor": tensor_text,
    "placeholder": str,
    "func": _function,
}
