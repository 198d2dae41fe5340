"""The runs of a server, and those that a request names."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Final, NamedTuple

from scopeboard.diagnostics.training_state import TrainingStatus
from scopeboard.diagnostics.trainings import TrainingPart
from scopeboard.logs.run_facts import LoggedRun, logged_runs
from scopeboard.state.saved_parts import SavedParts
from scopeboard.store.query.run_list import RunSummary
from scopeboard.types import HparamValue, LogWarning, RunId

_MAX_NAMED: Final = 5_000  # in a URL, 21 bytes each
_NONFINITE: Final = frozenset({"NaN", "Infinity", "-Infinity"})


class RunListing(NamedTuple):
    """The runs in their order, the parts of each in its training by name, and states of these.

    `most_lines` is the number of runs with scalars of the most frequent tag.
    """

    summaries: list[RunSummary]
    parts: dict[str, TrainingPart]
    statuses: dict[str, TrainingStatus]
    most_lines: int

    def logged(self, saved: SavedParts, log_name: str) -> list[LoggedRun]:
        """Return what is known of the runs; see `logged_runs`."""
        return logged_runs(self.summaries, self.parts, self.statuses, saved, log_name)


def read_runs(answer: Any) -> RunListing:  # noqa: ANN401 - as sent
    """Return the runs in an answer to `/api/runs`."""
    summaries, parts, statuses = [], {}, {}
    for run in answer["runs"]:
        summaries.append(_summary_of(run))
        part = TrainingPart(run["training"], run["phase"], run["lasting_training"])
        parts[run["name"]] = part
        wrote_at = -inf if run["wrote_at"] is None else float(run["wrote_at"])
        statuses[part.training] = TrainingStatus(run["state"], wrote_at)
    return RunListing(summaries, parts, statuses, int(answer["most_lines"]))


def _summary_of(run: Mapping[str, Any]) -> RunSummary:
    step = run["last_step"]
    hparams = tuple((each["name"], _hparam_of(each["value"])) for each in run["hparams"])
    return RunSummary(
        id=RunId(run["id"]),
        name=run["name"],
        path=run["path"],
        first_wall_time=run["first_wall_time"],
        last_wall_time=run["last_wall_time"],
        last_step=None if step is None else int(step),
        changed_at=run["wrote_at"] or 0.0,
        ending=None,
        tags=run["tags"],
        warnings=[LogWarning(**warning) for warning in run["warnings"]],
        configuration=hparams,
    )


def _hparam_of(value: bool | float | str) -> HparamValue:
    """Return the value of a hyper-parameter."""
    if isinstance(value, bool):
        return value
    return float(value) if isinstance(value, int | float) or value in _NONFINITE else value


def parameters_of_runs(
    runs: Sequence[RunId] | None, names: Mapping[RunId, str]
) -> list[tuple[str, str]]:
    """Return the parameters of a request that name runs; none for all, or too many for a URL."""
    if runs is None or len(runs) in {0, len(names)} or len(runs) > _MAX_NAMED:
        return []
    return [("run", run) for run in runs]
