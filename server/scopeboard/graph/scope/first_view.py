"""Which scopes are open when a graph is first shown: the rule, on boxes alone.

A graph is often one closed wrapper: `Net`, `model/net`, a call of the training function. What is
drawn then says nothing of the model. So the wrappers are opened, and what holds most of the model,
until the model is seen in 8 to 40 boxes:

* a *wrapper*, a box with nearly all of the model, opens as long as all boxes fit; one that hides
  the model, with fewer than 4 boxes to show it, opens up to 100 boxes, read a part at a time;
* while fewer than 8 boxes show the model, the one with most of the model opens, if it holds a
  tenth of it and what is inside fits. Boxes that hold equally much open together or not at all: so
  the order of equals changes nothing.

Only boxes of the main graph open, and of these only what holds a part of the model: bookkeeping,
auxiliary nodes, series and the function library stay closed. Nothing opens that shows no more than
one op, or boxes most of which no line joins with others, such as the variables of a network.

At most 40 boxes fit. Where the top level alone has more, or where its main graph has fewer than 8
and fewer than 4 boxes show the model, its auxiliary boxes do not count, since they stand in columns
beside the main graph in any case, and two others count as one box.

The outcome depends on the graph alone, not on a viewer's choices or on earlier requests.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

MIN_BOXES: Final = 8
MAX_BOXES: Final = 40
"""Boxes that a person takes in at first sight, and for which a canvas has room with their names."""

_MIN_SHOWN: Final = 4  # fewer boxes tell nothing of how the model is made
_MAX_WRAPPED: Final = 100  # twice as many as a canvas has room for, with their names
_WRAPPER: Final = 0.75  # the share of the model that a wrapper has at least
_LARGE: Final = 0.1  # the share of any other box that is opened
_LINKED: Final = 0.5  # the share of boxes with a line in a scope that shows structure


@dataclass(frozen=True, slots=True)
class Box:
    """A child of a scope.

    `is_main` is whether it is in the main graph, `is_model` whether it holds a part of the model
    rather than bookkeeping, `is_linked` whether a line joins it with another box of the scope,
    `weight` how many ops of the model's flow are inside, and `opens` whether it is a scope, or a
    call with a body, that may be open at first.
    """

    name: str
    is_main: bool
    is_model: bool
    is_linked: bool
    weight: int
    opens: bool


InsideOf = Callable[[str], Sequence[Box] | None]
"""The boxes inside the scope with this full name (empty: the top level); None for too many."""


@dataclass(frozen=True, slots=True)
class _Opening:
    """Scopes that open together, enclosing ones first, and the boxes that they show then."""

    names: list[str]
    boxes: list[Box]


def opened_at_first(inside_of: InsideOf) -> list[str]:
    """Return the full names of the scopes that are open at first, enclosing ones first."""
    names: list[str] = []
    boxes = list(inside_of("") or ())
    main, is_crowded = sum(box.is_main for box in boxes), len(boxes) > MAX_BOXES
    beside = len(boxes) - main if main < MIN_BOXES or is_crowded else None
    while (found := _next_opening(boxes, inside_of, beside, is_crowded)) is not None:
        names += found.names
        boxes = _with_opened(boxes, found)
    return names


def _next_opening(
    boxes: Sequence[Box], inside_of: InsideOf, beside: int | None, is_crowded: bool
) -> _Opening | None:
    """Return what opens next.

    Args:
        boxes: all boxes in sight.
        inside_of: see `InsideOf`.
        beside: so many auxiliary boxes do not count, None where all count.
        is_crowded: whether that is so although boxes enough show the model.
    """
    total = sum(box.weight for box in boxes if box.is_main)
    count = _model_boxes(boxes)
    is_small = count < MIN_BOXES
    for equals in _openable(boxes):
        is_wrapper = len(equals) == 1 and equals[0].weight >= _WRAPPER * total
        if not is_wrapper and not (is_small and equals[0].weight >= _LARGE * total):
            return None
        found = _open(equals, inside_of)
        if found is None:
            continue
        shown = _with_opened(boxes, found)
        is_hidden = count < _MIN_SHOWN
        size = _size(shown, beside if is_hidden or is_crowded else None)
        if size <= (_MAX_WRAPPED if is_hidden and is_wrapper else MAX_BOXES):
            return found
    return None


def _with_opened(boxes: Sequence[Box], opening: _Opening) -> list[Box]:
    opened = set(opening.names)
    return [box for box in boxes if box.name not in opened] + opening.boxes


def _openable(boxes: Sequence[Box]) -> Iterator[list[Box]]:
    """Yield the boxes that may be opened, those with most of the model first, equal ones together.

    Of equal ones, those with the shortest names come first, so that siblings keep their order.
    """
    openable = [box for box in boxes if box.opens and box.is_main and box.weight > 0]
    openable.sort(key=lambda box: (-box.weight, len(box.name), box.name))
    for _, equals in groupby(openable, key=attrgetter("weight")):
        yield list(equals)


def _open(equals: Sequence[Box], inside_of: InsideOf) -> _Opening | None:
    """Open boxes, and what is alone inside; None if one of them is too large or shows nothing."""
    opening = _Opening([], [])
    for box in equals:
        name, inside = box.name, inside_of(box.name)
        opening.names.append(name)
        while inside is not None and len(inside) == 1 and inside[0].opens and inside[0].is_main:
            name = inside[0].name
            opening.names.append(name)
            inside = inside_of(name)
        if inside is None or not _shows_structure(inside):
            return None
        opening.boxes.extend(inside)
    return opening


def _shows_structure(inside: Sequence[Box]) -> bool:
    main = [box for box in inside if box.is_main]
    linked = sum(box.is_linked for box in main)
    if len(main) > 1 and linked < _LINKED * len(main):
        return False
    return _model_boxes(inside) > 1 or any(_openable(inside))


def _model_boxes(boxes: Sequence[Box]) -> int:
    return sum(box.is_main and box.is_model for box in boxes)


def _size(boxes: Sequence[Box], beside: int | None) -> int:
    main = sum(box.is_main for box in boxes)
    return len(boxes) if beside is None else main + (len(boxes) - main - beside) // 2
