"""Changes of a store: the entries of its change log, and the input of its tables.

Runs, files, keys and metadata are numbered in the order of their entries. As bytes, a change is
JSON for everything without a fixed width, and arrays:

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
        ("is_void", "?"),  # all blocks of the file in earlier changes are void
        ("row", FILE),
    ]
)
"""The new state of a file."""

RUN_TAG: Final = np.dtype(
    [
        ("run", "<u4"),
        ("key", "<u4"),
        ("metadata", "<u4"),
        ("is_known", "?"),  # the default for later values, rather than the tag's own metadata
    ]
)
"""The metadata of a tag of a run."""

DEAD: Final = np.dtype([("segment", "<u4"), ("offset", "<u8")])
"""A deleted block; no other block ever has the same segment and offset."""

MOVED: Final = np.dtype([("before", DEAD), ("segment", "<u4"), ("offset", "<u8")])
"""The earlier and the new position of a block's stored bytes."""

_TABLES: Final = (FILE_ROW, BLOCK, RUN_TAG, DEAD, MOVED)
_LENGTH: Final = struct.Struct("<I")


class FileDamage(NamedTuple):
    """The damage of a file: a list of (offset, kind, message), and the count of the rest.

    `file` is a file id; in an ingest batch, it is the row of the portion.
    """

    file: int
    unlisted: int
    listed: list[tuple[int, str, str]]


@dataclass(slots=True)
class Change:
    """The difference to the state after the last change; `files` are (run number, name) pairs.

    `forgotten` are runs whose tags are removed. A change voids and deletes earlier blocks only,
    before its own blocks and tags are added.
    """

    runs: list[str] = field(default_factory=list)
    files: list[tuple[int, str]] = field(default_factory=list)
    keys: list[TagKey] = field(default_factory=list)
    metadata: list[TagMetadata] = field(default_factory=list)
    forgotten: list[int] = field(default_factory=list)
    warnings: list[FileDamage] = field(default_factory=list)
    key_values: dict[str, bytes] = field(default_factory=dict)
    rows: Rows = field(default_factory=lambda: np.empty(0, FILE_ROW))
    blocks: Rows = field(default_factory=lambda: np.empty(0, BLOCK))
    tags: Rows = field(default_factory=lambda: np.empty(0, RUN_TAG))
    dead: Rows = field(default_factory=lambda: np.empty(0, DEAD))
    moved: Rows = field(default_factory=lambda: np.empty(0, MOVED))

    def pack(self) -> bytes:
        """Return the change as bytes."""
        arrays = (self.rows, self.blocks, self.tags, self.dead, self.moved)
        header = {
            "runs": self.runs,
            "files": self.files,
            "keys": self.keys,
            "metadata": [
                (m.kind, m.plugin, m.display_name, m.description, _text(m.content), m.guessed)
                for m in self.metadata
            ],
            "forgotten": self.forgotten,
            "warnings": self.warnings,
            "facts": {key: _text(value) for key, value in self.key_values.items()},
            "lengths": [len(array) for array in arrays],
        }
        text = json.dumps(header, separators=(",", ":")).encode("ascii")
        return b"".join((_LENGTH.pack(len(text)), text, *(array.tobytes() for array in arrays)))


def unpack_change(data: bytes) -> Change:
    """Return the change that `pack` encoded as `data`; its arrays are views.

    Raises:
        DamagedDataError: `data` is not a valid change.
    """
    try:
        (length,) = _LENGTH.unpack_from(data)
        offset = _LENGTH.size + length
        header = json.loads(data[_LENGTH.size : offset])
        arrays = []
        for dtype, count in zip(_TABLES, header["lengths"], strict=True):
            array = np.frombuffer(data, dtype, count, offset) if count else np.empty(0, dtype)
            arrays.append(array)
            offset += dtype.itemsize * count
        return Change(
            header["runs"],
            [(run, name) for run, name in header["files"]],
            [TagKey(kind, tag) for kind, tag in header["keys"]],
            [
                TagMetadata(kind, plugin, name, description, b64decode(content), guessed)
                for kind, plugin, name, description, content, guessed in header["metadata"]
            ],
            header["forgotten"],
            [FileDamage(f, n, [(o, k, m) for o, k, m in w]) for f, n, w in header["warnings"]],
            {key: b64decode(value) for key, value in header["facts"].items()},
            *arrays,
        )
    except (ValueError, KeyError, TypeError, struct.error) as error:
        raise DamagedDataError("Invalid entry in the change log") from error


def _text(data: bytes) -> str:
    return b64encode(data).decode("ascii")
