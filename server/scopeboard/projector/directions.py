"""Coordinates of vectors along directions that a viewer chose, and vectors on a sphere."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def coordinates_along(
    vectors: NDArray[np.float32], begin: Sequence[int], end: Sequence[int]
) -> NDArray[np.float64]:
    """Return how far each vector lies from the mean of some vectors towards the mean of others.

    0 is at the first mean, 1 at the second. Without a direction (no rows, or equal means) all are
    0, as are vectors with a number that is not finite.

    Args:
        vectors: float32 [rows, dimensions].
        begin: rows whose mean is at 0.
        end: rows whose mean is at 1.
    """
    is_finite = np.asarray(np.isfinite(vectors).all(axis=1), np.bool_)
    first, second = (_mean(vectors, is_finite, rows) for rows in (begin, end))
    coordinates = np.zeros(len(vectors))
    direction = second - first
    squared = float(direction @ direction)
    if squared > 0:
        finite = vectors[is_finite].astype(np.float64)
        coordinates[is_finite] = (finite - first) @ direction / squared
    return coordinates


def on_sphere(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return vectors less their mean and scaled to length 1, so that their angles are compared.

    A vector at the mean stays at the origin, one with a number that is not finite as it is.

    Args:
        vectors: float32 [rows, dimensions].
    """
    is_finite = np.isfinite(vectors).all(axis=1)
    if not is_finite.any():
        return vectors
    centred = vectors[is_finite].astype(np.float64)
    centred -= centred.mean(axis=0)
    lengths = np.linalg.norm(centred, axis=1, keepdims=True)
    scaled = vectors.copy()
    scaled[is_finite] = centred / np.where(lengths > 0, lengths, 1)
    return scaled


def _mean(
    vectors: NDArray[np.float32], is_finite: NDArray[np.bool_], rows: Sequence[int]
) -> NDArray[np.float64]:
    """Return the mean of rows, zeros without any; those that are not finite are left out."""
    chosen = np.array(rows, np.int64)
    chosen = chosen[is_finite[chosen]]
    if not len(chosen):
        return np.zeros(vectors.shape[1])
    mean: NDArray[np.float64] = vectors[chosen].mean(axis=0, dtype=np.float64)
    return mean
