"""A log that is open in Python."""

from collections.abc import Iterable, Sequence
from itertools import count, islice
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeVar, get_args

import numpy as np

from scopeboard.closing import Closing
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.files.remote_traffic import RemoteTraffic
from scopeboard.following.cursor import Cursor
from scopeboard.logs.columns import HPARAM, Column, Names, column_name, rows_of
from scopeboard.logs.contents import damage_table, file_table, series_table
from scopeboard.logs.follow import Follow
from scopeboard.logs.name_choice import choose_names, exact_name, wanted_names
from scopeboard.logs.page_view import PageView, shown_rows, shown_tags
from scopeboard.logs.run_metrics import is_lower_better
from scopeboard.logs.run_table import RunTable, RunValues
from scopeboard.logs.scalars import Scalars, most_points, range_of, scalars_of
from scopeboard.logs.table import Table
from scopeboard.logs.values.kinds import (
    AudioValue,
    CurveValue,
    HistogramValue,
    ImageValue,
    TextValue,
)
from scopeboard.logs.values.sequence import LoggedValue, Values
from scopeboard.logs.view import LogReader, LogView
from scopeboard.logs.wide import Join, On, best_table, wide_table
from scopeboard.number_text import counted
from scopeboard.state.view import find_view
from scopeboard.types import Kind, RunId

if TYPE_CHECKING:
    from scopeboard.logs.graph import LogGraph

Runs = str | Iterable[str] | RunTable | None
_Names = str | Sequence[str] | None
V = TypeVar("V", bound=LoggedValue[Any])
_ALL_STEPS = slice(None)


class Log(Closing):
    """The runs of a log, as of its first use or the last `refresh`.

    Nothing is read before the first use. No thread and no server remains after a method returns,
    and memory and files are released with the object, at the end of a `with` block or by `close`.

    Names of tags and runs are exact, or globs in which `*` is any text, slashes included, and `?`
    any one character.

    Examples:
        >>> import scopeboard as sb
        >>> log = sb.open("runs")
        >>> log.tags()
        ['loss']
        >>> log.scalars("lo*", runs="base", steps=slice(1, None)).value
        array([2., 1.])
        >>> log.runs["lr<0.05"].names
        ['wide']
        >>> log.series[["tag", "kind", "points"]][-1]
        tag   kind     points
        loss  scalars  3
        [1 rows × 3 columns]
        >>> log.files["size"] == log.files["read"]
        array([ True,  True])
        >>> log.notices, len(log.damage), log.traffic
        ([], 0, None)
        >>> log.refresh()
        False
    """

    def __init__(self, reader: LogReader) -> None:
        self._reader = reader

    def __repr__(self) -> str:
        return f"<scopeboard.Log {self._reader.address!r}>"

    def __reduce__(self) -> NoReturn:
        """Refuse to be pickled.

        Raises:
            TypeError: always; the address may have a token, and the index a lock.
        """
        raise TypeError(
            f"An open log cannot be pickled; in the other process, open {self._reader.address}."
        )

    @property
    def reader(self) -> LogReader:
        """What reads the log."""
        return self._reader

    def close(self) -> None:
        """Release files and memory; later calls of other methods raise a ValueError."""
        self._reader.close()

    def refresh(self) -> bool:
        """Read what was written since; return whether anything changed.

        Tables that methods have returned stay as they are.

        Raises:
            UnavailableError: there is no space to read it, neither on disk nor in memory.
        """
        return self._reader.refresh()

    def tags(self, kind: Kind = "scalars") -> list[str]:
        """Return the tags of a kind by name, such as those of “histograms” or “images”.

        Raises:
            QueryError: there is no such kind.
        """
        if kind not in get_args(Kind):
            raise QueryError(f"kind is one of {', '.join(get_args(Kind))}: not {kind!r}.")
        return self._reader.read(lambda view: list(view.tags(kind)))

    @property
    def series(self) -> Table:
        """All series: `run`, `tag`, `kind`, `points`, `first_step` and `last_step`.

        `points` counts superseded points, too. Runs are in the order of `runs`.
        """
        return self._reader.read(series_table)

    @property
    def files(self) -> Table:
        """The event files: `run`, `file`, `size` and `read` (bytes), and `points`.

        `read` is less than `size` while the last record is incomplete.
        """
        return self._reader.read(file_table)

    @property
    def notices(self) -> list[str]:
        """Sentences about the log: why it has no runs, what was not searched, its index."""
        return self._reader.read(lambda view: view.notices())

    @property
    def traffic(self) -> RemoteTraffic | None:
        """What it takes to read and follow a log that is elsewhere.

        None for one here, and for that of a server, which reads it.
        """
        return self._reader.traffic()

    @property
    def damage(self) -> Table:
        """What could not be read: `run`, `file`, `offset` (bytes), `kind` and `message`.

        One bad record costs one record: everything else was read.
        """
        return self._reader.read(damage_table)

    @property
    def runs(self) -> RunTable:
        """The runs: names, states, times, hyper-parameters and metrics; see `RunTable`.

        `runs["lr<1e-3 state:done"]` are those that pass a filter. States are of this moment.
        """
        return self._reader.read(lambda view: RunTable(self._run_values(view)))

    def scalars(
        self,
        tags: str | Iterable[str] | None = None,
        runs: Runs = None,
        steps: slice = _ALL_STEPS,
        points: int | None = None,
        *,
        superseded: bool = False,
    ) -> Scalars:
        """Return the points of scalars in long form, with one row for each.

        The columns are `run` and `tag` (names), `step` (int64), `wall_time` (float64, in seconds
        since the epoch) and `value` (float64). Values are as logged: NaN and the infinities
        included.

        Args:
            tags: names or globs; None for all scalars.
            runs: names or globs, or a table of runs; None for all runs.
            steps: the steps to return, the stop excluded: `slice(1000, None)`.
            points: the most points of each series; None for every point. A series with more is
                sampled: its first and last point, and the least and the greatest value of equal
                parts between.
            superseded: whether to include points that a later session of a run has logged again.

        Raises:
            NotFoundError: no run, or no tag of scalars, has one of the names.
            QueryError: the steps or the number of points are invalid.
        """
        of_tags, of_runs = wanted_names(tags, "tags"), _run_names(runs)
        most = most_points(points)

        def read(view: LogView) -> Scalars:
            chosen = choose_names(of_tags, view.tags("scalars"), "tag of scalars")
            run_ids = _run_ids(view, of_runs)
            series = view.points(chosen, run_ids, range_of(steps), superseded=superseded)
            found = scalars_of(series, chosen, list(view.names.values()), most)
            found.reader = self._reader
            return found

        return self._reader.read(read)

    def follow(
        self,
        tags: str | Iterable[str] | None = None,
        runs: Runs = None,
        *,
        since: Cursor | None = None,
        interval: float = 1.0,
        timeout: float | None = None,
        superseded: bool = False,
    ) -> Follow:
        """Return batches of new points of scalars, as they are written: `for batch in …`.

        It is an iterator and an asynchronous one. A batch has the columns of `scalars`, and a
        cursor that can be pickled: another process goes on from there, without losing or repeating
        a point. The first batches have what is there already. The log is refreshed meanwhile.

        Args:
            tags: names or globs, also of tags that are yet to come; None for all scalars.
            runs: names or globs, also of runs that are yet to come, or a table of runs; None for
                all runs.
            since: the cursor of an earlier batch; None to begin with the first point.
            interval: how often to look for new points, in seconds.
            timeout: after how many seconds without a new point to end: 0 to end when all is read,
                None to go on until it is closed.
            superseded: whether points that a later session of a run has logged again come and stay.

        Raises:
            QueryError: the interval is no number above 0, the timeout no number of 0 or more, or
                `since` no cursor.
        """
        wanted = wanted_names(tags, "tags")
        names = _run_names(runs)

        def run_ids(view: LogView) -> list[RunId]:
            listed = list(view.names.values())
            chosen = frozenset(choose_names(names, listed, "run", may_be_missing=True))
            return [run for run, name in view.names.items() if name in chosen]

        cursor = Cursor() if since is None else since
        return Follow(
            self._reader,
            [wanted] if isinstance(wanted, str) else wanted,
            run_ids,
            cursor,
            interval,
            timeout,
            superseded=superseded,
        )

    def view(self, link: str) -> PageView:
        """Return the runs and tags of a link of the page, for `scalars` and other methods.

        Args:
            link: a link that was copied from the page, its query (`?runs=all&tags=loss`), or the
                name of a saved view.

        Raises:
            SettingsError: there is no saved view of that name or link.
        """
        view = find_view(link, self._reader.saved)

        def read(log: LogView) -> PageView:
            values = self._run_values(log)
            runs = RunTable(values, shown_rows(view, log, values.runs))
            return PageView(view.value("tab"), runs, shown_tags(view, log, runs))

        return self._reader.read(read)

    def table(
        self,
        tags: str | Iterable[str],
        runs: Runs = None,
        *,
        on: On = "step",
        join: Join = "asof",
    ) -> Table:
        """Return scalars side by side: the columns `run`, `on`, and one for each tag.

        A tag that is called as another column has `metric:` before its name. Of several values of
        a tag at a step, the last counts.

        Args:
            tags: names or globs. A glob chooses among the tags of these runs.
            runs: names or globs, or a table of runs; None for all runs.
            on: the column that rows share, `step` or `wall_time` (s since the epoch).
            join: which rows there are. `asof`: those of the first tag; the others have their last
                value at or before it. `inner`: where all tags have a value. `outer`: where any has
                one. NaN stands for no value.

        Raises:
            NotFoundError: no run, or no tag of scalars, has one of the names.
            QueryError: `on` or `join` is unknown, or there is no tag.
        """
        of_tags, of_runs = wanted_names(tags, "tags"), _run_names(runs)
        exact = frozenset([of_tags] if isinstance(of_tags, str) else of_tags or ())

        def read(view: LogView) -> Table:
            names = choose_names(of_tags, view.tags("scalars"), "tag of scalars")
            if of_runs is not None:
                chosen, runs_of = {*(_run_ids(view, of_runs) or ())}, view.runs_of_tags("scalars")
                names = [n for n in names if n in exact or not chosen.isdisjoint(runs_of[n])]
            return wide_table(self.scalars(names, of_runs), names, on, join)

        return self._reader.read(read)

    def best(
        self,
        tag: str,
        mode: Literal["max", "min"] | None = None,
        also: str | Iterable[str] = (),
        runs: Runs = None,
    ) -> Table:
        """Return the best value of a tag in each run, with a row for each, the best run first.

        The columns are `run`, `step`, `wall_time` (s since the epoch), the tag, and those in
        `also`; a name that another column has begins with `metric:` or `hparam:`. Runs without a
        finite value are left out.

        Args:
            tag: the name of a tag of scalars.
            mode: whether the greatest or the least value is best; None for the least if the name
                of the tag is that of a loss or an error, else the greatest.
            also: further tags, with their last values up to the step of the best one, and
                hyper-parameters, as `hparam:lr` where a tag has the same name. NaN stands for no
                value.
            runs: names or globs, or a table of runs; None for all runs.

        Raises:
            NotFoundError: no run or tag of scalars has one of the names, or, of those in `also`, no
                hyper-parameter either.
            QueryError: the mode is unknown.
        """
        if mode not in {None, "max", "min"}:
            raise QueryError(f"mode is max or min, or None to go by the name: not {mode!r}.")
        further = wanted_names(also, "also") or []
        names = [further] if isinstance(further, str) else list(dict.fromkeys(further))
        of_runs = _run_names(runs)
        return self._reader.read(lambda _: self._best(tag, mode, names, of_runs))

    def _best(
        self,
        tag: str,
        mode: Literal["max", "min"] | None,
        names: Sequence[str],
        runs: _Names,
    ) -> Table:
        """Return the best values while no other thread reads; see `best`."""
        listed, known = self.runs, frozenset(self.tags())
        for name in names:
            if name not in known and _hparam_column(name) not in listed.columns:
                hparams = [n.removeprefix(HPARAM) for n in listed.columns if n.startswith(HPARAM)]
                exact_name(name, [*hparams, *sorted(known)], "hyper-parameter or tag of scalars")
        tags = [name for name in names if name in known and name != tag]
        points = self.scalars([exact_name(tag, self.tags(), "tag of scalars"), *tags], runs)
        best = best_table(points, tag, mode or ("min" if is_lower_better(tag) else "max"), tags)
        row_of = {run: row for row, run in enumerate(listed.names)}
        rows = np.array([row_of[run] for run in best["run"]], np.int64)
        columns = dict(best.all_columns())
        for name in names:
            if name not in known:
                own = column_name(name, HPARAM, columns)
                columns[own] = rows_of(listed.column(_hparam_column(name)), rows)
        return Table(columns)

    def hparams(self, runs: Runs = None) -> Table:
        """Return the hyper-parameters: the column `run`, and one for each.

        A run without its own has those of its directory or training, as in the run table. NaN or
        None stands for no value. A hyper-parameter `run` is called `hparam:run`.

        Raises:
            NotFoundError: no run has one of the names.
        """
        listed = self.runs
        if runs is not None:
            chosen = frozenset(choose_names(_run_names(runs), listed.names, "run"))
            listed = listed[[row for row, name in enumerate(listed.names) if name in chosen]]
        columns: dict[str, Column] = {"run": listed.column("name")}
        for name in listed.columns:
            if name.startswith(HPARAM):
                own = column_name(name.removeprefix(HPARAM), HPARAM, columns)
                columns[own] = listed.column(name)
        return Table(columns)

    def histograms(
        self,
        tags: str | Iterable[str] | None = None,
        runs: Runs = None,
        steps: slice = _ALL_STEPS,
        *,
        superseded: bool = False,
    ) -> Values[HistogramValue]:
        """Return histograms; `table()` of them has a row for each bucket. See `images`.

        Example:
            >>> sb.open("media").histograms("weights").table().columns
            ('run', 'tag', 'step', 'wall_time', 'left', 'right', 'count')
        """
        return self._values(HistogramValue, "histograms", tags, runs, steps, superseded=superseded)

    def images(
        self,
        tags: str | Iterable[str] | None = None,
        runs: Runs = None,
        steps: slice = _ALL_STEPS,
        *,
        superseded: bool = False,
    ) -> Values[ImageValue]:
        """Return images, a value for each run, tag and step; `images(tag)[-1].pil()` decodes one.

        Values stay in their event files: each is read when it is used.

        Args:
            tags: names or globs; None for all tags of this kind.
            runs: names or globs, or a table of runs; None for all runs.
            steps: the steps to return, the stop excluded.
            superseded: whether to include values that a later session of a run has logged again.

        Raises:
            NotFoundError: no run, or no tag of this kind, has one of the names.
            QueryError: the steps are invalid.

        Example:
            >>> sb.open("media").images("sample")[-1].pil().size
            (8, 4)
        """
        return self._values(ImageValue, "images", tags, runs, steps, superseded=superseded)

    def audio(
        self,
        tags: str | Iterable[str] | None = None,
        runs: Runs = None,
        steps: slice = _ALL_STEPS,
        *,
        superseded: bool = False,
    ) -> Values[AudioValue]:
        """Return sounds; `audio(tag)[-1].waveform()` has the numbers of a WAV. See `images`.

        Example:
            >>> sb.open("media").audio("voice")[-1].waveform().rate
            8000
        """
        return self._values(AudioValue, "audio", tags, runs, steps, superseded=superseded)

    def text(
        self,
        tags: str | Iterable[str] | None = None,
        runs: Runs = None,
        steps: slice = _ALL_STEPS,
        *,
        superseded: bool = False,
    ) -> Values[TextValue]:
        """Return texts as logged. See `images`.

        Example:
            >>> sb.open("media").text("notes*")[-1].text
            'Step **1**.'
        """
        return self._values(TextValue, "text", tags, runs, steps, superseded=superseded)

    def curves(
        self,
        tags: str | Iterable[str] | None = None,
        runs: Runs = None,
        steps: slice = _ALL_STEPS,
        *,
        superseded: bool = False,
    ) -> Values[CurveValue]:
        """Return precision-recall and ROC curves. See `images`.

        Example:
            >>> sb.open("media").curves("cats")[-1].average_precision
            1.0
        """
        return self._values(CurveValue, "curves", tags, runs, steps, superseded=superseded)

    @property
    def graphs(self) -> Table:
        """The graphs of the log: `run`, `tag`, `kind`, `file` and `wall_time` (s since the epoch).

        They are in the order of the dashboard: those of a run begin with its own, the newest first.
        A graph that repeats another of its run is left out, such as a MetaGraph with the ops of the
        run's graph. To know them, graphs of runs with such ones are read, but hardly ever parsed,
        unless the index has their summaries; `graph(run)` reads those of one run.

        Example:
            >>> list(sb.open("runs").graphs["run"])
            ['base', 'wide']
        """
        found = self._reader.read(lambda view: list(view.graphs()))
        return Table(
            {
                "run": Names.of([graph.run for graph in found]),
                "tag": Names.of([graph.tag for graph in found]),
                "kind": Names.of([graph.kind for graph in found]),
                "file": Names.of([graph.file for graph in found]),
                "wall_time": np.array([graph.wall_time for graph in found], np.float64),
            }
        )

    def graph(self, run: str | None = None, tag: str | None = None, *, nth: int = 0) -> "LogGraph":
        """Return a graph of a run, or of the log: the first one, as `graphs` lists them.

        Args:
            run: the name of the run; None for the first run with a graph.
            tag: the tag of the graph, empty for the run's own; None for any.
            nth: which of several such graphs, counted from 0; -1 is the last one.

        Raises:
            DamagedDataError: the graph cannot be read.
            NotFoundError: there is no such run or graph.
        """
        from scopeboard.logs.graph import LogGraph  # noqa: PLC0415 - half of all imports

        def read(view: LogView) -> LogGraph:
            each_graph = (each for each in view.graphs(run) if tag in {None, each.tag})
            found = list(each_graph if nth < 0 else islice(each_graph, nth + 1))
            if not found:
                choose_names(run, list(view.names.values()), "run")
            subject = "The log" if run is None else f"The run {run!r}"
            tagged = f" {tag!r}" if tag else ""
            if not found:
                raise NotFoundError(f"{subject} has no graph{tagged}.")
            if not -len(found) <= nth < len(found):
                graphs = counted(len(found), "graph")
                raise NotFoundError(f"{subject} has {graphs}{tagged}, and none of number {nth}.")
            chosen = found[nth]
            return LogGraph(view.open_graph(chosen), chosen.run, chosen.tag, self._reader)

        return self._reader.read(read)

    def _run_values(self, view: LogView) -> RunValues:
        """Return the values of all runs; states are of this moment."""
        return RunValues(self._reader, view, view.runs())

    def _values(
        self,
        value_type: type[V],
        kind: Kind,
        tags: str | Iterable[str] | None,
        runs: Runs,
        steps: slice,
        *,
        superseded: bool,
    ) -> Values[V]:
        attempts = count()
        of_tags, of_runs = wanted_names(tags, "tags"), _run_names(runs)

        def read(view: LogView) -> Values[V]:
            chosen = choose_names(of_tags, view.tags(kind), f"tag of {kind}")
            series = view.values(
                kind,
                chosen,
                _run_ids(view, of_runs),
                range_of(steps),
                superseded=superseded,
                may_be_lost=next(attempts) > 0,
            )
            return Values(value_type, series)

        return self._reader.read(read)


def _run_names(runs: Runs) -> _Names:
    """Return names of runs, or globs, that can be read more than once.

    Raises:
        TypeError: they are something else.
    """
    return runs.names if isinstance(runs, RunTable) else wanted_names(runs, "runs")


def _hparam_column(name: str) -> str:
    """Return the name of the column of a hyper-parameter, which may be that name."""
    return f"{HPARAM}{name.removeprefix(HPARAM)}"


def _run_ids(view: LogView, runs: _Names) -> list[RunId] | None:
    """Return the ids of chosen runs; None for all."""
    if runs is None:
        return None
    names = frozenset(choose_names(runs, list(view.names.values()), "run"))
    return [run for run, name in view.names.items() if name in names]
