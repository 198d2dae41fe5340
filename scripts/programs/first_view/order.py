"""Whether siblings keep their order from left to right when a scope opens."""

from itertools import permutations

from programs.first_view.drawn import Box, View

TOUCH = 0.5
"""Boxes that overlap by less than this are beside one another, in CSS pixels."""


def changed_pairs(before: View, after: View, opened: str) -> list[tuple[str, str]]:
    """Return pairs of siblings of an opened scope, the first left of the other only before."""
    new = {box.name: box for box in after.boxes}
    return [
        (one.name, other.name)
        for one, other in pairs_beside(before, opened)
        if one.name in new and other.name in new and _is_left(new[other.name], new[one.name])
    ]


def pairs_beside(view: View, opened: str) -> list[tuple[Box, Box]]:
    """Return the pairs of siblings of a scope that stand side by side, the left one first."""
    pivot = view.box(opened)
    siblings = [box for box in view.boxes if pivot is not None and box.scope == pivot.scope]
    return [pair for pair in permutations(siblings, 2) if _is_left(*pair) and _share_a_row(*pair)]


def _is_left(one: Box, other: Box) -> bool:
    return one.rect.right <= other.rect.x + TOUCH


def _share_a_row(one: Box, other: Box) -> bool:
    return one.rect.y < other.rect.bottom and other.rect.y < one.rect.bottom
