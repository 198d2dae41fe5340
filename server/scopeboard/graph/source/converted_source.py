"""Graphs in other formats than a binary GraphDef: text format, Keras, ONNX, torch.export, weights.

They are converted to a GraphDef. The conversion is deterministic, so that offsets in the GraphDef
stay valid. It may take seconds, so the last results are cached.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lru import LRUCache
from scopeboard.concurrency.single_flight import SingleFlight
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.graph.source.thin_graph import NO_FACTS, ModelFacts, ThinGraph, whole_graph

MAX_CACHED_BYTES: Final = 32 << 20


class Converted(NamedTuple):
    """A GraphDef, and what it does not show of the bytes that it was converted from."""

    data: bytes
    facts: ModelFacts = NO_FACTS


Convert = Callable[[GraphBytes, CancelCheck], Converted]
"""Returns the GraphDef of other bytes. Raises before it reads bytes that are too large."""


class Conversions:
    """The results of the last conversions, by key."""

    def __init__(self, max_bytes: int = MAX_CACHED_BYTES) -> None:
        self._cache: LRUCache[Hashable, Converted] = LRUCache(
            max_weight=max_bytes, weigh=lambda each: len(each.data), keeps_last=True
        )
        self._converting: SingleFlight[Hashable, Converted] = SingleFlight()

    def result(
        self,
        key: Hashable,
        convert: Callable[[CancelCheck], Converted],
        check: CancelCheck = never_cancelled,
    ) -> Converted:
        """Return a cached result, or convert; concurrent callers share one conversion.

        Raises:
            CancelledError: `check` raised it; the conversion continues for other callers.
        """
        cached = self._cache.find(key)
        if cached is not None:
            return cached

        def compute(check: CancelCheck) -> Converted:
            converted = convert(check)
            self._cache.put(key, converted)
            return converted

        return self._converting.run(key, compute, check)


@dataclass(frozen=True, slots=True)
class ConvertedBytes:
    """A GraphDef converted from other bytes; `form` is the unique name of the conversion."""

    source: GraphBytes
    form: str
    convert: Convert
    conversions: Conversions

    def key(self) -> tuple[Hashable, ...]:
        """Return the key of the source, and the name of the conversion."""
        return (*self.source.key(), self.form)

    def stamp(self) -> Hashable:
        """Return the stamp of the source."""
        return self.source.stamp()

    def size(self, check: CancelCheck = never_cancelled) -> int:
        """Return the size of the GraphDef."""
        return len(self.read(check))

    def read(self, check: CancelCheck = never_cancelled) -> bytes:
        """Return the GraphDef."""
        return self._convert(check).data

    def offset_in_file(self, offset: int) -> int | None:  # noqa: ARG002 - offsets are lost
        """Return None: a conversion loses the offsets of the source."""
        return None

    def outline(self, check: CancelCheck = never_cancelled) -> ThinGraph:
        """Return the bytes to parse: the whole GraphDef."""
        return whole_graph(*self._convert(check))

    def read_at(self, start: int, end: int) -> bytes:
        """Return a slice of the GraphDef."""
        return self.read()[start:end]

    def _convert(self, check: CancelCheck) -> Converted:
        convert = partial(self.convert, self.source)
        return self.conversions.result(self.key(), convert, check)
