"""A value per graph, computed at its first use and freed with the graph."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from scopeboard.graph.prepared.prepared_graph import PreparedGraph

Value = TypeVar("Value")


class PerGraphCache(Generic[Value]):
    """One value for each graph, for any thread; two threads may compute the same one.

    Args:
        compute: returns the value of a graph.
    """

    def __init__(self, compute: Callable[[PreparedGraph], Value]) -> None:
        self._compute = compute
        self._lock = Lock()
        self._values: WeakKeyDictionary[PreparedGraph, Value] = WeakKeyDictionary()

    def get(self, graph: PreparedGraph) -> Value:
        """Return the value of a graph; compute it if it is missing."""
        with self._lock:
            value = self._values.get(graph)
        if value is None:
            value = self._compute(graph)
            with self._lock:
                self._values[graph] = value
        return value
