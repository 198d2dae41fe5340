"""Find the operands of an expression in each run."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, NamedTuple

import numpy as np

from scopeboard.errors import NotFoundError
from scopeboard.expressions.log_runs import LogRun, LogRuns
from scopeboard.expressions.syntax import (
    Expression,
    Operand,
    TagOperand,
    hparams_of,
    tags_of,
)
from scopeboard.store.query.range import NO_SERIES, SeriesSet
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.types import RunId

_PLACE: Final = ("file", "key", "segment", "offset")  # of a block in the index, not its content


class Missing(NamedTuple):
    """The first operand of an expression that a run lacks, as in the text, such as `loss@val`."""

    run: RunId
    operand: str


@dataclass(frozen=True, slots=True)
class BoundSeries:
    """The operands of one series.

    Attributes:
        run: the run whose series it is.
        tags: the series of each tag, one in each set.
        hparams: the value of each hyper-parameter.
        digest: changes with the content of any operand.
    """

    run: RunId
    tags: Mapping[TagOperand, SeriesSet]
    hparams: Mapping[Operand, float]
    digest: bytes

    @property
    def points(self) -> int:
        """The number of logged points of all tags."""
        return sum(int(series.blocks["count"].sum()) for series in self.tags.values())


@dataclass(frozen=True, slots=True)
class Operands:
    """The trees of an expression, and the runs that it is requested for.

    Attributes:
        value: the tree of the values.
        axis: the tree of the positions, None for an axis that every series has.
        runs: ids, None for all.
        baseline: the id of the baseline run, if any.
    """

    value: Expression
    axis: Expression | None
    runs: Collection[str] | None
    baseline: str | None


def bind(
    operands: Operands, index: SeriesIndex, log_runs: Callable[[], LogRuns]
) -> tuple[list[BoundSeries], list[Missing]]:
    """Return the operands of each series, and the runs that lack some.

    There is a series for each run. If all tags name a phase, there is one for each training
    instead, as the series of the run in the phase of the first tag. A tag of the axis that the run
    lacks is the tag of another run of its training.

    Args:
        operands: the expression.
        index: the series of one snapshot.
        log_runs: returns the runs of the log; it takes long, and few expressions need them.

    Raises:
        NotFoundError: no run has a tag, a phase or a hyper-parameter of the expression.
    """
    return _Binding(operands, index, log_runs).bind()


class _Binding:
    def __init__(
        self, operands: Operands, index: SeriesIndex, log_runs: Callable[[], LogRuns]
    ) -> None:
        self._operands, self._index, self._log_runs = operands, index, log_runs
        axis = operands.axis
        self._value_tags = tags_of(operands.value)
        self._axis_tags = [] if axis is None else tags_of(axis)
        trees = (operands.value,) if axis is None else (operands.value, axis)
        self._hparams = [operand for tree in trees for operand in hparams_of(tree)]
        self._of_log: dict[str, Mapping[RunId, SeriesSet]] = {}

    def bind(self) -> tuple[list[BoundSeries], list[Missing]]:
        self._require_names()
        series, missing = [], []
        for run in self._runs():
            bound = self._bind(run)
            if isinstance(bound, BoundSeries):
                series.append(bound)
            else:
                missing.append(bound)
        return series, missing

    def _require_names(self) -> None:
        """Check that some run has each name: else the expression has a typing error."""
        tags = [*self._value_tags, *self._axis_tags]
        for tag in tags:
            require_tag(tag.tag, self._index)
        phases = {tag.phase for tag in tags if tag.phase is not None}
        for phase in sorted(phases):
            require_phase(phase, self._log_runs())
        for hparam in self._hparams:
            self._log_runs().require_hparam(hparam.name)

    def _runs(self) -> Iterator[RunId]:
        """Yield the run of each series."""
        own = [tag for tag in self._value_tags if not tag.of_baseline]
        phases = [tag.phase for tag in own if tag.phase is not None]
        if phases and len(phases) == len(own):
            yield from self._first_of_trainings(phases[0])
            return
        requested = self._operands.runs
        if requested is not None:
            known = set(self._index.known(requested))
            yield from (run for run in self._index.snapshot.runs if run in known)
        elif own:
            tag = next(tag for tag in own if tag.phase is None)
            yield from self._series_of(tag.tag)
        else:
            yield from self._index.snapshot.runs

    def _first_of_trainings(self, phase: str) -> Iterator[RunId]:
        log_runs, requested = self._log_runs(), self._operands.runs
        trainings: dict[str, LogRun] = {}
        for run in log_runs.all if requested is None else map(log_runs.find, requested):
            if run is not None:
                trainings.setdefault(run.training, run)
        members = (log_runs.in_phase(run, phase) for run in trainings.values())
        present = {member.id for member in members if member is not None}
        yield from (run.id for run in log_runs.all if run.id in present)

    def _bind(self, run: RunId) -> BoundSeries | Missing:
        tags: dict[TagOperand, SeriesSet] = {}
        for tag in (*self._value_tags, *self._axis_tags):
            series = self._series_in(run, tag)
            if series is None:
                return Missing(run, tag_text(tag))
            tags[tag] = series
        hparams: dict[Operand, float] = {}
        for hparam in self._hparams:
            owner = self._owner(run, of_baseline=hparam.of_baseline)
            value = None if owner is None else self._log_runs().hparam(owner, hparam.name)
            if value is None:
                return Missing(run, f"hparam({hparam.name})")
            hparams[hparam] = value
        return BoundSeries(run, tags, hparams, _digest(run, tags, hparams))

    def _series_in(self, run: RunId, tag: TagOperand) -> SeriesSet | None:
        """Return the series of a tag for the series of a run, None without one."""
        of_log = self._series_of(tag.tag)
        if tag.phase is None and not tag.of_baseline:
            series = of_log.get(run)
            if series is not None or tag not in self._axis_tags or tag in self._value_tags:
                return series
            owner = self._log_runs().find(run)
            members = self._log_runs().members(owner.training) if owner else []
            return next((of_log[member.id] for member in members if member.id in of_log), None)
        owner = self._owner(run, of_baseline=tag.of_baseline)
        if owner is not None and tag.phase is not None:
            owner = self._log_runs().in_phase(owner, tag.phase)
        return None if owner is None else of_log.get(owner.id)

    def _owner(self, run: RunId, *, of_baseline: bool) -> LogRun | None:
        log_runs = self._log_runs()
        owner = log_runs.find(run)
        if not of_baseline or owner is None:
            return owner
        baseline = log_runs.find(self._operands.baseline or "")
        return None if baseline is None else log_runs.beside(owner, baseline)

    def _series_of(self, tag: str) -> Mapping[RunId, SeriesSet]:
        """Return the series of a tag in all runs."""
        if tag not in self._of_log:
            series = self._index.find(tag, None) or NO_SERIES
            self._of_log[tag] = _Singles(series)
        return self._of_log[tag]


class _Singles(Mapping[RunId, SeriesSet]):
    """Each series of a set as a set of its own, made when it is read."""

    def __init__(self, series: SeriesSet) -> None:
        self._series = series
        self._numbers = {run: number for number, run in enumerate(series.runs)}
        self._bounds = np.searchsorted(series.series, np.arange(series.size + 1)).tolist()

    def __getitem__(self, run: RunId) -> SeriesSet:
        number = self._numbers[run]
        rows = np.arange(*self._bounds[number : number + 2])
        part = self._series.take(rows)
        return SeriesSet(part.blocks, np.zeros_like(part.series), part.superseded_from, [run])

    def __iter__(self) -> Iterator[RunId]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def require_tag(tag: str, index: SeriesIndex) -> None:
    """Check that any run has a tag.

    Raises:
        NotFoundError: none has it.
    """
    if index.find(tag, ()) is None:
        raise NotFoundError(f"No run has scalars {tag!r}.")


def require_phase(phase: str, log_runs: LogRuns) -> None:
    """Check that any training has a phase.

    Raises:
        NotFoundError: none has it.
    """
    if not any(log_runs.in_phase(run, phase) for run in log_runs.all):
        phases = sorted({run.phase for run in log_runs.all if run.phase})[:10]
        known = f"; there are {', '.join(phases)}" if phases else ""
        raise NotFoundError(f"No training has a phase {phase!r}{known}.")


def tag_text(tag: TagOperand) -> str:
    """Return a tag as in a message."""
    text = tag.tag if tag.phase is None else f"{tag.tag}@{tag.phase}"
    return f"baseline({text})" if tag.of_baseline else text


def _digest(
    run: RunId, tags: Mapping[TagOperand, SeriesSet], hparams: Mapping[Operand, float]
) -> bytes:
    """Return a digest of the content of all operands, the same after a restart of the server."""
    digest = blake2b(repr((run, list(hparams.values()))).encode(), digest_size=16)
    for series in tags.values():
        blocks = series.blocks.copy()
        for name in _PLACE:
            blocks[name] = 0
        digest.update(f"{series.runs} {len(blocks)} ".encode())
        digest.update(blocks.tobytes())
        digest.update(series.superseded_from.tobytes())
    return digest.digest()


def total_points(series: Sequence[BoundSeries]) -> int:
    """Return the number of logged points of all operands."""
    return sum(bound.points for bound in series)
