"""The runs of a log as a table, with the filter language of the dashboard."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import nan
from time import time
from typing import Any, Final, Self, overload

import numpy as np

from scopeboard.errors import QueryError
from scopeboard.logs.columns import HPARAM, METRIC, Column, Names
from scopeboard.logs.lazy_columns import LazyColumns
from scopeboard.logs.name_choice import close_names
from scopeboard.logs.run_facts import Hparams, LoggedRun
from scopeboard.logs.run_metrics import Stat, TagMetrics, split_metric
from scopeboard.logs.run_models import name_models
from scopeboard.logs.run_warnings import count_warnings
from scopeboard.logs.table import Rows, Table, names_among, row_index
from scopeboard.logs.view import LogReader, LogView
from scopeboard.run_filter.match import FilterValue, compile_filter, number_text
from scopeboard.run_filter.parse import FilterNode, Junction, Text, keys_of, parse_filter
from scopeboard.types import HparamValue, RunId

MODEL: Final = "model"
_OTHER_WORDS: Final = {"tag": "tags", "dir": "directory", "span": "duration"}
_SHOWN_STATS: Final[tuple[Stat, ...]] = ("last", "min", "max")
_UNPICKLED: Final = frozenset({"_reader", "_view"})
_Value = Callable[[int], FilterValue]


class RunTable(Table):
    """The runs by the time of their first event, then by name.

    The columns are `name`, `state`, `step` (the last one), `started` (s since the epoch),
    `duration` (s), `training`, `phase`, a column `hparam:NAME` for each hyper-parameter, and the
    columns `metric:TAG.last`, `.min` and `.max` for each tag of scalars, which are read when they
    are first used. Where a run has no such number, it is NaN.

    The column `model` is beside these, because all graphs of the log are read for it: the name of
    the first run with a model like that of the run, or None.

    `runs["lr"]` and `runs["loss.min"]` are short for a column of a hyper-parameter or a tag;
    `.best` is the least value of a loss and the greatest of anything else. Any other text is a
    filter: `runs["lr<1e-3 state:done loss.min<0.2"]` is the table of the runs that pass.

    A table can be pickled: all metrics and warnings are read before, and the log is not needed
    where it is loaded. Models are there if they were used before.

    Examples:
        >>> runs = sb.open("runs").runs
        >>> runs["lr"], runs["loss.min"]
        (array([0.1 , 0.01]), array([1., 1.]))
        >>> runs["lr>0.05 state:done"].names
        ['base']
        >>> runs.filter("name:wide").column("metric:loss.last")
        array([1.])
    """

    def __init__(self, log: "RunValues", rows: Sequence[int] | None = None) -> None:
        self._log = log
        self._rows = np.arange(len(log.runs)) if rows is None else np.asarray(rows, np.int64)
        columns = LazyColumns(log.makers())
        super().__init__(columns if rows is None else columns.take(self._rows))

    def __reduce__(self) -> tuple[type[Self], tuple["RunValues", list[int]]]:
        """Return what is pickled: the values of all runs, and the rows of the table."""
        return self.__class__, (self._log, self._rows.tolist())

    @property
    def names(self) -> list[str]:
        """The names of the runs."""
        return [self._log.runs[row].name for row in self._rows.tolist()]

    @overload
    def __getitem__(self, chosen: str) -> Any:  # noqa: ANN401 - a column or a table
        ...

    @overload
    def __getitem__(self, chosen: Rows) -> Self: ...

    @overload
    def __getitem__(self, chosen: list[str]) -> Table: ...

    def __getitem__(self, chosen: str | list[str] | Rows) -> Any:
        """Return a column, or the table of some columns or runs.

        Raises:
            KeyError: a text begins with `hparam:` or `metric:`, and is no column, or one of several
                texts is none.
            QueryError: a text is no column, and no filter either.
        """
        if not isinstance(chosen, str):
            names = names_among(chosen)
            if names is None:
                return self._take(chosen)
            return Table({name: self.column(self._log.column(name) or name) for name in names})
        column = self._log.column(chosen)
        if column is not None:
            return self.column(column)
        query = parse_filter(chosen)
        self._warn_of(query)
        return self.matching(query)

    def column(self, name: str) -> Column:
        """Return a column by its full name, as in `columns`.

        Raises:
            KeyError: there is no such column.
            ValueError: models are needed, and the table was loaded without them.
        """
        if name == MODEL:
            return _objects(self._log.models())[self._rows]
        if name.startswith(METRIC) and name not in self._columns:
            tag, stat = split_metric(name.removeprefix(METRIC))
            if tag in self._log.tags:
                return self._log.metrics(tag).column(stat, tag)[self._rows]
        column: Column = super().__getitem__(name)
        return column

    def filter(self, text: str) -> Self:
        """Return the table of the runs that pass a filter, in the language of the run table.

        All keys of the run table are there, except for values at the selected step (`loss.at`),
        because there is none. `warnings` checks all series of scalars when it is first used, and
        `model` reads all graphs.

        A word that is in no name of a run is warned of: it may be a misspelled key.

        Raises:
            QueryError: the text is no filter, or it has an unknown key.
        """
        query = parse_filter(text)
        self._warn_of(query)
        return self.matching(query)

    def _warn_of(self, query: FilterNode | None) -> None:
        """Warn the caller of the method that calls this."""
        for sentence in self.doubts(query):
            warnings.warn(sentence, UserWarning, stacklevel=3)

    def doubts(self, query: FilterNode | None) -> list[str]:
        """Return a sentence for each word that a run needs in its name, and none of the log has."""
        words = query.of if isinstance(query, Junction) and query.kind == "and" else (query,)
        return [
            self._log.doubt(word.text)
            for word in words
            if isinstance(word, Text) and self._log.is_in_no_name(word)
        ]

    def matching(self, query: FilterNode | None) -> Self:
        """Return the same of a parsed filter.

        Raises:
            QueryError: it has an unknown key.
        """
        try:
            matches = compile_filter(query, self._log.text_of, self._log.resolve)
        except QueryError as error:
            raise QueryError(f"{error}{self._log.close_keys(keys_of(query))}") from None
        passing = [at for at, row in enumerate(self._rows.tolist()) if matches(row)]
        return self._take(passing)

    def _take(self, rows: Rows | list[str]) -> Self:
        numbers = np.atleast_1d(self._rows[row_index(rows)])
        return self.__class__(self._log, numbers.tolist())


class RunValues:
    """The values of runs by key.

    Args:
        reader: reads metrics.
        view: the log.
        runs: all runs of the log.
    """

    def __init__(self, reader: LogReader, view: LogView, runs: Sequence[LoggedRun]) -> None:
        self.runs = runs
        self._tag_names = view.tags("scalars")
        self.tags = frozenset(self._tag_names)
        self._reader = reader
        self._view = view
        self._metrics: dict[str, TagMetrics] = {}
        self._warnings: Mapping[RunId, int] | None = None
        self._models: list[str | None] | None = None
        self.hparams: list[str] = sorted({name for run in runs for name in run.hparams})

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: everything, read now, but not what reads it.

        Raises:
            ValueError: the log was closed, and not everything was read before.
        """
        for tag in self._tag_names:
            self.metrics(tag)
        self._read_warnings()
        return {name: value for name, value in vars(self).items() if name not in _UNPICKLED}

    def makers(self) -> dict[str, Callable[[], Column]]:
        """Return what computes each column."""
        runs = self.runs
        makers: dict[str, Callable[[], Column]] = {
            "name": lambda: Names.of([run.name for run in runs]),
            "state": lambda: Names.of([run.status.state for run in runs]),
            "step": lambda: _integers([run.summary.last_step for run in runs]),
            "started": lambda: _floats([run.summary.started_at for run in runs]),
            "duration": lambda: _floats([run.duration for run in runs]),
            "training": lambda: Names.of([run.part.training for run in runs]),
            "phase": lambda: Names.of([run.part.phase for run in runs]),
        }
        for name in self.hparams:
            makers[f"{HPARAM}{name}"] = partial(hparam_column, [run.hparams for run in runs], name)
        for tag in self._tag_names:
            for stat in _SHOWN_STATS:
                makers[f"{METRIC}{tag}.{stat}"] = partial(self._metric_column, tag, stat)
        return makers

    def column(self, key: str) -> str | None:
        """Return the full name of a column; None for a text that is no column."""
        if key in {"name", "state", "step", "started", "duration", "training", "phase", MODEL}:
            return key
        if key.startswith((HPARAM, METRIC)):
            return key
        if key in self.hparams:
            return f"{HPARAM}{key}"
        if key in self.tags:
            return f"{METRIC}{key}.last"
        tag, stat = split_metric(key)
        return f"{METRIC}{tag}.{stat}" if tag in self.tags else None

    def metrics(self, tag: str) -> TagMetrics:
        """Return the metrics of a tag in all runs."""
        if tag not in self._metrics:
            ids = [run.id for run in self.runs]
            self._metrics[tag] = self._reader.read(lambda view: view.metrics(tag, ids), self._view)
        return self._metrics[tag]

    def models(self) -> list[str | None]:
        """Return the name of the model of each run, None for a run without one.

        Raises:
            ValueError: the table was loaded, and they were not read before it was pickled.
        """
        if self._models is None:
            if not hasattr(self, "_reader"):
                raise ValueError("Models were not read before the table was pickled.")
            hashes = self._reader.read(lambda view: view.models(), self._view)
            self._models = name_models(self.runs, hashes)
        return self._models

    def _read_warnings(self) -> Mapping[RunId, int]:
        """Return the number of warnings of each run that are not muted."""
        if self._warnings is None:
            self._warnings = self._reader.read(
                lambda view: count_warnings(view.warnings(self.runs), self._reader.saved),
                self._view,
            )
        return self._warnings

    def _metric_column(self, tag: str, stat: Stat) -> Column:
        return self.metrics(tag).column(stat, tag)

    def text_of(self, row: int) -> str:
        """Return the text in which a filter searches: the name on the page and that in the log."""
        run = self.runs[row]
        return run.name if run.shown_name == run.name else f"{run.shown_name}\n{run.name}"

    def is_in_no_name(self, word: Text) -> bool:
        """Return whether the log has runs, and none of them has a word in its names."""
        matches = compile_filter(word, self.text_of, self.resolve)
        return bool(self.runs) and not any(map(matches, range(len(self.runs))))

    def doubt(self, word: str) -> str:
        """Return a sentence on a word that is in no name of a run."""
        close = self._keys_like(word)
        there_is = f"; there is {close}" if close else ""
        return f"No run has {word!r} in its name, and it is no column{there_is}."

    def close_keys(self, keys: Sequence[str]) -> str:
        """Return a sentence with keys like the first one that does not exist; empty for none."""
        unknown = next((key for key in keys if self.resolve(key) is None), "")
        close = self._keys_like(unknown)
        return f" There is {close}." if close else ""

    def _keys_like(self, key: str) -> str:
        """Return the keys that are much like one that does not exist."""
        tag, stat = split_metric(key)
        ending = f".{stat}" if tag != key else ""
        tags = {*self.tags, *self._tag_of_word()}
        names = {*self._own_values(0.0), *self.hparams, *(f"{each}{ending}" for each in tags)}
        return close_names(key, sorted(names))

    def resolve(self, key: str) -> _Value | None:
        """Return how a filter reads the value of a key; None for an unknown key."""
        word = key.lower()
        own = self._own_values(time())
        named = own.get(_OTHER_WORDS.get(word, word))
        hparam = self._hparam_of(key)
        if named is not None:
            return named
        if hparam is not None:
            return lambda row: self.runs[row].hparams.get(hparam)
        metric = self._metric_of(key)
        if metric is None:
            return None
        tag, stat = metric
        metrics = self.metrics(tag)
        values = metrics.column(stat, tag).tolist()
        return lambda row: values[row] if metrics.is_there[row] else None

    def _own_values(self, now: float) -> Mapping[str, _Value]:
        """Return the values that every log has, by key."""
        run = self.runs.__getitem__

        def names(row: int) -> list[str]:
            return [run(row).shown_name, run(row).name]

        return {
            "name": names,
            "run": names,
            "path": lambda row: run(row).summary.path,
            "state": lambda row: run(row).status.state,
            "step": lambda row: run(row).summary.last_step,
            "age": lambda row: run(row).age(now),
            "started": lambda row: run(row).summary.started_at,
            "duration": lambda row: run(row).duration,
            "tags": lambda row: run(row).mark.tags,
            "note": lambda row: run(row).mark.note,
            "directory": lambda row: run(row).directory,
            "phase": lambda row: run(row).part.phase or None,
            "file_errors": lambda row: len(run(row).summary.warnings),
            "warnings": lambda row: self._read_warnings()[run(row).id],
            MODEL: lambda row: self.models()[row],
        }

    def _hparam_of(self, key: str) -> str | None:
        """Return the hyper-parameter of a key, which may differ in case, or None."""
        key = key.removeprefix(HPARAM)
        if key in self.hparams:
            return key
        return {name.lower(): name for name in self.hparams}.get(key.lower())

    def _metric_of(self, key: str) -> tuple[str, Stat] | None:
        """Return tag and statistic of a key, which may be the last part of one tag, or None."""
        key = key.removeprefix(METRIC)
        tag_of = {**self._tag_of_word(), **{tag: tag for tag in self.tags}}
        if key in tag_of:
            return tag_of[key], "last"
        text, stat = split_metric(key)
        return (tag_of[text], stat) if text in tag_of else None

    def _tag_of_word(self) -> dict[str, str]:
        """Return the tag of each word that is the last part of one tag alone."""
        words: dict[str, str | None] = {}
        for tag in self.tags:
            word = tag.rpartition("/")[2]
            words[word] = None if word in words else tag
        return {word: tag for word, tag in words.items() if tag is not None}


def hparam_column(runs: Sequence[Hparams], name: str) -> Column:
    """Return the column of a hyper-parameter: numbers, truth values, or texts of all values."""
    values = [hparams.get(name) for hparams in runs]
    if all(isinstance(value, bool) for value in values):
        return np.array(values, np.bool_)
    if not any(isinstance(value, bool | str) for value in values):
        return _floats([value if isinstance(value, float) else None for value in values])
    return _objects([_text(value) for value in values])


def _objects(texts: Sequence[str | None]) -> Column:
    column = np.empty(len(texts), object)
    column[:] = texts
    return column


def _text(value: HparamValue | None) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return number_text(value) if isinstance(value, int | float) else value


def _floats(values: Sequence[float | None]) -> Column:
    return np.array([nan if value is None else value for value in values], np.float64)


def _integers(values: Sequence[int | None]) -> Column:
    """Return int64, or float64 with NaN where a value is missing."""
    if any(value is None for value in values):
        return _floats(values)
    return np.array(values, np.int64)
