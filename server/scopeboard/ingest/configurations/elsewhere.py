"""Files with hyper-parameters that are not on this machine: read side by side, and saved.

Each takes a request, so what was read is in the index for the next start.
"""

import struct
from collections.abc import Sequence
from typing import Final, NamedTuple

from scopeboard.errors import NotFoundError
from scopeboard.files.location import is_remote
from scopeboard.files.remote.stores import request_threads
from scopeboard.ingest.configurations.files import FileVersion, read_content
from scopeboard.ingest.discovery.discover import path_of_configuration
from scopeboard.ingest.discovery.tracked_runs import TrackedRun
from scopeboard.store.write.key_values import KeyValues

MOST_AT_ONCE: Final = 64
"""Files that are read together."""

_MOST_SAVED: Final = 16 << 10  # bytes of a file; the index is for small values
_VERSION: Final = struct.Struct("<qq")


class WantedFile(NamedTuple):
    """One of the files with hyper-parameters of a run."""

    run: TrackedRun
    name: str
    version: FileVersion

    @property
    def address(self) -> str:
        """The address of the file."""
        return self.run.path_of_configuration(self.name)


def read_elsewhere(files: Sequence[WantedFile], saved: KeyValues) -> dict[str, bytes]:
    """Return the contents of those files that are not on this machine, by address.

    A file that cannot be read now is left out.
    """
    contents: dict[str, bytes] = {}
    missing = []
    for file in files:
        if not is_remote(file.address):
            continue
        stamp, data = _stamp(file), saved.find(f"configuration {file.address}") or b""
        if data.startswith(stamp):
            contents[file.address] = data[len(stamp) :]
        else:
            missing.append(file)
    if not missing:
        return contents
    for file, content in zip(missing, request_threads().map(_read, missing), strict=True):
        if content is not None:
            contents[file.address] = content
            if len(content) <= _MOST_SAVED:
                saved.put(f"configuration {file.address}", _stamp(file) + content)
    return contents


def _read(file: WantedFile) -> bytes | None:
    try:
        return read_content(file.run.root, path_of_configuration(file.run.name, file.name))
    except (NotFoundError, OSError):
        return None


def _stamp(file: WantedFile) -> bytes:
    return _VERSION.pack(file.version.size, file.version.mtime)
