"""The columns decoded from a portion of an event file, for the store.

Scalars are decoded. All other values stay in the file; their columns have the offsets from which
a request reads them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.records.record_reader import Damage
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.types import TagKey

Ending = Literal["done", "failed"]


class Columns(NamedTuple):
    """Points of a time series, each column [n]; wall times are in seconds since the epoch."""

    step: NDArray[np.int64]
    wall_time: NDArray[np.float64]
    value: NDArray[np.float64]


class BlobColumns(NamedTuple):
    """Positions of values in an event file, each column [n].

    `offset` and `length` (bytes) describe the record; `value_index` is the index of the value in
    the summary, 0 for an event with a single value.
    """

    step: NDArray[np.int64]
    wall_time: NDArray[np.float64]
    offset: NDArray[np.int64]
    length: NDArray[np.int64]
    value_index: NDArray[np.int64]


class ScalarTable(Mapping[str, Columns]):
    """The scalars of a batch: the points of each tag, as views of columns over all tags.

    `columns` have the points of the first tag, then the points of the second, and so on, each in
    file order; `ends` (int64 [tags]) has the end of each tag's points.
    """

    __slots__ = ("_indices", "_tags", "columns", "ends")

    def __init__(self, tags: list[str], ends: NDArray[np.int64], columns: Columns) -> None:
        self._tags = tags
        self._indices: dict[str, int] = {}
        self.ends = ends
        self.columns = columns

    @property
    def tags(self) -> list[str]:
        """The tags, in the order of their columns; each once."""
        return self._tags

    def __getitem__(self, tag: str) -> Columns:
        if len(self._indices) != len(self._tags):  # on first access: most are only iterated
            self._indices = {tag: index for index, tag in enumerate(self._tags)}
        index = self._indices[tag]
        points = slice(self.ends[index - 1] if index else 0, self.ends[index])
        step, wall_time, value = self.columns
        return Columns(step[points], wall_time[points], value[points])

    def __iter__(self) -> Iterator[str]:
        return iter(self._tags)

    def __len__(self) -> int:
        return len(self._tags)


_NO_SCALARS: Final = ScalarTable(
    [], np.empty(0, np.int64), Columns(np.empty(0, np.int64), np.empty(0), np.empty(0))
)


def no_scalars() -> ScalarTable:
    """Return a table without points."""
    return _NO_SCALARS


def joined_tables(first: ScalarTable, second: ScalarTable) -> ScalarTable:
    """Return the points of both tables, which have no tag in common."""
    if not len(first) or not len(second):
        return first if len(first) else second
    ends = np.concatenate([first.ends, second.ends + first.ends[-1]])
    step, wall_time, value = zip(first.columns, second.columns, strict=True)
    columns = Columns(np.concatenate(step), np.concatenate(wall_time), np.concatenate(value))
    return ScalarTable([*first.tags, *second.tags], ends, columns)


@dataclass(slots=True)
class Batch:
    """The content of a portion of one event file, in file order within each column.

    Attributes:
        metadata: metadata of each series.
        known: metadata for later values of a tag that carry none, for tags where it has changed.
        guessed: tags whose kind was guessed from the shape of a value.
        first_wall_time: wall time of the first event, of any kind.
        ending: how the run reported its end.
        resumed: an earlier `ending` is void, because the batch begins with a SessionLog.START. A
            START occurs at the beginning of a batch alone.
    """

    metadata: dict[TagKey, TagMetadata] = field(default_factory=dict)
    known: dict[str, TagMetadata] = field(default_factory=dict)
    guessed: set[str] = field(default_factory=set)
    scalars: ScalarTable = field(default_factory=no_scalars)
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
        return len(self.scalars.columns.step) + sum(
            len(columns.step) for columns in self.blobs.values()
        )
