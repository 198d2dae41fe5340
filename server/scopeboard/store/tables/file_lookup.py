"""Lookups of one file or one tag: its path, its identity, its metadata.

The tables may change between two calls; the store holds its lock during each of them.
"""

from collections.abc import Collection
from hashlib import blake2b

import numpy as np

from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.files.location import Location, located
from scopeboard.store.format.schema import NO_RUN
from scopeboard.store.tables.run_paths import RunPaths
from scopeboard.store.tables.tables import StoreTables
from scopeboard.types import Kind, RunId, TagKey


def find_file_path(tables: StoreTables, paths: RunPaths, file: int) -> Location | None:
    """Return the path of a file (an id), or None if the file is gone."""
    run = int(tables.files["run"][file])
    directory = None if run == NO_RUN else paths.find(run)
    return None if directory is None else located(directory) / tables.file_names[file]


def find_run_files(
    tables: StoreTables, paths: RunPaths, run_id: RunId
) -> tuple[str, list[str]] | None:
    """Return a run's name and those of its event files, or None if the run is not listed."""
    run = tables.run_numbers.get(run_id)
    if run is None or paths.find(run) is None:
        return None
    files = np.flatnonzero(tables.files["run"] == run).tolist()
    return tables.runs[run], [tables.file_names[file] for file in files]


def file_fingerprint(tables: StoreTables, file: int) -> tuple[int, int, int]:
    """Return device, inode and head checksum of a file; another file has others."""
    row = tables.files[file]
    return int(row["device"]), int(row["inode"]), int(row["head"])


def value_counts(tables: StoreTables, key: TagKey) -> dict[RunId, int]:
    """Return how many values of a tag each run has logged."""
    number = tables.key_numbers.get(key)
    if number is None:
        return {}
    blocks = tables.blocks[tables.live()]
    blocks = blocks[blocks["key"] == number]
    run = tables.files["run"][blocks["file"]]
    is_listed = run != NO_RUN
    counts = np.bincount(run[is_listed], blocks["count"][is_listed])
    return {tables.run_ids[index]: int(counts[index]) for index in np.flatnonzero(counts).tolist()}


def value_digests(tables: StoreTables, kinds: Collection[Kind]) -> dict[RunId, str]:
    """Return a digest of the values of some kinds, for each run that has any.

    It changes with their number and the last of them, by file and tag, and with the first bytes of
    the files, but not with the blocks that the values are in.
    """
    numbers = [number for number, key in enumerate(tables.keys) if key.kind in kinds]
    blocks = tables.blocks[tables.live()]
    blocks = blocks[np.isin(blocks["key"], numbers)]
    blocks = blocks[tables.files["run"][blocks["file"]] != NO_RUN]
    code = blocks["file"].astype(np.int64) << 32 | blocks["key"].astype(np.int64)
    series, index = np.unique(code, return_inverse=True)
    rows = np.zeros((len(series), 5), np.int64)
    rows[:, 0], rows[:, 1] = series, tables.files["head"][series >> 32]
    np.add.at(rows[:, 2], index, blocks["count"])
    rows[:, 3:] = np.iinfo(np.int64).min
    np.maximum.at(rows[:, 3], index, blocks["max_step"])
    last = np.full(len(series), -np.inf)
    np.fmax.at(last, index, blocks["max_wall_time"])
    rows[:, 4] = last.view(np.int64)
    run = tables.files["run"][series >> 32]
    order = np.argsort(run, kind="stable")
    runs, starts = np.unique(run[order], return_index=True)
    parts = np.split(rows[order], starts[1:]) if len(runs) else []
    return {
        tables.run_ids[number]: blake2b(part.tobytes(), digest_size=16).hexdigest()
        for number, part in zip(runs.tolist(), parts, strict=True)
    }


def tag_metadata(tables: StoreTables, run_id: RunId, key: TagKey) -> TagMetadata:
    """Return the metadata of a run's tag, or only its kind if the run logged none."""
    pair = tables.run_numbers.get(run_id, -1), tables.key_numbers.get(key, -1)
    number = tables.tags.find(*pair)
    return TagMetadata(key.kind) if number is None else tables.metadata[number]
