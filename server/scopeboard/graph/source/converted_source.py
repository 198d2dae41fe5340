"""Graphs that are written otherwise than as a GraphDef: text format, the JSON of a Keras model.

They are made into a GraphDef, in the same way each time, so that places in its bytes hold. That may
take seconds, so the last ones are kept.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lru import LRUCache
from scopeboard.concurrency.single_flight import SingleFlight
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.graph.source.thin_graph import ThinGraph, whole_graph

MAX_KEPT_BYTES: Final = 32 << 20
Convert = Callable[[GraphBytes, CancelCheck], bytes]
"""Makes a GraphDef of other bytes; it refuses those that are too large before it reads them."""


class Conversions:
    """What was converted last, by key."""

    def __init__(self, max_bytes: int = MAX_KEPT_BYTES) -> None:
        self._cache: LRUCache[Hashable, bytes] = LRUCache(
            max_weight=max_bytes, weigh=len, keeps_last=True
        )
        self._working: SingleFlight[Hashable, bytes] = SingleFlight()

    def result(
        self,
        key: Hashable,
        work: Callable[[CancelCheck], bytes],
        check: CancelCheck = never_cancelled,
    ) -> bytes:
        """Return what was kept under a key, or do the work; callers at the same time share it.

        Raises:
            CancelledError: `check` raised it; the work goes on if others wait for it.
        """
        cached = self._cache.find(key)
        if cached is not None:
            return cached

        def convert(check: CancelCheck) -> bytes:
            made = work(check)
            self._cache.put(key, made)
            return made

        return self._working.run(key, convert, check)


@dataclass(frozen=True, slots=True)
class ConvertedBytes:
    """A GraphDef made of other bytes; `form` names the conversion, unlike all others."""

    source: GraphBytes
    form: str
    convert: Convert
    conversions: Conversions

    def key(self) -> tuple[Hashable, ...]:
        """Return the key of the source, and the conversion."""
        return (*self.source.key(), self.form)

    def stamp(self) -> Hashable:
        """Return the stamp of the source."""
        return self.source.stamp()

    def size(self, check: CancelCheck = never_cancelled) -> int:
        """Return the size of the GraphDef."""
        return len(self.read(check))

    def read(self, check: CancelCheck = never_cancelled) -> bytes:
        """Return the GraphDef."""

        def work(check: CancelCheck) -> bytes:
            return self.convert(self.source, check)

        return self.conversions.result(self.key(), work, check)

    def place_in_file(self, place: int) -> int | None:  # noqa: ARG002 - places are lost
        """Return None: what is converted has other places."""
        return None

    def outline(self, check: CancelCheck = never_cancelled) -> ThinGraph:
        """Return what there is to parse: all of it."""
        return whole_graph(self.read(check))

    def read_at(self, start: int, end: int) -> bytes:
        """Return a slice of the GraphDef."""
        return self.read()[start:end]
