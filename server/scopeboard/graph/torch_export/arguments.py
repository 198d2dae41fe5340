"""Arguments of operators: the values that flow into an op, and settings as attributes.

Each value has a slot, in the order of the arguments. A value that is left out (`None` in place of
an optional tensor) keeps its slot, so that the bias of a linear layer is always in the third.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from scopeboard.graph.torch_export.json_fields import (
    items_of,
    members_of,
    named,
    text_of,
    variant_of,
    whole_of,
)
from scopeboard.graph.torch_export.tensor_types import dtype_of
from scopeboard.wire.graph_pb2 import AttrValue

Slots = tuple[str | None, ...]
"""Names of values, None for one that is left out."""

_MAX_LISTED: Final = 100
_MAX_TEXT: Final = 900  # bytes; larger values are not stored with an op
_MAX_NESTING: Final = 4
_INT64: Final = 1 << 63
_LAYOUTS: Final = (
    "unknown", "sparse_coo", "sparse_csr", "sparse_csc", "sparse_bsr", "sparse_bsc", "_mkldnn",
    "strided",
)  # fmt: skip
_MEMORY_FORMATS: Final = (
    "unknown", "contiguous_format", "channels_last", "channels_last_3d", "preserve_format",
)  # fmt: skip


class Argument(NamedTuple):
    """An argument: the values in it, a setting, or the name and the JSON of a body."""

    slots: Slots = ()
    value: AttrValue | None = None
    body: tuple[str, dict[str, object]] | None = None


def read_argument(union: object, depth: int = 0) -> Argument:
    """Return an argument; one of an unknown kind is a setting with the name of the kind."""
    kind, inner = variant_of(union)
    if kind in _READERS:
        return _READERS[kind](inner)
    if kind == "as_graph":
        graph = members_of(inner)
        return Argument(body=(text_of(graph.get("name")), members_of(graph.get("graph"))))
    if kind == "as_string_to_argument" and depth < _MAX_NESTING:
        inside = [(key, read_argument(each, depth + 1)) for key, each in named(inner)]
        keys = _texts([key for key, _ in inside])
        return Argument(tuple(slot for _, each in inside for slot in each.slots), keys)
    return Argument(value=_text(kind))


def _name(value: object) -> Argument:
    return Argument((text_of(members_of(value).get("name")) or None,))


def _names(value: object) -> Argument:
    return Argument(tuple(slot for each in items_of(value) for slot in _name(each).slots))


def _optional(value: object) -> Argument:
    kind, inner = variant_of(value)
    return _name(inner) if kind == "as_tensor" else Argument((None,))


def _optionals(value: object) -> Argument:
    return Argument(tuple(slot for each in items_of(value) for slot in _optional(each).slots))


def _nested(value: object) -> Argument:
    return Argument(tuple(slot for each in items_of(value) for slot in _names(each).slots))


def _symbol(value: object) -> Argument:
    """Return a number of the program, `{"as_name": "n"}`, or one that is known."""
    kind, inner = variant_of(value)
    return Argument((text_of(inner),)) if kind == "as_name" else Argument(value=_scalar(inner))


def _symbols(value: object) -> Argument:
    pairs = [variant_of(each) for each in items_of(value)]
    slots = tuple(text_of(inner) for kind, inner in pairs if kind == "as_name")
    listed = [inner for _, inner in pairs]
    return Argument(slots, _texts(map(_shown, listed)) if slots else _list(listed))


def _scalar(value: object) -> AttrValue:
    """Return a number, flag or text as an attribute."""
    if isinstance(value, bool):
        return AttrValue(b=value)
    if isinstance(value, int):
        return AttrValue(i=value) if -_INT64 <= value < _INT64 else _text(str(value))
    if isinstance(value, float):
        return AttrValue(f=value)
    return _text(_shown(value))


def _list(value: object) -> AttrValue:
    """Return a list of numbers, flags or texts, the first of many."""
    items, attribute = items_of(value)[:_MAX_LISTED], AttrValue()
    attribute.list.SetInParent()
    if all(isinstance(each, bool) for each in items):
        attribute.list.b.extend(each is True for each in items)
    elif all(
        (number := whole_of(each)) is not None and -_INT64 <= number < _INT64 for each in items
    ):
        attribute.list.i.extend(whole_of(each) or 0 for each in items)
    elif all(isinstance(each, float) for each in items):
        attribute.list.f.extend(each for each in items if isinstance(each, float))
    else:
        return _texts(map(_shown, items))
    return attribute


def _texts(texts: Iterable[str]) -> AttrValue:
    """Return a list of texts, as many as may be stored."""
    attribute, size = AttrValue(), 0
    attribute.list.SetInParent()
    for text in texts:
        encoded = text.encode()
        size += len(encoded)
        if size > _MAX_TEXT:
            break
        attribute.list.s.append(encoded)
    return attribute


def _text(text: str) -> AttrValue:
    return AttrValue(s=text.encode()[:_MAX_TEXT])


def _shown(value: object) -> str:
    """Return a value of JSON as text; a list within a list in brackets."""
    if isinstance(value, str):
        return text_of(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_number, value[:_MAX_LISTED]))}]"
    return _number(value)


def _number(value: object) -> str:
    return str(value)[:_MAX_TEXT] if isinstance(value, int | float) else type(value).__name__


def _named_number(names: tuple[str, ...]) -> Callable[[object], Argument]:
    """Return a reader of a number that stands for a name."""

    def read(value: object) -> Argument:
        number = whole_of(value)
        is_known = number is not None and 0 <= number < len(names)
        return Argument(value=_text(names[number or 0] if is_known else f"{value!r:.20}"))

    return read


def _device(value: object) -> Argument:
    device = members_of(value)
    index = whole_of(device.get("index"))
    return Argument(
        value=_text(text_of(device.get("type")) + ("" if index is None else f":{index}"))
    )


def _complex(value: object) -> Argument:
    parts = members_of(value)
    return Argument(value=_text(f"{_shown(parts.get('real'))} + {_shown(parts.get('imag'))}j"))


def _setting(convert: Callable[[object], AttrValue]) -> Callable[[object], Argument]:
    return lambda value: Argument(value=convert(value))


_READERS: Final[dict[str, Callable[[object], Argument]]] = {
    "as_none": lambda _: Argument((None,)),
    "as_tensor": _name,
    "as_token": _name,
    "as_custom_obj": _name,
    "as_tensors": _names,
    "as_optional_tensor": _optional,
    "as_optional_tensors": _optionals,
    "as_nested_tensors": _nested,
    **dict.fromkeys(("as_sym_int", "as_sym_float", "as_sym_bool"), _symbol),
    **dict.fromkeys(("as_sym_ints", "as_sym_floats", "as_sym_bools"), _symbols),
    **dict.fromkeys(
        ("as_int", "as_float", "as_bool", "as_string", "as_operator"), _setting(_scalar)
    ),
    **dict.fromkeys(
        ("as_ints", "as_floats", "as_bools", "as_strings", "as_int_lists", "as_float_lists"),
        _setting(_list),
    ),
    "as_scalar_type": _setting(lambda value: AttrValue(type=dtype_of(value))),
    "as_layout": _named_number(_LAYOUTS),
    "as_memory_format": _named_number(_MEMORY_FORMATS),
    "as_device": _device,
    "as_complex": _complex,
}
