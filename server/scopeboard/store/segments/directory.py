"""The directory of an index, and the lock of its writer.

    INDEX_DIR/<digest of the log directory's real path>/
        about.json           the log directory; its mtime is the last use
        lock                 locked by the writing server
        catalogue            the change log
        <number>.columns     segments

One server writes. Another server on the same log directory starts from the present files and
writes to a scratch directory, with segment numbers that no change log uses.
"""

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from errno import ESTALE
from hashlib import blake2b
from pathlib import Path
from typing import Final

from scopeboard.files.location import Location, identity_of
from scopeboard.store.segments.scratch import Scratch, find_lock
from scopeboard.system.files import open_for_writing

OWN_SEGMENTS: Final = 1 << 23
"""Segments of this number and higher are in the scratch directory; 24 bits hold all numbers."""

CHANGE_LOG: Final = "catalogue"
ABOUT: Final = "about.json"
LOCK: Final = "lock"
_SUFFIX: Final = ".columns"
_DIGEST_BYTES: Final = 16


@dataclass(slots=True)
class IndexDirectory:
    """The directory of one index; `path` is None without a persistent index.

    `lock` is the descriptor of the writer's lock, None for a read-only index. `failure` is the
    reason why the last listing failed, None if it succeeded.
    """

    path: Path | None
    lock: int | None
    scratch: Scratch
    failure: str | None = None
    _last_segment: int = 0
    _sizes: dict[Path, dict[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._last_segment = OWN_SEGMENTS
        if self.path is not None and self.lock is not None:
            self._last_segment = max(_segment_sizes(self.path), default=0)

    @property
    def is_persistent(self) -> bool:
        """Whether new files here survive a restart."""
        return self.path is not None and self.lock is not None

    def number_after(self, segment: int) -> None:
        """Number new segments after `segment`, which may be gone."""
        self._last_segment = max(self._last_segment, segment)

    def new_segment(self) -> tuple[int, Path]:
        """Create an empty segment; return its number and path.

        The file reserves the number, even for a worker that outlives this process.

        Raises:
            OSError: the directory is missing and cannot be created.
        """
        self._last_segment += 1
        number, path = self._last_segment, self.path_of(self._last_segment)
        os.close(open_for_writing(path, must_be_new=True))
        return number, path

    def path_of(self, segment: int) -> Path:
        """Return the path of a segment.

        Raises:
            OSError: the directory is missing and cannot be created.
        """
        if segment < OWN_SEGMENTS and self.path is not None:
            return self.path / f"{segment}{_SUFFIX}"
        return self.scratch.path() / f"{segment}{_SUFFIX}"

    @property
    def is_gone(self) -> bool:
        """Whether the directory was deleted while this server writes to it."""
        try:
            return self.lock is not None and os.fstat(self.lock).st_nlink == 0
        except OSError as error:
            return error.errno == ESTALE  # a network file system reports a deleted file like this

    def abandon(self) -> None:
        """Give up the lock; write to the scratch directory from now on."""
        if self.lock is not None:
            os.close(self.lock)
        self.lock, self._last_segment = None, OWN_SEGMENTS

    def touch(self) -> None:
        """Set the time of the last use."""
        if self.path is not None:
            with suppress(OSError):
                os.utime(self.path / ABOUT)

    def segment_sizes(self) -> dict[int, int]:
        """Return the bytes of each persistent segment by number."""
        return self._listed(self.path)

    def own_sizes(self) -> dict[int, int]:
        """Return the bytes of each segment that this process may delete, by number."""
        return self.segment_sizes() if self.is_persistent else self._listed(self.scratch.existing)

    def _listed(self, path: Path | None) -> dict[int, int]:
        """Return the sizes of the segments in a directory; the last known ones on failure."""
        if path is None:
            return {}
        try:
            self._sizes[path] = _segment_sizes(path)
            self.failure = None
        except FileNotFoundError:
            return {}
        except OSError as error:
            self.failure = error.strerror or str(error)
        return self._sizes.get(path, {})

    @property
    def nbytes(self) -> int:
        """The bytes of all segments that this process can read."""
        return sum(self.segment_sizes().values()) + sum(
            self._listed(self.scratch.existing).values()
        )

    def close(self) -> None:
        """Release the lock and delete the scratch directory."""
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None
        self.scratch.close()


def find_index_directory(
    log_directory: Location, index_dir: Path, scratch: Scratch
) -> tuple[IndexDirectory, OSError | None]:
    """Return the index directory of a log directory; create it if missing.

    If locking fails, the directory is read-only and the error is returned with it.

    Raises:
        OSError: the directory cannot be created.
    """
    real = identity_of(log_directory)
    digest = blake2b(real, digest_size=_DIGEST_BYTES).hexdigest()
    path = index_dir / digest
    index_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.mkdir(mode=0o700, exist_ok=True)
    try:
        lock = find_lock(path / LOCK)
    except OSError as error:
        return IndexDirectory(path, None, scratch), error
    if lock is not None:
        with suppress(OSError):  # on a full disk the index stays readable
            descriptor = open_for_writing(path / ABOUT, truncate=True)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                json.dump({"log_directory": os.fsdecode(real)}, file)
    return IndexDirectory(path, lock, scratch), None


def _segment_sizes(path: Path) -> dict[int, int]:
    """Return the bytes of each segment in a directory by number.

    Raises:
        OSError: the directory cannot be listed.
    """
    with os.scandir(path) as entries:
        segments = [entry for entry in entries if entry.name.endswith(_SUFFIX)]
    sizes = {}
    for segment in segments:
        with suppress(OSError, ValueError):  # another server may delete them meanwhile
            sizes[int(segment.name.removesuffix(_SUFFIX))] = segment.stat().st_size
    return sizes
