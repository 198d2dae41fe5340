"""One scope as columns: its children in the order they are shown, the split, and what joins them.

This is the scope before it becomes values: everything that needs all children at once happens
here, so that a page of a very large scope costs no more than the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.hierarchy.metaedges import (
    Metaedges,
    inner_metaedges,
    inward_metaedges,
    no_metaedges,
    outward_metaedges,
)
from scopeboard.graph.paths.call_wires import call_wires
from scopeboard.graph.paths.paths import OpenCall, Place, resolve
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.answer import Direction, Reason
from scopeboard.graph.scope.children import Children, children_of, library_child, root_ops
from scopeboard.graph.scope.dataflow_order import dataflow_order
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
from scopeboard.graph.scope.rules import Choice, NamedNodes, decide

_USUAL: Final = ExtractOptions()


@dataclass(frozen=True, slots=True)
class Border:
    """The metaedges of one direction across the border of a scope.

    `inside` are children; `outside` are rows of the tree, named as they are within `alias`.
    """

    edges: Metaedges
    inside: Indices
    outside: Indices
    alias: OpenCall | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of rules and thresholds: the split, and which metaedges of each border are cut."""

    split: Split
    cut: list[Flags]


@dataclass(frozen=True, slots=True)
class ScopeView:
    """The inside of a scope. Children are numbered as they are shown, in dataflow order.

    The ends of `inner` are children. `borders` have the metaedges inwards and outwards within the
    tree, then those that a call brings along when it is opened (see `call_wires`). `usual` is the
    outcome for somebody who decided nothing.
    """

    children: Children
    inner: Metaedges
    borders: list[tuple[Direction, Border]]
    outcome: Outcome
    usual: Outcome


def view_scope(
    graph: PreparedGraph,
    name: str,
    options: ExtractOptions,
    choices: Sequence[Choice],
    check: CancelCheck = never_cancelled,
) -> ScopeView:
    """Lay out the columns of what opens under this full name (empty: the top level).

    `check` is called now and then; what it raises ends the work.

    Raises:
        NotFoundError: the graph has nothing of that name that opens.
        QueryError: a choice has no meaning.
    """
    place = resolve(graph, name)
    children = children_of(graph, place)
    check()
    is_row = children.bodies is None
    inner = inner_metaedges(graph.edges, graph.tree, place.row) if is_row else no_metaedges()
    order = dataflow_order(children.rows.size, inner.source, inner.target)
    shown = np.empty(order.size, dtype=np.int64)
    shown[order] = np.arange(order.size)
    inner = replace(inner, source=shown[inner.source], target=shown[inner.target])
    children = children.take(order)
    borders = _borders(graph, place, shown, in_tree=is_row)
    check()
    work = _Work(graph, children, inner, [border for _, border in borders], check)
    outcome = work.outcome(options, choices)
    is_usual = not choices and options == _USUAL
    usual = outcome if is_usual else work.outcome(_USUAL, ())
    return ScopeView(children, inner, borders, outcome, usual)


def _borders(
    graph: PreparedGraph, place: Place, shown: Indices, *, in_tree: bool
) -> list[tuple[Direction, Border]]:
    """Return what crosses the border, in the tree and by the wires of a call."""

    def into(edges: Metaedges, alias: OpenCall | None) -> tuple[Direction, Border]:
        return "in", Border(edges, shown[edges.target], edges.source, alias)

    def out_of(edges: Metaedges, alias: OpenCall | None) -> tuple[Direction, Border]:
        return "out", Border(edges, shown[edges.source], edges.target, alias)

    wires = call_wires(graph, place)
    borders = [into(wires.inward, wires.outer), out_of(wires.outward, wires.outer)]
    if not in_tree:
        return borders
    tree, row = graph.tree, place.row
    inward = inward_metaedges(graph.edges, tree, row)
    outward = outward_metaedges(graph.edges, tree, row)
    return [into(inward, place.alias), out_of(outward, place.alias), *borders]


@dataclass(frozen=True, slots=True)
class _Work:
    """What all outcomes for one scope have in common."""

    graph: PreparedGraph
    children: Children
    inner: Metaedges
    borders: list[Border]
    check: CancelCheck

    def outcome(self, options: ExtractOptions, choices: Sequence[Choice]) -> Outcome:
        """Apply rules and thresholds; the metaedges of children that leave are cut."""
        crowded = [
            crowded_bridges(border.edges, border.inside, border.outside, options)
            for border in self.borders
        ]
        split = self._split(crowded, options, choices)
        self.check()
        pairs = zip(self.borders, crowded, strict=True)
        cut = [too_many | (split.role[border.inside] != MAIN) for border, too_many in pairs]
        return Outcome(split, cut)

    def _split(
        self, crowded: list[Flags], options: ExtractOptions, choices: Sequence[Choice]
    ) -> Split:
        """Make the main/auxiliary split; the library stands beside the main graph by default."""
        decision, rules = decide(
            choices, NamedNodes(self.children.names, self.children.ops), self.check
        )
        library = library_child(self.graph, self.children)
        if library is not None and decision[library] == UNSPECIFIED:
            decision[library] = EXCLUDED
        split = split_scope(self._candidates(crowded, decision, rules), self.inner, options)
        if library is not None and decision[library] != INCLUDED and not rules[library]:
            count = len(self.graph.annotated.ops.functions)
            split.role[library] = OUT_EXTRACT
            split.reasons[library] = Reason("library", count=count)
        return split

    def _candidates(self, crowded: list[Flags], decision: Indices, rules: list[str]) -> Candidates:
        before, after = _annotated_sides(self.graph, self.children)
        has_bridge = np.zeros(before.size, dtype=np.bool_)
        for border, too_many in zip(self.borders, crowded, strict=True):
            has_bridge[border.inside[~too_many]] = True
        types = root_ops(self.graph, self.children)
        return Candidates(types, decision, rules, before, after, has_bridge)


def _annotated_sides(graph: PreparedGraph, children: Children) -> tuple[Flags, Flags]:
    """Return which children are ops with constants, and which with summaries beside them."""
    rows = graph.annotated.annotations
    ops = graph.tree.op[children.rows]
    first = graph.annotation_first[np.maximum(ops, 0)]
    end = np.where(ops < 0, first, graph.annotation_first[np.maximum(ops, 0) + 1])
    constants = np.concatenate(([0], np.cumsum(graph.annotated.is_constant[rows.op])))
    of_constants = constants[end] - constants[first]
    before: Flags = of_constants > 0
    after: Flags = end - first > of_constants
    return before, after
