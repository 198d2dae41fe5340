"""Look up the subject of an info card by its shown name: a node or an annotation."""

from typing import NamedTuple

import numpy as np

from scopeboard.arrays import Flags
from scopeboard.errors import NotFoundError
from scopeboard.graph.paths.contents import contents_of, ops_below
from scopeboard.graph.paths.paths import OpenCall, ShownNode, find_node, find_op
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.query.search import MatchKind, kind_of_annotation


class Subject(NamedTuple):
    """The subject of a card: `op` is -1 for scopes, `row` of the tree is None for annotations.

    `alias` is the open call that shows it.
    """

    name: str
    op: int
    row: int | None
    alias: OpenCall | None


def find_subject(graph: PreparedGraph, name: str) -> Subject:
    """Return the node or annotation that is shown under a name.

    Raises:
        NotFoundError: there is none.
    """
    node = find_node(graph, name)
    if node is not None:
        return Subject(name, int(graph.tree.op[node.row]), node.row, node.alias)
    annotation = find_op(graph, name)
    if annotation is None:
        raise NotFoundError(f"The graph has no node called “{name}”.")
    op, alias = annotation
    return Subject(name, op, None, alias)


def ops_inside(graph: PreparedGraph, subject: Subject) -> Flags:
    """Return a flag for each op inside a node; inside a call are the ops that it opens into."""
    if subject.row is None:
        flags = np.zeros(len(graph.annotated.ops), dtype=np.bool_)
        flags[subject.op] = True
        return flags
    if subject.op < 0:
        return ops_below(graph.tree, subject.row)
    contents = contents_of(graph, ShownNode(subject.row, subject.name, subject.alias))
    flags = contents.flags(graph)
    flags[subject.op] = not contents.bodies
    return flags


def kind_of(graph: PreparedGraph, subject: Subject) -> MatchKind:
    """Return the kind of a node."""
    if subject.row is None:
        return kind_of_annotation(graph, subject.op)
    if subject.op >= 0:
        return "function" if graph.calls.bodies_of(subject.op) else "op"
    if body_of(graph, subject) is not None:
        return "function"
    return graph.tree.group_kind(subject.row) or "metanode"


def body_of(graph: PreparedGraph, subject: Subject) -> int | None:
    """Return the function whose body a node is, None for other nodes."""
    functions = np.flatnonzero(graph.calls.function_rows == subject.row)
    return int(functions[0]) if functions.size and subject.row is not None else None
