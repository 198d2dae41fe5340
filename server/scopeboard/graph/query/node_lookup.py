"""What an info card is about: a node by the name it is shown under, or an annotation."""

from typing import NamedTuple

import numpy as np

from scopeboard.arrays import Flags
from scopeboard.errors import NotFoundError
from scopeboard.graph.paths.contents import contents_of, ops_below
from scopeboard.graph.paths.paths import OpenCall, Place, find_node, find_op
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.query.search import MatchKind


class Subject(NamedTuple):
    """What a card is about: an op, -1 for what is none; a row of the tree, None for an annotation.

    `alias` is the function opened in place that it is shown in.
    """

    name: str
    op: int
    row: int | None
    alias: OpenCall | None


def find_subject(graph: PreparedGraph, name: str) -> Subject:
    """Return what is shown under a name.

    Raises:
        NotFoundError: nothing is.
    """
    place = find_node(graph, name)
    if place is not None:
        return Subject(name, int(graph.tree.op[place.row]), place.row, place.alias)
    found = find_op(graph, name)
    if found is None:
        raise NotFoundError(f"The graph has no node called “{name}”.")
    return Subject(name, found[0], None, found[1])


def ops_inside(graph: PreparedGraph, subject: Subject) -> Flags:
    """Return a flag for each op that a node holds: of a call, those that it opens into."""
    if subject.row is None:
        flags = np.zeros(len(graph.annotated.ops), dtype=np.bool_)
        flags[subject.op] = True
        return flags
    if subject.op < 0:
        return ops_below(graph.tree, subject.row)
    inside = contents_of(graph, Place(subject.row, subject.name, subject.alias))
    flags = inside.flags(graph)
    flags[subject.op] = not inside.bodies
    return flags


def kind_of(graph: PreparedGraph, subject: Subject) -> MatchKind:
    """Return what a node is."""
    if subject.row is None:
        return "constant" if graph.annotated.is_constant[subject.op] else "summary"
    if subject.op >= 0:
        return "function" if graph.calls.bodies_of(subject.op) else "op"
    if body_of(graph, subject) is not None:
        return "function"
    return "series" if graph.tree.kind(subject.row) == "series" else "metanode"


def body_of(graph: PreparedGraph, subject: Subject) -> int | None:
    """Return the function that a node is the body of."""
    found = np.flatnonzero(graph.calls.function_rows == subject.row)
    return int(found[0]) if found.size and subject.row is not None else None
