"""A mesh that can be drawn, from logged parts that may be too large, damaged or inconsistent."""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MAX_POINTS: Final = 1_000_000
MAX_FACES: Final = 1_000_000
_BRIGHTEST: Final = 255

Table = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Mesh:
    """A mesh to draw: all vertices are finite, and every face is three of their indices.

    `positions` is float32 [n, 3], `faces` uint32 [f, 3] (none for a point cloud) and `colours`
    uint8 [n, 3] or None. `notes` lists the omissions, a sentence each.
    """

    positions: NDArray[np.float32]
    faces: NDArray[np.uint32]
    colours: NDArray[np.uint8] | None
    notes: list[str] = field(default_factory=list)


def drawable_mesh(vertices: Table, faces: Table | None, colours: Table | None) -> Mesh:
    """Return the mesh of the parts of one step, real numbers [n, 3] each."""
    notes: list[str] = []
    corners = _fitting_faces(faces, len(vertices), notes)
    shades = _fitting_colours(colours, len(vertices), notes)
    with np.errstate(over="ignore"):  # values beyond float32 become infinite, and are dropped
        positions = vertices.astype(np.float32)
    kept = _whole_rows(np.isfinite(positions))
    if not kept.all():
        notes.append(f"{_counted(~kept)} of {len(kept):,} vertices are not finite: left out.")
        corners = corners[kept[corners].all(axis=1)]
    if not len(corners) and kept.sum() > MAX_POINTS:
        kept[np.flatnonzero(kept)] = _evenly(int(kept.sum()))
        notes.append(f"{kept.sum():,} of {len(kept):,} points are drawn, evenly chosen.")
    place = np.cumsum(kept, dtype=np.uint32) - np.uint32(1)
    shown = None if shades is None else np.ascontiguousarray(shades[kept])
    return Mesh(np.ascontiguousarray(positions[kept]), place[corners], shown, notes)


def _fitting_faces(faces: Table | None, vertices: int, notes: list[str]) -> NDArray[np.int64]:
    """Return int64 [f, 3]; add a note for faces that are invalid or too many, and drop them."""
    none = np.empty((0, 3), np.int64)
    if faces is None or not len(faces):
        return none
    if len(faces) > MAX_FACES or vertices > 3 * MAX_FACES:
        notes.append(
            f"{len(faces):,} faces on {vertices:,} vertices are too many to draw: points instead."
        )
        return none
    is_right = _whole_rows((faces >= 0) & (faces < vertices))
    if not is_right.all():
        notes.append(
            f"{_counted(~is_right)} of {len(faces):,} faces name vertices beyond the {vertices:,} "
            "that there are: left out."
        )
    fitting: NDArray[np.int64] = faces[is_right].astype(np.int64)
    return fitting


def _fitting_colours(
    colours: Table | None, vertices: int, notes: list[str]
) -> NDArray[np.uint8] | None:
    """Return uint8 [n, 3], clipped to 0 to 255; None if their number is not that of the vertices.

    Floats up to 1 are shares of the full brightness, as in matplotlib.
    """
    if colours is None:
        return None
    if len(colours) != vertices:
        notes.append(f"{len(colours):,} colours for {vertices:,} vertices: drawn without colours.")
        return None
    finite = np.nan_to_num(colours) if colours.dtype.kind == "f" else colours
    if _are_shares(finite):
        finite = finite * _BRIGHTEST
    clipped: NDArray[np.uint8] = np.clip(finite, 0, _BRIGHTEST).astype(np.uint8, copy=False)
    return clipped


def _are_shares(colours: Table) -> bool:
    """Return whether colours are floats from 0 to 1; all black counts as 0 to 255."""
    return colours.dtype.kind == "f" and 0 < colours.max(initial=0.0) <= 1


def _evenly(count: int) -> NDArray[np.bool_]:
    """Return a mask of `MAX_POINTS` points, evenly spaced among `count`."""
    chosen = np.zeros(count, np.bool_)
    chosen[np.linspace(0, count - 1, MAX_POINTS).astype(np.int64)] = True
    return chosen


def _whole_rows(table: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return for each row whether all of its values are true."""
    whole: NDArray[np.bool_] = np.logical_and.reduce(table, axis=1)
    return whole


def _counted(mask: NDArray[np.bool_]) -> str:
    return f"{int(mask.sum()):,}"
