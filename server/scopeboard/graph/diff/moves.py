"""Scopes that have another name, or are elsewhere: what many renamed ops have in common."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


class Move(NamedTuple):
    """`ops` ops, or one, whose full names begin with `to` instead of `origin`."""

    origin: str
    to: str
    ops: int


def find_moves(renamed: Iterable[tuple[str, str]]) -> list[Move]:
    """Return the moves behind pairs of an old and a new name, those of most ops first.

    The ends that both names have in common belong to what was moved: `a/x/k` and `b/x/k` are of a
    move of `a` to `b`.
    """
    moves = Counter(_shortened(old, new) for old, new in renamed)
    ordered = sorted(moves.items(), key=lambda item: (-item[1], item[0]))
    return [Move(origin, to, ops) for (origin, to), ops in ordered]


def _shortened(old: str, new: str) -> tuple[str, str]:
    """Return both names without the segments at their ends that are equal."""
    olds, news = old.split("/"), new.split("/")
    while len(olds) > 1 and len(news) > 1 and olds[-1] == news[-1]:
        olds.pop()
        news.pop()
    return "/".join(olds), "/".join(news)
