"""One side of a matching: the ops of a graph, how they are wired, and which have a counterpart."""

from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Hashes, Indices
from scopeboard.graph.diff.colours import Wiring, wiring_of
from scopeboard.graph.model.hashing import hash_numbers, mix
from scopeboard.graph.model.op_graph import OpGraph

NO_OP: Final = -1

_ANCHOR, _OWN = 50, 53  # salts


class Side:
    """One of the two graphs, or a part of it: its wiring, and which of its ops are anchors.

    Args:
        wiring: the edges between its ops.
        pair: the number of the pair that each op is in, NO_OP for none; written to by the matcher.
    """

    def __init__(self, wiring: Wiring, pair: Indices) -> None:
        self.wiring = wiring
        self.pair = pair

    @staticmethod
    def of(graph: OpGraph) -> "Side":
        """Return a graph without anchors."""
        return Side(wiring_of(graph), np.full(len(graph), NO_OP, dtype=np.int32))

    def around_free(self) -> tuple["Side", Indices]:
        """Return the ops that are no anchors with the anchors beside them, and which ops these are.

        Other anchors are evidence of nothing: no colour passes an anchor.
        """
        free = ~self.is_anchor
        wiring = self.wiring
        rows = np.flatnonzero(free[wiring.source] | free[wiring.target])
        free[wiring.source[rows]] = free[wiring.target[rows]] = True
        ops = np.flatnonzero(free)
        number = np.full(free.size, NO_OP, dtype=np.int32)
        number[ops] = np.arange(ops.size)
        ends = (number[wiring.source[rows]], number[wiring.target[rows]])
        return Side(Wiring(*ends, wiring.label[rows], ops.size), self.pair[ops]), ops

    @property
    def is_anchor(self) -> Flags:
        """Which ops are in a pair."""
        return self.pair >= 0

    def colour_labels(self, labels: Hashes) -> Hashes:
        """Return labels with those of anchors replaced by the number of their pair."""
        anchors = hash_numbers(self.pair, _ANCHOR)
        return np.where(self.is_anchor, anchors, labels)

    def has_anchor_upstream(self) -> Flags:
        """Flag the ops with an input from an anchor."""
        wiring = self.wiring
        return self._flagged(wiring.target[self.is_anchor[wiring.source]])

    def has_anchor_downstream(self) -> Flags:
        """Flag the ops that an anchor has an input from."""
        wiring = self.wiring
        return self._flagged(wiring.source[self.is_anchor[wiring.target]])

    def edges_to_anchors(self, labels: Hashes) -> tuple[Hashes, Indices]:
        """Return the edges between an anchor and a free op, as hashes, and their free ops.

        A hash covers the anchor, the edge and its direction, and the label of the free op.
        """
        hashes, ops = [], []
        ends = (self.wiring.source, self.wiring.target)
        for salt, (at, free) in enumerate((ends, ends[::-1])):
            rows = np.flatnonzero(self.is_anchor[at] & ~self.is_anchor[free])
            anchors = hash_numbers(self.pair[at[rows]], _ANCHOR)
            own = mix(labels[free[rows]], _OWN)
            hashes.append(mix(anchors + self.wiring.label[rows] + own, salt))
            ops.append(free[rows])
        return np.concatenate(hashes), np.concatenate(ops)

    def has_edges(self) -> Flags:
        """Flag the ops with inputs, or of which others have."""
        return self._flagged(self.wiring.source) | self._flagged(self.wiring.target)

    def _flagged(self, ops: Indices) -> Flags:
        flags = np.zeros(self.pair.size, dtype=np.bool_)
        flags[ops] = True
        return flags
