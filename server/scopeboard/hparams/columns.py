"""The columns of a table of sessions: one for each hyper-parameter and each announced metric."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from scopeboard.events.values.hparams import (
    Experiment,
    HparamInfo,
    HparamType,
    HparamValue,
    MetricInfo,
)
from scopeboard.hparams.sessions import Session

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
        return len({(type(value), _same(value)) for value in self.values}) > 1


def hparam_columns(
    sessions: Sequence[Session], experiments: Iterable[Experiment]
) -> list[HparamColumn]:
    """Return a column for each name: declared ones in their order, then others by name."""
    announced: dict[str, list[HparamInfo]] = {}
    for experiment in experiments:
        for info in experiment.hparams:
            announced.setdefault(info.name, []).append(info)
    others = sorted({name for session in sessions for name in session.hparams} - set(announced))
    return [
        _column(name, announced.get(name, []), [session.hparams.get(name) for session in sessions])
        for name in [*announced, *others]
    ]


def announced_metrics(experiments: Iterable[Experiment]) -> list[MetricInfo]:
    """Return the metrics that experiments declare, each once, in their order."""
    found: dict[tuple[str, str], MetricInfo] = {}
    for experiment in experiments:
        for info in experiment.metrics:
            found.setdefault((info.group, info.tag), info)
    return list(found.values())


def _column(
    name: str, infos: Sequence[HparamInfo], values: list[HparamValue | None]
) -> HparamColumn:
    intervals = [info.interval for info in infos if info.interval is not None]
    domain = dict.fromkeys((type(value), value) for info in infos for value in info.values)
    return HparamColumn(
        name,
        next((info.display_name for info in infos if info.display_name), ""),
        next((info.description for info in infos if info.description), ""),
        _type_of(values) or next((info.type for info in infos if info.type), None),
        [value for _, value in domain],
        (min(low for low, _ in intervals), max(high for _, high in intervals))
        if intervals
        else None,
        values,
    )


def _type_of(values: Iterable[HparamValue | None]) -> ColumnType | None:
    """Return the type of the values, which outweighs a declared type; None without values."""
    types = {_value_type(value) for value in values if value is not None}
    if len(types) > 1:
        return "mixed"
    return next(iter(types), None)


def _value_type(value: HparamValue) -> HparamType:
    if isinstance(value, bool):
        return "bool"
    return "string" if isinstance(value, str) else "number"


def _same(value: HparamValue | None) -> HparamValue | None:
    """Return a key that is equal for equal values; NaN is not equal to itself."""
    return value if value == value else "NaN"  # noqa: PLR0124 - NaN
