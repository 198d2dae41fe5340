"""What is known of the records with graphs, stored where readers may lack the event files.

A record is one place in one event file, written at one time. Its checksum stands for its content,
so that graphs in it are found among the derived values by their key, and no file is opened.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from scopeboard.graph.prepared.column_file import CACHE_VERSION
from scopeboard.graph.source.containers import ContainedGraph
from scopeboard.protowire.nested import Step
from scopeboard.store.derived import DerivedValues
from scopeboard.store.format.blobs import BlobRef

_VERSION: Final = ",".join([CACHE_VERSION, *(field.name for field in fields(ContainedGraph))])
"""Records of another version are read again."""


class StoredRecord(NamedTuple):
    """The checksum at the end of a record, and the graphs in it; None where its tag says which."""

    checksum: bytes
    graphs: list[ContainedGraph] | None


class StoredRecords:
    """Finds and stores records of a log whose derived values have everything."""

    def __init__(self, values: DerivedValues) -> None:
        self._values = values

    def find(self, ref: BlobRef) -> StoredRecord | None:
        """Return what is known of a record, or None."""
        data = self._values.find(_key(ref)) if self._values.has_everything else None
        if data is None:
            return None
        checksum, graphs = json.loads(data)
        found = None if graphs is None else [_graph(listed) for listed in graphs]
        return StoredRecord(bytes.fromhex(checksum), found)

    def put(self, ref: BlobRef, checksum: bytes, graphs: Sequence[ContainedGraph] | None) -> None:
        """Store what is known of a record."""
        if self._values.has_everything:
            listed = None if graphs is None else [asdict(graph) for graph in graphs]
            self._values.put(_key(ref), json.dumps([checksum.hex(), listed]).encode())


def _key(ref: BlobRef) -> str:
    place = (str(ref.path), ref.offset, ref.length, ref.value_index, ref.wall_time, ref.head)
    text = repr((_VERSION, place)).encode("utf-8", "surrogateescape")
    return f"record {blake2b(text, digest_size=16).hexdigest()}"


def _graph(listed: dict[str, Any]) -> ContainedGraph:
    path = tuple(Step(*step) for step in listed["path"])
    return ContainedGraph(**listed | {"path": path})
