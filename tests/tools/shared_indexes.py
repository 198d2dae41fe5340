"""What a store holds, apart from where it is: for comparing a shared index with reading here."""

from dataclasses import replace
from typing import Any

from scopeboard.files.location import Location
from scopeboard.files.objects import Objects
from scopeboard.ingest.loader import Loader
from scopeboard.store.format.schema import BLOCK, block_bytes
from scopeboard.store.open_shared import open_shared_writer
from scopeboard.store.segments.reader import Read
from scopeboard.store.shared.generation import SEGMENT_ROWS, WriteOptions
from scopeboard.store.shared.manifest import Manifest
from scopeboard.store.store import Store
from scopeboard.store.tables.tables import StoreTables
from tools.reads import find_scalars

CONTENTS = [name for name in BLOCK.names or () if name not in {"segment", "offset", "file", "key"}]
"""The fields of blocks that say what they have, and not where, by numbers of one store."""


def read_here(log: Location) -> Store:
    """Return a store that has read all of a log directory."""
    store = Store(log_directory=log)
    loader = Loader(store, log)
    loader.scan()
    while loader.read_next():
        pass
    store.flush(0.0, everything=True)
    return store


def write_index(
    log: Location,
    objects: Objects,
    group_rows: int = 8,
    segment_rows: int = SEGMENT_ROWS,
    good_rows: int = SEGMENT_ROWS,
) -> Manifest | None:
    """Read what is new in a log directory and commit it, with short row groups."""
    writer = open_shared_writer(objects, log)
    loader = Loader(writer.store, log)
    loader.scan()
    while loader.read_next():
        pass
    writer.store.flush(0.0, everything=True)
    try:
        options = WriteOptions(
            segment_rows=segment_rows, good_rows=good_rows, group_rows=group_rows
        )
        return replace(writer, options=options).commit()
    finally:
        loader.close()


def contents(store: Store) -> dict[tuple[str, str, str, str, int], list[tuple[Any, ...]]]:
    """Return the blocks of each series, with their stored bytes.

    Series are named by run, file, kind, tag and session.
    """

    def find(
        tables: StoreTables, read: Read
    ) -> dict[tuple[str, str, str, str, int], list[tuple[Any, ...]]]:
        found: dict[tuple[str, str, str, str, int], list[tuple[Any, ...]]] = {}
        for block in tables.blocks[tables.live()]:
            file, key = int(block["file"]), tables.keys[int(block["key"])]
            run = tables.runs[int(tables.files["run"][file])]
            series = (run, tables.file_names[file], key.kind, key.tag, int(block["session"]))
            data = read(int(block["segment"]), int(block["offset"]), int(block_bytes(block)))
            fields = tuple(block[name].tobytes() for name in CONTENTS)
            found.setdefault(series, []).append((*fields, data))
        return found

    return store.visit(find)


def points(store: Store) -> dict[tuple[str, str], tuple[bytes, ...]]:
    """Return the columns of each series by run and tag, however they are divided into blocks."""
    found = {}
    for run in store.runs():
        for tag in store.tags("scalars"):
            columns = find_scalars(store, run.id, tag.key.tag)
            if columns is not None:
                found[run.name, tag.key.tag] = tuple(each.tobytes() for each in columns)
    return found
