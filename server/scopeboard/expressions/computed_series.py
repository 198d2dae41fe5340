"""The series of an expression: its value and position at every point, for one run at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Floats, Ints
from scopeboard.concurrency.lru import LRUCache
from scopeboard.errors import QueryError
from scopeboard.expressions.evaluate import evaluate
from scopeboard.expressions.join import Joined, join_by_step, latest_rows
from scopeboard.expressions.log_runs import LogRuns, Trainings
from scopeboard.expressions.operands import BoundSeries, Missing, Operands, bind, total_points
from scopeboard.expressions.syntax import (
    Expression,
    Operand,
    TagOperand,
    Variable,
    VariableName,
    nodes,
    operation_count,
    tags_of,
)
from scopeboard.store.query.axis import Axis, Positions, Range, are_dates
from scopeboard.store.query.block_reader import BlockLoader
from scopeboard.store.query.points import RawPoints, read_all
from scopeboard.store.query.range import NEVER, AxisRange, SeriesSet
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.types import RunId

MAX_WORK: Final = 500_000_000  # points times operations, about five seconds
_READING: Final = 10  # operations take as long as reading a point
_CACHE_BYTES: Final = 64 << 20  # two series of a million points


@dataclass(frozen=True, slots=True)
class ComputedSeries:
    """All points of a series in the order of its axis; each column [n].

    Attributes:
        run: the id of its run.
        x: the positions, ascending: int64 on the axis of steps, else float64.
        step: int64.
        wall_time: float64, in seconds since the epoch.
        value: float64.
        undated: how many more points have no position on the axis.
        unmatched: at how many steps some tag has a point and another has none.
        restarts: the positions at which a later session of a run took over.
    """

    run: RunId
    x: Positions
    step: Ints
    wall_time: Floats
    value: Floats
    undated: int
    unmatched: int
    restarts: list[float]

    @property
    def nbytes(self) -> int:
        """The memory of the columns in bytes."""
        columns = (self.x, self.step, self.wall_time, self.value)
        return sum(column.nbytes for column in columns)


@dataclass(frozen=True, slots=True)
class ComputedQuery:
    """An expression over an axis.

    Attributes:
        value: the tree of the values.
        axis: an axis that every series has, or the tree of the positions.
        runs: ids, None for all.
        baseline: the id of the run that `baseline(…)` is about, if any.
    """

    value: Expression
    axis: Axis | Expression
    runs: Sequence[str] | None = None
    baseline: str | None = None


@dataclass(frozen=True, slots=True)
class ComputedSet:
    """The series of a query in one snapshot; they are computed when they are read.

    Attributes:
        query: the query.
        bound: the operands of each series.
        missing: the runs that lack an operand.
        digest: changes with the query and with the content of all operands.
    """

    query: ComputedQuery
    bound: list[BoundSeries]
    missing: list[Missing]
    digest: bytes
    _loader: Callable[[], BlockLoader]
    _cache: LRUCache[bytes, ComputedSeries]

    def series(self, number: int) -> ComputedSeries:
        """Return the series of a number.

        Raises:
            DamagedBlockError: a block fails its checksum.
        """
        bound = self.bound[number]
        trees = repr((self.query.value, self.query.axis)).encode("utf-8", "surrogatepass")
        key = blake2b(trees + bound.digest, digest_size=16).digest()
        series = self._cache.find(key)
        if series is None:
            series = compute(bound, self.query, self._loader())
            self._cache.put(key, series)
        return series


class ExpressionLog:
    """Evaluates expressions on the newest points of a store; caches the results in memory.

    Args:
        store: what readers see of the log.
        trainings: finds the training of each run.
        cache_bytes: the bound on the memory of cached series.
    """

    def __init__(self, store: Store, trainings: Trainings, cache_bytes: int = _CACHE_BYTES) -> None:
        self._store, self._trainings = store, trainings
        self._index: SeriesIndex | None = None
        self._log_runs: tuple[int, LogRuns] | None = None
        self._cache: LRUCache[bytes, ComputedSeries] = LRUCache(
            max_weight=cache_bytes, weigh=lambda series: series.nbytes
        )

    @property
    def log_runs(self) -> LogRuns:
        """The runs of the newest generation."""
        generation = self._store.generation
        known = self._log_runs
        if known is None or known[0] != generation:
            known = self._log_runs = generation, LogRuns.of(self._store, self._trainings)
        return known[1]

    @property
    def index(self) -> SeriesIndex:
        """The series of the newest generation."""
        snapshot, index = self._store.snapshot(), self._index
        if index is None or index.snapshot is not snapshot:
            index = self._index = SeriesIndex(snapshot)
        return index

    def find(self, query: ComputedQuery) -> ComputedSet:
        """Return the series of a query.

        Raises:
            NotFoundError: no run has a tag, a phase or a hyper-parameter of the expression.
            QueryError: the series have too many points for the number of operations.
        """
        if query.runs:
            self._store.prioritize(self.index.known(query.runs))
        axis = None if isinstance(query.axis, str) else query.axis
        operands = Operands(query.value, axis, query.runs, query.baseline)
        index = self.index
        bound, missing = bind(operands, index, lambda: self.log_runs)
        _check_work(query, bound)
        digest = blake2b(repr(query).encode("utf-8", "surrogatepass"), digest_size=16)
        for series in bound:
            digest.update(series.digest)
        digest.update(repr(missing).encode("utf-8", "surrogatepass"))
        return ComputedSet(
            query,
            bound,
            missing,
            digest.digest(),
            partial(BlockLoader, index.snapshot.read),
            self._cache,
        )


def _check_work(query: ComputedQuery, bound: Sequence[BoundSeries]) -> None:
    operations = operation_count(query.value)
    if not isinstance(query.axis, str):
        operations += operation_count(query.axis)
    points = total_points(bound)
    if points * (operations + _READING) > MAX_WORK:
        most = MAX_WORK // (operations + _READING)
        raise QueryError(
            f"{points:,} points are more than the {most:,} that can be computed with {operations} "
            "operations each: show fewer runs, or shorten the expression."
        )


def compute(bound: BoundSeries, query: ComputedQuery, load: BlockLoader) -> ComputedSeries:
    """Return the series of one run.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    points_of = _reader(bound, load)
    tags = tags_of(query.value)
    exact = [tag for tag in tags if not tag.is_latest]
    latest = [tag for tag in tags if tag.is_latest]
    joined = join_by_step([*map(points_of, exact)], [*map(points_of, latest)])
    columns: dict[Operand, Floats | float] = {**bound.hparams}
    for tag, rows in zip((*exact, *latest), joined.rows, strict=True):
        columns[tag] = _rows_of(points_of(tag).value, rows)
    value = evaluate(query.value, _variables(query.value, joined), columns, len(joined.step))
    x, is_placed = _positions(query.axis, joined, bound, points_of)
    order = _rows_in_order(x, is_placed, joined)
    restarts = _restart_steps([bound.tags[tag] for tag in tags])
    places = restarts if query.axis == "step" else x[_rows_from(joined.step, restarts, is_placed)]
    return ComputedSeries(
        run=bound.run,
        x=x[order],
        step=joined.step[order],
        wall_time=joined.wall_time[order],
        value=value[order],
        undated=len(is_placed) - int(is_placed.sum()),
        unmatched=joined.unmatched,
        restarts=places.astype(np.float64).tolist(),
    )


def _reader(bound: BoundSeries, load: BlockLoader) -> Callable[[TagOperand], RawPoints]:
    """Return a function that reads the points of a tag by step, each series once."""
    by_step = AxisRange("step", Range(), np.zeros(1))
    known: dict[tuple[str, RunId], RawPoints] = {}

    def points_of(tag: TagOperand) -> RawPoints:
        series = bound.tags[tag]
        key = tag.tag, series.runs[0]
        if key not in known:
            known[key] = read_all(series, by_step, load)
        return known[key]

    return points_of


def _rows_of(column: Floats, rows: Ints) -> Floats:
    is_all = len(rows) == len(column) and bool((rows[1:] > rows[:-1]).all())
    return column if is_all else column[rows]


def _variables(expression: Expression, joined: Joined) -> dict[VariableName, Floats]:
    """Return the variables that an expression names."""
    names = {node.name for node in nodes(expression) if isinstance(node, Variable)}
    columns: dict[VariableName, Floats] = {}
    if "step" in names:
        columns["step"] = joined.step.astype(np.float64)
    if "wall_time" in names:
        columns["wall_time"] = joined.wall_time
    if "relative" in names:
        columns["relative"] = joined.wall_time - _origin(joined.wall_time)
    return columns


def _origin(wall_time: Floats) -> float:
    """Return the first date, 0 without any."""
    dates = wall_time[are_dates(wall_time)]
    return float(dates.min()) if len(dates) else 0.0


def _positions(
    axis: Axis | Expression,
    joined: Joined,
    bound: BoundSeries,
    points_of: Callable[[TagOperand], RawPoints],
) -> tuple[Positions, Flags]:
    """Return the position of each point, and whether it has any."""
    if axis == "step":
        return joined.step, np.ones(len(joined.step), np.bool_)
    if isinstance(axis, str):
        origin = _origin(joined.wall_time) if axis == "relative" else 0.0
        return joined.wall_time - origin, are_dates(joined.wall_time)
    columns: dict[Operand, Floats | float] = {**bound.hparams}
    is_known = np.ones(len(joined.step), np.bool_)
    for tag in tags_of(axis):
        points = points_of(tag)
        rows = latest_rows(points.step, joined.step)
        is_known &= rows >= 0
        columns[tag] = points.value[rows] if len(points.value) else np.zeros(len(rows))
    x = evaluate(axis, _variables(axis, joined), columns, len(joined.step))
    return x, is_known & np.isfinite(x)


def _rows_in_order(x: Positions, is_placed: Flags, joined: Joined) -> Ints | slice:
    """Return the rows with a position by it, those at one position by step, then by wall time."""
    if is_placed.all() and (x[1:] > x[:-1]).all():
        return slice(None)
    placed = np.flatnonzero(is_placed)
    keys = joined.wall_time[placed], joined.step[placed], x[placed]
    return placed[np.lexsort(keys)]


def _restart_steps(series: Sequence[SeriesSet]) -> Ints:
    """Return the steps at which later sessions took over in any of the series."""
    every = np.unique(np.concatenate([each.superseded_from for each in series]))
    steps: Ints = every[every != NEVER]
    return steps


def _rows_from(step: Ints, steps: Ints, is_placed: Flags) -> Ints:
    """Return the first row with a position at or after each of some steps, where there is one."""
    placed = np.flatnonzero(is_placed)
    rows = np.searchsorted(step[placed], steps, "left")
    return placed[rows[rows < len(placed)]]
