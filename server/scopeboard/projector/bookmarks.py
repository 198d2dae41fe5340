"""Bookmarks that TensorBoard's projector saved: views of an embedding by name."""

from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Literal

import msgspec

from scopeboard.errors import DamagedDataError, TooLargeError
from scopeboard.json_values import decode

MAX_BYTES: Final = 16 << 20  # a bookmark may have the position of each point
MAX_BOOKMARKS: Final = 100
MAX_CHARACTERS: Final = 200

Method = Literal["pca", "umap"]


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A saved view: projection method, dimensions, colour column, selected point.

    `point` is the first selected vector, None without a selection.
    """

    label: str
    method: Method
    dimensions: Literal[2, 3]
    colour_by: str
    point: int | None

    @classmethod
    def of(cls, state: dict[str, Any], number: int) -> "Bookmark":
        """Return the bookmark of a state of the projector; `number` is its default label."""
        projection = state.get("selectedProjection")
        # Each projection has its own field for the number of axes.
        if projection == "tsne":
            is_3d = state.get("tSNEis3d") is not False
        elif projection == "umap":
            is_3d = state.get("umapIs3d") is not False
        else:
            axes = state.get("pcaComponentDimensions")
            is_3d = not isinstance(axes, list) or len(axes) != 2
        points = state.get("selectedPoints")
        point = points[0] if isinstance(points, list) and points else None
        is_row = isinstance(point, int) and not isinstance(point, bool) and point >= 0
        return cls(
            label=_text(state.get("label")) or f"Bookmark {number}",
            method="umap" if projection in ("tsne", "umap") else "pca",
            dimensions=3 if is_3d else 2,
            colour_by=_text(state.get("selectedColorOptionName")),
            point=point if is_row else None,
        )


def read_bookmarks(content: bytes) -> list[Bookmark]:
    """Parse a file of bookmarks, a JSON array of the projector's states.

    Raises:
        DamagedDataError: it is malformed.
        TooLargeError: it is too large.
    """
    if len(content) > MAX_BYTES:
        raise TooLargeError("The bookmarks file exceeds 16 MB.")
    try:
        states = decode(content)
    except msgspec.DecodeError as error:
        raise DamagedDataError("The bookmarks are not valid JSON.") from error
    if not isinstance(states, list):
        raise DamagedDataError("The bookmarks are not a list.")
    valid = islice((state for state in states if isinstance(state, dict)), MAX_BOOKMARKS)
    return [Bookmark.of(state, number) for number, state in enumerate(valid, 1)]


def _text(value: object) -> str:
    return value[:MAX_CHARACTERS] if isinstance(value, str) else ""
