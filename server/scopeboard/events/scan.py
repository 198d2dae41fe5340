"""Bytes of many event files in, batches out."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.batch import Batch
from scopeboard.events.decode import EventDecoder
from scopeboard.events.record import NEED_DATA, Damage, Record, RecordReader


class Piece(NamedTuple):
    """Bytes `start` to `end` of a shared buffer: a part of one event file.

    `offset` is that of the first byte in its file; a record starts there. `settled` is as
    `RecordReader.next` takes it. `decoder` is the run's memory; the pieces of a run stand in file
    order.
    """

    start: int
    end: int
    offset: int
    settled: bool
    decoder: EventDecoder


class Scanned(NamedTuple):
    """What came of a piece.

    `batches` are cut before each SessionLog.START that is not the first thing. `offset` is that in
    the file up to which everything is in them. `wanted`, if not 0, is how many bytes from there on
    are needed to go on. `reader` is there when what follows is no record, and the next one has to
    be searched for: feed it the file's next bytes with `drain`.
    """

    batches: list[Batch]
    offset: int
    wanted: int
    reader: RecordReader | None


def scan(buffer: NDArray[np.uint8], pieces: Sequence[Piece]) -> list[Scanned]:
    """Return what the pieces hold, in their order."""
    scanned = []
    for piece in pieces:
        reader = RecordReader(piece.offset)
        data = buffer[piece.start : piece.end].tobytes()
        scanned.append(drain(reader, data, piece.settled, piece.decoder))
    return scanned


def drain(reader: RecordReader, data: bytes, settled: bool, decoder: EventDecoder) -> Scanned:
    """Feed a reader the file's next bytes and return what it makes of them.

    The result holds the reader only as long as it is searching; otherwise read on with `scan` from
    the result's offset.
    """
    reader.feed(data)
    found: list[Record | Damage] = []
    while (item := reader.next(settled=settled)) is not NEED_DATA:
        found.append(item)
    searching = reader.wanted is None
    return Scanned(
        decoder.decode(found), reader.offset, reader.wanted or 0, reader if searching else None
    )
