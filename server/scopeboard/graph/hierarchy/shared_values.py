"""The value that all ops inside a row share: one device, one XLA cluster.

Codes are sorted by position in the tree, beside a running count of their changes: an interval of
positions has one value where the count is equal at both its ends.
"""

from collections.abc import Sequence

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.tree import ScopeTree


class SharedValues:
    """One column of the ops, indexed by position.

    Args:
        codes: rows in `texts`, one for each op; -1 for none.
        texts: the values.
        tree: has the positions of the ops.
    """

    def __init__(self, codes: Indices, texts: Sequence[str], tree: ScopeTree) -> None:
        nodes = np.flatnonzero(tree.position >= 0)
        self._texts = texts
        self._codes = np.empty(nodes.size, dtype=np.int32)
        self._codes[tree.position[nodes]] = codes[nodes]
        self._changes = np.cumsum(
            np.diff(self._codes, prepend=self._codes[:1]) != 0, dtype=np.int32
        )

    def of_rows(self, tree: ScopeTree, rows: Indices) -> list[str]:
        """Return the value that all nodes inside each row share, empty if there is none."""
        starts = tree.start[rows]
        lasts = starts + np.maximum(tree.size[rows], 1) - 1
        is_shared = (self._changes[lasts] == self._changes[starts]) & (tree.size[rows] > 0)
        codes = np.where(is_shared, self._codes[starts], -1)
        return ["" if code < 0 else self._texts[code] for code in codes.tolist()]
