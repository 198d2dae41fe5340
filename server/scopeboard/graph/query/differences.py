"""What differs between two graphs, op by op: the list of all changes, and the details of one."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import QueryError
from scopeboard.graph.costs.costs import sum_costs
from scopeboard.graph.diff.changes import Change
from scopeboard.graph.diff.details import DiffDetails
from scopeboard.graph.diff.moves import find_moves
from scopeboard.graph.diff.sides import NO_OP
from scopeboard.graph.diff.union import Status as OpStatus
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.model.op_graph import Flavour
from scopeboard.graph.paths.contents import contents_of
from scopeboard.graph.paths.paths import find_node, resolve
from scopeboard.graph.paths.reveal import reveal_op, scopes_around
from scopeboard.graph.prepared.comparison import Comparison
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph
from scopeboard.graph.query.node_lookup import Subject
from scopeboard.graph.scope.answer import NodeChange, NodeCosts, Status
from scopeboard.graph.scope.changes import STATUS_NAMES, changes_of
from scopeboard.graph.scope.nodes import costs_of_rows

MAX_CHANGES: Final = 10_000
"""Changes in one answer, some 3 MB of JSON."""

MAX_MOVES: Final = 1000

Differing = Literal["name", "type", "attributes", "shapes", "dtypes", "device", "inputs"]
_FIELDS: Final[dict[Change, Differing]] = {
    Change.NAME: "name",
    Change.TYPE: "type",
    Change.ATTRIBUTES: "attributes",
    Change.SHAPES: "shapes",
    Change.DTYPES: "dtypes",
    Change.DEVICE: "device",
    Change.INPUTS: "inputs",
}


@dataclass(frozen=True, slots=True)
class OpChange:
    """An op that is new, gone or not the same.

    `name`, `node` and `scopes` reveal it (see `Reveal`), `scope` is the innermost of the scopes,
    empty for the top level. `op` is its type, `before_name` and `before_op` are those that it had,
    empty for an added op. `fields` are what differs in a changed op. `before` and `after` are its
    costs, absent on a side without it.
    """

    name: str
    node: str
    scope: str
    scopes: list[str]
    status: Status
    op: str
    before_name: str
    before_op: str
    fields: list[Differing]
    before: NodeCosts | None
    after: NodeCosts | None


@dataclass(frozen=True, slots=True)
class Moved:
    """`ops` ops, or one, whose names began with `origin` and now begin with `name`.

    `node` and `scopes` reveal the scope or op of that name, or the first of the ops.
    """

    origin: str
    name: str
    ops: int
    node: str
    scopes: list[str]


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference between two graphs.

    `count` is what differs in the whole graph, absent if nothing does. `changes` are the first of
    `total` added, removed and changed ops, in the order of the drawing; ops that were moved, and
    are the same otherwise, are in `moves`, those of most ops first. `before` and `after` are the
    costs of both graphs, `before_ops` and `after_ops` their numbers of ops, and `formats` what kind
    of graph each is: few ops of different kinds correspond.
    """

    count: NodeChange | None
    total: int
    changes: list[OpChange]
    moves: list[Moved]
    before: NodeCosts
    after: NodeCosts
    before_ops: int
    after_ops: int
    formats: tuple[Flavour, Flavour]


@dataclass(frozen=True, slots=True)
class Detail:
    """One thing that differs in an op: see `diff.details.Difference`."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class NodeDifference:
    """What differs in a node of a comparison of two graphs.

    `change` is absent where nothing does. `before_name` is the name of an op in the first graph
    where it has another one here, else empty. `details` are of a changed op. `before` are the
    costs of the node in the first graph.
    """

    change: NodeChange | None
    before_name: str
    details: list[Detail]
    before: NodeCosts | None


def list_changes(graph: PreparedGraph, check: CancelCheck = never_cancelled) -> Changes:
    """Return what differs between the graphs of which this is the union.

    Raises:
        CancelledError: `check` raised it.
        QueryError: the graph is no union.
    """
    comparison, changes, sides = graph.comparison, changes_of(graph), _sides.get(graph)
    if comparison is None or changes is None or sides is None:
        raise QueryError("This is one graph. A comparison of two has the id BEFORE~AFTER.")
    union = comparison.union
    shown_at = graph.annotated.shown_at
    listed = np.flatnonzero(
        np.isin(union.status, (OpStatus.ADDED, OpStatus.REMOVED, OpStatus.CHANGED))
    )
    order = np.lexsort((listed, graph.tree.position[shown_at[listed]]))
    check()
    ops = listed[order][:MAX_CHANGES]
    root = np.array([ROOT])
    return Changes(
        count=changes.of_node(ROOT),
        total=int(listed.size),
        changes=_op_changes(graph, comparison, ops),
        moves=_moves(graph, comparison),
        before=next(costs_of_rows(sides.before, root)),
        after=next(costs_of_rows(graph.costs(), root)),
        before_ops=union.diff.before.main_count,
        after_ops=union.diff.after.main_count,
        formats=(union.diff.before.flavour, union.diff.after.flavour),
    )


def difference_of(graph: PreparedGraph, subject: Subject) -> NodeDifference | None:
    """Return what differs in the subject of a card, None for a graph that is no union."""
    comparison, changes, sides = graph.comparison, changes_of(graph), _sides.get(graph)
    if comparison is None or changes is None or sides is None:
        return None
    op, row = subject.op, subject.row
    before_name, details, costs = "", list[Detail](), None
    if op >= 0:
        old = int(comparison.union.before[op])
        if old != NO_OP:
            name = comparison.union.diff.before.names[old]
            before_name = "" if name == comparison.union.ops.names[op] else name
        if comparison.union.status[op] == OpStatus.CHANGED:
            details = [Detail(*each) for each in sides.details.of_op(old)]
    if row is None:
        status = changes.of_op(op)
        change = None if status is None else NodeChange(status, *_one(status))
    else:
        roots = [body.root for body in graph.calls.bodies_of(op) if body.root is not None]
        change = changes.of_node(row, roots)
        costs = next(costs_of_rows(sides.before, np.array([row])))
    return NodeDifference(change, before_name, details, costs)


def _one(status: Status) -> list[int]:
    """Return the numbers of a change of one op."""
    return [int(status == each) for each in STATUS_NAMES.values()]


def _op_changes(graph: PreparedGraph, comparison: Comparison, ops: Indices) -> list[OpChange]:
    union, both = comparison.union, graph.annotated.ops
    one = union.diff.before
    contents = contents_of(graph, resolve(graph, ""))
    costs = [list(costs_of_rows(each, ops)) for each in (comparison.before_costs, graph.op_costs())]
    found = []
    for number, op in enumerate(ops.tolist()):
        host = int(graph.annotated.shown_at[op])
        reveal = reveal_op(graph, op, host, contents.alias_of(graph, op))
        old = int(union.before[op])
        differs = union.diff.changes_of(old) if union.after[op] != NO_OP and old != NO_OP else 0
        found.append(
            OpChange(
                name=reveal.name,
                node=reveal.node,
                scope=reveal.scopes[-1] if reveal.scopes else "",
                scopes=reveal.scopes,
                status=STATUS_NAMES[int(union.status[op])],
                op=both.op_types[both.op_type[op]],
                before_name=one.names[old] if old != NO_OP else "",
                before_op=one.op_types[one.op_type[old]] if old != NO_OP else "",
                fields=[name for field, name in _FIELDS.items() if field & differs],
                before=costs[0][number] if old != NO_OP else None,
                after=costs[1][number] if union.after[op] != NO_OP else None,
            )
        )
    return found


def _moves(graph: PreparedGraph, comparison: Comparison) -> list[Moved]:
    """Return the moves of ops with another name."""
    union = comparison.union
    diff = union.diff
    pairs = {
        (diff.before.names[op], diff.after.names[other]): other
        for op, other in zip(
            diff.renamed.tolist(), diff.counterpart[diff.renamed].tolist(), strict=True
        )
    }
    contents = contents_of(graph, resolve(graph, ""))
    first_of: dict[tuple[str, str], int] = {}
    moves = find_moves(pairs)[:MAX_MOVES]
    wanted = {(move.origin, move.to) for move in moves}
    for pair, other in pairs.items():
        (move,) = find_moves([pair])
        key = move.origin, move.to
        if key in wanted:
            first_of.setdefault(key, other)
    found = []
    for move in moves:
        node = find_node(graph, move.to)
        if node is not None:
            scopes = scopes_around(graph, node.row, node.alias)
            found.append(Moved(move.origin, move.to, move.ops, move.to, scopes))
            continue
        op = int(union.from_after[first_of[move.origin, move.to]])
        host = int(graph.annotated.shown_at[op])
        reveal = reveal_op(graph, op, host, contents.alias_of(graph, op))
        found.append(Moved(move.origin, move.to, move.ops, reveal.node, reveal.scopes))
    return found


class _Sides:
    """What both graphs of a comparison say of its ops and rows; made when it is first needed."""

    def __init__(self, graph: PreparedGraph, comparison: Comparison) -> None:
        self.details = DiffDetails(comparison.union.diff)
        self.before = sum_costs(comparison.before_costs, graph.tree)


_sides: Final[PerGraphCache[_Sides | None]] = PerGraphCache(
    lambda graph: None if graph.comparison is None else _Sides(graph, graph.comparison)
)
