"""Read portions of event files: many small ones at a time, a large one portion by portion.

The bytes of all portions of a job are in one buffer, which is scanned at once, so that the fixed
cost of a scan is paid once per job and not once per file. The last kilobytes read before precede
each portion, so that the identity of the bytes read needs no further access to the file. No file
stays open.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from scopeboard.events.columnar.scan import scan
from scopeboard.events.columnar.template_set import TemplateSet
from scopeboard.events.decode.decoder import EventDecoder
from scopeboard.events.records.long_event_outline import Bounds
from scopeboard.ingest.heartbeat import no_step
from scopeboard.ingest.job import Job, JobResult, PortionEnd, reason_of
from scopeboard.ingest.reading.long_reads import read_past_portion
from scopeboard.ingest.reading.opening import openers
from scopeboard.ingest.reading.portion import LoadedPortion, failed_portion, load_portion
from scopeboard.store.format.file_identity import SAMPLE_BYTES

_BOUNDS: Final = Bounds()


class FileReader:
    """Reads jobs of up to `job_bytes`, as `weight_of` counts them, or of a single portion.

    Records beyond `bounds` are never held completely. `step` is called for each portion. One thread
    at a time may read. The templates of one job serve the next.
    """

    def __init__(
        self, job_bytes: int, bounds: Bounds = _BOUNDS, step: Callable[[], None] = no_step
    ) -> None:
        self.job_bytes = job_bytes
        self._bounds = bounds
        self._step = step
        self._buffer = np.empty(0, np.uint8)
        self._templates = TemplateSet()

    def resize(self, job_bytes: int) -> None:
        """Release the buffer; the next one is for jobs of up to `job_bytes`."""
        self.job_bytes, self._buffer = job_bytes, np.empty(0, np.uint8)

    def read(self, job: Job, now: float) -> JobResult:
        """Read the portions of a job. An error belongs to its portion.

        Args:
            job: the portions.
            now: seconds since the epoch, by the clock of the file system.
        """
        if not len(self._buffer):
            self._buffer = np.empty(self.job_bytes + SAMPLE_BYTES, np.uint8)
        outcomes: list[LoadedPortion | PortionEnd] = []
        index = 0
        for portion, open_next in zip(job.portions, openers(job.portions), strict=True):
            self._step()
            try:
                loaded = load_portion(
                    portion, open_next(), self._buffer, index, now, self._bounds.record
                )
            except OSError as error:
                outcomes.append(failed_portion(portion, error))
                continue
            index += loaded.lead + loaded.length
            outcomes.append(loaded)
        event_files = (loaded for loaded in outcomes if isinstance(loaded, LoadedPortion))
        self._decode(job, [loaded for loaded in event_files if not loaded.foreign])
        result = JobResult([], [])
        for outcome in outcomes:
            if isinstance(outcome, PortionEnd):
                result.ends.append(outcome)
                continue
            try:
                result.reads.append(outcome.file_read(outcome.identity(self._buffer)))
                result.ends.append(outcome.end())
            except OSError as error:
                result.ends.append(failed_portion(outcome.portion, error))
        return result

    def _decode(self, job: Job, portions: list[LoadedPortion]) -> None:
        """Decode the bytes of portions into their batches.

        Only the last file of each run is read past its portion; the next job reads the bytes that
        the other files have gained meanwhile.
        """
        if not portions:
            return
        if self._templates.is_full:
            self._templates = TemplateSet()
        decoders = [EventDecoder(known) for known in job.known]
        spans = [loaded.span for loaded in portions]
        decoder_of = [decoders[loaded.portion.run] for loaded in portions]
        filled = max(span.end for span in spans)
        results = scan(self._buffer[:filled], spans, decoder_of, self._templates)
        last = {loaded.portion.run: loaded for loaded in portions}
        for loaded, decoder, result in zip(portions, decoder_of, results, strict=True):
            self._step()
            loaded.accept(result)
            if loaded is last[loaded.portion.run] and loaded.continues(result.reader):
                try:
                    read_past_portion(loaded, result.reader, decoder, self._bounds, self._templates)
                except OSError as error:
                    loaded.error = reason_of(error)
