"""Batches of points that are new since a cursor."""

from collections.abc import Sequence

from scopeboard.arrays import Floats, Ints
from scopeboard.following.changes import ChangedPoints, Changes
from scopeboard.following.cursor import Cursor
from scopeboard.logs.columns import Names
from scopeboard.logs.scalars import Scalars


class Batch(Scalars):
    """Points that are new since a cursor, by tag, then by run, in the order of their event files.

    What a program holds is equal to `Log.scalars` if, for each batch, it drops the points of the
    runs in `removed`, then those in `superseded`, and adds those of the batch.

    Attributes:
        cursor: where to go on after this batch.
        superseded: points of earlier batches that a restarted run has logged again or left behind.
        removed: names of runs of which an event file was removed or replaced. What is left of them
            is in this batch, or in the next ones.
    """

    cursor: Cursor
    superseded: Scalars
    removed: Sequence[str]

    @classmethod
    def of(cls, changes: Changes, before: Cursor) -> "Batch":
        """Return the batch of changes since a cursor."""
        batch = cls(_columns(changes.added))
        batch.cursor = before.after(changes.removed, changes.places)
        batch.superseded = Scalars(_columns(changes.superseded))
        batch.removed = tuple(changes.removed)
        return batch


def _columns(points: ChangedPoints) -> dict[str, Names | Ints | Floats]:
    return {
        "run": Names(points.run, points.runs),
        "tag": Names(points.tag, points.tags),
        "step": points.step,
        "wall_time": points.wall_time,
        "value": points.value,
    }
