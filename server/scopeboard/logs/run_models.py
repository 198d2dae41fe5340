"""The models of runs by name, as the page names them (`frontend/src/state/runs/model-list`)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from scopeboard.logs.run_facts import LoggedRun
from scopeboard.types import RunId

_HASH_DIGITS: Final = 7


def name_models(runs: Sequence[LoggedRun], hashes: Mapping[RunId, str]) -> list[str | None]:
    """Return the name of the model of each run: that of the first run that had it.

    A run without a graph has the model of its training: often only one of its phases logs it. No
    two models have one name, though runs may be shown under the name of another.

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
            names[model] = _free_name(run, model, names.values())
        of_training.setdefault(run.part.training, names[model])
    return [
        names[hashes[run.id]] if run.id in hashes else of_training.get(run.part.training)
        for run in runs
    ]


def _free_name(run: LoggedRun, model: str, used: Collection[str]) -> str:
    """Return the name of a run on the page or in the log, with a hash if both are used."""
    if run.shown_name not in used:
        return run.shown_name
    return f"{run.name}-{model[:_HASH_DIGITS]}" if run.name in used else run.name
