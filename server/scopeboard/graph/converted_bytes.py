"""Graphs that are written otherwise than as a GraphDef: text format, the JSON of a Keras model.

They are made into a GraphDef, in the same way each time, so that places in its bytes hold. That may
take seconds, so the last ones are kept.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Final

from scopeboard.graph.graph_bytes import GraphBytes
from scopeboard.graph.shared_work import SharedWork
from scopeboard.graph.text_column import Check, no_check
from scopeboard.graph.thin_graph import ThinGraph, whole_graph

MAX_KEPT_BYTES: Final = 32 << 20
Convert = Callable[[GraphBytes, Check], bytes]
"""Makes a GraphDef of other bytes; it refuses those that are too large before it reads them."""


class Conversions:
    """What was converted last, by key."""

    def __init__(self, max_bytes: int = MAX_KEPT_BYTES) -> None:
        self._max_bytes = max_bytes
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._working: SharedWork[Hashable, bytes] = SharedWork()

    def result(
        self, key: Hashable, work: Callable[[Check], bytes], check: Check = no_check
    ) -> bytes:
        """Return what was kept under a key, or do the work; callers at the same time share it.

        Raises:
            CancelledError: `check` raised it; the work goes on if others wait for it.
        """
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        return self._working.result(key, lambda check: self._keep(key, work(check)), check)

    def _keep(self, key: Hashable, made: bytes) -> bytes:
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > 1 and sum(map(len, self._kept.values())) > self._max_bytes:
                self._kept.popitem(last=False)
        return made


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

    def size(self, check: Check = no_check) -> int:
        """Return the size of the GraphDef."""
        return len(self.read(check))

    def read(self, check: Check = no_check) -> bytes:
        """Return the GraphDef."""

        def work(check: Check) -> bytes:
            return self.convert(self.source, check)

        return self.conversions.result(self.key(), work, check)

    def place_in_file(self, place: int) -> int | None:  # noqa: ARG002 - places are lost
        """Return None: what is converted has other places."""
        return None

    def outline(self, check: Check = no_check) -> ThinGraph:
        """Return what there is to parse: all of it."""
        return whole_graph(self.read(check))

    def read_at(self, start: int, end: int) -> bytes:
        """Return a slice of the GraphDef."""
        return self.read()[start:end]
