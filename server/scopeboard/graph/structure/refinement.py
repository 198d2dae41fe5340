"""Hashes of scopes, from the bottom to the top: the passes that `structure` explains.

A *batch* is all scopes of one height; their contents are in lower batches.

A sweep combines the hash of each node with all received hashes. Edges are sorted so that hashes
are final before they are sent. The edges that a sweep can process together are one *step*, a few
operations on columns. Steps are grouped by *batch*.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from scopeboard.arrays import Hashes, Indices, offsets, ranges
from scopeboard.graph.hierarchy.depth_levels import depth_levels, fold_subtrees
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.hashing import mix
from scopeboard.graph.model.topological_levels import NO_LEVEL, topological_levels
from scopeboard.graph.model.weak_components import weak_components
from scopeboard.graph.structure.level_graphs import LevelGraphs

_PASSES: Final = 2
_ROUNDS: Final = 8
# Salts, one for each use of a hash.
_FORWARD, _BACKWARD, _LOOSE, _TWIN, _NODE, _COMPONENT, _SCOPE, _ROLE = range(10, 18)


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


@dataclass(frozen=True, slots=True)
class RefinementPlan:
    """The order of work; it depends on the wiring alone and is reused for several runs.

    `nodes` lists the nodes of all level graphs by batch, scope and component. Batch `b` begins
    at `node_first[b]`. `component_first` and `scope_first` are the indices in `nodes` where a
    component or a scope begins, sorted.
    """

    graphs: LevelGraphs
    batch_count: int
    forward: Sweep
    backward: Sweep
    loose: Sweep
    nodes: Indices
    node_first: Indices
    component_first: Indices
    scope_first: Indices


def plan_refinement(graphs: LevelGraphs, tree: ScopeTree) -> RefinementPlan:
    """Sort nodes and edges of the level graphs into the order of hashing."""
    count, home = graphs.home.size, graphs.home
    lowest = fold_subtrees(  # the depth of the lowest row inside, below an empty scope too
        tree.parent, depth_levels(tree.depth), tree.depth + (tree.op < 0), np.maximum
    )
    batch = (lowest - tree.depth)[home]
    level = topological_levels(count, graphs.source, graphs.target)
    component = weak_components(count, graphs.source, graphs.target)
    nodes = np.lexsort((component, home, batch))
    nodes = nodes[nodes != ROOT]  # the root is in no level graph
    source, target, label = graphs.source, graphs.target, graphs.label
    onward, back = level[target] != NO_LEVEL, level[source] != NO_LEVEL
    loose = plan_sweep(  # rounds of the nodes without a level
        np.concatenate((source[~onward], target[~back])),
        np.concatenate((target[~onward], source[~back])),
        np.concatenate((mix(label[~onward], _FORWARD), mix(label[~back], _BACKWARD))),
        batch,
        np.zeros_like(level),
    )
    return RefinementPlan(
        graphs=graphs,
        batch_count=int(batch.max(initial=0)) + 1,
        forward=plan_sweep(source[onward], target[onward], label[onward], batch, level),
        backward=plan_sweep(target[back], source[back], label[back], batch, -level),
        loose=loose,
        nodes=nodes,
        node_first=offsets(batch[nodes], int(batch.max(initial=0)) + 1),
        component_first=np.flatnonzero(np.diff(component[nodes], prepend=-1)),
        scope_first=np.flatnonzero(np.diff(home[nodes], prepend=-1)),
    )


def hash_rows(plan: RefinementPlan, tree: ScopeTree, labels: Hashes) -> Hashes:
    """Return a hash for each row of the tree; `labels` has one for each op."""
    rows = tree.parent.size
    hashes = np.zeros(rows, dtype=np.uint64)
    is_op = tree.op >= 0
    hashes[is_op] = labels[tree.op[is_op]]
    colours = np.zeros(plan.graphs.home.size, dtype=np.uint64)
    roles = np.zeros(int(tree.size[ROOT]), dtype=np.uint64)
    for batch in range(1, plan.batch_count):
        nodes = plan.nodes[plan.node_first[batch] : plan.node_first[batch + 1]]
        children, ends = nodes[nodes < rows], nodes[nodes >= rows]
        positions = tree.position[plan.graphs.op[ends]]
        colours[children] = hashes[children]
        colours[ends] = roles[positions]
        _refine(plan, batch, ends, colours)
        _hash_scopes(plan, batch, colours, hashes)
        inside = ranges(tree.start[children], tree.start[children] + tree.size[children])
        roles[inside] = mix(roles[inside], _ROLE) + np.repeat(
            colours[children], tree.size[children]
        )
        np.add.at(roles, positions, mix(colours[ends], _ROLE))
    return hashes


def _refine(plan: RefinementPlan, batch: int, ends: Indices, colours: Hashes) -> None:
    """Give each node of a batch a colour that depends on its whole component."""
    twin = plan.graphs.twin[ends]
    twins, others = ends[twin >= 0], twin[twin >= 0]
    for _ in range(_PASSES):
        plan.forward.run(batch, colours, _FORWARD)
        plan.backward.run(batch, colours, _BACKWARD)
        for _ in range(_ROUNDS if batch in plan.loose.steps else 0):
            plan.loose.run(batch, colours, _LOOSE)
        colours[twins] = mix(colours[twins] + mix(colours[others], _TWIN))


def _hash_scopes(plan: RefinementPlan, batch: int, colours: Hashes, hashes: Hashes) -> None:
    """Set the hashes of the scopes of a batch: each the set of its components."""
    low, high = plan.node_first[batch], plan.node_first[batch + 1]
    nodes = plan.nodes[low:high]
    components, scopes = (
        starts[slice(*np.searchsorted(starts, [low, high]))]
        for starts in (plan.component_first, plan.scope_first)
    )
    of_component = np.add.reduceat(mix(colours[nodes], _NODE), components - low)
    first_of_scope = np.searchsorted(components, scopes)
    of_scope = np.add.reduceat(mix(of_component, _COMPONENT), first_of_scope)
    hashes[plan.graphs.home[plan.nodes[scopes]]] = mix(of_scope, _SCOPE)
