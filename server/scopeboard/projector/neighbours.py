"""Nearest neighbours of a vector, in all dimensions."""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Distance = Literal["cosine", "euclidean"]


class Neighbour(NamedTuple):
    """A row, and how far it is."""

    row: int
    distance: float


def nearest(
    vectors: NDArray[np.float32], row: int, count: int, distance: Distance
) -> list[Neighbour]:
    """Return the nearest other vectors, the nearest first; of equal ones, the first.

    Args:
        vectors: float32 [rows, dimensions].
        row: the vector whose neighbours to return.
        count: how many.
        distance: `cosine` is 1 less the cosine of the angle; without a direction, 1.
    """
    found = (_cosine if distance == "cosine" else _euclidean)(vectors, vectors[row])
    found[row] = np.inf
    found[np.isnan(found)] = np.inf
    order = np.argsort(found, kind="stable")[:count].tolist()
    return [Neighbour(at, float(found[at])) for at in order if np.isfinite(found[at])]


def _cosine(vectors: NDArray[np.floating], one: NDArray[np.floating]) -> NDArray[np.float64]:
    vectors, one = vectors.astype(np.float64), one.astype(np.float64)  # whose squares are finite
    lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(one)
    products = vectors @ one
    cosine = np.where(np.isnan(lengths), np.nan, 0.0)
    np.divide(products, lengths, out=cosine, where=lengths > 0)
    distance: NDArray[np.float64] = 1 - cosine
    return distance


def _euclidean(vectors: NDArray[np.float32], one: NDArray[np.float32]) -> NDArray[np.float64]:
    distances: NDArray[np.float64] = np.linalg.norm(vectors.astype(np.float64) - one, axis=1)
    return distances
