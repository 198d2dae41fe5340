"""Annotations: constants and summaries beside the ops that they belong to, outside the flow.

Theory. Ops are of three classes: constants, summaries and regular ops. TensorBoard hides every
constant and every summary in its hosts, and loses the ones without hosts. Here each op is shown:

* a summary is an annotation if a regular op is among its inputs, otherwise a node;
* a constant is an annotation if a node of the above consumes it, otherwise a node.

Two kinds of ops belong to an annotation rather than to a node. They *vanish* as in TensorBoard, and
the node beside which the annotation stands shows them too (`shown_at`):

* a constant that only summaries beside their hosts consume, such as a tag;
* a merge of summaries: a summary op whose inputs lead from summaries beside their hosts, and whose
  output leads to no node.

In an ONNX model, an `Identity` of a constant is a constant, too: exporters share equal weights in
this way. A constant that only such copies consume vanishes with them.

So the scope of a summary, which holds the summary and its tag alone, is no scope of the tree. An
op that calls a function of the library is a regular op. Ops that `folding` folds are constants of
their hosts; what such a list holds is beside the same host.

Its *hosts* are, for a summary, the nodes among its inputs, and for a constant, the nodes that
consume it. The annotation replaces the edges between it and its hosts. Edges on its far side are
carried over to its hosts, so that the order of the flow is preserved:

* an input of a constant (in practice a control input) becomes an input of each host;
* a consumer of a summary depends, instead, on the summary's inputs except constants; the tensor on
  that edge is still the output of the summary, a string, whatever the size of its inputs.

Edges between two annotations, and edges that would then lead from an op to itself, are dropped.
Parallel control edges carry no information, so each pair of ops keeps one of them.

Carrying over multiplies inputs by outputs. Where that would be more than `MAX_CARRIED` edges and
neither side has just one, the op is a node. That bounds all edges by 16 times their number.
"""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices, join
from scopeboard.graph.hierarchy.folding import FoldedGraph, fold
from scopeboard.graph.model.adjacency import reachable
from scopeboard.graph.model.op_graph import CONTROL, BaseEdges, OpGraph
from scopeboard.graph.model.weak_components import weak_components

MAX_CARRIED: Final = 1024
CONSTANT_OPS: Final = frozenset(
    {
        "Const", "prim::Constant", "Constant", "Initializer", "SparseInitializer", "nn.Parameter",
        "nn.Buffer", "constant", "Weight",
    }
)  # fmt: skip
SUMMARY_OP: Final = re.compile(r"^[A-Za-z]+Summary$")


@dataclass(frozen=True, slots=True)
class AnnotationRows:
    """One row for each pair of host and annotation, sorted by host, then in order of its inputs.

    `tensor` is the tensor between them, -1 when it is unknown. `is_direct` is False for an op that
    reaches the host through folded ops only: the items of a list.
    """

    host: Indices
    op: Indices
    tensor: Indices
    is_direct: Flags


@dataclass(frozen=True, slots=True)
class AnnotatedGraph:
    """An op graph in which every op is a node, or is shown by one.

    `is_node`, `is_constant` and `is_folded` have a flag for each op; folded ops are among the
    constants. `edges` join nodes only. `shown_at` has for each op the node that shows it: itself,
    the first host of an annotation, or that of the annotation with which the op vanishes.
    """

    ops: OpGraph
    is_node: Flags
    is_constant: Flags
    is_folded: Flags
    edges: BaseEdges
    annotations: AnnotationRows
    shown_at: Indices


def annotate(graph: OpGraph) -> AnnotatedGraph:
    """Separate the nodes of the flow from their annotations."""
    count = len(graph)
    is_constant = graph.flag_types(CONSTANT_OPS.__contains__)
    is_copy = _copies_constants(graph, is_constant)
    is_constant |= is_copy
    is_summary = graph.flag_types(SUMMARY_OP.match)
    is_constant[graph.calls.op] = is_summary[graph.calls.op] = False
    folded = fold(graph, is_constant, ~(is_constant | is_summary))
    edges, is_constant = folded.edges, is_constant | folded.is_folded

    inputs = np.bincount(edges.target, minlength=count)
    outputs = np.bincount(edges.source, minlength=count)
    may_annotate = (inputs * outputs <= MAX_CARRIED) | (np.minimum(inputs, outputs) <= 1)
    has_regular_input = np.zeros(count, dtype=np.bool_)
    has_regular_input[edges.target[~(is_constant | is_summary)[edges.source]]] = True
    is_node = ~is_constant & ~(is_summary & has_regular_input & may_annotate)
    is_merge = _merges_annotations(edges, is_summary, is_node)
    is_node &= ~is_merge
    has_node_output, has_other_output = np.zeros((2, count), dtype=np.bool_)
    has_node_output[edges.source[is_node[edges.target]]] = True
    has_other_output[edges.source[(is_node | (is_constant & ~is_copy))[edges.target]]] = True
    is_tag = (outputs > 0) & ~has_other_output
    is_node |= is_constant & ~(has_node_output & may_annotate) & ~is_tag
    rows = _annotation_rows(folded, is_node, is_constant)
    return AnnotatedGraph(
        ops=graph,
        is_node=is_node,
        is_constant=is_constant,
        is_folded=folded.is_folded,
        edges=_carry_over(edges, is_node, is_constant),
        annotations=rows,
        shown_at=_shown_at(edges, rows, is_merge & ~is_node, is_constant & ~is_node),
    )


def _copies_constants(graph: OpGraph, is_constant: Flags) -> Flags:
    """Flag the ops of an ONNX model that pass a constant on."""
    if graph.flavour != "onnx":
        return np.zeros(len(graph), dtype=np.bool_)
    from_constant = np.zeros(len(graph), dtype=np.bool_)
    from_constant[graph.edges.target[is_constant[graph.edges.source]]] = True
    return graph.flag_types({"Identity"}.__contains__) & from_constant


def _merges_annotations(edges: BaseEdges, is_summary: Flags, is_node: Flags) -> Flags:
    """Flag the summaries among the nodes that only pass annotations on, to no node but such ones.

    `is_node` is false for the summaries that are annotations, and for constants.
    """
    beside = is_summary & ~is_node
    merges = is_summary & is_node
    if not merges.any() or not beside.any():
        return np.zeros_like(merges)
    rows = merges[edges.source] & ~beside[edges.target]
    needed = reachable(edges.target[rows], edges.source[rows], ~merges & ~beside)
    merges &= ~needed
    rows = (beside | merges)[edges.source] & merges[edges.target]
    return merges & reachable(edges.source[rows], edges.target[rows], beside)


def _shown_at(
    edges: BaseEdges, rows: AnnotationRows, is_merge: Flags, is_constant: Flags
) -> Indices:
    """Return the node that shows each op; a merge is shown where the first of its summaries is.

    Args:
        edges: the edges of the graph.
        rows: the annotations.
        is_merge: the merges of summaries that vanish.
        is_constant: the constants that are annotations or vanish.
    """
    count = is_merge.size
    shown_at = np.arange(count, dtype=np.int32)
    shown_at[rows.op[::-1]] = rows.host[::-1]  # the first host of each wins
    beside = shown_at != np.arange(count)
    if is_merge.any():
        is_summary = (beside | is_merge) & ~is_constant
        joined = is_merge[edges.target] & is_summary[edges.source]
        source, target = edges.source[joined], edges.target[joined]
        group, first = weak_components(count, source, target), np.arange(count)
        summaries = np.unique(source[beside[source]])[::-1]
        first[group[summaries]] = summaries
        alone = is_merge & ~beside  # a merge of a summary that is a node is beside that one
        shown_at[alone] = shown_at[first[group[alone]]]
    tagged = np.flatnonzero((is_constant & ~beside)[edges.source])[::-1]
    shown_at[edges.source[tagged]] = shown_at[edges.target[tagged]]
    return shown_at


def _annotation_rows(graph: FoldedGraph, is_node: Flags, is_constant: Flags) -> AnnotationRows:
    """List each annotation beside each of its hosts."""
    edges = graph.edges
    from_node, to_node = is_node[edges.source], is_node[edges.target]
    constant = is_constant[edges.source] & ~from_node & to_node
    summary = from_node & ~to_node & ~is_constant[edges.target]
    rows = np.flatnonzero(constant | summary)
    host = np.where(constant, edges.target, edges.source)[rows]
    op = np.where(constant, edges.source, edges.target)[rows]
    pairs = host.astype(np.int64) * is_node.size + op
    order = np.argsort(~graph.is_direct[rows], kind="stable")
    _, first = np.unique(pairs[order], return_index=True)
    first = order[first]
    first = first[np.lexsort((first, host[first]))]
    tensor, is_direct = edges.tensor[rows[first]], graph.is_direct[rows[first]]
    return AnnotationRows(host[first], op[first], tensor, is_direct)


def _carry_over(edges: BaseEdges, is_node: Flags, is_constant: Flags) -> BaseEdges:
    """Return the edges between nodes, with the edges of annotations carried over to their hosts."""
    from_node, to_node = is_node[edges.source], is_node[edges.target]
    constant_out = np.flatnonzero(is_constant[edges.source] & ~from_node & to_node)
    constant_in = np.flatnonzero(is_constant[edges.target] & from_node & ~to_node)
    summary_out = np.flatnonzero(~is_constant[edges.source] & ~from_node & to_node)
    summary_in = np.flatnonzero(
        ~is_constant[edges.target] & from_node & ~to_node & ~is_constant[edges.source]
    )
    # One edge of each pair of ops is enough, a tensor rather than a control edge.
    constant_out = constant_out[np.argsort(edges.kind[constant_out] == CONTROL, kind="stable")]
    pairs = np.stack((edges.source[constant_out], edges.target[constant_out]))
    _, first = np.unique(pairs, axis=1, return_index=True)
    constant_out = np.sort(constant_out[first])
    carried = edges.take(np.flatnonzero(from_node & to_node)).followed_by(
        _bypass(edges, constant_in, constant_out),
        _bypass(edges, summary_in, summary_out),
    )
    control = np.flatnonzero(carried.kind == CONTROL)
    pairs = carried.source[control].astype(np.int64) * is_node.size + carried.target[control]
    _, first = np.unique(pairs, return_index=True)
    keep = carried.kind != CONTROL  # and the first of the control edges between two ops
    keep[control[first]] = True
    return carried.take(np.flatnonzero(keep))


def _bypass(edges: BaseEdges, inward: Indices, outward: Indices) -> BaseEdges:
    """Return one edge for each pair of an edge into an annotation and an edge out of it.

    It has the tensor of the second edge; if either is a control edge, so is the result.
    """
    into, out = join(edges.target[inward], edges.source[outward])
    before, after = inward[into], outward[out]
    is_control = (edges.kind[before] == CONTROL) | (edges.kind[after] == CONTROL)
    apart = edges.source[before] != edges.target[after]
    bypass = BaseEdges(
        source=edges.source[before],
        target=edges.target[after],
        port=edges.port[before],
        slot=edges.slot[after],
        kind=np.where(is_control, CONTROL, edges.kind[before]).astype(np.int8),
        tensor=np.where(is_control, -1, edges.tensor[after]).astype(np.int32),
    )
    return bypass.take(np.flatnonzero(apart))
