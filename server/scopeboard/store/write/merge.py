"""Merge an ingest batch into the store: check offsets, translate numbers, return a change.

A portion is accepted only if it begins where the file was last read to. A job that is late, was
done twice or read an earlier content of the file is refused whole, so no point counts twice.
"""

from dataclasses import dataclass
from itertools import count
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.decode.rounded_integers import joined_rounded
from scopeboard.store.format.change import FILE_ROW, RUN_TAG, Change, FileDamage
from scopeboard.store.format.schema import FILE, NO_RUN, FileId, Rows
from scopeboard.store.tables.tables import StoreTables
from scopeboard.store.write.ingest_batch import MAX_WARNINGS, IngestBatch

_MAX_SESSION: Final = int(np.iinfo(FILE["sessions"]).max)
_AS_READ: Final = ("device", "inode", "size", "mtime", "offset", "head", "tail")


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The change that a batch makes, and the files whose portions were refused.

    `tag_files` (uint32 [t]) are the files of `change.tags`.
    """

    change: Change
    refused: list[FileId]
    tag_files: NDArray[np.uint32]


def merge_batch(batch: IngestBatch, tables: StoreTables) -> MergeResult:
    """Return the change of a batch. The tables stay as they are."""
    is_accepted = _accepted(batch, tables)
    change = Change(
        keys=[key for key in batch.keys if key not in tables.key_numbers],
        metadata=[m for m in batch.metadata if m not in tables.metadata_numbers],
        rows=_file_rows(batch.reads[is_accepted], tables),
        warnings=_new_damage(batch, is_accepted, tables),
    )
    new_keys = dict(zip(change.keys, count(len(tables.keys)), strict=False))
    new_metadata = dict(zip(change.metadata, count(len(tables.metadata)), strict=False))
    keys = np.array([new_keys.get(k, tables.key_numbers.get(k, 0)) for k in batch.keys], np.int64)
    metadata = np.array(
        [new_metadata.get(m, tables.metadata_numbers.get(m, 0)) for m in batch.metadata], np.int64
    )
    change.blocks = _accepted_blocks(batch, is_accepted, tables, keys)
    void = change.rows["file"][change.rows["is_void"]]
    change.forgotten = runs_without(void, tables) if len(void) else []

    batch_tags = batch.tags[is_accepted[batch.tags["file"]]]
    tag_files = batch.reads["file"][batch_tags["file"]]
    tags = np.empty(len(batch_tags), RUN_TAG)
    tags["run"] = tables.files["run"][tag_files]
    tags["key"], tags["metadata"] = keys[batch_tags["key"]], metadata[batch_tags["metadata"]]
    tags["is_known"] = is_known = batch_tags["is_known"]
    guessed = tables.is_guessed(change.metadata)
    is_new = np.isin(tags["run"], change.forgotten)  # the tables still have these tags
    is_new[is_known] |= tables.known_tags.is_new(tags[is_known], guessed)
    is_new[~is_known] |= tables.tags.is_missing(tags[~is_known], guessed)
    change.tags = tags[is_new]
    refused = [FileId(file) for file in batch.reads["file"][~is_accepted].tolist()]
    return MergeResult(change, refused, tag_files[is_new])


def _accepted(batch: IngestBatch, tables: StoreTables) -> NDArray[np.bool_]:
    """Return bool [reads]: whether each portion continues its file."""
    reads, files = batch.reads, tables.files
    is_accepted = reads["file"] < len(files)
    file = np.where(is_accepted, reads["file"], 0)
    if len(files):
        fits = files["offset"][file] == reads["start"]
        fits |= reads["restarted"] & (reads["start"] == 0)
        is_accepted &= fits & (files["run"][file] != NO_RUN)
    first = np.zeros(len(reads), np.bool_)
    first[np.unique(reads["file"], return_index=True)[1]] = True
    is_accepted &= first
    guesses: dict[int, set[str]] = {}
    for row, tag in batch.guessed:
        guesses.setdefault(row, set()).add(tag)
    for row, tags in guesses.items():
        run = int(files["run"][file[row]])
        if is_accepted[row] and _is_contradicted(batch, row, tags, tables, run):
            is_accepted[row] = False
    return is_accepted


def _is_contradicted(
    batch: IngestBatch, row: int, guessed: set[str], tables: StoreTables, run: int
) -> bool:
    """Return whether a run logged another kind for a tag whose kind a portion guessed."""
    keys, metadata = tables.known_tags.of_run(run)
    logged = {
        tables.keys[key].tag: tables.keys[key].kind
        for key, number in zip(keys.tolist(), metadata.tolist(), strict=True)
        if not tables.metadata[number].guessed
    }
    contested = guessed & logged.keys()
    if not contested:
        return False
    tags = batch.tags[(batch.tags["file"] == row) & ~batch.tags["is_known"]]
    guesses = {
        batch.keys[key].tag: batch.keys[key].kind
        for key, number in zip(tags["key"].tolist(), tags["metadata"].tolist(), strict=True)
        if batch.metadata[number].guessed
    }
    return any(guesses.get(tag) != logged[tag] for tag in contested)


def _file_rows(reads: Rows, tables: StoreTables) -> Rows:
    """Return FILE_ROW [n]: the state of the files after READ [n]."""
    read, before = reads["row"], tables.files[reads["file"]]
    is_void = reads["restarted"]
    before[is_void] = np.zeros(1, FILE)
    rows = np.empty(len(reads), FILE_ROW)
    rows["file"], rows["is_void"] = reads["file"], is_void
    now = rows["row"]
    now["run"] = tables.files["run"][reads["file"]]
    for name in _AS_READ:
        now[name] = read[name]
    now["has_event"] = before["has_event"] | read["has_event"]
    for name, keeps in (
        ("first_wall_time", before["has_event"]),
        ("last_wall_time", ~read["has_event"]),
        ("ending", ~reads["has_ending"]),
    ):
        now[name] = np.where(keeps, before[name], read[name])
    now["has_step"] = before["has_step"] | read["has_step"]
    higher = read["has_step"] & (~before["has_step"] | (read["last_step"] > before["last_step"]))
    now["last_step"] = np.where(higher, read["last_step"], before["last_step"])
    sessions = np.maximum(before["sessions"], 1).astype(np.int64) + read["sessions"]
    now["sessions"] = np.minimum(sessions, _MAX_SESSION)
    now["points"] = before["points"] + read["points"]
    return rows


def _accepted_blocks(
    batch: IngestBatch, is_accepted: NDArray[np.bool_], tables: StoreTables, keys: NDArray[np.int64]
) -> Rows:
    """Return the accepted blocks with the store's numbers."""
    blocks: Rows = batch.blocks[is_accepted[batch.blocks["file"]]]
    files = batch.reads["file"]
    before = np.where(
        batch.reads["restarted"], 0, tables.files["sessions"][np.where(is_accepted, files, 0)]
    )
    session = np.maximum(before, 1).astype(np.int64)[blocks["file"]] - 1 + blocks["session"]
    blocks["session"] = np.minimum(session, _MAX_SESSION)
    blocks["file"] = files[blocks["file"]]
    blocks["key"] = keys[blocks["key"]]
    return blocks


def runs_without(files: NDArray[np.integer], tables: StoreTables) -> list[int]:
    """Return the runs of `files` (ids) that have read no other file."""
    run = tables.files["run"]
    runs = set(run[files].tolist())
    is_read = (tables.files["offset"] > 0) & (
        run == min(runs) if len(runs) == 1 else np.isin(run, list(runs))
    )
    is_read[files] = False
    return sorted(runs - set(run[is_read].tolist()) - {NO_RUN})


def _new_damage(
    batch: IngestBatch, is_accepted: NDArray[np.bool_], tables: StoreTables
) -> list[FileDamage]:
    """Return all damage of the files with new damage, the earlier damage first."""
    damaged = []
    for damage in batch.damage:
        if not is_accepted[damage.file]:
            continue
        file = int(batch.reads["file"][damage.file])
        unlisted, listed = damage.unlisted, damage.listed
        is_void = batch.reads["restarted"][damage.file]
        if not is_void and (before := tables.damage.get(file)) is not None:
            unlisted, listed = before.unlisted + unlisted, before.listed + listed
        listed = joined_rounded(listed)
        unlisted += max(0, len(listed) - MAX_WARNINGS)
        damaged.append(FileDamage(file, unlisted, listed[:MAX_WARNINGS]))
    return damaged
