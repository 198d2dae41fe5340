"""One run: the series and blobs of a directory of event files."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from scopeboard.events.batch import Batch, BlobColumns, Columns, Ending, TagMetadata
from scopeboard.store.names import shown
from scopeboard.store.series import Series
from scopeboard.types import Kind, LogWarning, RunId, TagKey

MAX_WARNINGS: Final = 100  # kept per file; the rest are counted
UNREADABLE: Final = "unreadable"  # the kind of warning that a successful reading takes back


@dataclass(slots=True)
class FileRecord:
    """What is known of one event file as a whole; times in seconds since the epoch."""

    first_wall_time: float | None = None
    last_wall_time: float | None = None
    last_step: int | None = None
    ending: Ending | None = None
    warnings: list[LogWarning] = field(default_factory=list)
    unlisted_warnings: int = 0

    def add(self, batch: Batch, file: str) -> None:
        """Take in what a batch says of the file; that it was read shows it is readable."""
        if self.first_wall_time is None:
            self.first_wall_time = batch.first_wall_time
        if batch.last_wall_time is not None:
            self.last_wall_time = batch.last_wall_time
        if batch.last_step is not None:
            before = batch.last_step if self.last_step is None else self.last_step
            self.last_step = max(batch.last_step, before)
        if batch.ending or batch.resumed:
            self.ending = batch.ending
        self.warnings = [warning for warning in self.warnings if warning.kind != UNREADABLE]
        for damage in batch.damage:
            self.warn(LogWarning(file, damage.offset, damage.kind, damage.message))

    def listed_warnings(self) -> list[LogWarning]:
        """Return the warnings, and one more that counts those beyond the limit."""
        if not self.unlisted_warnings:
            return list(self.warnings)
        message = f"and {self.unlisted_warnings} more in this file"
        last = self.warnings[-1]
        return [*self.warnings, LogWarning(last.file, last.offset, "more", message)]

    def warn(self, warning: LogWarning) -> None:
        """Keep a warning, or count it when there are too many to list.

        That the file is unreadable is a state: a new reason takes the place of the last one.
        """
        if warning.kind == UNREADABLE:
            others = (other for other in self.warnings if other.kind != UNREADABLE)
            self.warnings = [*others, warning]
        elif len(self.warnings) < MAX_WARNINGS:
            self.warnings.append(warning)
        else:
            self.unlisted_warnings += 1


class Run:
    """The series, blobs and metadata of one run. Its store holds the lock for every change."""

    def __init__(self, run_id: RunId, name: str, path: Path) -> None:
        self.id = run_id
        self.name = name
        self.path = path
        self.changed_at = 0.0
        self.metadata: dict[TagKey, TagMetadata] = {}
        self.files: dict[str, FileRecord] = {}
        self._scalars: dict[str, Series[Columns]] = {}
        self._blobs: dict[TagKey, Series[BlobColumns]] = {}

    def append(self, file: str, batch: Batch) -> None:
        """Add what a stretch of `file` holds."""
        self.files.setdefault(file, FileRecord()).add(batch, self._shown_name(file))
        for key, metadata in batch.metadata.items():
            if key not in self.metadata or self.metadata[key].guessed:
                self.metadata[key] = metadata
        for tag, columns in batch.scalars.items():
            self._scalars.setdefault(tag, Series()).append(file, columns)
        for key, places in batch.blobs.items():
            self._blobs.setdefault(key, Series()).append(file, places)

    def drop_file(self, file: str) -> None:
        """Forget what `file` held: it was replaced, or is gone."""
        self.files.pop(file, None)
        every: list[Series[Columns] | Series[BlobColumns]] = [
            *self._scalars.values(),
            *self._blobs.values(),
        ]
        for series in every:
            series.drop(file)
        self._scalars = {tag: series for tag, series in self._scalars.items() if len(series)}
        self._blobs = {key: series for key, series in self._blobs.items() if len(series)}
        kept = set(self.keys())
        self.metadata = {key: data for key, data in self.metadata.items() if key in kept}

    def warn(self, file: str, offset: int, kind: str, message: str) -> None:
        """Attach a warning that concerns `file` as a whole."""
        warning = LogWarning(self._shown_name(file), offset, kind, message)
        self.files.setdefault(file, FileRecord()).warn(warning)

    def keys(self) -> Iterator[TagKey]:
        """Yield every tag that has values, with its kind."""
        for tag in self._scalars:
            yield TagKey("scalars", tag)
        yield from self._blobs

    def _shown_name(self, file: str) -> str:
        """Return the name of one of the run's files relative to the log directory."""
        return shown(str(Path(self.name) / file))

    def has(self, key: TagKey) -> bool:
        """Tell whether the run has values under `key`."""
        return key.tag in self._scalars if key.kind == "scalars" else key in self._blobs

    def find_scalars(self, tag: str) -> Series[Columns] | None:
        """Return the time series of `tag`, if the run has one."""
        return self._scalars.get(tag)

    def find_blobs(self, key: TagKey) -> Series[BlobColumns] | None:
        """Return the places of a tag's values, if the run has any."""
        return self._blobs.get(key)

    def count_by_kind(self) -> dict[Kind, int]:
        """Return how many tags of each kind the run has; kinds without any are left out."""
        counts: dict[Kind, int] = {}
        for key in self.keys():
            counts[key.kind] = counts.get(key.kind, 0) + 1
        return counts
