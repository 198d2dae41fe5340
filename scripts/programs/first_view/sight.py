"""How well a scope that was opened or a node that was found is in sight."""

from dataclasses import dataclass
from typing import Final, Literal

WHOLE: Final = 0.98
"""From this share on all of a box is in sight: points at its very border may belong to a panel."""
READABLE_PX: Final = 10.0
FOUND_PX: Final = 24.0
FULL_SIZE: Final = 0.99
FILLED: Final = 0.85
"""A scope that is too large fills at least this share of the canvas's width or height."""

Sight = Literal["whole", "too large", "cut"]


@dataclass(frozen=True)
class Opened:
    """A scope after it was opened; `filled` is its share of the canvas's width or height."""

    graph: str
    scope: str
    shown: float
    filled: float
    smallest_text: float | None
    order_changes: int
    order_pairs: int

    @staticmethod
    def not_at_all(graph: str, scope: str) -> "Opened":
        """Return what counts for a scope that did not open, or is no longer drawn then."""
        return Opened(graph, scope, 0.0, 0.0, None, 0, 0)

    @property
    def sight(self) -> Sight:
        """Whether it is in sight; one that fills the canvas at the least readable size is, too."""
        if self.shown >= WHOLE:
            return "whole"
        text = self.smallest_text
        is_least = text is not None and text <= READABLE_PX + 1.5
        return "too large" if is_least and self.filled >= FILLED else "cut"


@dataclass(frozen=True)
class Found:
    """A node that was searched for; `how` tells as what it is drawn, `height` its name's then.

    `presses` is how often Enter was pressed until a node was selected.
    """

    graph: str
    words: str
    hit: str
    how: Literal["box", "annotation", "nothing"]
    shown: float
    height: float
    scale: float
    presses: int = 1

    @property
    def is_good(self) -> bool:
        """Whether all of it is in sight and large enough: a small name is so at full size."""
        if self.how == "nothing" or self.shown < WHOLE:
            return False
        if self.how == "annotation":
            return self.height >= READABLE_PX or self.scale >= FULL_SIZE
        return self.height >= FOUND_PX
