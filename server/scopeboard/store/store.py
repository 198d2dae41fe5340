"""The store: all runs of the log directories, written in batches and read by everybody.

The interface is what the readers need and no more, so that what is behind it can move from
memory to segments on disk without a reader noticing.
"""

from dataclasses import dataclass, field
from hashlib import blake2b
from math import isfinite
from os import fsencode
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Literal

from scopeboard.events.batch import Batch, Columns, Ending
from scopeboard.store.blobs import BlobRef
from scopeboard.store.names import shown
from scopeboard.store.run import Run
from scopeboard.store.series import merged
from scopeboard.types import Kind, LogWarning, RunId, TagKey


@dataclass(frozen=True, slots=True)
class Progress:
    """How far reading is; `bytes_total` is what the files held when they were last looked at."""

    state: Literal["reading", "ready"] = "reading"
    bytes_done: int = 0
    bytes_total: int = 0
    files: int = 0
    runs: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class SearchedDirectory:
    """A log directory as it was last walked.

    `entries` counts the files seen of any kind, `unreadable` the directories that are closed.
    """

    path: str
    exists: bool
    entries: int
    unreadable: int = 0


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run as a list shows it. Times are seconds since the epoch; absent while unread.

    `changed_at` is when the newest of its files was last written to; `ending` is what the last
    of its files, by name, says of how it ended.
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


class Store:
    """All runs by id.

    `generation` grows with every change that a reader could see; equal generations of the same
    `instance` mean equal answers. Changes are made under one lock; reading columns takes none.
    """

    def __init__(self) -> None:
        self.instance = token_hex(4)
        self._lock = Lock()
        self._runs: dict[RunId, Run] = {}
        self._generation = 0
        self.progress = Progress()
        self.searched: list[SearchedDirectory] = []

    # What ingest does

    def add_run(self, name: str, path: Path) -> RunId:
        """Make a run known, with nothing in it yet; return its id."""
        run_id = run_id_of(name)
        with self._lock:
            if run_id not in self._runs:
                self._runs[run_id] = Run(run_id, name, path)
                self._generation += 1
        return run_id

    def drop_run(self, run_id: RunId) -> None:
        """Forget a run whose directory is gone."""
        with self._lock:
            del self._runs[run_id]
            self._generation += 1

    def append(self, run_id: RunId, file: str, batch: Batch, changed_at: float) -> None:
        """Add what was read of `file` (a name within the run), last written at `changed_at`."""
        with self._lock:
            run = self._runs[run_id]
            run.append(file, batch)
            run.changed_at = max(run.changed_at, changed_at)
            self._generation += 1

    def drop_file(self, run_id: RunId, file: str) -> None:
        """Forget what was read of `file`."""
        with self._lock:
            self._runs[run_id].drop_file(file)
            self._generation += 1

    def warn(self, run_id: RunId, file: str, offset: int, kind: str, message: str) -> None:
        """Attach a warning that concerns `file` as a whole."""
        with self._lock:
            self._runs[run_id].warn(file, offset, kind, message)
            self._generation += 1

    # What readers do

    @property
    def generation(self) -> int:
        """A number that grows with every change."""
        return self._generation

    def runs(self) -> list[RunSummary]:
        """Return all runs by the time of their first event, then by name; unread ones last."""
        with self._lock:
            summaries = [_summary(run) for run in self._runs.values()]
        return sorted(summaries, key=_age_then_name)

    def tags(self, kind: Kind | None = None) -> list[TagSummary]:
        """Return all tags (of one kind) over all runs, by kind and name."""
        with self._lock:
            found: dict[TagKey, TagSummary] = {}
            for run in self._runs.values():
                for key in run.keys():  # noqa: SIM118 - a method of Run, not of a dict
                    if kind in {None, key.kind}:
                        _note(found, key, run)
        return sorted(found.values(), key=lambda tag: tag.key)

    def runs_with(self, key: TagKey) -> list[RunId]:
        """Return the runs that have a tag, in the order in which they were found."""
        with self._lock:
            return [run.id for run in self._runs.values() if run.has(key)]

    def find_scalars(self, run_id: RunId, tag: str) -> Columns | None:
        """Return every point of a time series by step, or None where there is none (any more)."""
        run = self._runs.get(run_id)
        series = run.find_scalars(tag) if run else None
        parts = series.parts() if series else []
        return merged([columns for _, columns in parts]) if parts else None

    def blobs(self, run_id: RunId, key: TagKey) -> list[BlobRef]:
        """Return where each value of a tag is, in the order of files and of records.

        Empty where there is no such run or tag (any more).
        """
        run = self._runs.get(run_id)
        series = run.find_blobs(key) if run else None
        if run is None or series is None:
            return []
        return [
            BlobRef(run.path / file, int(offset), int(length), int(index), int(step), float(time))
            for file, columns in series.parts()
            for step, time, offset, length, index in zip(*columns, strict=True)
        ]


def run_id_of(name: str) -> RunId:
    """Return a run's id: a digest of the bytes of its name, so that any name is safe in a URL."""
    return RunId(blake2b(fsencode(name), digest_size=8).hexdigest())


def _summary(run: Run) -> RunSummary:
    files = [run.files[name] for name in sorted(run.files)]
    first = [f.first_wall_time for f in files if f.first_wall_time is not None]
    last = [f.last_wall_time for f in files if f.last_wall_time is not None]
    steps = [f.last_step for f in files if f.last_step is not None]
    return RunSummary(
        id=run.id,
        name=shown(run.name),
        path=shown(str(run.path)),
        first_wall_time=min(filter(isfinite, first), default=None),
        last_wall_time=max(filter(isfinite, last), default=None),
        last_step=max(steps, default=None),
        changed_at=run.changed_at,
        ending=files[-1].ending if files else None,
        tags=run.count_by_kind(),
        warnings=[warning for f in files for warning in f.listed_warnings()],
    )


def _age_then_name(run: RunSummary) -> tuple[bool, float, str]:
    return (run.first_wall_time is None, run.first_wall_time or 0.0, run.name)


def _note(found: dict[TagKey, TagSummary], key: TagKey, run: Run) -> None:
    tag = found.setdefault(key, TagSummary(key))
    metadata = run.metadata[key]
    tag.display_name = tag.display_name or metadata.display_name
    tag.description = tag.description or metadata.description
    tag.runs.append(run.id)
