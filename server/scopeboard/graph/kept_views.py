"""The views of scopes that are answered in pages: the pages share one, and so it is kept.

A view depends on the graph and on how its scope was asked for, as answers do; so whether one was
kept shows in the time alone.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final

from scopeboard.graph.kept_with import KeptWith
from scopeboard.graph.prepared import PreparedGraph
from scopeboard.graph.scope_view import ScopeView

_MAX_KEPT: Final = 2
"""Of each graph, whoever looks at it; a view takes no more than the graph itself."""


class _Views:
    """The views of one graph, the least recently used first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._views: OrderedDict[Hashable, ScopeView] = OrderedDict()

    def find(self, key: Hashable) -> ScopeView | None:
        with self._lock:
            if key in self._views:
                self._views.move_to_end(key)
            return self._views.get(key)

    def keep(self, key: Hashable, view: ScopeView) -> None:
        with self._lock:
            self._views[key] = view
            while len(self._views) > _MAX_KEPT:
                self._views.popitem(last=False)


_kept: Final = KeptWith(lambda _: _Views())


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
    views = _kept.get(graph)
    view = views.find(key)
    if view is None:
        view = make()
        if limit is not None and len(view.children.names) > limit:
            views.keep(key, view)
    return view
