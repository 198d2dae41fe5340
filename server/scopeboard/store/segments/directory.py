"""Where the index of a log directory is kept, and by whom.

    INDEX_DIR/<digest of the log directory's real path>/
        about.json           which log directory this is; its time is that of the last use
        lock                 held by the server that writes here
        catalogue            what there is
        <number>.columns     segments

One server writes. Another on the same log directory starts from what is there and keeps its own
news in a directory of its own, where segments have numbers that no catalogue has.
"""

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from errno import ESTALE
from hashlib import blake2b
from pathlib import Path
from typing import Final

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
    """The directory of one index; `path` is None when nothing is kept.

    `lock` is the descriptor of a writer's lock, None for one who only reads what is there.
    `failure` is why the directory could not be listed the last time, if so.
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
    def is_kept(self) -> bool:
        """Tell whether what is written here is there after a restart."""
        return self.path is not None and self.lock is not None

    def number_after(self, segment: int) -> None:
        """Give new segments higher numbers than that of `segment`, which may be gone."""
        self._last_segment = max(self._last_segment, segment)

    def new_segment(self) -> tuple[int, Path]:
        """Return the number and path of a new segment, which is there but empty.

        So no number is given out twice, even if one who has it outlives this process.

        Raises:
            OSError: there is no directory for it, and none can be made.
        """
        self._last_segment += 1
        number, path = self._last_segment, self.path_of(self._last_segment)
        os.close(open_for_writing(path, must_be_new=True))
        return number, path

    def path_of(self, segment: int) -> Path:
        """Return the path of a segment.

        Raises:
            OSError: there is no directory for it, and none can be made.
        """
        if segment < OWN_SEGMENTS and self.path is not None:
            return self.path / f"{segment}{_SUFFIX}"
        return self.scratch.path() / f"{segment}{_SUFFIX}"

    @property
    def is_gone(self) -> bool:
        """Tell whether somebody removed the directory while this server writes to it."""
        try:
            return self.lock is not None and os.fstat(self.lock).st_nlink == 0
        except OSError as error:
            return error.errno == ESTALE  # what a network file system says of a removed file

    def abandon(self) -> None:
        """Keep nothing from now on, as one who only reads what is there."""
        if self.lock is not None:
            os.close(self.lock)
        self.lock, self._last_segment = None, OWN_SEGMENTS

    def touch(self) -> None:
        """Set the time of the last use."""
        if self.path is not None:
            with suppress(OSError):
                os.utime(self.path / ABOUT)

    def segment_sizes(self) -> dict[int, int]:
        """Return the bytes of each segment that is kept, by its number."""
        if self.path is None:
            return {}
        return self._listed(self.path)

    def own_sizes(self) -> dict[int, int]:
        """Return the bytes of each segment that this process may remove, by its number."""
        return self.segment_sizes() if self.is_kept else self._scratch_sizes()

    def _scratch_sizes(self) -> dict[int, int]:
        return {} if self.scratch.made is None else self._listed(self.scratch.made)

    def _listed(self, path: Path) -> dict[int, int]:
        """Return the sizes of segments, as they were last where the directory cannot be listed."""
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
        return sum(self.segment_sizes().values()) + sum(self._scratch_sizes().values())

    def close(self) -> None:
        """Give the lock back and remove what is of no use to others."""
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None
        self.scratch.close()


def find_index_directory(
    log_directory: Path, index_dir: Path, scratch: Scratch
) -> tuple[IndexDirectory, OSError | None]:
    """Return the directory of a log directory's index, made where it is missing.

    Where no lock can be had, what is there can still be read; the error comes with it.

    Raises:
        OSError: it cannot be made.
    """
    real = os.path.realpath(log_directory)
    digest = blake2b(os.fsencode(real), digest_size=_DIGEST_BYTES).hexdigest()
    path = index_dir / digest
    index_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.mkdir(mode=0o700, exist_ok=True)
    try:
        lock = find_lock(path / LOCK)
    except OSError as error:
        return IndexDirectory(path, None, scratch), error
    if lock is not None:
        with suppress(OSError):  # on a full disk what is there can still be read
            _describe(path / ABOUT, real)
    return IndexDirectory(path, lock, scratch), None


def _segment_sizes(path: Path) -> dict[int, int]:
    """Return the bytes of each segment in a directory, by its number.

    Raises:
        OSError: the directory cannot be listed.
    """
    with os.scandir(path) as entries:
        segments = [entry for entry in entries if entry.name.endswith(_SUFFIX)]
    sizes = {}
    for segment in segments:
        with suppress(OSError, ValueError):  # another server may be removing them
            sizes[int(segment.name.removesuffix(_SUFFIX))] = segment.stat().st_size
    return sizes


def _describe(path: Path, log_directory: str) -> None:
    """Write which log directory an index is of."""
    text = json.dumps({"log_directory": log_directory})
    descriptor = open_for_writing(path, truncate=True)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(text)
