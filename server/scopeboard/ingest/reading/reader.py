"""Reading portions of event files: many small ones at once, a large one a portion at a time.

The bytes of all portions of a job are laid side by side in one buffer, which is scanned as a
whole: what it costs to begin a scan is paid once, not once per file. Before each portion lie the
last kilobytes of what was read before, so that the identity of what was read by now needs no
further look at the file. No file stays open.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from scopeboard.events.columnar.scan import scan
from scopeboard.events.decode.decoder import EventDecoder
from scopeboard.events.records.long_event_outline import Bounds
from scopeboard.ingest.heartbeat import no_step
from scopeboard.ingest.job import End, Job, reason_of
from scopeboard.ingest.reading.long_reads import go_on, needs_more
from scopeboard.ingest.reading.portion import Taken, end_of, failed, identity_of, read_of, take
from scopeboard.store.format.file_identity import SAMPLE_BYTES
from scopeboard.store.write.ingest_batch import FileRead

_BOUNDS: Final = Bounds()


class Reading(NamedTuple):
    """What a job brought: what the store is told, and an end for each portion, in order."""

    reads: list[FileRead]
    ends: list[End]


class FileReader:
    """Reads jobs of up to `room` bytes, as `weight_of` counts them, or of a single portion.

    Records beyond `bounds` are never held as a whole. `step` is called with each portion.
    """

    def __init__(
        self, room: int, bounds: Bounds = _BOUNDS, step: Callable[[], None] = no_step
    ) -> None:
        self._room = room
        self._bounds = bounds
        self._step = step
        self._buffer = np.empty(0, np.uint8)

    def read(self, job: Job, now: float) -> Reading:
        """Read a job's portions. An error belongs to its portion.

        Args:
            job: what to read.
            now: seconds since the epoch, by the clock that stamps files.
        """
        if not len(self._buffer):
            self._buffer = np.empty(self._room + SAMPLE_BYTES, np.uint8)
        found = self._take_all(job, now)
        self._decode(job, [one for one in found if isinstance(one, Taken) and not one.foreign])
        return self._reading(found)

    def _take_all(self, job: Job, now: float) -> list[Taken | End]:
        """Fill the buffer; return for each portion what was taken, or why it could not be."""
        found: list[Taken | End] = []
        at = 0
        for portion in job.portions:
            self._step()
            try:
                taken = take(portion, self._buffer, at, now, self._bounds.whole)
            except OSError as error:
                found.append(failed(portion, error))
                continue
            at += taken.lead + taken.length
            found.append(taken)
        return found

    def _decode(self, job: Job, taken: list[Taken]) -> None:
        """Turn the bytes into batches.

        Only the last file of each run is gone on with beyond what was taken of it; what an earlier
        one has gained meanwhile is read next time.
        """
        decoders = [EventDecoder(known) for known in job.known]
        pieces = [one.piece(decoders[one.portion.run]) for one in taken]
        filled = max((piece.end for piece in pieces), default=0)
        results = scan(self._buffer[:filled], pieces) if pieces else []
        last = {one.portion.run: one for one in taken}
        for one, result in zip(taken, results, strict=True):
            self._step()
            one.accept(result)
            if one is last[one.portion.run] and needs_more(one, result.reader):
                try:
                    go_on(one, result.reader, decoders[one.portion.run], self._bounds)
                except OSError as error:
                    one.error = reason_of(error)

    def _reading(self, found: list[Taken | End]) -> Reading:
        reading = Reading([], [])
        for one in found:
            reading.ends.append(self._end(one, reading.reads) if isinstance(one, Taken) else one)
        return reading

    def _end(self, taken: Taken, reads: list[FileRead]) -> End:
        try:
            reads.append(read_of(taken, identity_of(taken, self._buffer)))
        except OSError as error:
            return failed(taken.portion, error)
        return end_of(taken)
