"""The runs of a log as operands see them: by training and phase, with their hyper-parameters."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Protocol

from scopeboard.errors import NotFoundError
from scopeboard.store.query.run_list import RunSummary
from scopeboard.store.store import Store
from scopeboard.types import HparamValue, RunId

_ROOT: Final = "."
_OWN: Final = "own"
"""As which the run table shows the events of a training's own directory, whose phase is empty."""


class TrainingPart(Protocol):
    """The part of a run in its training."""

    @property
    def training(self) -> str:
        """The name of the training: a directory relative to the log directory."""

    @property
    def phase(self) -> str:
        """What the run logs of it, such as `train`; empty for the directory's own events."""


class Trainings(Protocol):
    """Finds the training of each run."""

    def find(self, runs: Iterable[RunSummary], /) -> Mapping[str, TrainingPart]:
        """Return the part of each run by name; `runs` are all of the log."""


@dataclass(frozen=True, slots=True)
class LogRun:
    """A run with its place in its training, and the hyper-parameters that it logged itself."""

    id: RunId
    name: str
    training: str
    phase: str
    hparams: Mapping[str, HparamValue] = field(default_factory=dict)


class LogRuns:
    """All runs of a log, in their order."""

    def __init__(self, runs: Sequence[LogRun]) -> None:
        self.all = runs
        self._by_id = {run.id: run for run in runs}

    @classmethod
    def of(cls, store: Store, trainings: Trainings) -> "LogRuns":
        """Return the runs of a store."""
        runs = list(store.each_run())
        parts = trainings.find(runs)
        return cls(
            [
                LogRun(
                    run.id,
                    run.name,
                    parts[run.name].training,
                    parts[run.name].phase,
                    dict(run.hparams()),
                )
                for run in runs
            ]
        )

    def find(self, run: str) -> LogRun | None:
        """Return the run with an id."""
        return self._by_id.get(RunId(run))

    def members(self, training: str) -> list[LogRun]:
        """Return the runs of a training."""
        return self._members.get(training, [])

    def in_phase(self, run: LogRun, phase: str) -> LogRun | None:
        """Return the run of the same training with a phase, or with the only one that begins so.

        `own` is the run of the training's own directory.
        """
        members = self.members(run.training)
        exact = [member for member in members if member.phase == phase]
        if not exact and phase == _OWN:
            exact = [member for member in members if not member.phase]
        similar = [
            member for member in members if member.phase.casefold().startswith(phase.casefold())
        ]
        if exact:
            return exact[0]
        return similar[0] if len(similar) == 1 else None

    def beside(self, run: LogRun, baseline: LogRun) -> LogRun:
        """Return the run of the baseline's training in the phase of `run`, else the baseline."""
        members = self.members(baseline.training)
        return next((member for member in members if member.phase == run.phase), baseline)

    def hparam(self, run: LogRun, name: str) -> float | None:
        """Return a hyper-parameter of a run as a number, None without one.

        They are inherited as in the run table (`frontend/src/state/runs/run-hparams.ts`): a run has
        its own, else those of the nearest directory above with any, else those of its training. A
        text that is a number is one; true is 1 and false is 0.
        """
        value = self._inherited(run).get(name)
        try:
            return None if value is None else float(value)
        except ValueError:
            return None

    def require_hparam(self, name: str) -> None:
        """Check that any run has a hyper-parameter.

        Raises:
            NotFoundError: none has it.
        """
        if not any(name in run.hparams for run in self.all):
            raise NotFoundError(f"No run has the hyper-parameter {name!r}.")

    def _inherited(self, run: LogRun) -> Mapping[str, HparamValue]:
        above = run.name
        while above and above != _ROOT:
            own = self._own_hparams.get(above)
            if own is not None:
                return own
            above = above.rpartition("/")[0]
        root = self._own_hparams.get(_ROOT)
        return root if root is not None else self._hparams_of_training.get(run.training, {})

    @cached_property
    def _members(self) -> Mapping[str, list[LogRun]]:
        members: dict[str, list[LogRun]] = {}
        for run in self.all:
            members.setdefault(run.training, []).append(run)
        return members

    @cached_property
    def _own_hparams(self) -> Mapping[str, Mapping[str, HparamValue]]:
        return {run.name: run.hparams for run in self.all if run.hparams}

    @cached_property
    def _hparams_of_training(self) -> Mapping[str, Mapping[str, HparamValue]]:
        return {run.training: run.hparams for run in self.all if run.hparams}
