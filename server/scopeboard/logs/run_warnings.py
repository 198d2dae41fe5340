"""How many warnings runs have, as the run table of the dashboard counts them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from scopeboard.logs.run_facts import LoggedRun
from scopeboard.state.saved_parts import SavedParts
from scopeboard.store.query.run_list import RunSummary
from scopeboard.types import RunId

Subject = tuple[object, object, object]
"""What a warning is about: its kind, the name of the run, and the tag or None."""

FILE_ERROR: Final = "file_error"
"""The kind of the one warning about all unreadable records of a run."""


def count_warnings(
    warnings: Iterable[tuple[RunId, Subject]], saved: SavedParts
) -> Mapping[RunId, int]:
    """Return the number of warnings of each run, without those that viewers have muted."""
    muted = _muted(saved)
    return Counter(run for run, subject in warnings if subject not in muted)


def batches_of_runs(runs: Sequence[LoggedRun], size: int) -> Iterator[list[RunSummary]]:
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


def _muted(saved: SavedParts) -> frozenset[Subject]:
    """Return the subjects of muted warnings."""
    warnings = saved.read("mutes").value.get("warnings")
    listed = warnings if isinstance(warnings, list) else []
    return frozenset(
        (each.get("kind"), each.get("run"), each.get("tag"))
        for each in listed
        if isinstance(each, dict)
    )
