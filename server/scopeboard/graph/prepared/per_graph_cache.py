"""What is worked out of a graph when it is first asked for, and kept as long as the graph is."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from scopeboard.graph.prepared.prepared_graph import PreparedGraph

Value = TypeVar("Value")


class PerGraphCache(Generic[Value]):
    """One value for each graph. Callers may come from any thread; two may work out the same."""

    def __init__(self, make: Callable[[PreparedGraph], Value]) -> None:
        self._make = make
        self._lock = Lock()
        self._values: WeakKeyDictionary[PreparedGraph, Value] = WeakKeyDictionary()

    def get(self, graph: PreparedGraph) -> Value:
        """Return the value of a graph, worked out unless it is here."""
        with self._lock:
            value = self._values.get(graph)
        if value is None:
            value = self._make(graph)
            with self._lock:
                self._values[graph] = value
        return value
