"""Sweeps: hashes passed along the edges of many small graphs, a group of edges at a time.

A sweep gives each node the hash of itself and of all that it receives. Edges are sorted so that
whatever a node receives is final before it is asked for; the edges between two such moments are one
*step*, a few operations on columns. Steps are kept by the *batch* they belong to.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from scopeboard.arrays import Hashes, Indices
from scopeboard.graph.model.hashing import mix


@dataclass(frozen=True, slots=True)
class Sweep:
    """Edges by receiver: those into `node[i]` are rows `first[i]` to `first[i + 1]`.

    `sender` and `label` have an entry for each edge. `steps` has, for each batch, intervals of
    `node`.
    """

    node: Indices
    first: Indices
    sender: Indices
    label: Hashes
    steps: dict[int, list[tuple[int, int]]]

    def run(self, batch: int, colours: Hashes, salt: int) -> None:
        """Change the colours of the nodes of a batch, step after step."""
        for low, high in self.steps.get(batch, ()):
            nodes = self.node[low:high]
            colours[nodes] = mix(colours[nodes] + self.received(low, high, colours, salt), salt)

    def received(self, low: int, high: int, colours: Hashes, salt: int) -> Hashes:
        """Return what nodes `low` to `high` receive, as one hash each."""
        begin, end = self.first[low], self.first[high]
        sent = mix(colours[self.sender[begin:end]] + self.label[begin:end], salt)
        received: Hashes = np.add.reduceat(sent, self.first[low:high] - begin)
        return received


def plan_sweep(
    sender: Indices, receiver: Indices, label: Hashes, batch: Indices, moment: Indices
) -> Sweep:
    """Sort edges into the steps of a sweep.

    Args:
        sender: the node that each edge comes from.
        receiver: the node that it goes to.
        label: a hash of what the edge is.
        batch: the batch of each node, not of each edge.
        moment: likewise when in its batch it receives; equal moments make one step.
    """
    order = np.lexsort((receiver, moment[receiver], batch[receiver]))
    sorted_receiver = receiver[order]
    starts = np.flatnonzero(np.diff(sorted_receiver, prepend=-1) != 0)
    node = sorted_receiver[starts]
    return Sweep(
        node=node,
        first=np.append(starts, order.size),
        sender=sender[order],
        label=label[order],
        steps=_steps(batch[node], moment[node]),
    )


def _steps(batch: Indices, moment: Indices) -> dict[int, list[tuple[int, int]]]:
    """Cut sorted columns wherever the batch or the moment changes."""
    changes = (np.diff(batch) != 0) | (np.diff(moment) != 0)
    cuts = [0, *(np.flatnonzero(changes) + 1).tolist(), batch.size] if batch.size else [0]
    steps: dict[int, list[tuple[int, int]]] = {}
    for low, high in pairwise(cuts):
        steps.setdefault(int(batch[low]), []).append((low, high))
    return steps
