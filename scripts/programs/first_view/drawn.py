"""What is on the canvas, as data: boxes and lines of the page's scene, texts as they were drawn.

All lengths are CSS pixels from the canvas's upper left corner.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

FAINT: Final = 0.05
"""A text less opaque than this is not seen."""


@dataclass(frozen=True)
class Rect:
    """An upright rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower side."""
        return self.y + self.height

    def cut(self, other: "Rect") -> "Rect":
        """Return what both have in common; without area if that is nothing."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        width = max(0.0, min(self.right, other.right) - x)
        return Rect(x, y, width, max(0.0, min(self.bottom, other.bottom) - y))

    @property
    def area(self) -> float:
        """Its area."""
        return self.width * self.height


@dataclass(frozen=True)
class Box:
    """A node: a closed box, or an open scope; `beside` are the names small at its sides."""

    name: str
    kind: str
    role: str
    scope: str
    is_open: bool
    rect: Rect
    beside: str


@dataclass(frozen=True)
class Line:
    """A piece of a metaedge in one scope; `label_at` is where its label has room."""

    scope: str
    source: str
    target: str
    kind: str
    tensors: int
    label: str | None
    label_at: tuple[float, float] | None
    points: tuple[float, ...]
    is_bridge: bool


@dataclass(frozen=True)
class Text:
    """A text that was drawn: its middle, its size, how opaque and how wide it is."""

    text: str
    x: float
    y: float
    px: float
    opacity: float
    width: float = 0.0


@dataclass(frozen=True)
class View:
    """A canvas and what is drawn on it."""

    canvas: Rect
    scale: float
    horizontal: bool
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    texts: tuple[Text, ...]

    def box(self, name: str) -> Box | None:
        """Return the box of a node, if it is drawn."""
        return next((box for box in self.boxes if box.name == name), None)

    @property
    def main(self) -> tuple[Box, ...]:
        """The boxes of the main graph: in it, and in no open scope that is not."""
        beside = {box.name for box in self.boxes if box.role != "main"}
        return tuple(
            box
            for box in self.boxes
            if box.role == "main" and not any(box.name.startswith(f"{one}/") for one in beside)
        )

    @property
    def drawing(self) -> Rect:
        """The smallest rectangle round boxes, lines and texts, as far as it is on the canvas."""
        xs = [x for box in self.boxes for x in (box.rect.x, box.rect.right)]
        ys = [y for box in self.boxes for y in (box.rect.y, box.rect.bottom)]
        xs += [x for line in self.lines for x in line.points[::2]]
        ys += [y for line in self.lines for y in line.points[1::2]]
        # What stands beside a box is drawn as text alone.
        seen = [text for text in self.texts if text.opacity > FAINT]
        xs += [text.x + side * text.width / 2 for text in seen for side in (-1, 1)]
        ys += [text.y + side * text.px / 2 for text in seen for side in (-1, 1)]
        if not xs:
            return Rect(0, 0, 0, 0)
        whole = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        return whole.cut(Rect(0, 0, self.canvas.width, self.canvas.height))


def read_view(read: Mapping[str, Any]) -> View:
    """Return a view from what the page answers to `probe.READ`."""
    scene = read["scene"]
    return View(
        canvas=Rect(**read["canvas"]),
        scale=float(scene["camera"]["scale"]),
        horizontal=bool(scene.get("horizontal", False)),
        boxes=tuple(map(_box, scene["boxes"])),
        lines=tuple(map(_line, scene["edges"])),
        texts=tuple(Text(**text) for text in read["texts"]),
    )


def _box(box: Mapping[str, Any]) -> Box:
    return Box(
        name=box["name"],
        kind=box["kind"],
        role=box["role"],
        scope=box["scope"],
        is_open=box["open"],
        rect=Rect(box["x"], box["y"], box["width"], box["height"]),
        beside=f"{box['before']}\n{box['after']}".strip(),
    )


def _line(edge: Mapping[str, Any]) -> Line:
    at = edge["labelAt"]
    points: Sequence[float] = edge.get("points", ())
    return Line(
        scope=edge["scope"],
        source=edge["source"],
        target=edge["target"],
        kind=edge["kind"],
        tensors=edge["tensors"],
        label=edge["label"],
        label_at=None if at is None else (at["x"], at["y"]),
        points=tuple(points),
        is_bridge=bool(edge.get("isBridge", False)),
    )
