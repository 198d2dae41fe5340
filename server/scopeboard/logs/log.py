"""A log that is open in Python."""

from collections.abc import Iterable
from time import time
from types import TracebackType
from typing import Self

from scopeboard.logs.name_choice import choose_names
from scopeboard.logs.reader import LogReader, LogView
from scopeboard.logs.run_facts import logged_runs
from scopeboard.logs.run_table import RunTable, RunValues
from scopeboard.logs.scalars import Scalars, read_scalars
from scopeboard.types import Kind, RunId

Runs = str | Iterable[str] | RunTable | None
_ALL_STEPS = slice(None)


class Log:
    """The runs of a log, as of its first use or the last `refresh`.

    Nothing is read before the first use. No thread and no server remains after a method returns,
    and memory and files are released with the object, at the end of a `with` block or by `close`.

    Names of tags and runs are exact, or globs in which `*` is any text, slashes included, and `?`
    any one character.
    """

    def __init__(self, reader: LogReader) -> None:
        self._reader = reader

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<scopeboard.Log {str(self._reader.directory)!r}>"

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
        """Return the tags of a kind by name, such as those of “histograms” or “images”."""
        return self._reader.read(lambda view: list(view.tags(kind)))

    @property
    def runs(self) -> RunTable:
        """The runs: names, states, times, hyper-parameters and metrics; see `RunTable`.

        `runs["lr<1e-3 state:done"]` are those that pass a filter. States are of this moment.
        """

        def read(view: LogView) -> RunTable:
            name = self._reader.directory.name
            runs = logged_runs(view.runs, self._reader.saved, name, time())
            return RunTable(RunValues(self._reader, view, runs))

        return self._reader.read(read)

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

        def read(view: LogView) -> Scalars:
            chosen = choose_names(tags, view.tags("scalars"), "tag of scalars")
            run_ids = _run_ids(view, runs)
            return read_scalars(view, chosen, run_ids, steps, points, superseded=superseded)

        return self._reader.read(read)


def _run_ids(view: LogView, runs: Runs) -> list[RunId] | None:
    """Return the ids of chosen runs; None for all."""
    if runs is None:
        return None
    if isinstance(runs, RunTable):
        runs = runs.names
    names = frozenset(choose_names(runs, list(view.names.values()), "run"))
    return [run for run, name in view.names.items() if name in names]
