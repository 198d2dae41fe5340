"""Search: the ops and scopes of a graph that match a query, by name first, in order of depth.

What is typed may be the end of a path, `cell/MatMul_1`: the nodes of that name come before those
that have it somewhere in their names.

Each term is matched against few texts or one long one: names are joined (`model.text_search`), and
each distinct op type, device, cluster, shape, dtype and attribute set is matched once. The rest is
a gather by op and a few boolean columns, so the time hardly depends on the query.

A term on the name matches scopes, groups and functions too; any other term matches ops alone.
A term without a key matches names and op types. What matches only by the type of its op comes last.
An op in the body of a function is one match, under the name with the fewest calls in it (within the
scope of `in:`, if there is one). Constants and summaries match as ops, and appear at their hosts.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.hierarchy.groups import GroupKind
from scopeboard.graph.model.text_search import TextPattern
from scopeboard.graph.paths.contents import ScopeContents, contents_of
from scopeboard.graph.paths.paths import resolve, shown_path
from scopeboard.graph.paths.reveal import count_around, reveal_op, scopes_around
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.query.name_index import NameIndex
from scopeboard.graph.query.query_parser import Query, read_query
from scopeboard.graph.query.term_matcher import TermMatcher

MatchKind = GroupKind | Literal["op", "metanode", "function", "constant", "summary", "folded"]
MAX_MATCHES: Final = 1000


@dataclass(frozen=True, slots=True)
class Match:
    """One match of a query: see `Reveal` for `name`, `node` and `scopes`.

    `depth` is the number of scopes around it. `op` is the op type, empty for other nodes.
    """

    name: str
    node: str
    scopes: list[str]
    kind: MatchKind
    op: str
    depth: int


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a query: `total` in all, `ops` of them ops.

    `matches` is a page of them from `offset` on: names that end in the query, then the others, each
    in order of depth, then of appearance; the last `by_type` of all match by the types of their ops
    alone, in order of depth. `bound` is a sentence on what the search or the list leaves out.
    """

    query: str
    total: int
    ops: int
    by_type: int
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
    """Return the matches of a query in a graph.

    Args:
        graph: the graph.
        text: the query (see `query_parser`); an empty one matches nothing.
        offset: how many matches to skip.
        limit: how many to list, `MAX_MATCHES` at most.
        check: called now and then.

    Raises:
        QueryError: the query is invalid.
    """
    query = read_query(text)
    names = NameIndex.of(graph)
    check()
    matcher = TermMatcher(graph, names, check)
    flags = matcher.match_query(query)
    named = matcher.match_query(_about_names(query)) if _has_open_term(query) else flags
    ends = matcher.match_query(_about_ends(query))
    scopes = {
        term.pattern.text
        for terms in query
        for term in terms
        if term.key == "in" and not term.is_negated and isinstance(term.pattern, TextPattern)
        and term.pattern.mode == "exact"
    }  # fmt: skip
    # Names begin with the scope of the only `in:`, otherwise with the top level.
    contents = contents_of(graph, resolve(graph, scopes.pop() if len(scopes) == 1 else ""))
    ops, rows = np.flatnonzero(flags.ops), np.flatnonzero(flags.rows)
    first = np.concatenate((graph.tree.first_nodes()[rows], ops))
    depth = _depths(graph, contents, rows, ops, first)
    by_type = np.concatenate((~named.rows[rows], ~named.ops[ops]))
    is_inside = np.concatenate((~ends.rows[rows], ~ends.ops[ops]))
    listed = np.lexsort((np.arange(depth.size), first, depth, is_inside, by_type))
    listed = listed[offset : offset + min(limit, MAX_MATCHES)]
    hosts = graph.annotated.shown_at[ops]
    check()
    matches = [
        _row_match(graph, contents, int(rows[index]), int(first[index]), int(depth[index]))
        if index < rows.size
        else _op_match(
            graph,
            contents,
            int(ops[index - rows.size]),
            int(hosts[index - rows.size]),
            int(depth[index]),
        )
        for index in listed.tolist()
    ]
    bounds = []
    if names.omitted:
        bounds.append(f"The very long names of {names.omitted:,} scopes were not searched.")
    # Annotations are listed with the scopes of their hosts.
    nodes = (match for match in matches if match.kind not in {"constant", "folded", "summary"})
    if any(len(match.scopes) < match.depth for match in nodes):
        bounds.append("Only the outermost scopes of very deep nodes are listed.")
    return Matches(
        text, depth.size, ops.size, int(by_type.sum()), offset, matches, " ".join(bounds) or None
    )


def _has_open_term(query: Query) -> bool:
    """Return whether a term has no key, so that it also matches op types."""
    return any(term.key == "any" for terms in query for term in terms)


def _about_names(query: Query) -> Query:
    """Return a query whose terms without a key are about names alone."""
    return [
        [replace(term, key="name") if term.key == "any" else term for term in terms]
        for terms in query
    ]


def _about_ends(query: Query) -> Query:
    """Return a query for names that end in the only text of a query; an empty one for any other."""
    if len(query) != 1 or len(query[0]) != 1:
        return []
    (term,) = query[0]
    pattern = term.pattern
    if term.key not in {"any", "name"} or term.is_negated or not isinstance(pattern, TextPattern):
        return []
    if pattern.mode != "substring" or not pattern.text:
        return []
    return [[replace(term, key="name", pattern=replace(pattern, mode="end"))]]


def _depths(
    graph: PreparedGraph, contents: ScopeContents, rows: Indices, ops: Indices, first: Indices
) -> Indices:
    """Return the number of scopes around each row and then each op, itself included.

    Ops in a function are as deep as in the open call that shows it; annotations by their own names.
    `first` has the first op of each row and then each op.
    """
    tree, functions = graph.tree, graph.annotated.ops.functions
    open_calls = dict(contents.bodies)
    if contents.alias is not None:
        open_calls[contents.alias.body.function] = contents.alias
    op_depth = tree.depth[tree.scopes.home] + 1
    op_depth[tree.op[tree.first_op :]] = tree.depth[tree.first_op :]
    depth = np.concatenate((tree.depth[rows], op_depth[ops]))
    if not open_calls:
        return depth
    shift = np.zeros(len(functions) + 1, dtype=np.int64)  # by function, the last for the main graph
    for function, alias in open_calls.items():
        call = tree.row_of_op(alias.call)
        around = 0 if call is None else count_around(graph, call, alias.outer)
        around += 1 + (len(graph.calls.bodies_of(alias.call)) > 1)
        shift[function] = around - tree.depth[alias.root]
    shifts = shift[np.searchsorted(functions.first, first, side="right") - 1]
    shifts[: rows.size][np.isin(rows, graph.calls.function_rows)] = 0  # functions in the library
    return depth + shifts


def _row_match(
    graph: PreparedGraph, contents: ScopeContents, row: int, first: int, depth: int
) -> Match:
    tree = graph.tree
    is_function = bool((graph.calls.function_rows == row).any())
    kind: MatchKind = tree.group_kind(row) or "metanode"
    alias = None if is_function else contents.alias_of(graph, first)
    path = shown_path(graph, row, alias)
    scopes = scopes_around(graph, row, alias)
    return Match(path, path, scopes, "function" if is_function else kind, "", depth - 1)


def kind_of_annotation(graph: PreparedGraph, op: int) -> MatchKind:
    """Return the kind of an op that is no node."""
    if graph.annotated.is_folded[op]:
        return "folded"
    return "constant" if graph.annotated.is_constant[op] else "summary"


def _op_match(
    graph: PreparedGraph, contents: ScopeContents, op: int, host: int, depth: int
) -> Match:
    annotated = graph.annotated
    reveal = reveal_op(graph, op, host, contents.alias_of(graph, op))
    kind: MatchKind = "op"
    if not annotated.is_node[op]:
        kind = kind_of_annotation(graph, op)
    elif graph.calls.bodies_of(op):
        kind = "function"
    op_type = annotated.ops.op_types[annotated.ops.op_type[op]]
    return Match(reveal.name, reveal.node, reveal.scopes, kind, op_type, depth - 1)
