"""Attribute values as text: typed, short, and without reading large values.

A string is unchanged, bytes that are not UTF-8 are escaped as in Python; a type is `float32`, a
shape `?×784`, `scalar` or `unknown rank`, a function its name. A tensor is written as dtype, shape
and values, `float32 2 [0.5, 1]`. Lists have brackets.
"""

from collections.abc import Callable
from contextlib import suppress
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

NOTE_FIELD: Final = 100
"""The field of a NodeDef of ours with attributes that its card alone shows, as `attr` has them.

Texts that differ from op to op, such as a line of source, would make each op a kind of its own.
"""

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
    """Return dtype, shape and the first values of a tensor; no values if they cannot be read."""
    words = [dtype_text(tensor.dtype), _shape(tensor.tensor_shape)]
    with suppress(DamagedDataError):
        if 0 < element_count(tensor) <= _MAX_ELEMENTS:
            values, missing = read_elements(tensor)
            texts = [
                bytes_text(item) if isinstance(item, bytes) else str(item).lower()
                for item in values[:items]
            ]
            is_list = missing or len(tensor.tensor_shape.dim) > 0
            words.append(_bracketed(texts, values.size - len(texts)) if is_list else texts[0])
            if missing:
                size = values.size + missing
                words.append(f"(damaged: {missing:,} of {size:,} values are missing)")
    return " ".join(word for word in words if word)


def _bracketed(texts: list[str], omitted: int) -> str:
    """Return a list of texts, with the number of omitted ones."""
    return f"[{', '.join([*texts, *([f'… {omitted:,} more'] if omitted else [])])}]"


def _shape(value: TensorShapeProto) -> str:
    """Return a shape as text, also where the rank is unknown."""
    return shape_text(read_shape(value)) or "unknown rank"


_TEXTS: Final[dict[str, Callable[[Any], str]]] = {
    "s": bytes_text,
    "i": str,
    "f": lambda value: str(np.float32(value)),
    "b": lambda value: str(value).lower(),
    "type": dtype_text,
    "shape": _shape,
    "tensor": tensor_text,
    "placeholder": str,
    "func": lambda function: function.name,
}
