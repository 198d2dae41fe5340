"""A cache of scope views, for scopes with more children than one page: the pages share a view.

A view depends on the graph and the parameters of the scope alone, so the cache changes no answer.
"""

from collections.abc import Callable, Hashable
from typing import Final

from scopeboard.concurrency.lru import LRUCache
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph
from scopeboard.graph.scope.view import ScopeView

_MAX_VIEWS: Final = 2
"""For each graph, over all clients; a view takes no more memory than the graph itself."""


def _new_cache(_: PreparedGraph) -> LRUCache[Hashable, ScopeView]:
    return LRUCache(_MAX_VIEWS)


_caches: Final = PerGraphCache(_new_cache)


def cached_view(
    graph: PreparedGraph, key: Hashable, limit: int | None, make: Callable[[], ScopeView]
) -> ScopeView:
    """Return the view of a scope; cache it when it has more children than a page.

    Args:
        graph: the graph.
        key: the parameters of the scope, without those of the page.
        limit: the number of children of a page, None for all.
        make: returns the view.
    """
    views = _caches.get(graph)
    view = views.find(key)
    if view is None:
        view = make()
        if limit is not None and len(view.children.names) > limit:
            views.put(key, view)
    return view
