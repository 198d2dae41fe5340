"""What the first view shows, counted from a view alone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from programs.first_view.drawn import FAINT, Box, Line, Rect, Text, View

NEAR = 14.0
"""How far from its place the middle of a label may be drawn, in CSS pixels."""
SHAPE = re.compile(r"×|^\?$|^\d+$|scalar", re.IGNORECASE)


@dataclass(frozen=True)
class FirstLook:
    """Counts and shares of the first view; `None` where there is nothing to count in.

    `nameless` are the boxes that are wholly in view and have no text.
    """

    boxes: int
    main_boxes: int
    main_names: tuple[str, ...]
    lone: tuple[str, ...]
    smallest_text: float | None
    smallest_words: str
    smallest_in_box: float | None
    nameless: int
    labelled_share: float | None
    has_shape: bool | None
    area_share: float
    scale: float


def look_at(view: View) -> FirstLook:
    """Count what is in a view."""
    closed = [box for box in view.boxes if not box.is_open]
    main = [box for box in view.main if not box.is_open]
    texts = [text for text in view.texts if _is_seen(text, view)]
    smallest = min(texts, key=lambda text: text.px, default=None)
    labelled = [line for line in view.lines if line.label]
    in_boxes = [smallest_in(view, box.rect) for box in closed if _is_whole(box.rect, view)]
    drawn = [line for line in labelled if is_label_drawn(line, texts)]
    canvas = view.canvas
    return FirstLook(
        boxes=len(closed),
        main_boxes=len(main),
        main_names=tuple(sorted(box.name for box in main)),
        lone=lone_boxes(view),
        smallest_text=round(smallest.px, 1) if smallest else None,
        smallest_words=smallest.text if smallest else "",
        smallest_in_box=min(filter(None, in_boxes), default=None),
        nameless=in_boxes.count(None),
        labelled_share=len(drawn) / len(labelled) if labelled else None,
        has_shape=any(map(_has_shape, drawn)) if any(map(_has_shape, labelled)) else None,
        area_share=view.drawing.area / (canvas.width * canvas.height),
        scale=view.scale,
    )


def lone_boxes(view: View) -> tuple[str, ...]:
    """Return the closed boxes of the main graph at which no line ends; a single one is not lone."""
    joined = {name for line in view.lines for name in (line.source, line.target)}
    main = [box for box in view.main if not box.is_open]
    if len(main) < 2:
        return ()
    return tuple(sorted(box.name for box in main if box.name not in joined))


def is_label_drawn(line: Line, texts: Sequence[Text]) -> bool:
    """Return whether a line's label is among the texts, where it has its place."""
    if line.label is None or line.label_at is None:
        return False
    x, y = line.label_at
    return any(
        text.text == line.label and abs(text.x - x) <= NEAR and abs(text.y - y) <= NEAR
        for text in texts
    )


def _is_whole(rect: Rect, view: View) -> bool:
    canvas = Rect(0, 0, view.canvas.width, view.canvas.height)
    return rect.cut(canvas) == rect


def scopes_of(view: View) -> dict[str, list[Box]]:
    """Return the boxes by the scope that they stand in."""
    found: dict[str, list[Box]] = {}
    for box in view.boxes:
        found.setdefault(box.scope, []).append(box)
    return found


def smallest_in(view: View, rect: Rect) -> float | None:
    """Return the size of the smallest text whose middle is in a rectangle."""
    sizes = [
        text.px
        for text in view.texts
        if _is_seen(text, view)
        and rect.x <= text.x <= rect.right
        and rect.y <= text.y <= rect.bottom
    ]
    return round(min(sizes), 1) if sizes else None


def _has_shape(line: Line) -> bool:
    return line.tensors == 1 and line.label is not None and bool(SHAPE.search(line.label))


def _is_seen(text: Text, view: View) -> bool:
    inside = 0 <= text.x <= view.canvas.width and 0 <= text.y <= view.canvas.height
    return inside and text.opacity > FAINT
