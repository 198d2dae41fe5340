"""What all ops inside a row have in common: one device, one XLA cluster.

By position in the tree, a column of codes and a count of how often it has changed so far: an
interval of positions has one value where the count is the same at both its ends.
"""

from collections.abc import Sequence

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.tree import ScopeTree


class SharedValues:
    """One column of the ops, ready to be asked for any rows.

    Args:
        codes: rows in `texts`, one for each op; -1 for none.
        texts: the values.
        tree: places the ops.
    """

    def __init__(self, codes: Indices, texts: Sequence[str], tree: ScopeTree) -> None:
        nodes = np.flatnonzero(tree.position >= 0)
        self._texts = texts
        self._at = np.empty(nodes.size, dtype=np.int32)
        self._at[tree.position[nodes]] = codes[nodes]
        self._changes = np.cumsum(np.diff(self._at, prepend=self._at[:1]) != 0, dtype=np.int32)

    def of_rows(self, tree: ScopeTree, rows: Indices) -> list[str]:
        """Return the value that all nodes inside each row share, empty if there is none."""
        starts = tree.start[rows]
        lasts = starts + np.maximum(tree.size[rows], 1) - 1
        is_shared = (self._changes[lasts] == self._changes[starts]) & (tree.size[rows] > 0)
        codes = np.where(is_shared, self._at[starts], -1)
        return ["" if code < 0 else self._texts[code] for code in codes.tolist()]
