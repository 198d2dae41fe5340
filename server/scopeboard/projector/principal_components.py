"""Principal component analysis by singular values, and a cache of its results."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.concurrency.lru import LRUCache

MAX_COMPONENTS: Final = 50
MAX_FITTED: Final = 2000
"""Directions are computed from this many vectors; the error is too small to be visible."""
MAX_CACHED: Final = 4  # of 20,000 vectors, each takes 8 MB


@dataclass(frozen=True, slots=True)
class Components:
    """Coordinates (float64 [rows, components]) and the share of the variance in each, 0 to 1."""

    coordinates: NDArray[np.float64]
    variance: list[float]


class ComponentsCache:
    """An LRU cache of principal components; thread-safe."""

    def __init__(self) -> None:
        self._cache: LRUCache[Hashable, Components] = LRUCache(MAX_CACHED)

    def get(
        self, version: Hashable, vectors: Callable[[], NDArray[np.float32]], components: int
    ) -> Components:
        """Return the first components of an embedding; see `principal_components`.

        Args:
            version: identifies the version of the vectors.
            vectors: returns them, [rows, dimensions].
            components: their number, up to `MAX_COMPONENTS`.
        """
        cached = self._cache.get(version, lambda: principal_components(vectors(), MAX_COMPONENTS))
        return Components(cached.coordinates[:, :components], cached.variance[:components])


def principal_components(vectors: NDArray[np.float32], components: int) -> Components:
    """Return the coordinates along the directions of most variance, in descending order.

    The sign of a direction is arbitrary; here its largest entry is positive, so that equal vectors
    give equal drawings. Vectors with a number that is not finite are at the origin.

    Args:
        vectors: [rows, dimensions].
        components: the number of components; beyond the number of directions, they are zero.
    """
    is_finite = np.isfinite(vectors).all(axis=1)
    finite = vectors[is_finite].astype(np.float64)
    if not len(finite):
        return Components(np.zeros((len(vectors), components)), [0.0] * components)
    mean = finite.mean(axis=0)
    sample = finite[:: max(1, -(-len(finite) // MAX_FITTED))] - mean
    _, values, directions = np.linalg.svd(sample, full_matrices=False)
    strongest = np.abs(directions).argmax(axis=1)
    directions *= np.sign(directions[np.arange(len(directions)), strongest])[:, np.newaxis]
    count = min(components, len(values))
    coordinates = np.zeros((len(vectors), components))
    coordinates[is_finite, :count] = (finite - mean) @ directions[:count].T
    total = float(np.sum(values**2)) or 1.0
    variance = [float(value**2 / total) for value in values[:count]]
    return Components(coordinates, variance + [0.0] * (components - count))


def rounded(coordinates: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return coordinates rounded for drawing, to five digits of the largest."""
    largest = float(np.abs(coordinates).max(initial=0.0))
    decimals = 5 - int(np.ceil(np.log10(largest))) if largest > 0 else 0
    return coordinates.round(decimals)
