"""The models of runs by name, as the page names them (`frontend/src/state/runs/model-list`)."""

from collections.abc import Mapping, Sequence

from scopeboard.logs.run_facts import LoggedRun
from scopeboard.types import RunId


def name_models(runs: Sequence[LoggedRun], hashes: Mapping[RunId, str]) -> list[str | None]:
    """Return the name of the model of each run: that of the first run that had it.

    A run without a graph has the model of its training: often only one of its phases logs it. Runs
    may be shown under one name; what the log calls them names their models then.

    Args:
        runs: all runs of the log, in its order.
        hashes: equal for equal models; runs without a graph are missing.
    """
    names: dict[str, str] = {}
    of_training: dict[str, str] = {}
    for run in runs:
        model = hashes.get(run.id)
        if model is None:
            continue
        if model not in names:
            is_used = run.shown_name in names.values()
            names[model] = run.name if is_used else run.shown_name
        of_training.setdefault(run.part.training, names[model])
    return [
        names[hashes[run.id]] if run.id in hashes else of_training.get(run.part.training)
        for run in runs
    ]
