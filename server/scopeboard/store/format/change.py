"""A change of what the store holds: the one thing that its tables and its catalogue take in.

Names, keys and metadata are numbered in the order in which they are told. As bytes, a change is
JSON for all that has no fixed width, and arrays:

    u32 length of the JSON · JSON, ASCII · rows · blocks · tags · dead · moved
"""

import json
import struct
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from scopeboard.errors import DamagedDataError
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.schema import BLOCK, FILE, Rows
from scopeboard.types import TagKey

FILE_ROW: Final = np.dtype(
    [
        ("file", "<u4"),
        ("is_void", "?"),  # all blocks of the file that were told of before are void
        ("row", FILE),
    ]
)
"""A file's row as it is now."""

RUN_TAG: Final = np.dtype(
    [
        ("run", "<u4"),
        ("key", "<u4"),
        ("metadata", "<u4"),
        ("is_known", "?"),  # what later values are taken for, rather than what the tag is
    ]
)
"""What a tag of a run is."""

DEAD: Final = np.dtype([("segment", "<u4"), ("place", "<u8")])
"""A block that is no more; no other was or will be at its place."""

MOVED: Final = np.dtype([("before", DEAD), ("segment", "<u4"), ("place", "<u8")])
"""Where the stored bytes of a block were, and where they are now."""

_TABLES: Final = (FILE_ROW, BLOCK, RUN_TAG, DEAD, MOVED)
_LENGTH: Final = struct.Struct("<I")


class FileDamage(NamedTuple):
    """The damage listed of a file, as (offset, kind, message), and how many more there is."""

    file: int
    unlisted: int
    listed: list[tuple[int, str, str]]


@dataclass(slots=True)
class Change:
    """What is new since the last change; `files` are pairs of a run's number and a name.

    `forgotten` are runs of whose tags nothing is known any more. What a change makes void or dead
    was told of before it; its own blocks and tags come after.
    """

    runs: list[str] = field(default_factory=list)
    files: list[tuple[int, str]] = field(default_factory=list)
    keys: list[TagKey] = field(default_factory=list)
    metadata: list[TagMetadata] = field(default_factory=list)
    forgotten: list[int] = field(default_factory=list)
    warnings: list[FileDamage] = field(default_factory=list)
    facts: dict[str, bytes] = field(default_factory=dict)
    rows: Rows = field(default_factory=lambda: np.empty(0, FILE_ROW))
    blocks: Rows = field(default_factory=lambda: np.empty(0, BLOCK))
    tags: Rows = field(default_factory=lambda: np.empty(0, RUN_TAG))
    dead: Rows = field(default_factory=lambda: np.empty(0, DEAD))
    moved: Rows = field(default_factory=lambda: np.empty(0, MOVED))

    def packed(self) -> bytes:
        """Return the change as bytes."""
        arrays = (self.rows, self.blocks, self.tags, self.dead, self.moved)
        said = {
            "runs": self.runs,
            "files": self.files,
            "keys": self.keys,
            "metadata": [_json_metadata(metadata) for metadata in self.metadata],
            "forgotten": self.forgotten,
            "warnings": self.warnings,
            "facts": {key: _text(value) for key, value in self.facts.items()},
            "lengths": [len(array) for array in arrays],
        }
        text = json.dumps(said, separators=(",", ":")).encode("ascii")
        return b"".join((_LENGTH.pack(len(text)), text, *(array.tobytes() for array in arrays)))


def unpack_change(data: bytes) -> Change:
    """Return the change that `packed` made `data` of; its arrays are views.

    Raises:
        DamagedDataError: it is none.
    """
    try:
        return _unpacked(data)
    except (ValueError, KeyError, TypeError, struct.error) as error:
        raise DamagedDataError("an entry of the catalogue that says nothing") from error


def _unpacked(data: bytes) -> Change:
    (length,) = _LENGTH.unpack_from(data)
    at = _LENGTH.size + length
    said = json.loads(data[_LENGTH.size : at])
    arrays = []
    for dtype, count in zip(_TABLES, said["lengths"], strict=True):
        arrays.append(np.frombuffer(data, dtype, count, at) if count else np.empty(0, dtype))
        at += dtype.itemsize * count
    return Change(
        said["runs"],
        [(run, name) for run, name in said["files"]],
        [TagKey(kind, tag) for kind, tag in said["keys"]],
        [_metadata(*values) for values in said["metadata"]],
        said["forgotten"],
        [FileDamage(f, n, [(o, k, m) for o, k, m in w]) for f, n, w in said["warnings"]],
        {key: b64decode(value) for key, value in said["facts"].items()},
        *arrays,
    )


def _json_metadata(metadata: TagMetadata) -> tuple[object, ...]:
    return (
        metadata.kind,
        metadata.plugin,
        metadata.display_name,
        metadata.description,
        _text(metadata.content),
        metadata.guessed,
    )


def _metadata(
    kind: str, plugin: str, display_name: str, description: str, content: str, guessed: bool
) -> TagMetadata:
    return TagMetadata(
        kind=kind,  # type: ignore[arg-type]  # as it was written
        plugin=plugin,
        display_name=display_name,
        description=description,
        content=b64decode(content),
        guessed=guessed,
    )


def _text(data: bytes) -> str:
    return b64encode(data).decode("ascii")
