"""A job as its planner sees it: which portions of which files, and what depends on them."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scopeboard.ingest.job import weight_of
from scopeboard.types import RunId


@dataclass(slots=True, eq=False)
class FileWork:
    """A file with something to read: it is planned up to `next` of `size` bytes."""

    file: int
    path: str
    next: int
    size: int


class Leg(NamedTuple):
    """A portion [start, end) of a flight.

    It `is_last` if the file ended there when it was looked at, `is_cut` if a record seems to
    begin at its end, and otherwise ends where its last whole record does.
    """

    run: "RunWork"
    work: FileWork
    start: int
    end: int
    is_last: bool = False
    is_cut: bool = False


@dataclass(slots=True, eq=False)
class Flight:
    """A job under way: its legs, and its `result` once it has landed.

    `is_ahead` tells that it was begun before others of its run were settled, `is_stale` that
    nothing of it may be kept.
    """

    legs: list[Leg] = field(default_factory=list)
    is_ahead: bool = False
    is_stale: bool = False
    result: Any = None

    @property
    def runs(self) -> "list[RunWork]":
        """The runs it reads of, each once."""
        return list({id(leg.run): leg.run for leg in self.legs}.values())


@dataclass(slots=True, eq=False)
class RunWork:
    """A run with something to read: its files by name, and what is under way, in order.

    It `may_be_ahead` once its first job was settled. `turn` tells when it was read of last.
    """

    id: RunId
    files: list[FileWork] = field(default_factory=list)
    flights: list[Flight] = field(default_factory=list)
    may_be_ahead: bool = False
    is_queued: bool = False
    turn: int = 0

    @property
    def is_ready(self) -> bool:
        """Whether something of it may be read now."""
        if not self.files or not self.flights:
            return bool(self.files)
        end = self.flights[-1].legs[-1]
        return self.may_be_ahead and (end.is_last or end.is_cut)

    def fits(self, room: int, count: int) -> bool:
        """Tell whether all of it takes up no more than `room` bytes and `count` portions."""
        if len(self.files) > count:
            return False
        return sum(weight_of(work.next, work.size) for work in self.files) <= room
