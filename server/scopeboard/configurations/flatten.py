"""Nested values as hyper-parameters: names joined by dots, bounded in number and length."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from scopeboard.types import Hparams, HparamValue

MAX_CHARACTERS: Final = 1000  # of a name or of a value
MAX_VALUES: Final = 500  # of a file; the rest is omitted
_MAX_DEPTH: Final = 16
_MAX_VISITS: Final = 20_000  # aliases of YAML may make a small file a huge tree
_EXACT: Final = 1 << 53


def flatten(value: dict[object, object]) -> Hparams:
    """Return a mapping as names with values, by name.

    Nested keys are joined by dots. A list of plain values is JSON text, and a list with mappings is
    a mapping of its indices. Null is omitted. Long names and texts are cut.
    """
    values: dict[str, HparamValue] = {}
    for visits, (name, leaf) in enumerate(_leaves(value, "", 0)):
        if visits > _MAX_VISITS or len(values) >= MAX_VALUES:
            break
        if leaf is not None:
            values[name[:MAX_CHARACTERS]] = leaf
    return tuple(sorted(values.items()))


def _leaves(value: object, name: str, depth: int) -> Iterator[tuple[str, HparamValue | None]]:
    items: Iterator[tuple[object, object]] | None = None
    if isinstance(value, dict):
        items = iter(value.items())
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        items = iter(enumerate(value))
    if items is None or depth == _MAX_DEPTH:
        yield name, _plain(value)
        return
    yield name, None  # so that empty mappings count as visits
    for key, item in items:
        yield from _leaves(item, f"{name}.{key}" if name else str(key), depth + 1)


def _plain(value: object) -> HparamValue | None:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return float(value) if abs(value) <= _EXACT else str(value)[:MAX_CHARACTERS]
    if isinstance(value, float):
        return value
    if isinstance(value, (list, tuple)):
        return _list_text(value)
    return ("…" if isinstance(value, (dict, set)) else str(value))[:MAX_CHARACTERS]


def _list_text(items: Sequence[object]) -> str:
    """Return a list as JSON, cut where it is too long: no more of it is looked at."""
    pieces, length = [], 0
    for piece in _json_pieces(items, 0):
        pieces.append(piece)
        length += len(piece)
        if length > MAX_CHARACTERS:
            break
    return "".join(pieces)[:MAX_CHARACTERS]


def _json_pieces(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, (list, tuple)) and depth < _MAX_DEPTH:
        yield "["
        for index, item in enumerate(value):
            yield ", " if index else ""
            yield from _json_pieces(item, depth + 1)
        yield "]"
    elif isinstance(value, (bool, str, int, float)) or value is None:
        yield json.dumps(value, ensure_ascii=False)
    else:
        yield "…" if isinstance(value, (list, tuple, dict, set)) else json.dumps(str(value))
