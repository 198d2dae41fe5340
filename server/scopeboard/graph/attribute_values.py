"""Attribute values as text: typed, short, and without reading what is large.

A string stands as it is, bytes that are none escaped as in Python; a type as `float32`, a shape as
`?×784`, `scalar` or `unknown rank`, a function by its name. A tensor is written as dtype, shape and
values, `float32 2 [0.5, 1]`, one of many values as `float32 784×500 …`. Lists stand in brackets.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from scopeboard.errors import DamagedDataError
from scopeboard.events.tensor import element_count, read_tensor
from scopeboard.graph.dtypes import dtype_text
from scopeboard.graph.shape_text import shape_text
from scopeboard.graph.shapes import read_shape
from scopeboard.wire.graph_pb2 import AttrValue, NameAttrList
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto

MAX_TENSOR_VALUES: Final = 64
MAX_LIST_ITEMS: Final = 256
_KINDS: Final = {"s": "string", "i": "int", "f": "float", "b": "bool"}


def attribute_kind(value: AttrValue) -> str:
    """Return the type of a value as an op's definition writes it: `int`, `list(shape)`."""
    field = value.WhichOneof("value")
    if field != "list":
        return _KINDS.get(field or "", field or "none")
    held = next((each.name for each, _ in value.list.ListFields()), "")
    return f"list({_KINDS.get(held, held)})"


def attribute_text(value: AttrValue) -> str:
    """Return a value as text."""
    field = value.WhichOneof("value")
    if field is None:
        return ""
    if field != "list":
        return _TEXTS[field](getattr(value, field))
    texts = [
        _TEXTS[each.name](item)
        for each, items in value.list.ListFields()
        for item in items[:MAX_LIST_ITEMS]
    ]
    more = sum(len(items) for _, items in value.list.ListFields()) - len(texts)
    return f"[{', '.join([*texts, *([f'… {more:,} more'] if more else [])])}]"


def bytes_text(raw: bytes) -> str:
    """Return bytes as text if they are some, else escaped as Python writes them."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return repr(raw)[2:-1]


def tensor_text(tensor: TensorProto) -> str:
    """Return dtype, shape and, where there are few, values of a tensor."""
    shape = shape_text(read_shape(tensor.tensor_shape)) or "unknown rank"
    return " ".join(word for word in (dtype_text(tensor.dtype), shape, _values(tensor)) if word)


def _values(tensor: TensorProto) -> str:
    try:
        count = element_count(tensor)
        if not 0 < count <= MAX_TENSOR_VALUES:
            return "…" if count else ""
        items = read_tensor(tensor).reshape(-1)
    except DamagedDataError:
        return "…"
    texts = [bytes_text(item) if isinstance(item, bytes) else _number(item) for item in items]
    return texts[0] if not tensor.tensor_shape.dim else f"[{', '.join(texts)}]"


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
