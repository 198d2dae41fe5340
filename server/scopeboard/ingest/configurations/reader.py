"""Follow the configurations of all runs, a few at a time."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from time import monotonic
from typing import Final

from scopeboard.configurations.configuration import (
    CONFIGURATION_FILES,
    CONFIGURATION_TEXTS,
    Configuration,
    merge,
)
from scopeboard.files.location import is_remote
from scopeboard.ingest.configurations.elsewhere import MOST_AT_ONCE, WantedFile, read_elsewhere
from scopeboard.ingest.configurations.files import FileVersion, read_file, version_of
from scopeboard.ingest.configurations.texts import LoggedConfigurations
from scopeboard.ingest.discovery.discover import ABOVE, path_of_configuration
from scopeboard.ingest.discovery.tracked_runs import TrackedRun
from scopeboard.ingest.heartbeat import no_step
from scopeboard.store.store import Store
from scopeboard.store.tables.file_warnings import UNREADABLE
from scopeboard.types import RunId

_SECONDS: Final = 0.02
"""For which configurations are read between two jobs."""

_FILES: Final = (*CONFIGURATION_FILES, *(ABOVE + name for name in CONFIGURATION_FILES))
_ORDER: Final = (*_FILES, *CONFIGURATION_TEXTS)
_MAX_TEXTS: Final = 16
"""Texts that are read between two jobs."""


class ConfigurationReader:
    """Reads the files and texts that changed, and records the configurations of their runs.

    Args:
        store: has the texts, and receives the configurations.
        step: called with each file.
    """

    def __init__(self, store: Store, step: Callable[[], None] = no_step) -> None:
        self._store = store
        self._step = step
        self._texts = LoggedConfigurations(store)
        self._versions: dict[RunId, dict[str, FileVersion]] = {}
        self._parts: dict[RunId, dict[str, Configuration]] = {}
        self._files: dict[tuple[RunId, str], TrackedRun] = {}  # to be read, in order
        self._logged: dict[tuple[RunId, str], None] = {}  # texts to be read, in order
        self._checked = 0  # generation

    @property
    def is_done(self) -> bool:
        """Whether nothing is queued."""
        return not self._files and not self._logged

    def check(self, runs: Iterable[TrackedRun]) -> None:
        """Queue the files of these runs that changed, appeared or are gone."""
        for run in runs:
            before = self._versions.get(run.id)
            if not run.configurations and before is None:
                continue
            self._step()
            versions = {
                name: version
                for name in run.configurations
                if (version := version_of(run.path_of_configuration(name))) is not None
            }
            before = before or {}
            for name in {**before, **versions}:
                if versions.get(name) != before.get(name):
                    self._files[run.id, name] = run
            if versions:
                self._versions[run.id] = versions
            else:
                self._versions.pop(run.id, None)

    def forget_others(self, runs: Iterable[TrackedRun]) -> None:
        """Forget all runs but these."""
        ids = {run.id for run in runs}
        for run in [run for run in self._versions if run not in ids]:
            del self._versions[run]
        for key in [key for key in self._files if key[0] not in ids]:
            del self._files[key]
        gone = [run for run in self._parts if run not in ids]
        for run in gone:
            del self._parts[run]
        if gone:
            self._store.record_configurations(dict.fromkeys(gone, Configuration()))

    def read_some(self) -> None:
        """Read for a short time, and record what was read."""
        self._find_texts()
        until, changed = monotonic() + _SECONDS, dict.fromkeys(self._read_texts())
        while self._files and monotonic() < until:
            for run_id, name, part in self._read_next_files():
                self._set_part(run_id, name, part)
                changed[run_id] = None
        if changed:
            self._store.record_configurations({run: self._merged(run) for run in changed})

    def _read_next_files(self) -> Iterator[tuple[RunId, str, Configuration]]:
        """Yield the configurations of the next files: one here, or several elsewhere."""
        first = next(iter(self._files.values()))
        count = MOST_AT_ONCE if is_remote(first.path) else 1
        batch = list(islice(self._files.items(), count))
        versions = [self._versions.get(run.id, {}).get(name) for (_, name), run in batch]
        contents = read_elsewhere(
            [
                WantedFile(run, name, version)
                for ((_, name), run), version in zip(batch, versions, strict=True)
                if version is not None
            ],
            self._store.key_values,
        )
        for ((run_id, name), run), version in zip(batch, versions, strict=True):
            del self._files[run_id, name]
            self._step()
            part = Configuration()
            if version is not None:
                content = contents.get(run.path_of_configuration(name))
                part = read_file(run.root, path_of_configuration(run.name, name), content)
            if any(warning.kind == UNREADABLE for warning in part.warnings):
                self._versions.get(run_id, {}).pop(name, None)  # the next check tries again
            yield run_id, name, part

    def _find_texts(self) -> None:
        """Queue the texts that were logged since the last call."""
        generation = self._store.generation
        if generation != self._checked:
            self._checked = generation
            self._logged.update(dict.fromkeys(self._texts.changed()))

    def _read_texts(self) -> Sequence[RunId]:
        """Read some of the texts that are queued; return their runs."""
        if not self._logged:
            return []
        tag = next(iter(self._logged))[1]
        runs = [run for run, other in self._logged if other == tag][:_MAX_TEXTS]
        for run, part in self._texts.read(runs, tag):
            self._set_part(run, tag, part)
            self._step()
        for run in runs:
            del self._logged[run, tag]
        return runs

    def _set_part(self, run: RunId, name: str, part: Configuration) -> None:
        if part == Configuration():
            self._parts.get(run, {}).pop(name, None)
        else:
            self._parts.setdefault(run, {})[name] = part

    def _merged(self, run: RunId) -> Configuration:
        parts = self._parts.get(run)
        if not parts:
            self._parts.pop(run, None)
            return Configuration()
        return merge(parts[name] for name in sorted(parts, key=_ORDER.index))
