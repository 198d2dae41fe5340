"""The info card of one node: all there is to say of an op, a scope, a series or a function."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.hierarchy.torch_labels import readable_label
from scopeboard.graph.paths.paths import (
    OpenCall,
    Place,
    is_recursive,
    path_to,
    shown_op_path,
)
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.profile.node_statistics import NodeStatistics, node_statistics
from scopeboard.graph.profile.op_statistics import Statistics
from scopeboard.graph.profile.scope_totals import RowStatistics
from scopeboard.graph.query.neighbours import Neighbours, find_neighbours
from scopeboard.graph.query.node_attributes import CardAttribute, list_attributes
from scopeboard.graph.query.node_lookup import Subject, body_of, find_subject, kind_of, ops_inside
from scopeboard.graph.query.op_ports import OpEnds, OtherEnd, find_ends
from scopeboard.graph.query.search import MatchKind
from scopeboard.graph.query.tag_links import TagLinks, find_tags
from scopeboard.graph.scope.answer import NodeCosts
from scopeboard.graph.scope.nodes import costs_of_rows
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.types import TagKey

MAX_LISTED: Final = 100


@dataclass(frozen=True, slots=True)
class OpCount:
    """How many ops of a type, or on a device, there are inside; an unknown one is empty."""

    name: str
    ops: int


@dataclass(frozen=True, slots=True)
class CalledFunction:
    """A function that a node opens into: its name in the library, and by which attribute.

    `recursive` tells that it does not open here, as it is open around the node.
    """

    function: str
    attribute: str
    recursive: bool


@dataclass(frozen=True, slots=True)
class Usages:
    """The ops that call a function, by the names that the fewest calls lead to; `total` of them."""

    function: str
    total: int
    callers: list[str]


@dataclass(frozen=True, slots=True)
class NodeCard:
    """What is known of a node.

    `op`, `device` and `cluster` are those of an op; a scope has the device that all nodes inside
    share, and `devices` and `op_types` count the ops inside, the most frequent first. `function` is
    the one whose body the node stands in. `calls` are the functions that an op opens into, `usages`
    the callers of the function that a node is the body of. `hosts` are the nodes that a constant or
    summary stands beside, `annotations` what stands beside an op. An op has `attributes` and
    `ends`, other nodes have `neighbours`. `tags` are those of the run that belong to it,
    `statistics` what was measured of it in the step that was asked for.
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


def build_card(
    graph: PreparedGraph,
    name: str,
    source: GraphBytes,
    keys: Iterable[TagKey] = (),
    measured: tuple[Statistics, RowStatistics] | None = None,
) -> NodeCard:
    """Return the card of a node, an annotation included.

    Args:
        graph: the graph.
        name: the full name of the node, as shown.
        source: the bytes of the graph.
        keys: the tags of its run.
        measured: what a step measured.

    Raises:
        NotFoundError: the graph has no such node, or its bytes cannot be read now.
        DamagedDataError: the bytes are another graph's by now.
    """
    subject = find_subject(graph, name)
    op, row, alias = subject.op, subject.row, subject.alias
    inside = ops_inside(graph, subject)
    return NodeCard(
        name=name,
        label=_label(graph, subject),
        kind=kind_of(graph, subject),
        op=_op_type(graph, op),
        device=_device(graph, subject),
        cluster=_cluster(graph, op),
        count=graph.calls.count(op) if _is_call(graph, op) else int(inside.sum()),
        function=_function_around(graph, subject),
        calls=_calls(graph, subject),
        usages=_usages(graph, subject),
        hosts=_hosts(graph, op, alias) if row is None else [],
        annotations=_annotations(graph, op, alias) if op >= 0 and row is not None else [],
        attributes=list_attributes(graph.annotated.ops, op, source) if op >= 0 else [],
        ends=find_ends(graph, op, alias) if op >= 0 else None,
        neighbours=_neighbours(graph, subject),
        op_types=_op_types(graph, op, inside),
        devices=_devices(graph, op, inside),
        costs=None if row is None else next(costs_of_rows(graph.costs(), np.array([row]))),
        tags=find_tags(graph.annotated.ops, inside, name, keys),
        statistics=None if measured is None else node_statistics(*measured, op, row),
    )


def _op_type(graph: PreparedGraph, op: int) -> str:
    ops = graph.annotated.ops
    return ops.op_types[ops.op_type[op]] if op >= 0 else ""


def _cluster(graph: PreparedGraph, op: int) -> str:
    ops = graph.annotated.ops
    return ops.clusters[ops.cluster[op]] if op >= 0 and ops.cluster[op] >= 0 else ""


def _is_call(graph: PreparedGraph, op: int) -> bool:
    return op >= 0 and bool(graph.calls.bodies_of(op))


def _calls(graph: PreparedGraph, subject: Subject) -> list[CalledFunction]:
    """Return what an op opens into, whether or not it does here."""
    op, alias, names = subject.op, subject.alias, graph.annotated.ops.functions.names
    return [
        CalledFunction(names[body.function], body.label, is_recursive(graph, alias, op, body))
        for body in (graph.calls.bodies_of(op) if op >= 0 else [])
    ]


def _neighbours(graph: PreparedGraph, subject: Subject) -> Neighbours | None:
    """Return what is around a scope; the ends of an op say more."""
    if subject.op >= 0 or subject.row is None:
        return None
    return find_neighbours(graph, Place(subject.row, subject.name, subject.alias))


def _op_types(graph: PreparedGraph, op: int, inside: Flags) -> list[OpCount]:
    """Count what has ops inside by type."""
    ops = graph.annotated.ops
    return _counts(ops.op_type[inside], ops.op_types) if op < 0 or _is_call(graph, op) else []


def _devices(graph: PreparedGraph, op: int, inside: Flags) -> list[OpCount]:
    """Count what has ops inside by device."""
    ops = graph.annotated.ops
    return _counts(ops.device[inside], ops.devices) if op < 0 or _is_call(graph, op) else []


def _label(graph: PreparedGraph, subject: Subject) -> str:
    if subject.row is None or subject.alias is not None:
        return subject.name.rpartition("/")[2]
    tree, row = graph.tree, subject.row
    return readable_label(tree.label(row), tree.kind(row), graph.annotated.ops.flavour)


def _device(graph: PreparedGraph, subject: Subject) -> str:
    ops = graph.annotated.ops
    if subject.op >= 0:
        return ops.devices[int(ops.device[subject.op])]
    return graph.devices.of_rows(graph.tree, np.array([subject.row]))[0]


def _function_around(graph: PreparedGraph, subject: Subject) -> str | None:
    if subject.op >= 0:
        function = graph.calls.function_of(subject.op)
    else:
        function = graph.calls.function_of_row(subject.row or 0)
    return graph.annotated.ops.functions.names[function] if function >= 0 else None


def _usages(graph: PreparedGraph, subject: Subject) -> Usages | None:
    function = body_of(graph, subject) if subject.op < 0 else None
    if function is None:
        return None
    calls = graph.annotated.ops.calls
    ops = np.unique(calls.op[calls.function == function])
    callers = [path_to(graph, op) for op in ops[:MAX_LISTED].tolist()]
    return Usages(graph.annotated.ops.functions.names[function], ops.size, callers)


def _hosts(graph: PreparedGraph, op: int, alias: OpenCall | None) -> list[str]:
    rows = graph.annotated.annotations
    hosts = rows.host[rows.op == op][:MAX_LISTED].tolist()
    return [shown_op_path(graph, host, alias) for host in hosts]


def _annotations(graph: PreparedGraph, op: int, alias: OpenCall | None) -> list[OtherEnd]:
    first, end = graph.annotation_first[op], graph.annotation_first[op + 1]
    ops = graph.annotated.annotations.op[first:end][:MAX_LISTED].tolist()
    node = shown_op_path(graph, op, alias)
    return [OtherEnd(shown_op_path(graph, each, alias), node) for each in ops]


def _counts(codes: Indices, texts: list[str]) -> list[OpCount]:
    """Count ops by a column of codes, the most frequent first."""
    counts = np.bincount(codes, minlength=len(texts))
    order = np.argsort(-counts, kind="stable")[:MAX_LISTED].tolist()
    return [OpCount(texts[code], int(counts[code])) for code in order if counts[code]]
