"""Nearest neighbours of a vector, in all dimensions."""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Distance = Literal["cosine", "euclidean"]


class Neighbour(NamedTuple):
    """A row and its distance."""

    row: int
    distance: float


def nearest(
    vectors: NDArray[np.float32], row: int, count: int, distance: Distance
) -> list[Neighbour]:
    """Return the nearest other vectors in ascending order of distance, then of rows.

    Args:
        vectors: float32 [rows, dimensions].
        row: the vector whose neighbours to return.
        count: the largest number of neighbours.
        distance: `cosine` is 1 minus the cosine of the angle; 1 for a vector of zeros.
    """
    doubles = vectors.astype(np.float64)  # the squares of float32 may overflow
    origin = doubles[row]
    if distance == "euclidean":
        distances = np.linalg.norm(doubles - origin, axis=1)
    else:
        lengths = np.linalg.norm(doubles, axis=1) * np.linalg.norm(origin)
        cosine = np.where(np.isnan(lengths), np.nan, 0.0)
        np.divide(doubles @ origin, lengths, out=cosine, where=lengths > 0)
        distances = 1 - cosine
    distances[row] = np.inf
    distances[np.isnan(distances)] = np.inf
    order = np.argsort(distances, kind="stable")[:count].tolist()
    return [Neighbour(at, float(distances[at])) for at in order if np.isfinite(distances[at])]
