"""Two graphs as one: the ops of the second, and beside them those that only the first has."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Final, TypeVar

import numpy as np

from scopeboard.arrays import Amounts, Indices, offsets, ranges
from scopeboard.graph.diff.graph_diff import GraphDiff
from scopeboard.graph.diff.moved_names import MovedNames
from scopeboard.graph.diff.sides import NO_OP
from scopeboard.graph.model.op_graph import (
    CONTROL,
    LIBRARY,
    BaseEdges,
    Calls,
    Functions,
    OpGraph,
    Tensors,
    edge_tensors,
)

Text = TypeVar("Text", str, bytes)
_MAIN: Final = -1  # in place of a function


class Status(IntEnum):
    """What became of an op on the way from the first graph to the second.

    A moved op has another name and no other difference; a changed one may have one, too.
    """

    SAME = 0
    ADDED = 1
    REMOVED = 2
    CHANGED = 3
    MOVED = 4


@dataclass(frozen=True)
class UnionGraph:
    """Two graphs as one.

    `ops` has the ops of the second graph by their names there and in their order; each removed op
    follows the op that it followed in the first graph, in the scope that its neighbours are in now.
    Edges are those of the second graph, and those of the first between ops that the second does
    not join in the same way.

    `from_before` has for each op of the first graph its op in the union, `from_after` likewise of
    the second. `status` [ops] has values of `Status`.
    """

    diff: GraphDiff
    ops: OpGraph
    from_before: Indices
    from_after: Indices
    status: Indices

    @cached_property
    def before(self) -> Indices:
        """The op of the first graph for each op of the union, NO_OP for an added one."""
        return _inverse(self.from_before, len(self.ops))

    @cached_property
    def after(self) -> Indices:
        """The op of the second graph for each op of the union, NO_OP for a removed one."""
        return _inverse(self.from_after, len(self.ops))

    def edge_status(self, union: BaseEdges, before: BaseEdges, after: BaseEdges) -> Indices:
        """Return SAME, ADDED or REMOVED for each edge of a union.

        Of several equal edges, as many are the same as both graphs have.

        Args:
            union: edges between ops of the union.
            before: the edges between ops of the first graph that stand behind them.
            after: those of the second graph.
        """
        count = len(self.ops)
        own = _edge_keys(union, union.source, union.target, count)
        rank = _ranks(own)
        status = np.full(own.size, Status.SAME, dtype=np.int8)
        for edges, known, missing in (
            (after, self.from_after, Status.REMOVED),
            (before, self.from_before, Status.ADDED),
        ):
            keys = np.sort(_edge_keys(edges, known[edges.source], known[edges.target], count))
            has = np.searchsorted(keys, own, "right") - np.searchsorted(keys, own, "left")
            status[(rank >= has) & (status == Status.SAME)] = missing
        return status


def unite(diff: GraphDiff, after_bytes: int = 0) -> UnionGraph:
    """Return both graphs of a difference as one.

    Args:
        diff: the difference.
        after_bytes: the size of the second graph's bytes: the spans of removed ops follow them, as
            if the bytes of the first graph did.
    """
    one, other = diff.before, diff.after
    removed = diff.removed
    known = _Functions.of(diff)
    function, functions = known.now[_function_of(one)[removed]], known.names
    order = _merged_order(diff, function)
    position = np.empty(order.size, dtype=np.int32)
    position[order] = np.arange(order.size)
    from_after = position[: len(other)]
    from_before = np.empty(len(one), dtype=np.int32)
    from_before[removed] = position[len(other) :]
    paired = diff.counterpart != NO_OP
    from_before[paired] = from_after[diff.counterpart[paired]]

    merge = _Merge(removed, order)
    op_type, op_types = merge.texts(other.op_type, other.op_types, one.op_type, one.op_types)
    device, devices = merge.texts(other.device, other.devices, one.device, one.devices)
    cluster, clusters = merge.texts(other.cluster, other.clusters, one.cluster, one.clusters)
    attributes, attribute_sets = merge.texts(
        other.attributes, other.attribute_sets, one.attributes, one.attribute_sets
    )
    spans = np.where(one.spans < 0, -1, one.spans + after_bytes)
    names = other.names + _names_of_removed(diff, function, functions)
    tensors = merge.tensors(other.tensors, one.tensors)
    library, main_count = _library(diff, known, function, (from_before, from_after))
    ops = OpGraph(
        names=[names[op] for op in order.tolist()],
        op_type=op_type,
        op_types=op_types,
        device=device,
        devices=devices,
        cluster=cluster,
        clusters=clusters,
        edges=_edges(diff, from_before, from_after, tensors),
        tensors=tensors,
        attributes=attributes,
        attribute_sets=attribute_sets,
        spans=np.concatenate((other.spans, spans[removed]))[order],
        main_count=main_count,
        functions=library,
        calls=_calls(diff, from_before, from_after, known.now),
        flavour=other.flavour,
    )
    status = np.full(order.size, Status.SAME, dtype=np.int8)
    status[from_before[diff.renamed]] = Status.MOVED
    status[from_before[diff.changed]] = Status.CHANGED
    status[from_after[diff.added]] = Status.ADDED
    status[from_before[removed]] = Status.REMOVED
    return UnionGraph(diff, ops, from_before, from_after, status)


@dataclass(frozen=True, slots=True)
class _Functions:
    """The functions of the union: those of the second graph, then those only the first has.

    `now` has for each function of the first graph its row in `names`, and at the end that of the
    main graph. A function is where most of its ops are, else the one of the same name.
    """

    names: list[str]
    now: Indices

    @staticmethod
    def of(diff: GraphDiff) -> "_Functions":
        one, other = diff.before, diff.after
        names = list(other.functions.names)
        now = np.full(len(one.functions) + 1, _MAIN, dtype=np.int32)
        if not len(one.functions):
            return _Functions(names, now)
        of_one, of_other = _function_of(one), _function_of(other)
        paired = np.flatnonzero((diff.counterpart != NO_OP) & (of_one != _MAIN))
        here, there = of_one[paired], of_other[diff.counterpart[paired]]
        here, there = here[there != _MAIN], there[there != _MAIN]
        by_name = {name: row for row, name in enumerate(names)}
        for row, name in enumerate(one.functions.names):
            votes = np.bincount(there[here == row])
            if votes.size:
                now[row] = votes.argmax()
            elif name in by_name:
                now[row] = by_name[name]
            else:
                now[row] = len(names)
                names.append(name)
        return _Functions(names, now)


def _merged_order(diff: GraphDiff, function: Indices) -> Indices:
    """Return the order of the second graph's ops and, numbered after them, the removed ones."""
    one, other, removed = diff.before, diff.after, diff.removed
    of_other = _function_of(other)
    own = np.arange(len(other))
    # The last op before each that the second graph has, if it is in the same function.
    of_one = _function_of(one)
    last = np.maximum.accumulate(
        np.where(diff.counterpart != NO_OP, np.arange(len(one)), -1), dtype=np.int64
    )[removed]
    follows = np.full(removed.size, -1, dtype=np.int64)
    is_near = (last >= 0) & (of_one[last] == of_one[removed])
    at = diff.counterpart[last[is_near]]
    follows[is_near] = np.where(of_other[at] == function[is_near], at, -1)
    section = np.concatenate((of_other, function))
    anchor = np.concatenate((own, follows))
    number = np.concatenate((np.zeros(own.size, dtype=np.int64), removed + 1))
    return np.lexsort((number, anchor, section))


def _names_of_removed(diff: GraphDiff, function: Indices, functions: list[str]) -> list[str]:
    """Return names for the removed ops: those in the first graph, where their scopes are now.

    An op whose name another has now is `name#removed`.
    """
    one = diff.before
    moved = MovedNames(diff)
    taken = set(diff.after.names)
    names = []
    of_one = _function_of(one)
    for op, there in zip(diff.removed.tolist(), function.tolist(), strict=True):
        name = one.names[op]
        if there == _MAIN:
            name = moved.of(name)
        else:
            prefix = f"{LIBRARY}/{one.functions.names[of_one[op]]}/"
            name = f"{LIBRARY}/{functions[there]}/{name.removeprefix(prefix)}"
        names.append(_unique(name, taken.__contains__))
        taken.add(names[-1])
    return names


def _unique(name: str, is_taken: Callable[[str], bool]) -> str:
    found, number = name, 1
    while is_taken(found):
        found = f"{name}#removed" if number == 1 else f"{name}#removed{number}"
        number += 1
    return found


def _edges(
    diff: GraphDiff, from_before: Indices, from_after: Indices, tensors: Tensors
) -> BaseEdges:
    """Return the edges of the second graph, and those of the first that it does not have."""
    count = int(max(from_before.max(initial=-1), from_after.max(initial=-1))) + 1
    old, new = diff.before.edges, diff.after.edges
    source = np.concatenate((from_after[new.source], from_before[old.source]))
    target = np.concatenate((from_after[new.target], from_before[old.target]))
    columns = [
        np.concatenate((getattr(new, name), getattr(old, name)))
        for name in ("port", "slot", "kind", "tensor")
    ]
    both = BaseEdges(source, target, *columns)
    keys = _edge_keys(both, source, target, count)
    known = np.sort(keys[: len(new)])
    old_keys = keys[len(new) :]
    has = np.searchsorted(known, old_keys, "right") - np.searchsorted(known, old_keys, "left")
    gone = np.flatnonzero(_ranks(old_keys) >= has) + len(new)
    rows = np.concatenate((np.arange(len(new)), gone))
    rows = rows[np.argsort(target[rows], kind="stable")]
    edges = both.take(rows)
    return BaseEdges(
        edges.source.astype(np.int32),
        edges.target.astype(np.int32),
        edges.port,
        edges.slot,
        edges.kind,
        edge_tensors(edges, tensors),
    )


def _calls(diff: GraphDiff, from_before: Indices, from_after: Indices, function: Indices) -> Calls:
    """Return the calls of the second graph, and those of removed ops."""
    old, new = diff.before.calls, diff.after.calls
    gone = np.flatnonzero(diff.counterpart[old.op] == NO_OP)
    op = np.concatenate((from_after[new.op], from_before[old.op[gone]]))
    called = np.concatenate((new.function, function[old.function[gone]]))
    attribute = [*new.attribute, *(old.attribute[row] for row in gone.tolist())]
    order = np.argsort(op, kind="stable")
    return Calls(
        op[order].astype(np.int32),
        called[order].astype(np.int32),
        [attribute[row] for row in order.tolist()],
    )


class _Merge:
    """Columns of the second graph with those of removed ops, in the order of the union."""

    def __init__(self, removed: Indices, order: Indices) -> None:
        self._removed, self._order = removed, order

    def texts(
        self, new: Indices, new_table: list[Text], old: Indices, old_table: list[Text]
    ) -> tuple[Indices, list[Text]]:
        """Return a column of codes, -1 for none, and its table."""
        table = list(new_table)
        codes = {text: code for code, text in enumerate(table)}
        old = old[self._removed]
        renumbered = np.full(len(old_table) + 1, -1, dtype=np.int32)
        for code in np.unique(old[old >= 0]).tolist():
            text = old_table[code]
            if text not in codes:
                codes[text] = len(table)
                table.append(text)
            renumbered[code] = codes[text]
        return np.concatenate((new, renumbered[old])).astype(np.int32)[self._order], table

    def tensors(self, new: Tensors, old: Tensors) -> Tensors:
        """Return the output tensors."""
        base = int(new.first[-1])
        first = np.concatenate((new.first[:-1], old.first[self._removed] + base))[self._order]
        end = np.concatenate((new.first[1:], old.first[self._removed + 1] + base))[self._order]
        rows = ranges(first, end)
        symbols = len(new.symbols)
        shapes = [
            *new.shapes,
            *(tuple(size - symbols if size < -1 else size for size in each) for each in old.shapes),
        ]
        shape = np.where(old.shape < 0, old.shape, old.shape + len(new.shapes))
        return Tensors(
            first=np.concatenate(([0], np.cumsum(end - first))).astype(np.int32),
            shape=np.concatenate((new.shape, shape))[rows].astype(np.int32),
            dtype=np.concatenate((new.dtype, old.dtype))[rows].astype(np.int8),
            elements=np.concatenate((new.elements, old.elements))[rows],
            bytes=np.concatenate((new.bytes, old.bytes))[rows],
            shapes=shapes,
            symbols=(*new.symbols, *old.symbols),
            placement=_placements_of(new, old)[rows],
            placements=(*new.placements, *old.placements),
        )


def _placements_of(new: Tensors, old: Tensors) -> Indices:
    """Return the rows of placements of the tensors of two graphs, of which the second follows."""
    columns = []
    for tensors, first in ((new, 0), (old, len(new.placements))):
        rows = tensors.placement
        rows = rows if rows.size else np.full(tensors.shape.size, -1, dtype=np.int32)
        columns.append(np.where(rows < 0, rows, rows + first))
    return np.concatenate(columns).astype(np.int32)


def _library(
    diff: GraphDiff, known: _Functions, of_removed: Indices, union: tuple[Indices, Indices]
) -> tuple[Functions, int]:
    """Return the function library, and the number of ops of the main graph.

    Args:
        diff: the difference.
        known: the functions.
        of_removed: the function of each removed op.
        union: the op of the union for each of the first, and of the second graph.
    """
    one, other = diff.before.functions, diff.after.functions
    section = np.concatenate((_function_of(diff.after), of_removed))
    bounds = np.cumsum(np.bincount(section + 1, minlength=len(known.names) + 1)).astype(np.int32)
    only_before = np.flatnonzero(known.now[:-1] >= len(other)).tolist()
    arguments = [union[1][other.args_of(row)] for row in range(len(other))]
    arguments += [union[0][one.args_of(row)] for row in only_before]
    results = [union[1][other.results_of(row)] for row in range(len(other))]
    results += [union[0][one.results_of(row)] for row in only_before]
    library = Functions(
        known.names, bounds[:-1], bounds[1:], *_as_column(arguments), *_as_column(results)
    )
    return library, int(bounds[0])


def _as_column(lists: list[Indices]) -> tuple[Indices, Indices]:
    """Return where each list begins in a column of all, and the column."""
    sizes = np.array([each.size for each in lists], dtype=np.int32)
    empty = np.empty(0, dtype=np.int32)
    return np.append(0, np.cumsum(sizes)).astype(np.int32), np.concatenate((empty, *lists))


def _function_of(graph: OpGraph) -> Indices:
    """Return the function of each op, -1 for the main graph."""
    ops = np.arange(len(graph))
    functions = np.searchsorted(graph.functions.first, ops, side="right") - 1
    return np.where(ops < graph.main_count, _MAIN, functions).astype(np.int32)


def _edge_keys(edges: BaseEdges, source: Indices, target: Indices, count: int) -> Amounts:
    """Return a number for the ends of each edge, tensors and control edges apart."""
    keys: Amounts = (source.astype(np.int64) * count + target) * 2 + (edges.kind == CONTROL)
    return keys


def _ranks(keys: Amounts) -> Indices:
    """Return how many equal keys precede each."""
    _, group = np.unique(keys, return_inverse=True)
    order = np.argsort(group, kind="stable")
    first = offsets(group, int(group.max(initial=-1)) + 1)
    ranks = np.empty(keys.size, dtype=np.int64)
    ranks[order] = np.arange(keys.size) - first[group[order]]
    return ranks


def _inverse(known: Indices, count: int) -> Indices:
    found = np.full(count, NO_OP, dtype=np.int32)
    found[known] = np.arange(known.size)
    return found
