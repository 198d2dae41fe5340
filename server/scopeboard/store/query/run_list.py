"""The lists of runs and of tags, computed for all at once."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.decode.batch import Ending
from scopeboard.store.format.schema import ENDINGS, NO_RUN
from scopeboard.store.tables.run_paths import RunPaths
from scopeboard.store.tables.snapshot import Snapshot
from scopeboard.store.tables.tables import StoreTables
from scopeboard.system.file_names import display_name
from scopeboard.types import Hparams, Kind, LogWarning, RunId, TagKey

_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_NO_STEP: Final = int(np.iinfo(np.int64).min)
_SESSION: Final = TagKey("hparams", "_hparams_/session_start_info")
_SESSION_END: Final = TagKey("hparams", "_hparams_/session_end_info")
_TRAIN_RUNTIME: Final = TagKey("scalars", "train/train_runtime")
"""The Trainer of Hugging Face logs it when `train` returns, and at no other time."""
_AT_ONCE_SECONDS: Final = 1.0  # between the start and the end of a session that are logged together


@dataclass(slots=True)  # creating frozen ones takes six times as long, and there may be thousands
class RunSummary:
    """A run for the list of runs; times in seconds since the epoch.

    `changed_at` is the last write to any of its files; `tags` counts them by kind;
    `session` is the start record of the hparams plugin, empty without one. `ended_at` is the time
    of the logged end, None without an end or a date; `ended_with_start` is true if start and end
    were logged together.
    `configuration` has the hyper-parameters from files beside its events and from its texts.
    `only_tag` is the tag of a run that has scalars of one tag and nothing else, empty for others.
    """

    id: RunId
    name: str
    path: str
    first_wall_time: float | None
    last_wall_time: float | None
    last_step: int | None
    changed_at: float
    ending: Ending | None
    tags: dict[Kind, int]
    warnings: list[LogWarning]
    session: bytes = b""
    ended_at: float | None = None
    ended_with_start: bool = False
    only_tag: str = ""
    configuration: Hparams = ()

    @property
    def started_at(self) -> float | None:
        """When it began: no later than its last event, unlike a log that was converted since."""
        first, last = self.first_wall_time, self.last_wall_time
        return first if first is None or last is None else min(first, last)

    def hparams(self) -> Hparams:
        """Return the hyper-parameters by name, those of the hparams plugin before others."""
        if not self.session:
            return self.configuration
        from scopeboard.events.values.hparams import (  # noqa: PLC0415 - few logs have any
            read_hparams,
        )

        logged = read_hparams(self.session)
        return tuple(sorted(dict((*self.configuration, *logged)).items()))


@dataclass(slots=True)
class TagSummary:
    """A tag over all runs; display name and description are those of the first run with any."""

    key: TagKey
    display_name: str = ""
    description: str = ""
    runs: list[RunId] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Columns:
    """Columns over all runs, by run number."""

    first_wall_time: NDArray[np.float64]
    last_wall_time: NDArray[np.float64]
    last_step: NDArray[np.int64]
    changed_at: NDArray[np.float64]
    ending: NDArray[np.int64]
    ended_at: NDArray[np.float64]
    ended_with_start: NDArray[np.bool_]


def run_summaries(
    snapshot: Snapshot,
    tables: StoreTables,
    paths: RunPaths,
    warnings: Mapping[int, list[LogWarning]],
) -> Iterator[RunSummary]:
    """Yield the runs of `paths` by the time of their first event, then by name; unread ones last.

    Each is created on demand: ten thousand at once take more memory than their log.

    Args:
        snapshot: the snapshot of the newest generation.
        tables: the names.
        paths: the listed runs and their directories.
        warnings: warnings by run number.
    """
    columns, tags, sessions = _columns(snapshot, tables), _TagCounts(snapshot), _sessions(tables)
    first, last = columns.first_wall_time.tolist(), columns.last_wall_time.tolist()
    step, changed_at = columns.last_step.tolist(), columns.changed_at.tolist()
    names, ending = tables.runs, columns.ending.tolist()
    ended_at, with_start = columns.ended_at.tolist(), columns.ended_with_start.tolist()
    runs = sorted(paths, key=lambda run: display_name(names[run]))
    order = np.argsort(columns.first_wall_time[runs], kind="stable")  # infinite without any
    for run in map(runs.__getitem__, order.tolist()):
        yield RunSummary(
            snapshot.runs[run],
            display_name(names[run]),
            display_name(paths.get(run)),
            _date(first[run]),
            _date(last[run]),
            None if step[run] == _NO_STEP else step[run],
            changed_at[run],
            ENDINGS[ending[run]],
            tags.of(run),
            warnings.get(run, []),
            sessions.get(run, b""),
            _date(ended_at[run]),
            with_start[run],
            tags.only_scalar(run),
        )


def _sessions(tables: StoreTables) -> dict[int, bytes]:
    """Return the start records of the hparams plugin by run number."""
    key, tags = tables.key_numbers.get(_SESSION), tables.tags
    if key is None:
        return {}
    rows = np.flatnonzero(tags.pairs & 0xFFFFFFFF == key)
    runs, metadata = tags.pairs[rows] >> 32, tags.metadata[rows]
    return {
        run: tables.metadata[number].content
        for run, number in zip(runs.tolist(), metadata.tolist(), strict=True)
    }


def _date(wall_time: float) -> float | None:
    """Return a wall time, or None for an infinite one."""
    return wall_time if isfinite(wall_time) else None


def _columns(snapshot: Snapshot, tables: StoreTables) -> _Columns:
    """Return the columns of all runs. A run without an end has -inf in `ended_at`."""
    runs = len(tables.runs)
    is_listed = snapshot.file_runs != NO_RUN
    files, run = snapshot.files[is_listed], snapshot.file_runs[is_listed]
    first, last = np.full(runs, np.inf), np.full(runs, -np.inf)
    for wall_time, column, extreme in (
        (files["first_wall_time"], first, np.minimum),
        (files["last_wall_time"], last, np.maximum),
    ):
        has_time = files["has_event"] & np.isfinite(wall_time)
        extreme.at(column, run[has_time], wall_time[has_time])
    step = np.full(runs, _NO_STEP)
    np.maximum.at(step, run[files["has_step"]], files["last_step"][files["has_step"]])
    changed_at = np.zeros(runs)
    np.maximum.at(changed_at, run, files["mtime"] / 1e9)

    ending = np.zeros(runs, np.int64)
    order = np.argsort(snapshot.ranks[is_listed], kind="stable")  # the last file decides
    ending[run[order]] = files["ending"][order]
    runtime_at = _last_times(snapshot, _TRAIN_RUNTIME, runs)
    ending = np.where((ending == 0) & (runtime_at > -np.inf), ENDINGS.index("done"), ending)
    ended_at = np.maximum(_last_times(snapshot, _SESSION_END, runs), runtime_at)
    began_at = _last_times(snapshot, _SESSION, runs)
    with_start = np.isfinite(ended_at) & (ended_at <= began_at + _AT_ONCE_SECONDS)
    # The index lacks the time of a SessionLog.STOP, so the time of the last event is used.
    ended_at = np.where(ended_at > -np.inf, ended_at, last)
    ended_at = np.where(ending > 0, ended_at, -np.inf)
    return _Columns(first, last, step, changed_at, ending, ended_at, with_start)


def _last_times(snapshot: Snapshot, key: TagKey, runs: int) -> NDArray[np.float64]:
    """Return float64 [runs]: the last time of a tag in each run; -inf without the tag."""
    times, number = np.full(runs, -np.inf), snapshot.key_number(key)
    if number is not None:
        blocks = snapshot.blocks_of(number)
        run, wall_time = snapshot.file_runs[blocks["file"]], blocks["max_wall_time"]
        dated = np.isfinite(wall_time) & (run != NO_RUN)
        np.maximum.at(times, run[dated], wall_time[dated])
    return times


class _TagCounts:
    """The number of tags of each kind by run; runs with equal counts share one dictionary."""

    def __init__(self, snapshot: Snapshot) -> None:
        kinds = np.array([_KINDS.index(key.kind) for key in snapshot.keys], np.int64)
        key, run = snapshot.series()
        runs = len(snapshot.runs)
        counts = np.bincount(run * len(_KINDS) + kinds[key], minlength=runs * len(_KINDS))
        self._table = counts.reshape(-1, len(_KINDS))
        self._shared: dict[bytes, dict[Kind, int]] = {}
        is_only = np.bincount(run, minlength=runs)[run] == 1
        is_only &= kinds[key] == _KINDS.index("scalars")
        only_keys = zip(run[is_only].tolist(), key[is_only].tolist(), strict=True)
        self._only: dict[int, str] = {run: snapshot.keys[key].tag for run, key in only_keys}

    def only_scalar(self, run: int) -> str:
        """Return the tag of a run with scalars of one tag and nothing else; empty for others."""
        return self._only.get(run, "")

    def of(self, run: int) -> dict[Kind, int]:
        """Return the counts of a run by kind, kinds without any left out."""
        row = self._table[run]
        counts = self._shared.get(row.tobytes())
        if counts is None:
            counts = {kind: n for kind, n in zip(_KINDS, row.tolist(), strict=True) if n}
            self._shared[row.tobytes()] = counts
        return counts


def most_lines(snapshot: Snapshot) -> int:
    """Return the number of runs with scalars of the most frequent tag: the lines of its chart."""
    key, _ = snapshot.series()
    scalars = np.array([key.kind == "scalars" for key in snapshot.keys], np.bool_)
    return int(np.bincount(key, minlength=len(scalars))[scalars].max(initial=0))


def tag_summaries(snapshot: Snapshot, tables: StoreTables) -> list[TagSummary]:
    """Return all tags over all runs, by kind and name."""
    key, run = snapshot.series()
    tags = {}
    bounds = [0, *(np.flatnonzero(np.diff(key)) + 1).tolist(), len(key)]
    for first, end in pairwise(bounds):
        if first < end:
            number = int(key[first])
            runs = [snapshot.runs[number] for number in run[first:end].tolist()]
            tags[number] = TagSummary(snapshot.keys[number], runs=runs)

    # Each metadata of each tag once, in the order of the first runs that have it.
    pairs = tables.tags.pairs
    tag_run, tag_key = pairs >> 32, pairs & 0xFFFFFFFF
    order = np.argsort(tag_key, kind="stable")
    order = order[np.isin(tag_key[order] << 32 | tag_run[order], key << 32 | run)]
    code = tag_key[order] << 32 | tables.tags.metadata[order]
    for index in np.sort(np.unique(code, return_index=True)[1]).tolist():
        tag, metadata = tags[int(code[index] >> 32)], tables.metadata[int(code[index] & 0xFFFFFFFF)]
        tag.display_name = tag.display_name or metadata.display_name
        tag.description = tag.description or metadata.description
    return sorted(tags.values(), key=lambda tag: tag.key)


def warnings_by_run(
    tables: StoreTables, others: Mapping[int, list[LogWarning]]
) -> dict[int, list[LogWarning]]:
    """Return the warnings about the files of each run that has any, by run number.

    Args:
        tables: the damage of files.
        others: warnings about whole files, by file id.
    """
    by_run: defaultdict[int, list[LogWarning]] = defaultdict(list)
    runs, names = tables.files["run"], tables.file_names
    files = [file for file in {*tables.damage, *others} if runs[file] != NO_RUN]
    for file in sorted(files, key=names.__getitem__):
        listed = []
        if (damage := tables.damage.get(file)) is not None:
            listed = [warning_of(tables, file, *each) for each in damage.listed]
            if damage.unlisted:
                message = f"and {damage.unlisted} more in this file"
                offset = listed[-1].offset if listed else 0
                listed.append(warning_of(tables, file, offset, "more", message))
        by_run[int(runs[file])] += [*listed, *others.get(file, [])]
    return by_run


def shown_path(tables: StoreTables, file: int) -> str:
    """Return the name of a file relative to the log directory."""
    run = int(tables.files["run"][file])
    return display_name(str(Path(tables.runs[run]) / tables.file_names[file]))


def warning_of(tables: StoreTables, file: int, offset: int, kind: str, message: str) -> LogWarning:
    """Return a warning about a file as it is now."""
    row = tables.files[file]
    name = shown_path(tables, file)
    return LogWarning(name, offset, kind, message, int(row["offset"]), int(row["size"]))
