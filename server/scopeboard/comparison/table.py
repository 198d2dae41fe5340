"""Rows that compare trainings: a value for each, None where it has none.

A training consists of the runs in its directory, such as `train` and `validation`. Their
hyper-parameters are those of all of its runs, else those of the nearest directory above with any.
Metrics and texts are compared by tag and by phase.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scopeboard.types import HparamValue, RunId

Section = Literal["hparams", "last", "least", "greatest", "texts", "tags", "flags"]
_ROOT = "."


@dataclass(frozen=True, slots=True)
class ComparedRun:
    """A run with its place in its training, and the hyper-parameters of its own."""

    id: RunId
    name: str
    training: str
    phase: str
    hparams: Mapping[str, HparamValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Column:
    """A training, and its requested runs."""

    training: str
    runs: tuple[ComparedRun, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The values of all columns; `phase` is empty for hyper-parameters and for own events."""

    section: Section
    name: str
    phase: str
    values: Sequence[HparamValue | None]

    @property
    def differs(self) -> bool:
        """Whether two columns have different values, or only some have one."""
        # NaN is not equal to itself, but a value that is always NaN does not differ.
        return len({(type(each), each if each == each else "NaN") for each in self.values}) > 1  # noqa: PLR0124


def columns_of(all_runs: Sequence[ComparedRun], wanted: Collection[str]) -> list[Column]:
    """Return the trainings of the wanted runs (ids), in the order in which these are named."""
    by_id = {run.id: run for run in all_runs}
    runs: dict[str, list[ComparedRun]] = {}
    for run_id in dict.fromkeys(wanted):
        run = by_id.get(RunId(run_id))
        if run is not None:
            runs.setdefault(run.training, []).append(run)
    return [Column(training, tuple(members)) for training, members in runs.items()]


def hparam_rows(all_runs: Sequence[ComparedRun], columns: Sequence[Column]) -> list[Row]:
    """Return a row for each hyper-parameter, by name."""
    own = {run.name: run.hparams for run in all_runs if run.hparams}
    of_training: dict[str, dict[str, HparamValue]] = {}
    for run in all_runs:
        if run.hparams:
            of_training.setdefault(run.training, {}).update(run.hparams)
    values = [
        of_training.get(column.training) or _nearest(column.training, own) for column in columns
    ]
    names = sorted({name for each in values for name in each})
    return [Row("hparams", name, "", [each.get(name) for each in values]) for name in names]


def value_rows(
    section: Section,
    name: str,
    columns: Sequence[Column],
    values: Mapping[RunId, HparamValue],
) -> list[Row]:
    """Return a row for each phase in which a column has a value of one tag."""
    phases = sorted({run.phase for run in _runs(columns) if run.id in values})
    return [
        Row(
            section,
            name,
            phase,
            [
                next((values.get(run.id) for run in column.runs if run.phase == phase), None)
                for column in columns
            ],
        )
        for phase in phases
    ]


def tag_rows(
    columns: Sequence[Column], logged: Iterable[tuple[str, str, Iterable[RunId]]]
) -> list[Row]:
    """Return a row for each tag and phase, with the kinds of data; those that differ come first.

    Args:
        columns: the trainings.
        logged: tags with their kinds, and the runs that logged them.
    """
    kinds: dict[str, dict[RunId, list[str]]] = {}
    for tag, kind, runs in logged:
        of_tag = kinds.setdefault(tag, {})
        for run in runs:
            of_tag.setdefault(run, []).append(kind)
    rows: list[Row] = []
    for tag, of_tag in kinds.items():
        texts: dict[RunId, HparamValue] = {
            run: ", ".join(sorted(names)) for run, names in of_tag.items()
        }
        rows += value_rows("tags", tag, columns, texts)
    return sorted(rows, key=lambda row: not row.differs)


def _runs(columns: Sequence[Column]) -> Iterable[ComparedRun]:
    return (run for column in columns for run in column.runs)


def _nearest(name: str, own: Mapping[str, Mapping[str, HparamValue]]) -> Mapping[str, HparamValue]:
    while name and name != _ROOT:
        if name in own:
            return own[name]
        name = name.rpartition("/")[0]
    return own.get(_ROOT, {})
