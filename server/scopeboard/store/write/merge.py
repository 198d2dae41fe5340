"""From a haul to a change: what of it is taken, in the store's own numbers.

A stretch is taken only if it begins where its file was read to. A job that is late, that was done
twice or that worked on what the file held before is refused whole, so that no point counts twice.
"""

from dataclasses import dataclass
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
    """What was taken of a haul and the files whose stretches were refused.

    `tag_files` (uint32 [t]) are the files that say what `change.tags` say.
    """

    change: Change
    refused: list[FileId]
    tag_files: NDArray[np.uint32]


def merge_batch(haul: IngestBatch, contents: StoreTables) -> MergeResult:
    """Return what a haul changes; `contents` only learn of its keys and metadata."""
    is_taken = _is_taken(haul, contents)
    rows = _file_rows(haul.reads[is_taken], contents)
    change, keys, metadata = _names(haul, contents)
    change.rows = rows
    change.blocks = _blocks(haul, is_taken, contents, keys)
    change.forgotten = _forgotten(rows, contents)
    said = haul.tags[is_taken[haul.tags["file"]]]
    tag_files = haul.reads["file"][said["file"]]
    tags = np.empty(len(said), RUN_TAG)
    tags["run"] = contents.files["run"][tag_files]
    tags["key"], tags["metadata"] = keys[said["key"]], metadata[said["metadata"]]
    tags["is_known"] = said["is_known"]
    is_news = _is_news(tags, change, contents)
    change.tags = tags[is_news]
    change.warnings = _warnings(haul, is_taken, contents)
    refused = [FileId(file) for file in haul.reads["file"][~is_taken].tolist()]
    return MergeResult(change, refused, tag_files[is_news])


def _is_news(tags: Rows, change: Change, contents: StoreTables) -> NDArray[np.bool_]:
    """Tell which of RUN_TAG [t] say what is not known, once what is forgotten is."""
    guessed, is_known = contents.is_guessed(change.metadata), tags["is_known"]
    is_news = np.isin(tags["run"], change.forgotten)
    is_news[is_known] |= contents.known.is_news(tags[is_known], guessed)
    is_news[~is_known] |= contents.tags.is_news_unless_known(tags[~is_known], guessed)
    return is_news


def _is_taken(haul: IngestBatch, contents: StoreTables) -> NDArray[np.bool_]:
    """Tell for each stretch whether it continues its file; bool [reads]."""
    reads, files = haul.reads, contents.files
    is_taken = reads["file"] < len(files)
    at = np.where(is_taken, reads["file"], 0)
    if len(files):
        fits = files["offset"][at] == reads["start"]
        fits |= reads["restarted"] & (reads["start"] == 0)
        is_taken &= fits & (files["run"][at] != NO_RUN)
    first = np.zeros(len(reads), np.bool_)
    first[np.unique(reads["file"], return_index=True)[1]] = True
    is_taken &= first
    for row, tags in _by_row(haul.guessed).items():
        if is_taken[row] and _is_contradicted(
            haul, row, tags, contents, int(files["run"][at[row]])
        ):
            is_taken[row] = False
    return is_taken


def _by_row(guessed: list[tuple[int, str]]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for row, tag in guessed:
        found.setdefault(row, set()).add(tag)
    return found


def _is_contradicted(
    haul: IngestBatch, row: int, guessed: set[str], contents: StoreTables, run: int
) -> bool:
    """Tell whether a run has said that one of the tags guessed in a stretch is another kind."""
    keys, metadata = contents.known.of_run(run)
    said = {
        contents.keys[key].tag: contents.keys[key].kind
        for key, number in zip(keys.tolist(), metadata.tolist(), strict=True)
        if not contents.metadata[number].guessed
    }
    contested = guessed & said.keys()
    if not contested:
        return False
    tags = haul.tags[(haul.tags["file"] == row) & ~haul.tags["is_known"]]
    guesses = {
        haul.keys[key].tag: haul.keys[key].kind
        for key, number in zip(tags["key"].tolist(), tags["metadata"].tolist(), strict=True)
        if haul.metadata[number].guessed
    }
    return any(guesses.get(tag) != said[tag] for tag in contested)


def _file_rows(reads: Rows, contents: StoreTables) -> Rows:
    """Return FILE_ROW [n]: the rows of the files after READ [n]."""
    said, before = reads["row"], contents.files[reads["file"]]
    is_void = reads["restarted"]
    before[is_void] = np.zeros(1, FILE)
    rows = np.empty(len(reads), FILE_ROW)
    rows["file"], rows["is_void"] = reads["file"], is_void
    now = rows["row"]
    now["run"] = contents.files["run"][reads["file"]]
    for name in _AS_READ:
        now[name] = said[name]
    now["has_event"] = before["has_event"] | said["has_event"]
    for name, kept in (
        ("first_wall_time", before["has_event"]),
        ("last_wall_time", ~said["has_event"]),
        ("ending", ~reads["says_ending"]),
    ):
        now[name] = np.where(kept, before[name], said[name])
    now["has_step"] = before["has_step"] | said["has_step"]
    higher = said["has_step"] & (~before["has_step"] | (said["last_step"] > before["last_step"]))
    now["last_step"] = np.where(higher, said["last_step"], before["last_step"])
    sessions = np.maximum(before["sessions"], 1).astype(np.int64) + said["sessions"]
    now["sessions"] = np.minimum(sessions, _MAX_SESSION)
    now["points"] = before["points"] + said["points"]
    return rows


def _names(
    haul: IngestBatch, contents: StoreTables
) -> tuple[Change, NDArray[np.int64], NDArray[np.int64]]:
    """Return a change that tells of keys and metadata yet unknown, and the numbers of all."""
    change = Change(
        keys=[key for key in haul.keys if key not in contents.key_numbers],
        metadata=[m for m in haul.metadata if m not in contents.metadata_numbers],
    )
    keys = dict(zip(change.keys, range(len(contents.keys), 1 << 32), strict=False))
    others = dict(zip(change.metadata, range(len(contents.metadata), 1 << 32), strict=False))
    key_numbers = [keys.get(key, contents.key_numbers.get(key, 0)) for key in haul.keys]
    numbers = [others.get(m, contents.metadata_numbers.get(m, 0)) for m in haul.metadata]
    return change, np.array(key_numbers, np.int64), np.array(numbers, np.int64)


def _blocks(
    haul: IngestBatch, is_taken: NDArray[np.bool_], contents: StoreTables, keys: NDArray[np.int64]
) -> Rows:
    """Return the blocks that were taken, in the store's numbers."""
    blocks: Rows = haul.blocks[is_taken[haul.blocks["file"]]]
    files = haul.reads["file"]
    before = np.where(
        haul.reads["restarted"], 0, contents.files["sessions"][np.where(is_taken, files, 0)]
    )
    session = np.maximum(before, 1).astype(np.int64)[blocks["file"]] - 1 + blocks["session"]
    blocks["session"] = np.minimum(session, _MAX_SESSION)
    blocks["file"] = files[blocks["file"]]
    blocks["key"] = keys[blocks["key"]]
    return blocks


def _forgotten(rows: Rows, contents: StoreTables) -> list[int]:
    """Return the runs of which all that was read is void."""
    void = rows["file"][rows["is_void"]]
    return runs_without(void, contents) if len(void) else []


def runs_without(files: NDArray[np.integer], contents: StoreTables) -> list[int]:
    """Return the runs of `files` (ids) of which nothing was read but in these."""
    run = contents.files["run"]
    runs = set(run[files].tolist())
    is_read = (contents.files["offset"] > 0) & (
        run == min(runs) if len(runs) == 1 else np.isin(run, list(runs))
    )
    is_read[files] = False
    return sorted(runs - set(run[is_read].tolist()) - {NO_RUN})


def _warnings(
    haul: IngestBatch, is_taken: NDArray[np.bool_], contents: StoreTables
) -> list[FileDamage]:
    """Return the warnings of the files that have new ones, the old ones first."""
    rows = {found.read for found in haul.damage}
    rows.update(np.flatnonzero(haul.reads["unlisted"]).tolist())
    found = {row: _kept(haul, row, contents) for row in sorted(rows) if is_taken[row]}
    for damage in haul.damage:
        if damage.read in found:
            found[damage.read].listed.append((damage.offset, damage.kind, damage.message))
    return [_limited(warnings) for warnings in found.values()]


def _kept(haul: IngestBatch, row: int, contents: StoreTables) -> FileDamage:
    file, unlisted = int(haul.reads["file"][row]), int(haul.reads["unlisted"][row])
    before = None if haul.reads["restarted"][row] else contents.warnings.get(file)
    if before is None:
        return FileDamage(file, unlisted, [])
    return FileDamage(file, before.unlisted + unlisted, list(before.listed))


def _limited(warnings: FileDamage) -> FileDamage:
    listed = joined_rounded(warnings.listed)
    beyond = max(0, len(listed) - MAX_WARNINGS)
    return warnings._replace(unlisted=warnings.unlisted + beyond, listed=listed[:MAX_WARNINGS])
