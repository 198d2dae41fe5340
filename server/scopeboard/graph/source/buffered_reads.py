"""A graph's bytes a megabyte at a time: to find it again for each node takes time."""

from typing import Final

from scopeboard.graph.source.byte_source import GraphBytes

_AHEAD_BYTES: Final = 1 << 20


class ReadAhead:
    """Reads more than it is asked for, and holds it."""

    def __init__(self, source: GraphBytes) -> None:
        self._source = source
        self._start = 0
        self._held = b""

    def read_at(self, start: int, end: int) -> bytes:
        """Return a slice of the graph, or less where it ends."""
        if end - start >= _AHEAD_BYTES:
            return self._source.read_at(start, end)
        if not self._start <= start <= end <= self._start + len(self._held):
            self._start = start
            self._held = self._source.read_at(start, start + _AHEAD_BYTES)
        return self._held[start - self._start : end - self._start]
