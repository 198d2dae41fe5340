"""Where the event files of a log directory are, and what its runs say of their tags."""

from pathlib import Path
from threading import Lock

import numpy as np

from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.schema import NO_RUN
from scopeboard.store.tables.run_paths import RunPaths
from scopeboard.store.tables.tables import StoreTables
from scopeboard.types import RunId, TagKey


class FileLookup:
    """Looks up what a store knows of files and tags, as it is now."""

    def __init__(self, contents: StoreTables, paths: RunPaths, lock: Lock) -> None:
        self._contents, self._paths, self._lock = contents, paths, lock

    def find_path(self, file: int) -> Path | None:
        """Return where the file of an id is, or None if it is gone."""
        with self._lock:
            run = int(self._contents.files["run"][file])
            directory = None if run == NO_RUN else self._paths.find(run)
            return None if directory is None else Path(directory) / self._contents.file_names[file]

    def of_run(self, run: RunId) -> tuple[str, list[str]] | None:
        """Return a run's name and those of its event files, or None if it is not listed."""
        with self._lock:
            contents = self._contents
            number = contents.run_numbers.get(run)
            if number is None or self._paths.find(number) is None:
                return None
            files = np.flatnonzero(contents.files["run"] == number).tolist()
            return contents.runs[number], [contents.file_names[file] for file in files]

    def identity(self, file: int) -> tuple[int, int, int]:
        """Return device, inode and checksum of the beginning: another file has others."""
        with self._lock:
            row = self._contents.files[file]
            return int(row["device"]), int(row["inode"]), int(row["head"])

    def metadata(self, run: RunId, key: TagKey) -> TagMetadata:
        """Return what a run says of a tag, or no more than its kind where it says nothing."""
        with self._lock:
            contents = self._contents
            pair = contents.run_numbers.get(run, -1), contents.key_numbers.get(key, -1)
            number = contents.tags.find(*pair)
            return TagMetadata(key.kind) if number is None else contents.metadata[number]
