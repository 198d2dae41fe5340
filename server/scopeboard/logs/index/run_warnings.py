"""The warnings about the runs of a log that is read here, as the run table counts them."""

from collections.abc import Iterator, Sequence

from scopeboard.diagnostics.examine import MAX_SERIES, examine
from scopeboard.logs.index.moment import Moment
from scopeboard.logs.run_facts import LoggedRun
from scopeboard.logs.run_warnings import FILE_ERROR, Subject, batches_of_runs
from scopeboard.types import RunId


def find_warnings(moment: Moment, runs: Sequence[LoggedRun]) -> Iterator[tuple[RunId, Subject]]:
    """Yield the subject of each warning.

    All series are checked, in as many rounds as the bound on the series of one needs. If a training
    has more series than that, only as many count.

    Raises:
        DamagedBlockError: the checksum of a block is wrong.
    """
    parts = {run.name: run.part for run in runs}
    name_of = {run.id: run.name for run in runs}
    for run in runs:
        if run.summary.warnings:
            yield run.id, (FILE_ERROR, run.name, None)
    tags = moment.tags("scalars")
    for batch in batches_of_runs(runs, max(1, MAX_SERIES // max(1, len(tags)))):
        for found in examine(moment.finder, tags, batch, parts).warnings:
            run_id = RunId(found.run)
            yield run_id, (found.warning.kind, name_of[run_id], found.tag)
