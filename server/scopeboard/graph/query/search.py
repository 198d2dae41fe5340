"""Search: the ops and scopes of a graph that a query finds, in order of depth.

Each term is matched against few texts or one long one: names are joined (`model.text_search`), and
op types, devices, clusters, shapes, dtypes and attribute sets are searched once for each distinct
one. What remains is a gather by op and a few boolean columns, so that the time hardly depends on
the query.

A term on the name is asked of scopes, series nodes and functions too; any other makes it a question
about ops alone. An op in the body of a function is found once, under the name that the fewest calls
lead to (within the scope of `in:`, if there is one). Constants and summaries are found like other
ops, and seen at their hosts.
"""

from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Final, Literal

import numpy as np

from scopeboard.arrays import Amounts, Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.model.text_search import TextPattern
from scopeboard.graph.paths.contents import ScopeContents, contents_of
from scopeboard.graph.paths.paths import OpenCall, Place, resolve, shown_path
from scopeboard.graph.paths.reveal import count_around, first_hosts, reveal_op, scopes_around
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.query.name_index import NameTexts, first_ops, name_texts
from scopeboard.graph.query.query_parser import Query, read_query
from scopeboard.graph.query.term_matcher import Answered, TermReader

MatchKind = Literal["op", "metanode", "series", "function", "constant", "summary"]
MAX_MATCHES: Final = 1000


@dataclass(frozen=True, slots=True)
class Match:
    """Something that a query found: see `Reveal` for `name`, `node` and `scopes`.

    `depth` is the number of scopes around it. `op` is empty for what is no op.
    """

    name: str
    node: str
    scopes: list[str]
    kind: MatchKind
    op: str
    depth: int


@dataclass(frozen=True, slots=True)
class Matches:
    """What a query found: `total` in all, of which `ops` are ops.

    `matches` are some of them, from `offset` on, in order of depth, then of appearance. `bound`
    says in a sentence when there is something that was not searched.
    """

    query: str
    total: int
    ops: int
    offset: int
    matches: list[Match]
    bound: str | None


def search(
    graph: PreparedGraph,
    text: str,
    *,
    offset: int = 0,
    limit: int = 100,
    check: CancelCheck = never_cancelled,
) -> Matches:
    """Return what a query finds in a graph.

    Args:
        graph: the graph.
        text: the query (see `query_parser`); an empty one finds nothing.
        offset: how many matches to leave out.
        limit: how many to list at most, `MAX_MATCHES` at most.
        check: called now and then.

    Raises:
        QueryError: the query has no meaning.
    """
    query = read_query(text)
    names = name_texts(graph)
    check()
    found = _ask(graph, query, TermReader(graph, names, check))
    inside = contents_of(graph, _place(graph, query))
    order = _Order(graph, inside)
    ops, rows = np.flatnonzero(found.ops), np.flatnonzero(found.rows)
    depth = np.concatenate((order.depth_of_rows(rows), order.depth_of_ops(ops)))
    first = np.concatenate((first_ops(graph.tree)[rows], ops))
    shown = np.lexsort((np.arange(depth.size), first, depth))
    shown = shown[offset : offset + min(limit, MAX_MATCHES)]
    hosts = first_hosts(graph, ops)
    check()
    matches = []
    for place in shown.tolist():
        at = place - rows.size
        matches.append(
            _row_match(graph, inside, int(rows[place]), int(depth[place]))
            if at < 0
            else _op_match(graph, inside, int(ops[at]), int(hosts[at]), int(depth[place]))
        )
    return Matches(text, depth.size, ops.size, offset, matches, _told(names, matches))


def _ask(graph: PreparedGraph, query: Query, reader: TermReader) -> Answered:
    """Return which ops and rows a query finds; neither the top level nor the library is found."""
    found = Answered(
        np.zeros(len(graph.annotated.ops), dtype=np.bool_),
        np.zeros(graph.tree.first_op, dtype=np.bool_),
    )
    for terms in query:
        found |= reduce(and_, [reader.ask(term) for term in terms])
    found.rows[ROOT] = False
    library = graph.tree.find_scope(LIBRARY) if len(graph.annotated.ops.functions) else None
    if library is not None:
        found.rows[library] = False
    return found


def _place(graph: PreparedGraph, query: Query) -> Place:
    """Return the scope that names are to begin with: that of the only `in:`, or the top level."""
    asked = {
        term.pattern.text
        for terms in query
        for term in terms
        if term.key == "in" and not term.is_negated and isinstance(term.pattern, TextPattern)
        and term.pattern.mode == "exact"
    }  # fmt: skip
    return resolve(graph, asked.pop() if len(asked) == 1 else "")


class _Order:
    """How deep ops and rows stand as they are shown."""

    def __init__(self, graph: PreparedGraph, inside: ScopeContents) -> None:
        self._graph = graph
        functions = len(graph.annotated.ops.functions)
        self._shift = np.zeros(functions + 1, dtype=np.int64)  # the last is for the main graph
        aliases = dict(inside.bodies)
        if inside.alias is not None:
            aliases[inside.alias.body.function] = inside.alias
        for function, alias in aliases.items():
            self._shift[function] = _depth_of(graph, alias) - graph.tree.depth[alias.root]

    def depth_of_rows(self, rows: Indices) -> Amounts:
        """Return the depths of scopes and series nodes, that of a function in the library."""
        depth = self._graph.tree.depth[rows] + self._shifts(first_ops(self._graph.tree)[rows])
        is_function = np.isin(rows, self._graph.calls.function_rows)
        return np.where(is_function, self._graph.tree.depth[rows], depth)

    def depth_of_ops(self, ops: Indices) -> Amounts:
        """Return the depths of ops, those of annotations by their own names."""
        tree = self._graph.tree
        depth = tree.depth[tree.scopes.home] + 1
        depth[tree.op[tree.first_op :]] = tree.depth[tree.first_op :]
        return depth[ops] + self._shifts(ops)

    def _shifts(self, ops: Indices) -> Amounts:
        functions = self._graph.annotated.ops.functions
        return self._shift[np.searchsorted(functions.first, ops, side="right") - 1]


def _depth_of(graph: PreparedGraph, alias: OpenCall) -> int:
    """Return how many scopes are around the body of a call, itself included."""
    row = graph.tree.row_of_op(alias.call)
    around = 0 if row is None else count_around(graph, row, alias.outer)
    return around + 1 + (len(graph.calls.bodies_of(alias.call)) > 1)


def _row_match(graph: PreparedGraph, inside: ScopeContents, row: int, depth: int) -> Match:
    tree = graph.tree
    function = np.flatnonzero(graph.calls.function_rows == row)
    op = int(first_ops(tree)[row])
    alias = None if function.size else inside.alias_of(graph, op)
    kind: MatchKind = "series" if row >= tree.first_series else "metanode"
    path = shown_path(graph, row, alias)
    scopes = scopes_around(graph, row, alias)
    return Match(path, path, scopes, "function" if function.size else kind, "", depth - 1)


def _op_match(graph: PreparedGraph, inside: ScopeContents, op: int, host: int, depth: int) -> Match:
    ops, annotated = graph.annotated.ops, graph.annotated
    sight = reveal_op(graph, op, host, inside.alias_of(graph, op))
    kind: MatchKind = "op"
    if not annotated.is_node[op]:
        kind = "constant" if annotated.is_constant[op] else "summary"
    elif graph.calls.bodies_of(op):
        kind = "function"
    op_type = ops.op_types[ops.op_type[op]]
    return Match(sight.name, sight.node, sight.scopes, kind, op_type, depth - 1)


def _told(names: NameTexts, matches: list[Match]) -> str | None:
    told = []
    if names.left_out:
        told.append(f"The names of {names.left_out:,} scopes, very long ones, were not searched.")
    if any(_is_cut(match) for match in matches):
        told.append("Of nodes that are very deep only the outermost scopes are listed.")
    return " ".join(told) or None


def _is_cut(match: Match) -> bool:
    """Return whether not all scopes around a match are listed; annotations are seen elsewhere."""
    return match.kind not in {"constant", "summary"} and len(match.scopes) < match.depth
