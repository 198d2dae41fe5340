"""Open the files of a job: those of this machine in their turn, others side by side.

A request to another machine takes a hundred times as long as the decoding of its answer. So the
bytes of all such portions of a job are requested at once, by as many threads as a store allows;
their number is bounded by the size of a job.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from scopeboard.files.location import is_remote
from scopeboard.files.open_file import OpenFile
from scopeboard.ingest.job import Portion
from scopeboard.ingest.reading.portion import open_portion


def openers(portions: Sequence[Portion]) -> Iterator[Callable[[], OpenFile]]:
    """Yield a function for each portion that opens its file, or raises why that is impossible."""
    elsewhere = {index for index, each in enumerate(portions) if is_remote(each.path)}
    if not elsewhere:
        yield from (partial(open_portion, portion) for portion in portions)
        return
    from scopeboard.files.remote.stores import request_threads  # noqa: PLC0415 - for such alone

    threads = request_threads()
    begun = {index: threads.submit(open_portion, portions[index]) for index in sorted(elsewhere)}
    for index, portion in enumerate(portions):
        yield begun.pop(index).result if index in begun else partial(open_portion, portion)
