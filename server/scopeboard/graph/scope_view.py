"""One scope as columns: its children in the order they are shown, the split, and what joins them.

This is the scope before it becomes values: everything that needs all children at once happens
here, so that a page of a very large scope costs no more than the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from scopeboard.graph.call_wires import call_wires
from scopeboard.graph.choices import Choice, decide
from scopeboard.graph.columns import Flags, Indices
from scopeboard.graph.extract import (
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
from scopeboard.graph.metaedges import (
    Metaedges,
    inner_metaedges,
    inward_metaedges,
    no_metaedges,
    outward_metaedges,
)
from scopeboard.graph.order import dataflow_order
from scopeboard.graph.prepared import PreparedGraph
from scopeboard.graph.resolve import Alias, Place, resolve
from scopeboard.graph.scope_children import Children, children_of, library_child, root_ops

_LIBRARY: Final = "library of {} functions, opened where they are called"
_SMALL_LIBRARY: Final = "library of 1 function, opened where it is called"


@dataclass(frozen=True, slots=True)
class Border:
    """The metaedges of one direction across the border of a scope.

    `inside` are children; `outside` are rows of the tree, named as they are within `alias`. `cut`
    tells which of them are annotations.
    """

    edges: Metaedges
    inside: Indices
    outside: Indices
    cut: Flags
    alias: Alias | None


@dataclass(frozen=True, slots=True)
class ScopeView:
    """The inside of a scope. Children are numbered as they are shown, in dataflow order.

    The ends of `inner` are children. `inward` and `outward` have the metaedges within the tree,
    then those that a call brings along when it is opened (see `call_wires`).
    """

    children: Children
    split: Split
    inner: Metaedges
    inward: list[Border]
    outward: list[Border]


def view_scope(
    graph: PreparedGraph, name: str, options: ExtractOptions, choices: Sequence[Choice]
) -> ScopeView:
    """Lay out the columns of what opens under this full name (empty: the top level).

    Raises:
        NotFoundError: the graph has nothing of that name that opens.
        QueryError: a choice has no meaning.
    """
    place = resolve(graph, name)
    children = children_of(graph, place)
    is_row = children.bodies is None
    inner = inner_metaedges(graph.edges, graph.tree, place.row) if is_row else no_metaedges()
    order = dataflow_order(children.rows.size, inner.source, inner.target)
    shown = np.empty(order.size, dtype=np.int64)
    shown[order] = np.arange(order.size)
    inner = replace(inner, source=shown[inner.source], target=shown[inner.target])
    children = children.take(order)
    inward, outward = _borders(graph, place, shown, options, in_tree=is_row)
    split = _split(graph, children, inner, [*inward, *outward], options, choices)
    return ScopeView(
        children=children,
        split=split,
        inner=inner,
        inward=[_without_extracts(border, split) for border in inward],
        outward=[_without_extracts(border, split) for border in outward],
    )


def _borders(
    graph: PreparedGraph, place: Place, shown: Indices, options: ExtractOptions, *, in_tree: bool
) -> tuple[list[Border], list[Border]]:
    """Return what crosses the border, in the tree and by the wires of a call."""

    def into(edges: Metaedges, alias: Alias | None) -> Border:
        return _border(edges, shown[edges.target], edges.source, alias, options)

    def out_of(edges: Metaedges, alias: Alias | None) -> Border:
        return _border(edges, shown[edges.source], edges.target, alias, options)

    wires = call_wires(graph, place)
    inward, outward = [into(wires.inward, wires.outer)], [out_of(wires.outward, wires.outer)]
    if in_tree:
        tree = graph.tree
        inward.insert(0, into(inward_metaedges(graph.edges, tree, place.row), place.alias))
        outward.insert(0, out_of(outward_metaedges(graph.edges, tree, place.row), place.alias))
    return inward, outward


def _border(
    edges: Metaedges,
    inside: Indices,
    outside: Indices,
    alias: Alias | None,
    options: ExtractOptions,
) -> Border:
    return Border(edges, inside, outside, crowded_bridges(edges, inside, outside, options), alias)


def _without_extracts(border: Border, split: Split) -> Border:
    """Cut the metaedges of children that left the main graph."""
    return replace(border, cut=border.cut | (split.role[border.inside] != MAIN))


def _split(
    graph: PreparedGraph,
    children: Children,
    inner: Metaedges,
    borders: list[Border],
    options: ExtractOptions,
    choices: Sequence[Choice],
) -> Split:
    """Make the main/auxiliary split; the library stands beside the main graph by default."""
    decision, rules = decide(choices, children.names, children.ops)
    library = library_child(graph, children)
    if library is not None and decision[library] == UNSPECIFIED:
        decision[library] = EXCLUDED
    candidates = _candidates(graph, children, borders, decision, rules)
    split = split_scope(candidates, inner, options)
    if library is not None and decision[library] != INCLUDED and not rules[library]:
        count = len(graph.annotated.ops.functions)
        split.role[library] = OUT_EXTRACT
        split.reasons[library] = _SMALL_LIBRARY if count == 1 else _LIBRARY.format(count)
    return split


def _candidates(
    graph: PreparedGraph,
    children: Children,
    borders: list[Border],
    decision: Indices,
    rules: list[str],
) -> Candidates:
    before, after = _annotated_sides(graph, children)
    has_bridge = np.zeros(before.size, dtype=np.bool_)
    for border in borders:
        has_bridge[border.inside[~border.cut]] = True
    types = root_ops(graph, children)
    return Candidates(types, decision, rules, before, after, has_bridge)


def _annotated_sides(graph: PreparedGraph, children: Children) -> tuple[Flags, Flags]:
    """Tell which children are ops with constants, and which with summaries beside them."""
    rows = graph.annotated.annotations
    ops = graph.tree.op[children.rows]
    first = graph.annotation_first[np.maximum(ops, 0)]
    end = np.where(ops < 0, first, graph.annotation_first[np.maximum(ops, 0) + 1])
    constants = np.concatenate(([0], np.cumsum(graph.annotated.is_constant[rows.op])))
    of_constants = constants[end] - constants[first]
    before: Flags = of_constants > 0
    after: Flags = end - first > of_constants
    return before, after
