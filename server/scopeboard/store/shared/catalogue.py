"""The catalogue of a generation: everything but the numbers in the segments.

It has the tables of the store as one change (`format.change`), the places of row groups, the
configurations of runs and what was found beside event files. It is compressed, for readers of this
program alone, and begins with what the change needs no table for:

    u32 length of the JSON · JSON, ASCII · the change, packed
"""

import json
import struct
import zlib
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from scopeboard.configurations.configuration import Configuration
from scopeboard.errors import DamagedDataError, UnavailableError
from scopeboard.events.buffer.crc32c import crc32c
from scopeboard.files.location import Location
from scopeboard.files.objects import Objects
from scopeboard.store.format.change import Change, unpack_change
from scopeboard.store.progress import Absence, ProfileCount, SearchedDirectory
from scopeboard.store.shared.layout import NUMBERS, Segment
from scopeboard.store.shared.manifest import NamedObject
from scopeboard.types import LogWarning, RunId

_LENGTH: Final = struct.Struct("<I")
_LEVEL: Final = 1  # of zlib; rows of blocks compress to a fifth


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A generation without its numbers.

    `change` has all tables, for a store without any; its blocks are in `segments`, whose numbers
    are below `next_number`. `searched` are the results of walks. `derived` are the small derived
    values, `large` the names of the objects with large ones; catalogues of earlier versions have
    none.
    """

    change: Change
    segments: list[Segment]
    next_number: int
    configurations: dict[RunId, Configuration]
    searched: list[SearchedDirectory]
    derived: dict[str, bytes]
    large: list[str]

    def encode(self) -> bytes:
        """Return the catalogue as bytes."""
        header = {
            "next_number": self.next_number,
            "segments": [
                asdict(segment) | {"places": segment.places.tolist()} for segment in self.segments
            ],
            "configurations": {
                run: {
                    "values": each.values,
                    "warnings": [asdict(warning) for warning in each.warnings],
                }
                for run, each in self.configurations.items()
            },
            "searched": [asdict(each) | {"root": None} for each in self.searched],
            "derived": {key: value.decode("latin-1") for key, value in self.derived.items()},
            "large": self.large,
        }
        text = json.dumps(header, separators=(",", ":")).encode("ascii")
        return zlib.compress(_LENGTH.pack(len(text)) + text + self.change.pack(), _LEVEL)


def read_catalogue(objects: Objects, named: NamedObject, log: Location) -> Catalogue:
    """Return the catalogue that a manifest names.

    Raises:
        UnavailableError: it cannot be read now, or is damaged.
    """
    address = f"{named.name} of the index {objects.address}"
    try:
        data = objects.read(named.name, 0, named.nbytes)
    except OSError as error:
        reason = error.strerror or error
        raise UnavailableError(f"{address} cannot be read: {reason}.") from error
    if len(data) != named.nbytes or crc32c(data) != named.crc:
        raise UnavailableError(f"{address} is damaged; build the index in another directory.")
    try:
        return _decoded(zlib.decompress(data), log)
    except (DamagedDataError, ValueError, KeyError, TypeError, struct.error, zlib.error) as error:
        raise UnavailableError(f"{address} was written by another version.") from error


def _decoded(data: bytes, log: Location) -> Catalogue:
    (length,) = _LENGTH.unpack_from(data)
    end = _LENGTH.size + length
    header: dict[str, Any] = json.loads(data[_LENGTH.size : end])
    return Catalogue(
        change=unpack_change(data[end:]),
        segments=[_segment(each) for each in header["segments"]],
        next_number=header["next_number"],
        configurations={
            RunId(run): Configuration(
                tuple((name, _value(value)) for name, value in each["values"]),
                tuple(LogWarning(**warning) for warning in each["warnings"]),
            )
            for run, each in header["configurations"].items()
        },
        searched=[_searched(each, log) for each in header["searched"]],
        derived={key: value.encode("latin-1") for key, value in header.get("derived", {}).items()},
        large=header.get("large", []),
    )


def _segment(fields: dict[str, Any]) -> Segment:
    columns = len(NUMBERS[fields["kind"]])
    places = np.array(fields["places"], np.int64).reshape(-1, columns)
    return Segment(**fields | {"places": places})


def _value(value: Any) -> Any:  # noqa: ANN401 - of JSON, which has no tuples
    return tuple(map(_value, value)) if isinstance(value, list) else value


def _searched(fields: dict[str, Any], log: Location) -> SearchedDirectory:
    """Return the result of a walk; names of files are relative to the log directory."""
    lists = ("graph_files", "video_files", "too_deep_places")
    profiles = (
        ProfileCount(**each | {"places": tuple(each["places"])}) for each in fields["profiles"]
    )
    absence = fields["absence"]
    return SearchedDirectory(
        **fields
        | {name: tuple(fields[name]) for name in lists}
        | {
            "root": log,
            "profiles": tuple(profiles),
            "absence": None if absence is None else Absence(**absence),
        }
    )
