"""The answer for one scope: the columns of `scope_view` to the values of `scope`."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.paths.paths import group_as_shown
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.answer import Scope
from scopeboard.graph.scope.content_hash import content_hash
from scopeboard.graph.scope.edges import build_bridges, build_edges
from scopeboard.graph.scope.extraction import ExtractOptions
from scopeboard.graph.scope.nodes import build_nodes, costs_of_rows
from scopeboard.graph.scope.rules import Choice
from scopeboard.graph.scope.view import ScopeView, view_scope
from scopeboard.graph.scope.view_cache import view_of_pages


@dataclass(frozen=True, slots=True)
class ScopeOptions:
    """How a scope is asked for.

    `grouping` makes the series nodes, None leaves them as the graph has them; `extract` and the
    viewer's `choices` make the main/auxiliary split. The answer has `limit` of the children, all
    when it is None, from `offset` on.
    """

    grouping: Grouping | None = None
    extract: ExtractOptions = field(default_factory=ExtractOptions)
    choices: Sequence[Choice] = ()
    offset: int = 0
    limit: int | None = None


DEFAULTS: Final = ScopeOptions()


def build_scope(
    graph: PreparedGraph,
    name: str,
    options: ScopeOptions = DEFAULTS,
    check: CancelCheck = never_cancelled,
) -> Scope:
    """Return the inside of the scope with this full name (empty: the top level).

    `check` is called now and then; what it raises ends the work.

    Raises:
        NotFoundError: the graph has no such scope.
        QueryError: a choice has no meaning.
    """
    if options.grouping is not None:
        graph = group_as_shown(graph, options.grouping)
    graph.structures(check)
    view = _view(graph, name, options, check)
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


def _view(graph: PreparedGraph, name: str, options: ScopeOptions, check: CancelCheck) -> ScopeView:
    """Return what the pages of a scope share."""
    choices = tuple(options.choices)
    return view_of_pages(
        graph,
        (name, options.extract, choices),
        options.limit,
        lambda: view_scope(graph, name, options.extract, choices, check),
    )
