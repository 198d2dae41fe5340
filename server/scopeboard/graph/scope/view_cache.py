"""The views of scopes that are answered in pages: the pages share one, and so it is kept.

A view depends on the graph and on how its scope was asked for, as answers do; so whether one was
kept shows in the time alone.
"""

from collections.abc import Callable, Hashable
from typing import Final

from scopeboard.concurrency.lru import LRUCache
from scopeboard.graph.prepared.per_graph_cache import PerGraphCache
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.view import ScopeView

_MAX_VIEWS: Final = 2
"""Of each graph, whoever looks at it; a view takes no more than the graph itself."""


def _new_cache(_: PreparedGraph) -> LRUCache[Hashable, ScopeView]:
    return LRUCache(_MAX_VIEWS)


_caches: Final = PerGraphCache(_new_cache)


def view_of_pages(
    graph: PreparedGraph, key: Hashable, limit: int | None, make: Callable[[], ScopeView]
) -> ScopeView:
    """Return the view of a scope, kept when it has more children than a page.

    Args:
        graph: that has the scope.
        key: how the scope is asked for, but for the page.
        limit: how many children a page has, None for all.
        make: makes the view.
    """
    views = _caches.get(graph)
    view = views.find(key)
    if view is None:
        view = make()
        if limit is not None and len(view.children.names) > limit:
            views.put(key, view)
    return view
