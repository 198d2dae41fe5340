"""A cache of the principal components of the last embeddings."""

from collections.abc import Hashable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.concurrency.lru import LRUCache
from scopeboard.projector.principal_components import Components, principal_components

MAX_COMPONENTS: Final = 50
MAX_KEPT: Final = 4  # of 20,000 vectors, each takes 8 MB


class KeptComponents:
    """An LRU cache of principal components; thread-safe."""

    def __init__(self) -> None:
        self._cache: LRUCache[Hashable, Components] = LRUCache(MAX_KEPT)

    def of(self, content: Hashable, vectors: NDArray[np.float32], components: int) -> Components:
        """Return the first of an embedding's components; see `principal_components`.

        Args:
            content: identifies the version of the vectors.
            vectors: [rows, dimensions].
            components: how many, up to `MAX_COMPONENTS`.
        """
        found = self._cache.get(content, lambda: principal_components(vectors, MAX_COMPONENTS))
        return Components(found.coordinates[:, :components], found.variance[:components])
