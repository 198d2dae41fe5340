"""Apply a query to items."""

import math
import operator
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final, TypeVar

from scopeboard.errors import QueryError
from scopeboard.number_text import nonfinite_text
from scopeboard.run_filter.parse import (
    CompareOp,
    Comparison,
    FilterNode,
    Junction,
    Negation,
    Pattern,
    Text,
)
from scopeboard.run_filter.spaces import trimmed

FilterValue = float | str | bool | Sequence[str] | None
"""The value of a key; a list matches if one of its texts does."""

T = TypeVar("T")
Matches = Callable[[T], bool]
Resolve = Callable[[str], Callable[[T], FilterValue] | None]
"""Returns how the value of a key is read; None for a key that does not exist."""

_ORDERS: Final = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_UNITS: Final = {"": 1, "s": 1, "min": 60, "h": 3600, "d": 86_400, "w": 604_800, "k": 1e3, "m": 1e6}
_NUMBER: Final = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)(s|min|[hdwkm]|)")
_LARGEST_PLAIN: Final = 1e21  # larger numbers have an exponent, as in browsers
_LEAST_PLAIN: Final = 1e-6  # smaller ones, too


def parse_number(text: str) -> float | None:
    """Return a number as typed, or None: `1e-3`, `2h`, `10k`, `nan`, `inf`, `2026-01-31`.

    A day is the time of its midnight here, in seconds since the epoch.
    """
    word = trimmed(text).lower().replace("−", "-", 1)
    if word == "nan":
        return math.nan
    if re.fullmatch(r"[+-]?inf(inity)?", word):
        return -math.inf if word.startswith("-") else math.inf
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", word):
        try:
            return datetime.fromisoformat(word).timestamp()
        except (ValueError, OverflowError, OSError):  # no day, or one that the system's clock lacks
            return math.nan
    found = _NUMBER.fullmatch(word)
    return None if found is None else float(found[1]) * _UNITS[found[2]]


def compile_filter(
    node: FilterNode | None, text_of: Callable[[T], str], resolve: Resolve[T]
) -> Matches[T]:
    """Return whether an item passes a query, as a function.

    Args:
        node: the query; None passes everything.
        text_of: the text in which plain words and patterns are searched for.
        resolve: reads the values of keys.

    Raises:
        QueryError: a key does not exist.
    """
    match node:
        case None:
            return lambda _: True
        case Text():
            wanted = node.text.lower()
            return lambda item: wanted in text_of(item).lower()
        case Pattern():
            search = node.pattern.search
            return lambda item: search(text_of(item)) is not None
        case Negation():
            matches = compile_filter(node.of, text_of, resolve)
            return lambda item: not matches(item)
        case Comparison():
            return _compile_comparison(node, resolve)
        case Junction():
            parts = [compile_filter(part, text_of, resolve) for part in node.of]
            holds = all if node.kind == "and" else any
            return lambda item: holds(part(item) for part in parts)


def _compile_comparison(node: Comparison, resolve: Resolve[T]) -> Matches[T]:
    read, op, value = resolve(node.key), node.op, node.value
    if read is None:
        message = f'No column “{node.key}”. To search for the text, write "{node}".'
        raise QueryError(message)
    if not isinstance(value, str):
        search = value.search
        return lambda item: any(search(text) for text in _texts_of(read(item)))
    number, wanted = parse_number(value), value.lower()

    def matches(item: T) -> bool:
        found = read(item)
        if found is None:
            return op == "!="
        if isinstance(found, int | float) and not isinstance(found, bool) and number is not None:
            return _compare_numbers(found, op, number)
        is_list = not isinstance(found, str | int | float)
        return _compare_texts(_texts_of(found), op, wanted, is_list=is_list)

    return matches


def _texts_of(value: FilterValue) -> list[str]:
    if value is None:
        return []
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, int | float):
        return [number_text(value)]
    return [value] if isinstance(value, str) else list(value)


def number_text(value: float) -> str:
    """Return the shortest text of a number, as browsers write it: `1e-7`, `5`, `0.00001`."""
    if not math.isfinite(value):
        return nonfinite_text(value)
    if value == 0:
        return "0"
    exact = Decimal(repr(float(value))).normalize()
    if _LEAST_PLAIN <= abs(value) < _LARGEST_PLAIN:
        return format(exact, "f")
    mantissa, _, exponent = format(exact, "e").partition("e")
    return f"{mantissa}e{int(exponent):+d}"


def _compare_numbers(found: float, op: CompareOp, wanted: float) -> bool:
    if op in _ORDERS:
        return bool(_ORDERS[op](found, wanted))
    is_same = found == wanted or (math.isnan(found) and math.isnan(wanted))
    return is_same != (op == "!=")


def _compare_texts(texts: Sequence[str], op: CompareOp, wanted: str, *, is_list: bool) -> bool:
    """Compare texts in either case; `:` matches a part of a text, or a member of a list."""
    lower = [text.lower() for text in texts]
    match op:
        case "=":
            return wanted in lower
        case "!=":
            return wanted not in lower
        case ":":
            return wanted in lower or (not is_list and any(wanted in text for text in lower))
        case _:
            return any(_ORDERS[op](text, wanted) for text in lower)
