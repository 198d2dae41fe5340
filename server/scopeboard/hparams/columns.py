"""The columns of a table of sessions: one for each hyper-parameter and each declared metric."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from scopeboard.events.values.hparams import (
    Experiment,
    HparamInfo,
    HparamType,
    MetricInfo,
)
from scopeboard.hparams.sessions import Session
from scopeboard.types import HparamValue

ColumnType = HparamType | Literal["mixed"]


@dataclass(frozen=True, slots=True)
class HparamColumn:
    """A hyper-parameter over all sessions.

    `values` has the value of each session, None without one. `type` is None if no session has a
    value and no experiment declares one. `domain` and `interval` are declared values and bounds.
    """

    name: str
    display_name: str
    description: str
    type: ColumnType | None
    domain: list[HparamValue]
    interval: tuple[float, float] | None
    values: list[HparamValue | None]

    @property
    def differs(self) -> bool:
        """Whether two sessions have different values, or only some have one."""
        # NaN is not equal to itself, but a value that is always NaN does not differ.
        return len({(type(each), each if each == each else "NaN") for each in self.values}) > 1  # noqa: PLR0124


def hparam_columns(
    sessions: Sequence[Session], experiments: Iterable[Experiment]
) -> list[HparamColumn]:
    """Return a column for each name: declared ones in their order, then others by name."""
    declared: dict[str, list[HparamInfo]] = {}
    for experiment in experiments:
        for info in experiment.hparams:
            declared.setdefault(info.name, []).append(info)
    others = sorted({name for session in sessions for name in session.hparams} - set(declared))
    columns = []
    for name in [*declared, *others]:
        infos = declared.get(name, [])
        values = [session.hparams.get(name) for session in sessions]
        domain = dict.fromkeys((type(value), value) for info in infos for value in info.values)
        intervals = [info.interval for info in infos if info.interval is not None]
        lows, highs = zip(*intervals, strict=True) if intervals else ((), ())
        column = HparamColumn(
            name=name,
            display_name=next((info.display_name for info in infos if info.display_name), ""),
            description=next((info.description for info in infos if info.description), ""),
            type=_type_of(values) or next((info.type for info in infos if info.type), None),
            domain=[value for _, value in domain],
            interval=(min(lows), max(highs)) if intervals else None,
            values=values,
        )
        columns.append(column)
    return columns


def declared_metrics(experiments: Iterable[Experiment]) -> list[MetricInfo]:
    """Return the metrics that experiments declare, each once, in their order."""
    metrics: dict[tuple[str, str], MetricInfo] = {}
    for experiment in experiments:
        for info in experiment.metrics:
            metrics.setdefault((info.group, info.tag), info)
    return list(metrics.values())


def _type_of(values: Iterable[HparamValue | None]) -> ColumnType | None:
    """Return the type of the values, None without values; it overrides a declared type."""
    types: set[ColumnType] = set()
    for value in values:
        if isinstance(value, bool):  # which is an integer, and so a float to the type checker
            types.add("bool")
        elif value is not None:
            types.add("string" if isinstance(value, str) else "number")
    return "mixed" if len(types) > 1 else next(iter(types), None)
