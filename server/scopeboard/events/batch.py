"""The columns that a stretch of an event file turns into: what ingest hands to the store.

Scalars are values; everything else stays in the file and is known by where it is, to be read
when somebody looks at it.
"""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.record import Damage
from scopeboard.types import Kind, TagKey

Ending = Literal["done", "failed"]


class Columns(NamedTuple):
    """Points of a time series, each column [n]; wall times are in seconds since the epoch."""

    step: NDArray[np.int64]
    wall_time: NDArray[np.float64]
    value: NDArray[np.float64]


class BlobColumns(NamedTuple):
    """Places of values in an event file, each column [n].

    `offset` and `length` (bytes) are those of the whole record; `value_index` is the value's
    position in the summary, 0 for an event that carries a single thing.
    """

    step: NDArray[np.int64]
    wall_time: NDArray[np.float64]
    offset: NDArray[np.int64]
    length: NDArray[np.int64]
    value_index: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TagMetadata:
    """What is known of a tag: its kind, who wrote it, and the names its author gave it.

    `guessed` tells that no metadata was logged and the kind comes from the value's shape.
    """

    kind: Kind
    plugin: str = ""
    display_name: str = ""
    description: str = ""
    content: bytes = b""
    guessed: bool = False


@dataclass(slots=True)
class Batch:
    """What a stretch of one event file holds, in file order within each column.

    `first_wall_time` is that of the file's first event in the stretch, whatever it carries.
    `ending` is how the run said it ended; `resumed` tells that it said so and started again, or
    that whatever it had said before the stretch no longer holds.
    """

    metadata: dict[TagKey, TagMetadata] = field(default_factory=dict)
    scalars: dict[str, Columns] = field(default_factory=dict)
    blobs: dict[TagKey, BlobColumns] = field(default_factory=dict)
    damage: list[Damage] = field(default_factory=list)
    first_wall_time: float | None = None
    last_wall_time: float | None = None
    last_step: int | None = None
    ending: Ending | None = None
    resumed: bool = False

    @property
    def points(self) -> int:
        """The number of scalar points and blobs in the batch."""
        scalars = sum(len(columns.step) for columns in self.scalars.values())
        return scalars + sum(len(columns.step) for columns in self.blobs.values())
