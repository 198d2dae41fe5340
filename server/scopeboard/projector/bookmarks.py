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


def read_bookmarks(content: bytes) -> list[Bookmark]:
    """Return the bookmarks of a file, which holds a JSON array of the projector's states.

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
    return [_bookmark(state, at) for at, state in enumerate(valid)]


def _bookmark(state: dict[str, Any], at: int) -> Bookmark:
    is_pca = state.get("selectedProjection") not in ("tsne", "umap")
    return Bookmark(
        label=_text(state.get("label")) or f"Bookmark {at + 1}",
        method="pca" if is_pca else "umap",
        dimensions=3 if _is_solid(state) else 2,
        colour_by=_text(state.get("selectedColorOptionName")),
        point=_first_point(state.get("selectedPoints")),
    )


def _is_solid(state: dict[str, Any]) -> bool:
    """Return whether a view has three axes; each projection has its own field for it."""
    if state.get("selectedProjection") == "tsne":
        return state.get("tSNEis3d") is not False
    if state.get("selectedProjection") == "umap":
        return state.get("umapIs3d") is not False
    axes = state.get("pcaComponentDimensions")
    return not isinstance(axes, list) or len(axes) != 2


def _first_point(points: object) -> int | None:
    first = points[0] if isinstance(points, list) and points else None
    return first if isinstance(first, int) and not isinstance(first, bool) and first >= 0 else None


def _text(value: object) -> str:
    return value[:MAX_CHARACTERS] if isinstance(value, str) else ""
