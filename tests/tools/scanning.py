"""Reading whole files in both ways, for tests that compare them."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from scopeboard.events.columnar.scan import ScanResult, drain, scan
from scopeboard.events.columnar.template_set import TemplateSet
from scopeboard.events.decode.batch import Batch
from scopeboard.events.decode.decoder import EventDecoder
from scopeboard.events.decode.rounded_integers import ROUNDED, count_of
from scopeboard.events.records.framing import FileSpan
from scopeboard.events.records.record_reader import NEED_DATA, Damage, Record, RecordReader


def record_by_record(data: bytes, decoder: EventDecoder, *, settled: bool) -> list[Batch]:
    """Return the batches of a file as the protobuf path reads it."""
    reader = RecordReader()
    reader.feed(data)
    found: list[Record | Damage] = []
    while (item := reader.next(settled=settled)) is not NEED_DATA:
        found.append(item)
    return decoder.decode(found)


@dataclass
class ReadFile:
    """A file that is being scanned: how far it was read, and what came of it."""

    data: bytes
    decoder: EventDecoder
    batches: list[Batch] = field(default_factory=list)
    offset: int = 0
    fed: int = 0
    wanted: int = 0
    reader: RecordReader | None = None
    is_done: bool = False

    def portion(self, size: int) -> bytes:
        """Return the next bytes to read."""
        start = self.offset if self.reader is None else self.fed
        self.fed = min(len(self.data), start + max(size, self.wanted))
        return self.data[start : self.fed]

    def take(self, scanned: ScanResult) -> None:
        """Note what came of the portion."""
        self.batches += scanned.batches
        self.is_done = self.fed == len(self.data)
        self.offset, self.wanted = scanned.offset, scanned.wanted
        self.reader = scanned.reader


def scan_files(files: list[ReadFile], sizes: Iterator[int], *, settled: bool) -> None:
    """Scan files to their ends, portions of all of them in one buffer, in portions of `sizes`.

    Files of one decoder are read one after the other.
    """
    templates = TemplateSet()
    while left := _readable(files):
        portions = [file.portion(next(sizes)) for file in left]
        scanned_files, spans, start = [], [], 0
        for file, data in zip(left, portions, strict=True):
            final = settled and file.fed == len(file.data)
            if file.reader is None:
                scanned_files.append(file)
                spans.append(FileSpan(start, start + len(data), file.offset, final))
            else:
                file.take(drain(file.reader, data, final, file.decoder))
            start += len(data)
        buffer = np.frombuffer(b"".join(portions), np.uint8)
        decoders = [file.decoder for file in scanned_files]
        results = scan(buffer, spans, decoders, templates)
        for file, result in zip(scanned_files, results, strict=True):
            file.take(result)


def _readable(files: list[ReadFile]) -> list[ReadFile]:
    found: dict[int, ReadFile] = {}
    for file in files:
        if not file.is_done:
            found.setdefault(id(file.decoder), file)
    return list(found.values())


def sessions(batches: list[Batch]) -> list[dict[str, Any]]:
    """Return what the batches of each session hold together, as values that compare."""
    found: list[dict[str, Any]] = []
    for batch in batches:
        if not found or batch.resumed:
            found.append(_nothing())
        _add(found[-1], batch)
    said = ({name: value for name, value in held.items() if value} for held in found)
    return [held for held in said if held]


def _nothing() -> dict[str, Any]:
    return {"metadata": {}, "guessed": set(), "scalars": {}, "blobs": {}, "damage": []}


def _add(held: dict[str, Any], batch: Batch) -> None:
    for key, metadata in batch.metadata.items():
        before = held["metadata"].get(key)
        if before is None or (before.guessed and not metadata.guessed):
            held["metadata"][key] = metadata
    held["guessed"] |= batch.guessed
    held["damage"] += [damage for damage in batch.damage if damage.kind != ROUNDED]
    for damage in batch.damage:
        if damage.kind == ROUNDED:
            first, count = held.get("rounded", (damage.offset, 0))
            held["rounded"] = (min(first, damage.offset), count + count_of(damage.message))
    for series, columns in (("scalars", batch.scalars), ("blobs", batch.blobs)):
        for tag, points in columns.items():
            parts = held[series].setdefault(tag, [b""] * len(points))
            held[series][tag] = [
                part + column.tobytes() for part, column in zip(parts, points, strict=True)
            ]
    if batch.first_wall_time is not None:
        held.setdefault("first_wall_time", struct.pack("<d", batch.first_wall_time))
        held["last_wall_time"] = struct.pack("<d", batch.last_wall_time)
    if batch.last_step is not None:
        held["last_step"] = (max(held.get("last_step", (batch.last_step,))[0], batch.last_step),)
    held["ending"] = batch.ending or held.get("ending")
    held["resumed"] = batch.resumed or held.get("resumed")
