"""What is known of the runs of a log at one moment, apart from their series."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scopeboard.diagnostics.training_state import TrainingStatus
from scopeboard.diagnostics.trainings import TrainingPart
from scopeboard.state.saved_parts import SavedParts
from scopeboard.store.query.run_list import RunSummary
from scopeboard.types import HparamValue, RunId

Hparams = Mapping[str, HparamValue]
_ROOT = "."


@dataclass(frozen=True, slots=True)
class Mark:
    """What users of the dashboard have saved of a run: a name, tags, a note, and its archiving."""

    name: str | None = None
    tags: Sequence[str] | None = None
    note: str | None = None
    is_away: bool = False


@dataclass(frozen=True, slots=True)
class LoggedRun:
    """A run: what it logged, its training, and its hyper-parameters, its own or inherited ones.

    `shown_name` is the name on the page; `mark` is that of the run, or else of its training. An
    archived run is marked so itself, or its training is.
    """

    summary: RunSummary
    part: TrainingPart
    status: TrainingStatus
    hparams: Hparams
    shown_name: str
    mark: Mark = field(default_factory=Mark)
    is_archived: bool = False

    @property
    def id(self) -> RunId:
        """The id."""
        return self.summary.id

    @property
    def name(self) -> str:
        """The name in the log."""
        return self.summary.name

    @property
    def duration(self) -> float | None:
        """The seconds from the first event to the last."""
        first, last = self.summary.started_at, self.summary.last_wall_time
        return None if first is None or last is None else last - first

    @property
    def directory(self) -> str:
        """The directory of the training, relative to the log directory."""
        return self.part.training.rpartition("/")[0] or _ROOT

    def age(self, now: float) -> float | None:
        """Return the seconds since the run last wrote, at `now` (s since the epoch)."""
        last = self.summary.last_wall_time
        if last is None or last > now:
            last = self.status.wrote_at if self.status.wrote_at > 0 else last
        return None if last is None else max(0.0, now - last)


def logged_runs(
    summaries: Sequence[RunSummary],
    parts: Mapping[str, TrainingPart],
    statuses: Mapping[str, TrainingStatus],
    saved: SavedParts,
    log_name: str,
) -> list[LoggedRun]:
    """Return all runs of a log in the order of `summaries`.

    Args:
        summaries: all runs of the log.
        parts: the part of each run in its training, by the name of the run.
        statuses: the state of each training, by its name.
        saved: what users of the dashboard have saved.
        log_name: the name of the log directory, which the page shows for its own run.
    """
    hparams = _inherited(summaries, parts)
    marks = _marks(saved)
    runs = []
    for run in summaries:
        part = parts[run.name]
        own, shared = marks.get(run.name), marks.get(part.training)
        given = shared.name if shared and part.phase else None
        shown = (own and own.name) or (given and f"{given}/{part.phase}")
        shown = shown or (log_name if run.name == _ROOT else run.name)
        mark = own or shared or Mark()
        is_archived = any(each.is_away for each in (own, shared) if each is not None)
        status = statuses[part.training]
        runs.append(LoggedRun(run, part, status, hparams[run.id], shown, mark, is_archived))
    return runs


def _inherited(
    runs: Sequence[RunSummary], parts: Mapping[str, TrainingPart]
) -> dict[RunId, Hparams]:
    """Return the hyper-parameters of each run.

    Its own; else those of the nearest directory above that has any; else those of a run of the
    same training, as `add_hparams` of PyTorch logs them into a directory of its own.
    """
    own: dict[str, Hparams] = {}
    of_training: dict[str, Hparams] = {}
    for run in runs:
        if values := dict(run.hparams()):
            own[run.name] = of_training[parts[run.name].training] = values
    found: dict[RunId, Hparams] = {}
    for run in runs:
        nearest = _nearest(run.name, own)
        if nearest is None:
            nearest = of_training.get(parts[run.name].training, {})
        found[run.id] = nearest
    return found


def _nearest(name: str, own: Mapping[str, Hparams]) -> Hparams | None:
    while name:
        if name in own:
            return own[name]
        name = name.rpartition("/")[0]
    return own.get(_ROOT)


def _marks(saved: SavedParts) -> dict[str, Mark]:
    """Return the saved marks by the name of the run or training; unreadable ones are left out."""
    value = saved.read("runs").value
    listed = value.get("marks") if isinstance(value, dict) else None
    marks = {}
    for entry in listed if isinstance(listed, list) else []:
        if isinstance(entry, dict) and isinstance(run := entry.get("run"), str):
            tags = entry.get("tags")
            marks[run] = Mark(
                _text(entry.get("name")),
                [tag for tag in tags if isinstance(tag, str)] if isinstance(tags, list) else None,
                _text(entry.get("note")),
                entry.get("isAway") is True,
            )
    return marks


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
