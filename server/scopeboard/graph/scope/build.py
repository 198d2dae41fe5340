"""Build the answer for one scope: from the columns of `view` to the values of `answer`."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

import msgspec
import numpy as np

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.answer import Scope
from scopeboard.graph.scope.edges import build_bridges, build_edges
from scopeboard.graph.scope.extraction import ExtractOptions
from scopeboard.graph.scope.nodes import build_nodes, costs_of_rows
from scopeboard.graph.scope.rules import Choice
from scopeboard.graph.scope.view import view_scope
from scopeboard.graph.scope.view_cache import cached_view


@dataclass(frozen=True, slots=True)
class ScopeOptions:
    """Parameters of one scope.

    `extract` and the viewer's `choices` make the main/auxiliary split. The answer has `limit`
    children, all when it is None, from `offset` on.
    """

    extract: ExtractOptions = field(default_factory=ExtractOptions)
    choices: Sequence[Choice] = ()
    offset: int = 0
    limit: int | None = None


DEFAULTS: Final = ScopeOptions()
_HASH_BYTES: Final = 16


def build_scope(
    graph: PreparedGraph,
    name: str,
    options: ScopeOptions = DEFAULTS,
    check: CancelCheck = never_cancelled,
) -> Scope:
    """Return the inside of the scope with this full name (empty: the top level).

    Raises:
        CancelledError: `check` raised it.
        NotFoundError: the graph has no such scope.
        QueryError: a choice has no meaning.
    """
    graph.structures(check)
    choices = tuple(options.choices)
    view = cached_view(
        graph,
        (name, options.extract, choices),
        options.limit,
        lambda: view_scope(graph, name, options.extract, choices, check),
    )
    total = len(view.children.names)
    end = total if options.limit is None else options.offset + options.limit
    shown = range(total)[options.offset : end]
    following = shown.stop if shown and shown.stop < total else None
    check()
    nodes = build_nodes(graph, view, shown)
    check()
    edges = build_edges(graph, view, shown)
    bridges = build_bridges(graph, view, shown)
    (costs,) = costs_of_rows(graph.costs(check), np.array([view.children.place.row]))
    content = (total, options.offset, following, costs, nodes, edges, bridges)
    return Scope(name, content_hash(name, *content), *content)


def content_hash(*content: object) -> str:
    """Return the hash of values made of texts, numbers, lists, sets and dataclasses of these.

    Equal content has the same hash in every process and version.

    Raises:
        TypeError: a value is of another type.
    """
    canonical = msgspec.json.encode(content, order="deterministic")
    return blake2b(canonical, digest_size=_HASH_BYTES).hexdigest()
