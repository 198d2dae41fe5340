"""The manifest of a shared index: one small object that names all others of a generation.

It is JSON, and the only object that is ever replaced: by compare-and-swap. So a generation is there
whole or not at all, and of two writers one learns that it was not the first.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

from scopeboard.errors import SettingsError, UnavailableError
from scopeboard.files.location import Location, MountedPaths, located
from scopeboard.files.objects import Objects

MANIFEST: Final = "manifest.json"
_FORMAT: Final = "scopeboard shared index"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class NamedObject:
    """An object of an index: its name, its size in bytes, and the CRC-32C of its bytes."""

    name: str
    nbytes: int
    crc: int


@dataclass(frozen=True, slots=True)
class NamedSegment:
    """A segment as other programs need it: its name, what it has, and its number of rows."""

    name: str
    kind: str
    rows: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """A generation of an index.

    `index` is chosen when the index is begun; generations count from 1. `log` is the log directory:
    one address, or several by names. `written` is in seconds since the epoch. `points` counts
    scalar points and places, `read_bytes` the bytes of event files that were read.
    """

    index: str
    generation: int
    log: str | dict[str, str]
    written: float
    runs: int
    files: int
    points: int
    read_bytes: int
    catalogue: NamedObject
    segments: tuple[NamedSegment, ...]

    @property
    def location(self) -> Location:
        """The log directory."""
        if isinstance(self.log, str):
            return located(self.log)
        return MountedPaths(tuple((name, located(each)) for name, each in self.log.items()))

    def encode(self) -> bytes:
        """Return the manifest as JSON."""
        body = {"format": _FORMAT, "version": VERSION, **asdict(self)}
        return json.dumps(body, indent=1).encode("ascii")


class FoundManifest(NamedTuple):
    """The manifest of an index, and the tag of its object."""

    manifest: Manifest
    tag: str


def find_manifest(objects: Objects) -> FoundManifest | None:
    """Return the newest manifest of an index, None if there is no index.

    Raises:
        SettingsError: what is there is no index that this version reads.
        UnavailableError: it cannot be read now.
    """
    try:
        found = objects.find(MANIFEST)
    except OSError as error:
        raise UnavailableError(
            f"The index {objects.address} cannot be read: {error.strerror or error}."
        ) from error
    if found is None:
        return None
    try:
        body = json.loads(found.data)
        version = body["version"] if body["format"] == _FORMAT else None
        manifest = _manifest(body) if version == VERSION else None
    except (ValueError, KeyError, TypeError) as error:
        raise SettingsError(f"{objects.address}/{MANIFEST} is not that of an index.") from error
    if manifest is None:
        raise SettingsError(
            f"The index {objects.address} has the format {version}, and this version of Scopeboard "
            f"reads format {VERSION}. Use the version that wrote it, or another directory."
        )
    return FoundManifest(manifest, found.tag)


def no_index_in(address: str) -> str:
    """Return a sentence on a directory without an index."""
    return f"There is no index in {address}. `dashboard index LOGDIR --index {address}` writes one."


def _manifest(body: dict[str, Any]) -> Manifest:
    fields = {name: body[name] for name in Manifest.__dataclass_fields__}
    fields["catalogue"] = NamedObject(**fields["catalogue"])
    fields["segments"] = tuple(NamedSegment(**each) for each in fields["segments"])
    return Manifest(**fields)


def names_of(log: Location) -> str | dict[str, str]:
    """Return a log directory as the manifest has it."""
    if isinstance(log, MountedPaths):
        return {name: str(place) for name, place in log.mounts}
    return str(log)
