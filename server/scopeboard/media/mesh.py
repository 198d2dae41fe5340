"""Drawable meshes, from logged parts that may be too large, damaged or inconsistent."""

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
    """A drawable mesh: all vertices are finite, and every face has three of their indices.

    `positions` is float32 [n, 3], `faces` uint32 [f, 3] (none for a point cloud) and `colours`
    uint8 [n, 3] or None. `notes` lists the omissions, a sentence each.
    """

    positions: NDArray[np.float32]
    faces: NDArray[np.uint32]
    colours: NDArray[np.uint8] | None
    notes: list[str] = field(default_factory=list)


def drawable_mesh(vertices: Table, faces: Table | None, colours: Table | None) -> Mesh:
    """Return the mesh of one step from its parts, real numbers [n, 3] each."""
    notes: list[str] = []
    corners = _valid_faces(faces, len(vertices), notes)
    shades = _valid_colours(colours, len(vertices), notes)
    with np.errstate(over="ignore"):  # values beyond float32 become infinite, and are dropped
        positions = vertices.astype(np.float32)
    drawn: NDArray[np.bool_] = np.logical_and.reduce(np.isfinite(positions), axis=1)
    if not drawn.all():
        count = int(np.count_nonzero(~drawn))
        notes.append(f"{count:,} of {len(drawn):,} vertices skipped: not finite.")
        corners = corners[drawn[corners].all(axis=1)]
    finite = np.flatnonzero(drawn)
    if not len(corners) and len(finite) > MAX_POINTS:
        drawn = np.zeros_like(drawn)
        drawn[finite[np.linspace(0, len(finite) - 1, MAX_POINTS).astype(np.int64)]] = True
        notes.append(f"{drawn.sum():,} of {len(drawn):,} points drawn, evenly spaced.")
    row = np.cumsum(drawn, dtype=np.uint32) - np.uint32(1)
    shades = None if shades is None else np.ascontiguousarray(shades[drawn])
    return Mesh(np.ascontiguousarray(positions[drawn]), row[corners], shades, notes)


def _valid_faces(faces: Table | None, vertices: int, notes: list[str]) -> NDArray[np.int64]:
    """Return int64 [f, 3]; drop invalid faces, or all of too many, and add a note."""
    if faces is None or not len(faces):
        return np.empty((0, 3), np.int64)
    if len(faces) > MAX_FACES or vertices > 3 * MAX_FACES:
        notes.append(
            f"Drawn as points: {len(faces):,} faces on {vertices:,} vertices exceed the limit."
        )
        return np.empty((0, 3), np.int64)
    is_valid = ((faces >= 0) & (faces < vertices)).all(axis=1)
    if not is_valid.all():
        count = int(np.count_nonzero(~is_valid))
        notes.append(
            f"{count:,} of {len(faces):,} faces skipped: invalid index (there are {vertices:,} "
            "vertices)."
        )
    valid: NDArray[np.int64] = faces[is_valid].astype(np.int64)
    return valid


def _valid_colours(
    colours: Table | None, vertices: int, notes: list[str]
) -> NDArray[np.uint8] | None:
    """Return uint8 [n, 3], clipped to 0 to 255; None unless there is one for each vertex.

    Floats up to 1 are shares of the full brightness, as in matplotlib; all zeros count as bytes.
    """
    if colours is None:
        return None
    if len(colours) != vertices:
        notes.append(f"{len(colours):,} colours for {vertices:,} vertices: colours ignored.")
        return None
    is_float = colours.dtype.kind == "f"
    finite = np.nan_to_num(colours) if is_float else colours
    if is_float and 0 < finite.max(initial=0.0) <= 1:
        finite = finite * _BRIGHTEST
    clipped: NDArray[np.uint8] = np.clip(finite, 0, _BRIGHTEST).astype(np.uint8, copy=False)
    return clipped
