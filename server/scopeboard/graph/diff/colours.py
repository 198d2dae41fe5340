"""Colours of ops by the wiring around them, refined from ops whose counterpart is known.

Refinement after Weisfeiler and Leman (1968). An *anchor* is an op with a known counterpart; its
colour is the same on both sides and never changes. The colour of another op covers what it is, and
what is wired to it, up to the next anchors: with all ops upstream (`upstream`), all downstream
(`downstream`), or all within a number of edges (`nearby`). So a change in one part of a graph
leaves the colours of all other parts alone, as soon as there are anchors between them.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Hashes, Indices
from scopeboard.graph.diff.labels import label_edges
from scopeboard.graph.model.hashing import mix, sum_by_group
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.model.topological_levels import NO_LEVEL, topological_levels
from scopeboard.graph.structure.refinement import plan_sweep

_UP, _DOWN, _NEAR = range(40, 43)  # salts
_ROUNDS: Final = 8  # of ops on cycles, which no order has


@dataclass(frozen=True)
class Wiring:
    """The edges of a graph, or of some of its ops: the ends of each, and a hash of what it is.

    `ops` is the number of ops.
    """

    source: Indices
    target: Indices
    label: Hashes
    ops: int

    @cached_property
    def level(self) -> Indices:
        """The level of each op: see `topological_levels`."""
        return topological_levels(self.ops, self.source, self.target)


def wiring_of(graph: OpGraph) -> Wiring:
    """Return the wiring of a graph."""
    return Wiring(graph.edges.source, graph.edges.target, label_edges(graph), len(graph))


def upstream(wiring: Wiring, labels: Hashes, is_anchor: Flags) -> Hashes:
    """Return colours that cover everything upstream; anchors have their `labels`."""
    return _swept(wiring, wiring.level, labels, is_anchor, _UP)


def downstream(wiring: Wiring, labels: Hashes, is_anchor: Flags) -> Hashes:
    """Return colours that cover everything downstream; anchors have their `labels`."""
    top = int(wiring.level.max(initial=0))
    level = np.where(wiring.level == NO_LEVEL, NO_LEVEL, top - wiring.level)
    turned = Wiring(wiring.target, wiring.source, wiring.label, wiring.ops)
    return _swept(turned, level, labels, is_anchor, _DOWN)


def nearby(wiring: Wiring, labels: Hashes, is_anchor: Flags, radius: int) -> Hashes:
    """Return colours that cover everything within `radius` edges, in both directions."""
    free = ~is_anchor
    into = np.flatnonzero(free[wiring.target])
    out_of = np.flatnonzero(free[wiring.source])
    receiver = np.concatenate((wiring.target[into], wiring.source[out_of]))
    sender = np.concatenate((wiring.source[into], wiring.target[out_of]))
    label = np.concatenate((mix(wiring.label[into], _UP), mix(wiring.label[out_of], _DOWN)))
    colours = labels.copy()
    for _ in range(radius):
        received = sum_by_group(receiver, mix(colours[sender] + label, _NEAR), labels.size)
        colours = np.where(free, mix(colours + received, _NEAR), labels)
    return colours


def _swept(wiring: Wiring, level: Indices, labels: Hashes, is_anchor: Flags, salt: int) -> Hashes:
    """Send colours along all edges to ops that are no anchors, level by level."""
    colours = labels.copy()
    rows = np.flatnonzero(~is_anchor[wiring.target])
    source, target, label = wiring.source[rows], wiring.target[rows], wiring.label[rows]
    is_ordered = level[target] != NO_LEVEL
    one_batch = np.zeros(labels.size, dtype=np.int32)
    ordered = plan_sweep(
        source[is_ordered], target[is_ordered], label[is_ordered], one_batch, level
    )
    ordered.run(0, colours, salt)
    loose = plan_sweep(
        source[~is_ordered], target[~is_ordered], label[~is_ordered], one_batch, one_batch
    )
    for _ in range(_ROUNDS if (~is_ordered).any() else 0):
        loose.run(0, colours, salt)
    return colours
