"""The lists of runs and of tags, computed for all at once."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.decode.batch import Ending
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.schema import ENDINGS, NO_RUN
from scopeboard.store.tables.run_paths import RunPaths
from scopeboard.store.tables.snapshot import Snapshot
from scopeboard.store.tables.tables import StoreTables
from scopeboard.system.file_names import display_name
from scopeboard.types import Kind, LogWarning, RunId, TagKey

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

    `changed_at` is when one of its files was last written to; `tags` counts them by kind;
    `session` is the start record of the hparams plugin, empty without one. `ended_at` is the time
    at which the run logged its end, None without one or without a date; `ended_with_start` is
    whether it logged start and end together.
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
    columns, tags = _columns(snapshot, tables), _TagsByKind(snapshot)
    first, last = columns.first_wall_time.tolist(), columns.last_wall_time.tolist()
    step, changed_at = columns.last_step.tolist(), columns.changed_at.tolist()
    names, ending = tables.runs, columns.ending.tolist()
    ended_at, with_start = columns.ended_at.tolist(), columns.ended_with_start.tolist()
    sessions, only_tags = _sessions(tables), _only_tags(snapshot)
    for run in _by_age_then_name(columns.first_wall_time, list(paths), names):
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
            only_tags.get(run, ""),
        )


def _only_tags(snapshot: Snapshot) -> dict[int, str]:
    """Return the tag of each run that has scalars of one tag and nothing else, by its number."""
    key, run = snapshot.series()
    counts = np.bincount(run, minlength=len(snapshot.runs))
    lone = np.flatnonzero(counts[run] == 1)
    if not len(lone):
        return {}
    keys = [(int(run[at]), snapshot.keys[int(key[at])]) for at in lone.tolist()]
    return {number: tag for number, (kind, tag) in keys if kind == "scalars"}


def _sessions(tables: StoreTables) -> dict[int, bytes]:
    """Return the start records of the hparams plugin by run number."""
    key, tags = tables.key_numbers.get(_SESSION), tables.tags
    if key is None:
        return {}
    at = np.flatnonzero(tags.pairs & 0xFFFFFFFF == key)
    runs, metadata = tags.pairs[at] >> 32, tags.metadata[at]
    return {
        run: tables.metadata[number].content
        for run, number in zip(runs.tolist(), metadata.tolist(), strict=True)
    }


def _date(wall_time: float) -> float | None:
    return wall_time if isfinite(wall_time) else None


def _by_age_then_name(
    first_wall_time: NDArray[np.float64], runs: list[int], names: list[str]
) -> list[int]:
    """Return the run numbers in the order of the list."""
    runs.sort(key=lambda run: display_name(names[run]))
    order = np.argsort(first_wall_time[runs], kind="stable")  # infinite without any
    return [runs[at] for at in order.tolist()]


def _columns(snapshot: Snapshot, tables: StoreTables) -> _Columns:
    runs = len(tables.runs)
    files, run = snapshot.files, snapshot.file_runs
    there = run != NO_RUN
    files, run = files[there], run[there]
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
    order = np.argsort(snapshot.ranks[there], kind="stable")  # the last file decides
    ending[run[order]] = files["ending"][order]
    return _Columns(first, last, step, changed_at, *_endings(snapshot, ending, last))


def _endings(
    snapshot: Snapshot, ending: NDArray[np.int64], last_wall_time: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.bool_]]:
    """Return how each run ended, when it logged that, and whether together with its start.

    The time is -inf for a run that logged no end. The index does not have the time of a
    SessionLog.STOP, so the time of the run's last event is used.

    Args:
        snapshot: the snapshot of the newest generation.
        ending: int64 [runs], the ending of each run by its files, 0 without one.
        last_wall_time: float64 [runs], in seconds since the epoch.
    """
    began_at = _last_times(snapshot, _SESSION, len(ending))
    ended_at = _last_times(snapshot, _SESSION_END, len(ending))
    runtime_at = _last_times(snapshot, _TRAIN_RUNTIME, len(ending))
    ending = np.where((ending == 0) & (runtime_at > -np.inf), ENDINGS.index("done"), ending)
    ended_at = np.maximum(ended_at, runtime_at)
    with_start = np.isfinite(ended_at) & (ended_at <= began_at + _AT_ONCE_SECONDS)
    ended_at = np.where(ended_at > -np.inf, ended_at, last_wall_time)
    return ending, np.where(ending > 0, ended_at, -np.inf), with_start


def _last_times(snapshot: Snapshot, key: TagKey, runs: int) -> NDArray[np.float64]:
    """Return float64 [runs]: the last time of a tag in each run; -inf without the tag."""
    times, number = np.full(runs, -np.inf), snapshot.key_number(key)
    if number is not None:
        blocks = snapshot.blocks_of(number)
        run, wall_time = snapshot.file_runs[blocks["file"]], blocks["max_wall_time"]
        dated = np.isfinite(wall_time) & (run != NO_RUN)
        np.maximum.at(times, run[dated], wall_time[dated])
    return times


class _TagsByKind:
    """The number of tags of each kind by run; runs with equal counts share one dictionary."""

    def __init__(self, snapshot: Snapshot) -> None:
        kinds = np.array([_KINDS.index(key.kind) for key in snapshot.keys], np.int64)
        key, run = snapshot.series()
        counts = np.bincount(
            run * len(_KINDS) + kinds[key], minlength=len(snapshot.runs) * len(_KINDS)
        )
        self._table = counts.reshape(-1, len(_KINDS))
        self._shared: dict[bytes, dict[Kind, int]] = {}

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
    for number, runs in _groups(key, run):
        tags[number] = TagSummary(snapshot.keys[number], runs=[snapshot.runs[r] for r in runs])
    pairs = key << 32 | run
    for number, metadata in _metadata_of(pairs, tables):
        tag = tags[number]
        tag.display_name = tag.display_name or metadata.display_name
        tag.description = tag.description or metadata.description
    return sorted(tags.values(), key=lambda tag: tag.key)


def _groups(key: NDArray[np.int64], run: NDArray[np.int64]) -> Iterable[tuple[int, list[int]]]:
    """Yield each key with its runs; equal keys are adjacent."""
    bounds = [0, *(np.flatnonzero(np.diff(key)) + 1).tolist(), len(key)]
    for first, end in pairwise(bounds):
        if first < end:
            yield int(key[first]), run[first:end].tolist()


def _metadata_of(
    pairs: NDArray[np.int64], tables: StoreTables
) -> Iterable[tuple[int, TagMetadata]]:
    """Yield each key with each metadata that one of its runs has, in the order of the runs.

    Args:
        pairs: `key << 32 | run` of every series, ascending.
        tables: the metadata.
    """
    tags = tables.tags
    run, key = tags.pairs >> 32, tags.pairs & 0xFFFFFFFF
    order = np.argsort(key, kind="stable")
    key, run, metadata = key[order], run[order], tags.metadata[order]
    there = np.isin(key << 32 | run, pairs)
    code = (key << 32 | metadata)[there]
    for at in np.sort(np.unique(code, return_index=True)[1]).tolist():
        yield int(code[at] >> 32), tables.metadata[int(code[at] & 0xFFFFFFFF)]


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
        run = int(runs[file])
        by_run[run] += [*_listed(tables, file), *others.get(file, [])]
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


def _listed(tables: StoreTables, file: int) -> list[LogWarning]:
    """Return the damage of a file as warnings, and one more with the count beyond the limit."""
    warnings = tables.damage.get(file)
    if warnings is None:
        return []
    listed = [warning_of(tables, file, *damage) for damage in warnings.listed]
    if warnings.unlisted:
        message = f"and {warnings.unlisted} more in this file"
        offset = listed[-1].offset if listed else 0
        listed.append(warning_of(tables, file, offset, "more", message))
    return listed
