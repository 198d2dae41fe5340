"""Let a cluster read and write for the writer of a shared index."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from scopeboard.cluster.connection import Cluster
from scopeboard.cluster.reading import WORTH_BYTES, ClusterExecutor
from scopeboard.cluster.writing import GOOD_ROWS, SEGMENT_ROWS, WORTH_ROWS, ClusterWriter
from scopeboard.store.open_shared import SharedWriter
from scopeboard.store.shared.generation import WriteOptions


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of tasks.

    `group_bytes` are those of a group of files, None to choose them by the backlog; fewer unread
    bytes than `worth_bytes` are read by the client. Segments have up to `segment_rows` rows, and
    end after `good_rows` if that divides no tag; those of fewer than `worth_rows` are written by
    the client.
    """

    group_bytes: int | None = None
    worth_bytes: int = WORTH_BYTES
    segment_rows: int = SEGMENT_ROWS
    good_rows: int = GOOD_ROWS
    worth_rows: int = WORTH_ROWS


SIZES: Final = Sizes()


def on_cluster(
    writer: SharedWriter,
    cluster: Cluster,
    sizes: Sizes = SIZES,
    report: Callable[[int, int], None] = lambda _, __: None,
) -> tuple[SharedWriter, ClusterExecutor]:
    """Return a writer whose segments a cluster writes, and what reads jobs there.

    Args:
        writer: continues a shared index.
        cluster: the connection.
        sizes: of tasks.
        report: is called with the number of segments written, and of all.
    """
    before = writer.before
    segments = ClusterWriter(
        cluster,
        writer.sources,
        before.segments if before else [],
        before.change.blocks if before else None,
        report,
        sizes.worth_rows,
    )
    executor = ClusterExecutor(
        cluster, writer.objects.address, writer.sources, sizes.group_bytes, sizes.worth_bytes
    )
    options = WriteOptions(segments.write, sizes.segment_rows, sizes.good_rows)
    return replace(writer, options=options), executor
