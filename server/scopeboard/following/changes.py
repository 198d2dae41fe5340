"""What has changed in a log since a cursor: points that were added, superseded or removed."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.files.location import Location
from scopeboard.following.cursor import Cursor, FilePlace, Places, SeriesPlace, compare_file
from scopeboard.store.format.schema import BLOCK, NO_RUN, Rows
from scopeboard.store.query.block_reader import read_points
from scopeboard.store.query.range import NEVER
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.types import RunId

MAX_POINTS: Final = 1_000_000
"""About how many points are in one batch."""

_NEW: Final = SeriesPlace(0, NEVER)


class FollowedLog(NamedTuple):
    """A log at one moment.

    `names` are those of the listed runs, `find_path` returns the path of an event file by its id,
    or None if it is gone.
    """

    finder: SeriesIndex
    names: Mapping[RunId, str]
    find_path: Callable[[int], Location | None]


class ChangedPoints(NamedTuple):
    """Points, each column [points]; `run` and `tag` (int32) are positions in the names.

    Each name has a point. Wall times are in seconds since the epoch.
    """

    runs: Sequence[str]
    tags: Sequence[str]
    run: NDArray[np.int32]
    tag: NDArray[np.int32]
    step: Ints
    wall_time: Floats
    value: Floats


class Changes(NamedTuple):
    """The changes since a cursor.

    `removed` are names of runs of which an event file was removed or replaced, and `places` the new
    places in files that changed.
    """

    added: ChangedPoints
    superseded: ChangedPoints
    removed: Sequence[str]
    places: Places


class _Change(NamedTuple):
    """A series in one session of a file whose place changes; `blocks` are those to compare."""

    tag: int
    run: str
    file: int
    session: int
    before: SeriesPlace
    after: SeriesPlace
    blocks: Rows
    first: int  # points of the session before these blocks


def find_changes(
    log: FollowedLog,
    cursor: Cursor,
    tags: Sequence[str],
    runs: Sequence[RunId],
    *,
    superseded: bool,
) -> tuple[Changes | None, bool]:
    """Return the changes of series since a cursor, and whether there can be no others.

    There may be others after `MAX_POINTS`, or in files that cannot be read now.

    Args:
        log: the log now.
        cursor: where to begin.
        tags: names of scalars, each once; those without a series are left out.
        runs: ids of listed runs.
        superseded: whether superseded points count as well.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    files = _Files(log, cursor, runs)
    changes: list[_Change] = []
    left = MAX_POINTS
    for number, tag in enumerate(tags):
        if left <= 0:
            break
        series = log.finder.find(tag, runs, superseded=superseded)
        if series is None:
            continue
        blocks, cut = series.blocks, series.superseded_from
        for first, end in _sessions(blocks):
            file = int(blocks["file"][first])
            if left <= 0:
                break
            if file not in files.names:
                continue
            change = _change(blocks[first:end], int(cut[first]), files, number, tag)
            if change is not None:
                changes.append(change)
                left -= int(change.blocks["count"].sum())
    if not changes and not files.removed:
        return None, files.are_known
    added, gone = _points(log, changes, tags)
    return Changes(added, gone, files.removed, files.places_after(changes, tags)), False


class _Files:
    """The event files of a log that a cursor can be compared with.

    Attributes:
        names: run and name of each file by id; files that cannot be compared now are missing.
        removed: the runs of which a file is gone or another one.
        are_known: whether every file could be compared.
    """

    def __init__(self, log: FollowedLog, cursor: Cursor, runs: Sequence[RunId]) -> None:
        snapshot = log.finder.snapshot
        self._rows = snapshot.files
        self.names: dict[int, tuple[str, str]] = {}
        self.are_known = True
        listed = frozenset(log.names.values())
        gone = {run for run in cursor.files if run not in listed}
        known = {log.names[run]: dict(cursor.files.get(log.names[run], {})) for run in runs}
        chosen = frozenset(runs)
        for file in np.flatnonzero(snapshot.file_runs != NO_RUN).tolist():
            run_id = snapshot.runs[int(snapshot.file_runs[file])]
            path = log.find_path(file) if run_id in chosen else None
            if path is None:
                continue
            run = log.names[run_id]
            place = known[run].pop(path.name, None)
            match compare_file(place, self._rows[file], path):
                case "replaced":
                    gone.add(run)
                    self.names[file] = run, path.name
                case "follows":
                    self.names[file] = run, path.name
                case "unknown":
                    self.are_known = False
        gone.update(run for run, places in known.items() if places)
        self.removed = [run for run in cursor.files if run in gone]
        self._places = {run: files for run, files in cursor.files.items() if run not in gone}

    def place(self, file: int) -> FilePlace | None:
        """Return the place in a file; None if none of it was read."""
        run, name = self.names[file]
        return self._places.get(run, {}).get(name)

    def places_after(
        self, changes: Sequence[_Change], tags: Sequence[str]
    ) -> dict[str, dict[str, FilePlace]]:
        """Return the new places in the files of changes of tags."""
        changed: dict[int, dict[tuple[str, int], SeriesPlace]] = {}
        for change in changes:
            series = changed.setdefault(change.file, {})
            series[tags[change.tag], change.session] = change.after
        places: dict[str, dict[str, FilePlace]] = {}
        for file, after in changed.items():
            run, name = self.names[file]
            row, before = self._rows[file], self.place(file)
            series = {**(before.series if before else {}), **after}
            place = FilePlace(int(row["offset"]), int(row["head"]), int(row["tail"]), series)
            places.setdefault(run, {})[name] = place
        return places


def _sessions(blocks: Rows) -> list[tuple[int, int]]:
    """Return the first block of each session of each file, and the one after its last."""
    file, session = blocks["file"], blocks["session"]
    begins = np.ones(len(blocks), np.bool_)
    begins[1:] = (file[1:] != file[:-1]) | (session[1:] != session[:-1])
    return [*pairwise([*np.flatnonzero(begins).tolist(), len(blocks)])]


def _change(
    blocks: Rows, superseded_from: int, files: _Files, number: int, tag: str
) -> _Change | None:
    """Return the change of a series in one session of a file, if there is one.

    Args:
        blocks: those of the session, in order.
        superseded_from: the first step that is superseded, or NEVER.
        files: the files.
        number: that of the tag.
        tag: its name.
    """
    file, session = int(blocks["file"][0]), int(blocks["session"][0])
    place = files.place(file)
    before = _NEW if place is None else place.series.get((tag, session), _NEW)
    ends = np.cumsum(blocks["count"], dtype=np.int64)
    after = SeriesPlace(int(ends[-1]), superseded_from)
    if before == after or after.points < before.points:  # fewer: the file is being read again
        return None
    first = 0
    if before.superseded_from == superseded_from:
        first = int(np.searchsorted(ends, before.points, "right"))
    skipped = int(ends[first - 1]) if first else 0
    run = files.names[file][0]
    return _Change(number, run, file, session, before, after, blocks[first:], skipped)


def _points(
    log: FollowedLog, changes: Sequence[_Change], tags: Sequence[str]
) -> tuple[ChangedPoints, ChangedPoints]:
    """Return the points that come and those that go."""
    blocks = [change.blocks for change in changes]
    points = read_points(
        np.concatenate(blocks) if blocks else np.empty(0, BLOCK), log.finder.snapshot.read
    )
    sizes = np.array([int(each["count"].sum()) for each in blocks], np.int64)
    ordinal = np.arange(points.total) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    ordinal += np.repeat(np.array([change.first for change in changes], np.int64), sizes)
    before = _held([change.before for change in changes], sizes, ordinal, points.step)
    now = _held([change.after for change in changes], sizes, ordinal, points.step)
    runs = list(dict.fromkeys(change.run for change in changes))
    number_of = {run: number for number, run in enumerate(runs)}
    run_of = np.array([number_of[change.run] for change in changes], np.int32)
    tag_of = np.array([change.tag for change in changes], np.int32)

    def columns(rows: NDArray[np.bool_]) -> ChangedPoints:
        of_change = np.repeat(np.arange(len(changes)), sizes)[rows]
        run, present_runs = _present(run_of[of_change], runs)
        tag, present_tags = _present(tag_of[of_change], tags)
        step, wall_time, value = points.step[rows], points.wall_time[rows], points.value[rows]
        return ChangedPoints(present_runs, present_tags, run, tag, step, wall_time, value)

    return columns(now & ~before), columns(before & ~now)


def _held(
    places: Sequence[SeriesPlace], sizes: Ints, ordinal: Ints, step: Ints
) -> NDArray[np.bool_]:
    """Return bool [points]: whether a program has each point at places of the changes."""
    points = np.repeat(np.array([place.points for place in places], np.int64), sizes)
    cut = np.repeat(np.array([place.superseded_from for place in places], np.int64), sizes)
    held: NDArray[np.bool_] = (ordinal < points) & ((step < cut) | (cut == NEVER))
    return held


def _present(
    numbers: NDArray[np.int32], names: Sequence[str]
) -> tuple[NDArray[np.int32], list[str]]:
    """Return numbers of the names that occur alone, and these names."""
    present, new = np.unique(numbers, return_inverse=True)
    return new.reshape(-1).astype(np.int32), [names[number] for number in present.tolist()]
