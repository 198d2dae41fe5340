"""Read a group of files: a job of any size, in steps of a few megabytes.

A job of a pool is as large as its buffer. A task of a cluster is larger, so that placing it costs
little: its portions are read by several jobs of that size, one after another, and what they found
becomes one result, as if one job had read everything. Each portion ends where a single job would
have ended; what is left is read by later jobs.
"""

from collections.abc import Iterator, Sequence
from time import time

from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.ingest.job import MAX_PORTIONS, Job, JobResult, Portion, PortionEnd, weight_of
from scopeboard.ingest.reading.portion import failed_portion
from scopeboard.ingest.reading.reader import FileReader
from scopeboard.store.format.file_identity import SAMPLE_BYTES
from scopeboard.store.format.schema import FileId
from scopeboard.store.write.ingest_batch import FileRead


def read_group(reader: FileReader, job: Job) -> JobResult:
    """Read the portions of a job of any size. An error belongs to its portion."""
    known = [dict(tags) for tags in job.known]
    outcomes: list[tuple[FileRead | None, PortionEnd]] = []
    for portions in _steps(job.portions, reader.job_bytes):
        if len(portions) == 1:
            outcomes.append(_read_in_pieces(reader, portions[0], known))
        else:
            outcomes += _read(reader, portions, known)
    return JobResult([end for _, end in outcomes], [read for read, _ in outcomes if read])


def read_one_by_one(reader: FileReader, job: Job) -> JobResult:
    """Read each portion by itself, after a defect, which costs only the file that causes it."""
    combined = JobResult([], [])
    for portion in job.portions:
        try:
            result = read_group(reader, job._replace(portions=[portion]))
        except Exception as error:  # noqa: BLE001 - see above
            result = JobResult([failed_portion(portion, OSError(repr(error)))], [])
        combined.reads.extend(result.reads)
        combined.ends.extend(result.ends)
    return combined


def _steps(portions: Sequence[Portion], most_bytes: int) -> Iterator[list[Portion]]:
    """Yield portions that fit into one job together; a larger one is alone."""
    step: list[Portion] = []
    weight = 0
    for portion in portions:
        more = weight_of(portion.start, portion.end)
        if step and (weight + more > most_bytes or len(step) == MAX_PORTIONS):
            yield step
            step, weight = [], 0
        step.append(portion)
        weight += more
    if step:
        yield step


def _read(
    reader: FileReader, portions: Sequence[Portion], known: list[dict[str, TagMetadata]]
) -> list[tuple[FileRead | None, PortionEnd]]:
    """Read portions by one job, and add the metadata that they have to `known`."""
    result = reader.read(Job(portions, known), time())
    reads = {read.file: read for read in result.reads}
    for portion in portions:
        if (read := reads.get(_file(portion))) is not None:
            for batch in read.batches:
                known[portion.run].update(batch.known)
    return [(reads.get(_file(each)), end) for each, end in zip(portions, result.ends, strict=True)]


def _file(portion: Portion) -> FileId:
    return FileId(portion.file)


def _read_in_pieces(
    reader: FileReader, portion: Portion, known: list[dict[str, TagMetadata]]
) -> tuple[FileRead | None, PortionEnd]:
    """Read a portion that may be larger than a job, by several."""
    piece_bytes = reader.job_bytes - SAMPLE_BYTES
    whole: FileRead | None = None
    last: PortionEnd | None = None
    points, position = 0, portion.start
    while True:
        piece = portion._replace(
            start=position,
            end=min(portion.end, position + piece_bytes),
            identity=whole.identity if whole else portion.identity,
            is_bare=position > 0 and not points and (portion.start == 0 or portion.is_bare),
        )
        ((read, end),) = _read(reader, [piece], known)
        if read is None:  # what was read before counts
            last = last._replace(error=end.error) if last else end
            break
        if whole is None or read.restarted:
            whole, points = read, 0
        else:
            whole.batches += read.batches
            whole.offset, whole.identity = read.offset, read.identity
            whole.size, whole.mtime = read.size, read.mtime
        last, points = end, points + end.points
        is_over = end.error or end.is_at_end or end.restarted or end.offset >= portion.end
        if is_over or end.offset <= position:
            break
        position = end.offset
    if whole is not None:
        last = last._replace(start=whole.start, points=points, restarted=whole.restarted)
    return whole, last
