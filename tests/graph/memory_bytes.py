"""A source of a graph in memory."""

from collections.abc import Hashable

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.source.thin_graph import ThinGraph, whole_graph


class MemoryBytes:
    """A graph's bytes in memory."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def key(self) -> tuple[Hashable, ...]:
        return (self._data,)

    def stamp(self) -> Hashable:
        return self.key()

    def size(self, check: CancelCheck = never_cancelled) -> int:
        check()
        return len(self._data)

    def read(self, check: CancelCheck = never_cancelled) -> bytes:
        check()
        return self._data

    def read_at(self, start: int, end: int) -> bytes:
        return self._data[start:end]

    def offset_in_file(self, offset: int) -> int | None:
        return offset

    def outline(self, check: CancelCheck = never_cancelled) -> ThinGraph:
        return whole_graph(self.read(check))
