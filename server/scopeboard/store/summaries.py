"""Runs and tags as they are listed, computed for all at once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.batch import Ending, TagMetadata
from scopeboard.store.contents import Contents
from scopeboard.store.haul import ENDINGS
from scopeboard.store.names import shown
from scopeboard.store.snapshot import Snapshot
from scopeboard.store.tables import NO_RUN
from scopeboard.types import Kind, LogWarning, RunId, TagKey

_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_NO_STEP: Final = int(np.iinfo(np.int64).min)


@dataclass(slots=True)  # frozen ones take six times as long to make, and there may be thousands
class RunSummary:
    """A run for the list of runs; times in seconds since the epoch.

    `changed_at` is when one of its files was last written to; `tags` counts them by kind.
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


@dataclass(slots=True)
class TagSummary:
    """A tag over all runs; display name and description are those of the first run with any."""

    key: TagKey
    display_name: str = ""
    description: str = ""
    runs: list[RunId] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Columns:
    """A column over all runs each, by the run's number."""

    first_wall_time: NDArray[np.float64]
    last_wall_time: NDArray[np.float64]
    last_step: NDArray[np.int64]
    changed_at: NDArray[np.float64]
    ending: NDArray[np.int64]


def run_summaries(
    snapshot: Snapshot,
    contents: Contents,
    paths: Iterable[tuple[int, str]],
    warnings: Mapping[int, list[LogWarning]],
) -> list[RunSummary]:
    """Return the runs of `paths` by the time of their first event, then by name; unread ones last.

    Args:
        snapshot: what there is.
        contents: where its names are.
        paths: the number and directory of each run that is listed.
        warnings: those of each run that has any, by its number.
    """
    columns, tags = _columns(snapshot, contents), _tags_by_kind(snapshot)
    first, last = columns.first_wall_time.tolist(), columns.last_wall_time.tolist()
    step, changed_at = columns.last_step.tolist(), columns.changed_at.tolist()
    ending = columns.ending.tolist()
    summaries = [
        RunSummary(
            snapshot.runs[run],
            shown(contents.runs[run]),
            shown(path),
            _date(first[run]),
            _date(last[run]),
            None if step[run] == _NO_STEP else step[run],
            changed_at[run],
            ENDINGS[ending[run]],
            tags[run],
            warnings.get(run, []),
        )
        for run, path in paths
    ]
    return sorted(summaries, key=_age_then_name)


def _date(wall_time: float) -> float | None:
    return wall_time if isfinite(wall_time) else None


def _age_then_name(run: RunSummary) -> tuple[bool, float, str]:
    return (run.first_wall_time is None, run.first_wall_time or 0.0, run.name)


def _columns(snapshot: Snapshot, contents: Contents) -> _Columns:
    runs = len(contents.runs)
    files, run = snapshot.files, snapshot.file_runs
    there = run != NO_RUN
    files, run = files[there], run[there]
    first, last = np.full(runs, np.inf), np.full(runs, -np.inf)
    for wall_time, column, extreme in (
        (files["first_wall_time"], first, np.minimum),
        (files["last_wall_time"], last, np.maximum),
    ):
        told = files["has_event"] & np.isfinite(wall_time)
        extreme.at(column, run[told], wall_time[told])
    step = np.full(runs, _NO_STEP)
    np.maximum.at(step, run[files["has_step"]], files["last_step"][files["has_step"]])
    changed_at = np.zeros(runs)
    np.maximum.at(changed_at, run, files["mtime"] / 1e9)
    ending = np.zeros(runs, np.int64)
    order = np.argsort(snapshot.ranks[there], kind="stable")  # the last file has the last word
    ending[run[order]] = files["ending"][order]
    return _Columns(first, last, step, changed_at, ending)


def _tags_by_kind(snapshot: Snapshot) -> list[dict[Kind, int]]:
    """Return for each run how many tags of each kind it has, kinds without any left out."""
    kinds = np.array([_KINDS.index(key.kind) for key in snapshot.keys], np.int64)
    key, run = snapshot.series()
    table = np.bincount(
        run * len(_KINDS) + kinds[key], minlength=len(snapshot.runs) * len(_KINDS)
    ).reshape(-1, len(_KINDS))
    found: list[dict[Kind, int]] = [{} for _ in snapshot.runs]
    at, kind = np.nonzero(table)
    for number, which, count in zip(
        at.tolist(), kind.tolist(), table[at, kind].tolist(), strict=True
    ):
        found[number][_KINDS[which]] = count
    return found


def tag_summaries(snapshot: Snapshot, contents: Contents) -> list[TagSummary]:
    """Return all tags over all runs, by kind and name."""
    key, run = snapshot.series()
    tags = {}
    for number, runs in _groups(key, run):
        tags[number] = TagSummary(snapshot.keys[number], runs=[snapshot.runs[r] for r in runs])
    pairs = key << 32 | run
    for number, metadata in _metadata_of(pairs, contents):
        tag = tags[number]
        tag.display_name = tag.display_name or metadata.display_name
        tag.description = tag.description or metadata.description
    return sorted(tags.values(), key=lambda tag: tag.key)


def _groups(key: NDArray[np.int64], run: NDArray[np.int64]) -> Iterable[tuple[int, list[int]]]:
    """Yield each key, of keys that stand together, with its runs."""
    bounds = [0, *(np.flatnonzero(np.diff(key)) + 1).tolist(), len(key)]
    for first, end in pairwise(bounds):
        if first < end:
            yield int(key[first]), run[first:end].tolist()


def _metadata_of(pairs: NDArray[np.int64], contents: Contents) -> Iterable[tuple[int, TagMetadata]]:
    """Yield each key with each metadata that one of its runs has, in the order of the runs.

    Args:
        pairs: `key << 32 | run` of every series, ascending.
        contents: what the runs say of their tags.
    """
    tags = contents.tags
    run, key = tags.pairs >> 32, tags.pairs & 0xFFFFFFFF
    order = np.argsort(key, kind="stable")
    key, run, metadata = key[order], run[order], tags.metadata[order]
    there = np.isin(key << 32 | run, pairs)
    code = (key << 32 | metadata)[there]
    for at in np.sort(np.unique(code, return_index=True)[1]).tolist():
        yield int(code[at] >> 32), contents.metadata[int(code[at] & 0xFFFFFFFF)]


def warnings_by_run(
    contents: Contents, others: Mapping[int, list[LogWarning]]
) -> dict[int, list[LogWarning]]:
    """Return what is listed as wrong with the files of each run that has such files.

    Args:
        contents: what was read.
        others: warnings that concern a file as a whole, by its id; these stand first.
    """
    found: defaultdict[int, list[LogWarning]] = defaultdict(list)
    runs, names = contents.files["run"], contents.file_names
    files = [file for file in {*contents.warnings, *others} if runs[file] != NO_RUN]
    for file in sorted(files, key=names.__getitem__):
        run = int(runs[file])
        found[run] += [*_listed(contents, file), *others.get(file, [])]
    return found


def shown_path(contents: Contents, file: int) -> str:
    """Return the name of a file relative to the log directory."""
    run = int(contents.files["run"][file])
    return shown(str(Path(contents.runs[run]) / contents.file_names[file]))


def _listed(contents: Contents, file: int) -> list[LogWarning]:
    """Return the damage found in a file, and one more that counts what is beyond the limit."""
    warnings = contents.warnings.get(file)
    if warnings is None:
        return []
    name = shown_path(contents, file)
    listed = [LogWarning(name, offset, kind, text) for offset, kind, text in warnings.listed]
    if warnings.unlisted:
        message = f"and {warnings.unlisted} more in this file"
        listed.append(LogWarning(name, listed[-1].offset if listed else 0, "more", message))
    return listed
