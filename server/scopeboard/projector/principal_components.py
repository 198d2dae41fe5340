"""Principal component analysis by singular values."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

MAX_FITTED: Final = 2000
"""Of more vectors, so many determine the directions; the error is too small to see."""


@dataclass(frozen=True, slots=True)
class Components:
    """Coordinates (float64 [rows, components]) and the part of the variance in each, 0 to 1."""

    coordinates: NDArray[np.float64]
    variance: list[float]


def principal_components(vectors: NDArray[np.float32], components: int) -> Components:
    """Return the coordinates along the directions of most variance, the first first.

    The sign of a direction is arbitrary; here its largest entry is positive, so that the same
    vectors make the same drawing. Vectors with a number that is not finite are put at the origin.

    Args:
        vectors: [rows, dimensions].
        components: how many to return; fewer where there are fewer.
    """
    is_whole = np.isfinite(vectors).all(axis=1)
    known = vectors[is_whole].astype(np.float64)
    if not len(known):
        return Components(np.zeros((len(vectors), components)), [0.0] * components)
    mean = known.mean(axis=0)
    sample = known[:: max(1, -(-len(known) // MAX_FITTED))] - mean
    _, values, directions = np.linalg.svd(sample, full_matrices=False)
    strongest = np.abs(directions).argmax(axis=1)
    directions *= np.sign(directions[np.arange(len(directions)), strongest])[:, np.newaxis]
    kept = min(components, len(values))
    coordinates = np.zeros((len(vectors), components))
    coordinates[is_whole, :kept] = (known - mean) @ directions[:kept].T
    total = float(np.sum(values**2)) or 1.0
    variance = [float(value**2 / total) for value in values[:kept]]
    return Components(coordinates, variance + [0.0] * (components - kept))


def rounded(coordinates: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return coordinates with as many digits as a drawing shows: five of the largest."""
    largest = float(np.abs(coordinates).max(initial=0.0))
    places = 5 - int(np.ceil(np.log10(largest))) if largest > 0 else 0
    return coordinates.round(places)
