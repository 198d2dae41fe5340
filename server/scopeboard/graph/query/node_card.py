"""The info card of one node: an op, a scope, a series node, a function or an annotation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.paths.paths import (
    ShownNode,
    is_recursive,
    path_to,
    shown_op_path,
)
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.profile.node_statistics import NodeStatistics, node_statistics
from scopeboard.graph.profile.op_statistics import Statistics
from scopeboard.graph.profile.scope_totals import RowStatistics
from scopeboard.graph.query.differences import NodeDifference, difference_of
from scopeboard.graph.query.neighbours import Neighbours, find_neighbours
from scopeboard.graph.query.node_attributes import CardAttribute, list_attributes
from scopeboard.graph.query.node_lookup import Subject, body_of, find_subject, kind_of, ops_inside
from scopeboard.graph.query.op_ports import OpEnds, OtherEnd, find_ends
from scopeboard.graph.query.search import MatchKind
from scopeboard.graph.query.tag_links import Rule, TagLinks, find_tags
from scopeboard.graph.scope.answer import NodeCosts
from scopeboard.graph.scope.children import op_types_of_rows
from scopeboard.graph.scope.nodes import costs_of_rows, readable_label
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.graph.tag_scopes.match import match_tags
from scopeboard.graph.tag_scopes.tag_rules import TagRule
from scopeboard.types import TagKey

MAX_LISTED: Final = 100


@dataclass(frozen=True, slots=True)
class OpCount:
    """The number of ops of a type, or on a device; the name of an unknown one is empty."""

    name: str
    ops: int


@dataclass(frozen=True, slots=True)
class CalledFunction:
    """A function that a node opens into: its name in the library, and the attribute that names it.

    A `recursive` one does not open here, because it is open around the node.
    """

    function: str
    attribute: str
    recursive: bool


@dataclass(frozen=True, slots=True)
class Usages:
    """The `total` ops that call a function, by the names with the fewest calls in them."""

    function: str
    total: int
    callers: list[str]


@dataclass(frozen=True, slots=True)
class NodeCard:
    """The details of a node.

    `op`, `device` and `cluster` are properties of an op; a scope has the device that all nodes
    inside share, and `devices` and `op_types` count the ops inside, the most frequent first.
    `function` is the function whose body holds the node. `calls` are the functions that an op opens
    into, `usages` the callers of the function whose body the node is. `hosts` are the nodes beside
    a constant or summary, `annotations` the constants and summaries beside an op. An op has
    `attributes` and `ends`, other nodes have `neighbours`. `tags` are the tags of the run that
    belong to the node, `statistics` its measurements in the step of the request. `difference` is
    what differs in it, where the graph is a comparison of two.
    """

    name: str
    label: str
    kind: MatchKind
    op: str
    device: str
    cluster: str
    count: int
    function: str | None
    calls: list[CalledFunction]
    usages: Usages | None
    hosts: list[str]
    annotations: list[OtherEnd]
    attributes: list[CardAttribute]
    ends: OpEnds | None
    neighbours: Neighbours | None
    op_types: list[OpCount]
    devices: list[OpCount]
    costs: NodeCosts | None
    tags: TagLinks
    statistics: NodeStatistics | None
    difference: NodeDifference | None = None


def build_card(
    graph: PreparedGraph,
    name: str,
    source: GraphBytes,
    keys: Sequence[TagKey] = (),
    measured: tuple[Statistics, RowStatistics] | None = None,
    tag_rules: Sequence[TagRule] = (),
    check: CancelCheck = never_cancelled,
) -> NodeCard:
    """Return the card of a node, an annotation included.

    Args:
        graph: the graph.
        name: the full name of the node, as shown.
        source: the bytes of the graph.
        keys: the tags of its run.
        measured: the statistics of a step, by op and by row.
        tag_rules: rules of the viewer, which lead tags to nodes.
        check: called now and then.

    Raises:
        CancelledError: `check` raised it.
        NotFoundError: the graph has no such node, or its bytes cannot be read now.
        DamagedDataError: the bytes have changed since the graph was read.
    """
    subject = find_subject(graph, name)
    op, row, alias = subject.op, subject.row, subject.alias
    tree, ops, calls = graph.tree, graph.annotated.ops, graph.calls
    functions, annotations = ops.functions.names, graph.annotated.annotations
    inside = ops_inside(graph, subject)
    bodies = calls.bodies_of(op) if op >= 0 else []
    counts_ops = op < 0 or bool(bodies)
    function = calls.function_of(op) if op >= 0 else calls.function_of_row(row or 0)
    label = name.rpartition("/")[2]
    neighbours, hosts, beside = None, list[str](), list[OtherEnd]()
    if row is None:
        rows = annotations.host[annotations.op == op][:MAX_LISTED].tolist()
        rows = rows or [int(graph.annotated.shown_at[op])]  # it vanishes with an annotation
        hosts = [shown_op_path(graph, host, alias) for host in rows]
    elif op >= 0:
        first, end = graph.annotation_first[op], graph.annotation_first[op + 1]
        node = shown_op_path(graph, op, alias)
        rows = annotations.op[first:end][:MAX_LISTED].tolist()
        beside = [OtherEnd(shown_op_path(graph, each, alias), node) for each in rows]
    else:
        neighbours = find_neighbours(graph, ShownNode(row, name, alias))
    if row is not None and alias is None:
        op_type = op_types_of_rows(graph, np.array([row]))[0]
        label, kind, members = tree.label(row), tree.kind(row), tree.members(row)
        label = readable_label(label, kind, ops.flavour, op_type, members)
    named = _named_in(graph, subject, keys, tag_rules, check)
    return NodeCard(
        name=name,
        label=label,
        kind=kind_of(graph, subject),
        op=ops.op_types[ops.op_type[op]] if op >= 0 else "",
        device=(
            ops.devices[int(ops.device[op])]
            if op >= 0
            else graph.devices.of_rows(tree, np.array([row]))[0]
        ),
        cluster=ops.clusters[ops.cluster[op]] if op >= 0 and ops.cluster[op] >= 0 else "",
        count=calls.count(op) if bodies else int(inside.sum()),
        function=functions[function] if function >= 0 else None,
        calls=[
            CalledFunction(functions[b.function], b.label, is_recursive(graph, alias, op, b))
            for b in bodies
        ],
        usages=_usages(graph, subject) if op < 0 else None,
        hosts=hosts,
        annotations=beside,
        attributes=list_attributes(ops, op, source) if op >= 0 else [],
        ends=find_ends(graph, op, alias) if op >= 0 else None,
        neighbours=neighbours,
        op_types=_counts(ops.op_type[inside], ops.op_types) if counts_ops else [],
        devices=_counts(ops.device[inside], ops.devices) if counts_ops else [],
        costs=None if row is None else next(costs_of_rows(graph.costs(), np.array([row]))),
        tags=find_tags(ops, inside, name, keys, named),
        statistics=None if measured is None else node_statistics(*measured, op, row),
        difference=difference_of(graph, subject),
    )


def _named_in(
    graph: PreparedGraph,
    subject: Subject,
    keys: Sequence[TagKey],
    rules: Sequence[TagRule],
    check: CancelCheck,
) -> dict[TagKey, Rule]:
    """Return the tags that name a node or one inside it; a function body has none."""
    tree, row = graph.tree, subject.row
    if row is None or subject.alias is not None or not subject.name:
        return {}
    first, end = tree.interval(row)
    return {
        TagKey(match.kind, match.tag): match.rule
        for match in match_tags(graph, keys, rules, check).matches
        if match.rule != "path"
        and tree.depth[match.row] >= tree.depth[row]
        and first <= tree.start[match.row] < end
    }


def _usages(graph: PreparedGraph, subject: Subject) -> Usages | None:
    """Return the callers of the function whose body a node is."""
    function = body_of(graph, subject)
    if function is None:
        return None
    calls = graph.annotated.ops.calls
    ops = np.unique(calls.op[calls.function == function])
    callers = [path_to(graph, op) for op in ops[:MAX_LISTED].tolist()]
    return Usages(graph.annotated.ops.functions.names[function], ops.size, callers)


def _counts(codes: Indices, texts: list[str]) -> list[OpCount]:
    """Count ops by a column of codes, the most frequent first."""
    counts = np.bincount(codes, minlength=len(texts))
    order = np.argsort(-counts, kind="stable")[:MAX_LISTED].tolist()
    return [OpCount(texts[code], int(counts[code])) for code in order if counts[code]]
