"""How many warnings runs have, as the run table of the dashboard counts them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scopeboard.diagnostics.examine import MAX_SERIES, examine
from scopeboard.logs.reader import LogView
from scopeboard.logs.run_facts import LoggedRun
from scopeboard.state.state_file import StateFile
from scopeboard.store.query.run_list import RunSummary
from scopeboard.types import RunId

_Subject = tuple[object, object, object]
_FILE_ERROR: Final = "file_error"


def count_warnings(
    view: LogView, saved: StateFile, runs: Sequence[LoggedRun]
) -> Mapping[RunId, int]:
    """Return the number of warnings of each run, without those that viewers have muted.

    All series are checked, in as many rounds as the bound on the series of one needs. If a training
    has more series than that, only as many count.

    Raises:
        DamagedBlockError: the checksum of a block is wrong.
    """
    muted = _muted(saved)
    parts = {run.name: run.part for run in runs}
    name_of = {run.id: run.name for run in runs}
    counts = dict.fromkeys(name_of, 0)
    for run in runs:
        is_muted = (_FILE_ERROR, run.name, None) in muted
        counts[run.id] += bool(run.summary.warnings) and not is_muted
    tags = view.tags("scalars")
    for batch in _batches(runs, max(1, MAX_SERIES // max(1, len(tags)))):
        for found in examine(view.finder, tags, batch, parts).warnings:
            run_id = RunId(found.run)
            counts[run_id] += (found.warning.kind, name_of[run_id], found.tag) not in muted
    return counts


def _batches(runs: Sequence[LoggedRun], size: int) -> Iterator[list[RunSummary]]:
    """Yield runs in batches of about a size; runs of a training are compared, and so together."""
    trainings: defaultdict[str, list[RunSummary]] = defaultdict(list)
    for run in runs:
        trainings[run.part.training].append(run.summary)
    batch: list[RunSummary] = []
    for of_training in trainings.values():
        if batch and len(batch) + len(of_training) > size:
            yield batch
            batch = []
        batch += of_training
    if batch:
        yield batch


def _muted(saved: StateFile) -> frozenset[_Subject]:
    """Return the subjects of muted warnings: kind, name of the run, tag or None."""
    warnings = saved.read("mutes").value.get("warnings")
    listed = warnings if isinstance(warnings, list) else []
    return frozenset(
        (each.get("kind"), each.get("run"), each.get("tag"))
        for each in listed
        if isinstance(each, dict)
    )
