"""One scope as columns: its children in dataflow order, their edges, and the main/auxiliary split.

Every computation over all children of a scope happens here, so that a page of a very large scope
costs no more than the page.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices, offsets
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.hierarchy.metaedges import (
    Metaedges,
    inner_metaedges,
    inward_metaedges,
    no_metaedges,
    outward_metaedges,
)
from scopeboard.graph.model.strong_components import strong_components
from scopeboard.graph.paths.call_wires import call_wires
from scopeboard.graph.paths.paths import OpenCall, resolve
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.answer import Direction, Reason
from scopeboard.graph.scope.children import Children, children_of, library_child, root_ops
from scopeboard.graph.scope.extraction import (
    EXCLUDED,
    INCLUDED,
    MAIN,
    OUT_EXTRACT,
    UNSPECIFIED,
    Candidates,
    ExtractOptions,
    Split,
    crowded_bridges,
    split_scope,
)
from scopeboard.graph.scope.role_reasons import roles_of_children
from scopeboard.graph.scope.rules import Choice, NamedNodes, decide

MAX_ORDERED: Final = 100_000
"""Children and edges of the largest scope in dataflow order. One takes about a microsecond, on a
cycle two. A larger scope stays in order of appearance: most writers' order of construction."""

_DEFAULTS: Final = ExtractOptions()


@dataclass(frozen=True, slots=True)
class Border:
    """The metaedges of one direction across the border of a scope.

    `inside` are children; `outside` are rows of the tree, named as they are within `alias`.
    """

    direction: Direction
    edges: Metaedges
    inside: Indices
    outside: Indices
    alias: OpenCall | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of rules and thresholds: the split, and the cut metaedges of each border."""

    split: Split
    cut: list[Flags]


@dataclass(frozen=True, slots=True)
class ScopeView:
    """The inside of a scope. Children are numbered in dataflow order.

    The ends of `inner` are children. `borders` have the metaedges inwards and outwards within the
    tree, then those of an open call (see `call_wires`). `default` is the outcome without choices
    and with default thresholds.
    """

    children: Children
    inner: Metaedges
    borders: list[Border]
    outcome: Outcome
    default: Outcome


def view_scope(
    graph: PreparedGraph,
    name: str,
    options: ExtractOptions,
    choices: Sequence[Choice],
    check: CancelCheck = never_cancelled,
) -> ScopeView:
    """Return the columns of the scope with this full name (empty: the top level).

    Raises:
        CancelledError: `check` raised it.
        NotFoundError: the graph has no such scope.
        QueryError: a choice has no meaning.
    """
    tree, node = graph.tree, resolve(graph, name)
    children = children_of(graph, node)
    check()
    in_tree = children.bodies is None
    inner = inner_metaedges(graph.edges, tree, node.row) if in_tree else no_metaedges()
    order = dataflow_order(children.rows.size, inner.source, inner.target)
    number = np.empty(order.size, dtype=np.int64)
    number[order] = np.arange(order.size)
    inner = replace(inner, source=number[inner.source], target=number[inner.target])
    children = children.take(order)
    crossing: list[tuple[Metaedges, Metaedges, OpenCall | None]] = []
    if in_tree:
        inward = inward_metaedges(graph.edges, tree, node.row)
        outward = outward_metaedges(graph.edges, tree, node.row)
        crossing.append((inward, outward, node.alias))
    if node.alias is not None or not in_tree:
        wires = call_wires(graph, node)
        crossing.append((wires.inward, wires.outward, wires.outer))
    borders: list[Border] = []
    for inward, outward, alias in crossing:
        borders += (
            Border("in", inward, number[inward.target], inward.source, alias),
            Border("out", outward, number[outward.source], outward.target, alias),
        )
    check()
    outcome = _outcome(graph, children, inner, borders, options, choices, check)
    default = outcome
    if choices or options != _DEFAULTS:
        default = _outcome(graph, children, inner, borders, _DEFAULTS, (), check)
    return ScopeView(children, inner, borders, outcome, default)


def _outcome(
    graph: PreparedGraph,
    children: Children,
    inner: Metaedges,
    borders: list[Border],
    options: ExtractOptions,
    choices: Sequence[Choice],
    check: CancelCheck,
) -> Outcome:
    """Apply rules and thresholds; the metaedges of extracted children are cut.

    The function library stands beside the main graph unless a rule includes it.
    """
    crowded = [
        crowded_bridges(border.edges, border.inside, border.outside, options) for border in borders
    ]
    decision, rules = decide(choices, NamedNodes(children.names, children.ops), check)
    library = library_child(graph, children)
    if library is not None and decision[library] == UNSPECIFIED:
        decision[library] = EXCLUDED
    has_bridge = np.zeros(children.rows.size, dtype=np.bool_)
    for border, too_many in zip(borders, crowded, strict=True):
        has_bridge[border.inside[~too_many]] = True
    annotations = graph.annotated.annotations
    op = graph.tree.op[children.rows]
    first = graph.annotation_first[np.maximum(op, 0)]
    end = np.where(op < 0, first, graph.annotation_first[np.maximum(op, 0) + 1])
    constants = np.concatenate(([0], np.cumsum(graph.annotated.is_constant[annotations.op])))
    constant_count = constants[end] - constants[first]
    candidates = Candidates(
        ops=root_ops(graph, children),
        choice=decision,
        rules=rules,
        has_constants=constant_count > 0,
        has_summaries=end - first > constant_count,
        has_bridge=has_bridge,
        roles=roles_of_children(graph, children),
    )
    split = split_scope(candidates, inner, options)
    if library is not None and decision[library] != INCLUDED and not rules[library]:
        split.role[library] = OUT_EXTRACT
        split.reasons[library] = Reason("library", count=len(graph.annotated.ops.functions))
    check()
    pairs = zip(borders, crowded, strict=True)
    cut = [too_many | (split.role[border.inside] != MAIN) for border, too_many in pairs]
    return Outcome(split, cut)


def dataflow_order(child_count: int, source: Indices, target: Indices) -> Indices:
    """Return the children of a scope in dataflow order.

    Sources come before targets. Children on a common cycle stand together, in order of appearance.
    Of the children that may come next, the first in order of appearance comes next. A scope above
    `MAX_ORDERED` stays in order of appearance.

    Args:
        child_count: the number of children, which are numbered in order of appearance.
        source: the children that metaedges leave.
        target: the children that they enter, self-loops allowed.
    """
    if child_count + source.size > MAX_ORDERED or source.size == 0:
        return np.arange(child_count)
    apart = source != target
    source, target = source[apart], target[apart]
    targets = target[np.argsort(source, kind="stable")].tolist()
    first = offsets(source, child_count).tolist()
    successors = [targets[start:end] for start, end in pairwise(first)]
    order = _sorted_topologically(list(range(child_count)), successors)
    if len(order) < child_count:
        order = _sorted_topologically(strong_components(successors), successors)
    return np.array(order)


def _sorted_topologically(component: list[int], successors: list[list[int]]) -> list[int]:
    """Return all children whose components no cycle leads to, in order.

    Of the components without unsorted predecessors, the one with the lowest number comes next.

    Args:
        component: for each child the lowest child of its cycle, itself without a cycle.
        successors: the targets of each child.
    """
    members: defaultdict[int, list[int]] = defaultdict(list)
    predecessors = [0] * len(component)
    for child, own in enumerate(component):
        members[own].append(child)
        for after in successors[child]:
            predecessors[component[after]] += component[after] != own
    ready = [own for own in members if not predecessors[own]]
    heapify(ready)
    order: list[int] = []
    while ready:
        own = heappop(ready)
        order += members[own]
        for child in members[own]:
            for after in successors[child]:
                following = component[after]
                if following != own:
                    predecessors[following] -= 1
                    if not predecessors[following]:
                        heappush(ready, following)
    return order
