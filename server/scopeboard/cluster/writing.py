"""Write segments by the workers of a cluster."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from scopeboard.cluster.connection import Cluster
from scopeboard.cluster.tasks import SegmentSources, write_one_segment
from scopeboard.files.objects import Objects
from scopeboard.store.format.schema import BLOCK, Rows
from scopeboard.store.segments.directory import OWN_SEGMENTS
from scopeboard.store.segments.reader import Read
from scopeboard.store.shared.generation import DoneSegment, SegmentOrder, write_order
from scopeboard.store.shared.layout import Segment
from scopeboard.store.shared.parts import Sources

SEGMENT_ROWS: Final = 1 << 22
"""Rows of a segment at most, 100 MB: what fits into the memory of a chart is in one per layer."""

GOOD_ROWS: Final = 1 << 20
"""Rows after which a segment ends, if that divides no tag: each worker shall have some."""

WORTH_ROWS: Final = 1 << 18  # fewer are written here before a task has begun


class ClusterWriter:
    """Writes segments as tasks, and here what workers cannot read or what is small.

    Args:
        cluster: the connection.
        sources: where the blocks are.
        segments: those of the generation before.
        blocks: BLOCK [n] of that generation, None without one.
        report: is called with the number of segments written, and of all.
        worth_rows: fewer rows are written here.
    """

    def __init__(
        self,
        cluster: Cluster,
        sources: Sources,
        segments: Sequence[Segment],
        blocks: Rows | None,
        report: Callable[[int, int], None] = lambda _, __: None,
        worth_rows: int = WORTH_ROWS,
    ) -> None:
        self._cluster, self._sources, self._report = cluster, sources, report
        self._segments = {segment.number: segment for segment in segments}
        self._blocks = np.empty(0, BLOCK) if blocks is None else blocks
        self._worth_rows = worth_rows

    def write(
        self, objects: Objects, orders: Sequence[SegmentOrder], read: Read
    ) -> Iterator[DoneSegment]:
        """Write segments side by side, and yield what became of each, in order.

        Raises:
            UnavailableError: the scheduler is gone, or something cannot be read now.
            OSError: something cannot be written.
        """
        futures = {
            number: self._cluster.submit(
                "write", write_one_segment, order, objects.address, self._sources_of(order)
            )
            for number, order in enumerate(orders)
            if self._is_for_workers(order)
        }
        for number, order in enumerate(orders):
            self._report(number, len(orders))
            future = futures.pop(number, None)
            if future is None:
                yield write_order(objects, order, read)
                continue
            done: DoneSegment = self._cluster.result(future)
            future.release()
            yield done

    def _is_for_workers(self, order: SegmentOrder) -> bool:
        """Whether an order is large, and nothing that it needs is on this machine alone."""
        is_large = int(order.blocks["count"].sum()) >= self._worth_rows
        numbers = order.blocks["segment"]
        return is_large and bool(((numbers > 0) & (numbers < OWN_SEGMENTS)).all())

    def _sources_of(self, order: SegmentOrder) -> SegmentSources:
        numbers = np.unique(order.blocks["segment"]).tolist()
        parts = {n: self._sources.parts[n] for n in numbers if n in self._sources.parts}
        segments = [self._segments[n] for n in numbers if n in self._segments]
        before = self._blocks[
            np.isin(self._blocks["segment"], [segment.number for segment in segments])
        ]
        return SegmentSources(parts, segments, before)
