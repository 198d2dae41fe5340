"""Sweeps: hashes passed along the edges of many small graphs, a group of edges at a time.

A sweep gives each node a hash of its own and all received hashes. Edges are sorted so that hashes
are final before they are sent. The edges that a sweep can process together are one *step*, a few
operations on columns. Steps are grouped by *batch*.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from scopeboard.arrays import Hashes, Indices
from scopeboard.graph.model.hashing import mix


@dataclass(frozen=True, slots=True)
class Sweep:
    """Edges by receiver: the edges into `node[i]` are rows `first[i]` to `first[i + 1]`.

    `sender` and `label` have an entry for each edge. `steps` has, for each batch, intervals of
    `node`.
    """

    node: Indices
    first: Indices
    sender: Indices
    label: Hashes
    steps: dict[int, list[tuple[int, int]]]

    def run(self, batch: int, colours: Hashes, salt: int) -> None:
        """Update the colours of the nodes of a batch, step by step."""
        for low, high in self.steps.get(batch, ()):
            nodes = self.node[low:high]
            begin, end = self.first[low], self.first[high]
            sent = mix(colours[self.sender[begin:end]] + self.label[begin:end], salt)
            received = np.add.reduceat(sent, self.first[low:high] - begin)
            colours[nodes] = mix(colours[nodes] + received, salt)


def plan_sweep(
    sender: Indices, receiver: Indices, label: Hashes, batch: Indices, rank: Indices
) -> Sweep:
    """Sort edges into the steps of a sweep.

    Args:
        sender: the source of each edge.
        receiver: its target.
        label: a hash of the edge's properties.
        batch: the batch of each node, not of each edge.
        rank: the rank of each node within its batch; nodes of equal rank receive in one step.
    """
    order = np.lexsort((receiver, rank[receiver], batch[receiver]))
    sorted_receiver = receiver[order]
    starts = np.flatnonzero(np.diff(sorted_receiver, prepend=-1) != 0)
    node = sorted_receiver[starts]
    batch, rank = batch[node], rank[node]
    changes = (np.diff(batch) != 0) | (np.diff(rank) != 0)
    cuts = [0, *(np.flatnonzero(changes) + 1).tolist(), batch.size] if batch.size else [0]
    steps: dict[int, list[tuple[int, int]]] = {}
    for low, high in pairwise(cuts):
        steps.setdefault(int(batch[low]), []).append((low, high))
    return Sweep(
        node=node,
        first=np.append(starts, order.size),
        sender=sender[order],
        label=label[order],
        steps=steps,
    )
