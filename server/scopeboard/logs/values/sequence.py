"""Sequences of logged values that are read from their event files when they are used."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.events.decode.logged_value import SummaryValue
from scopeboard.events.decode.sent_value import Decode
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.logs.columns import Column, Names
from scopeboard.logs.table import Table, row_index

Read = TypeVar("Read")


class ValueSeries(Protocol):
    """The values of one tag in one run, by step; none of them was read."""

    @property
    def tag(self) -> str:
        """The tag."""

    @property
    def step(self) -> Ints:
        """The steps, int64 [values], ascending."""

    @property
    def wall_time(self) -> Floats:
        """The wall times, float64 [values], in seconds since the epoch."""

    def __len__(self) -> int: ...

    def value(self, position: int, decode: Decode[Read]) -> Read:
        """Return the value at a position.

        Raises:
            NotFoundError: the event file is gone.
            DamagedDataError: the record is damaged.
        """


class LoggedValue(ABC, Generic[Read]):
    """A value of a tag in a run at a step; it is read from its event file on first use.

    Attributes:
        run: the name of the run.
        tag: the tag.
        step: the step.
        wall_time: seconds since the epoch.
    """

    column_types: ClassVar[Mapping[str, str]]
    """The columns of a table in long form, and their dtypes."""

    def __init__(self, run: str, series: ValueSeries, position: int) -> None:
        self.run = run
        self.tag = series.tag
        self.step = int(series.step[position])
        self.wall_time = float(series.wall_time[position])
        self._series = series
        self._position = position

    @staticmethod
    @abstractmethod
    def decode(value: SummaryValue, metadata: TagMetadata) -> Read:
        """Decode a value as logged."""

    @cached_property
    def _value(self) -> Read:
        """The decoded value.

        Raises:
            NotFoundError: the event file is gone.
            DamagedDataError: the record is damaged.
        """
        return self._series.value(self._position, self.decode)

    @abstractmethod
    def columns(self) -> dict[str, Column]:
        """Return the columns of the value, those of `column_types`.

        Raises:
            NotFoundError: the event file is gone.
            DamagedDataError: the record is damaged.
        """

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.tag!r} of {self.run!r} at step {self.step}>"


V = TypeVar("V", bound=LoggedValue[Any])


class Values(Sequence[V]):
    """Values by tag, then by run, then by step; each is read when it is used.

    Args:
        kind: the class of the values.
        series: the names of runs with their series.
        rows: int64 [values], positions in all series; None for all of them.

    Examples:
        >>> images = sb.open("media").images()
        >>> len(images), images.step.tolist(), images.wall_time.dtype
        (2, [0, 1], dtype('float64'))
        >>> images.listing[["run", "tag", "step"]]
        run   tag     step
        base  sample  0
        base  sample  1
        [2 rows × 3 columns]
        >>> images[1:].table()["media_type"][0]
        'image/png'
        >>> images[images.step > 0]
        <1 ImageValue values>
    """

    def __init__(
        self, kind: type[V], series: Sequence[tuple[str, ValueSeries]], rows: Ints | None = None
    ) -> None:
        self._kind = kind
        self._series = series
        self._ends = np.cumsum([0, *(len(each) for _, each in series)])
        self._rows = np.arange(int(self._ends[-1])) if rows is None else rows

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> V: ...

    @overload
    def __getitem__(self, at: slice | Sequence[int] | NDArray[Any]) -> Self: ...

    def __getitem__(self, at: int | slice | Sequence[int] | NDArray[Any]) -> V | Self:
        """Return a value by its position, or some of the values: a slice, numbers, or a mask.

        Raises:
            IndexError: there is no such value.
        """
        if not isinstance(at, int | np.integer):
            return self.__class__(self._kind, self._series, self._rows[row_index(at)])
        row = int(self._rows[at])
        number = int(np.searchsorted(self._ends, row, "right")) - 1
        run, series = self._series[number]
        return self._kind(run, series, row - int(self._ends[number]))

    def __iter__(self) -> Iterator[V]:
        return (self[at] for at in range(len(self)))

    @property
    def step(self) -> Ints:
        """The steps, int64 [values]."""
        steps = [series.step for _, series in self._series]
        return np.concatenate([np.empty(0, np.int64), *steps])[self._rows]

    @property
    def wall_time(self) -> Floats:
        """The wall times, float64 [values], in seconds since the epoch."""
        times = [series.wall_time for _, series in self._series]
        return np.concatenate([np.empty(0), *times])[self._rows]

    @property
    def listing(self) -> Table:
        """The columns `run`, `tag`, `step` and `wall_time` of the values, without reading any."""
        numbers = np.searchsorted(self._ends, self._rows, "right") - 1
        runs = [self._series[number][0] for number in numbers.tolist()]
        tags = [self._series[number][1].tag for number in numbers.tolist()]
        return Table(
            {
                "run": Names.of(runs),
                "tag": Names.of(tags),
                "step": self.step,
                "wall_time": self.wall_time,
            }
        )

    def table(self) -> Table:
        """Return all values in long form: `run`, `tag`, `step`, `wall_time`, then their columns.

        Raises:
            NotFoundError: an event file is gone.
            DamagedDataError: a record is damaged.
        """
        parts = [value.columns() for value in self]
        counts = np.array([len(next(iter(part.values()))) for part in parts], np.int64)
        rows = np.repeat(np.arange(len(parts)), counts)
        columns = dict(self.listing[rows].all_columns())
        for name, dtype in self._kind.column_types.items():
            columns[name] = np.concatenate([np.empty(0, dtype), *(part[name] for part in parts)])
        return Table(columns)

    def __repr__(self) -> str:
        return f"<{len(self):,} {self._kind.__name__} values>"
