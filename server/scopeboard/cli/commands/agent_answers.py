"""Short answers about a log for agents: few tokens, and a link to the screen that shows more.

A table has a line of names and a line for each row, with tabs between. The link is the last line.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import urlencode

from scopeboard.cli.commands.graph import summary
from scopeboard.cli.commands.inspect import contents
from scopeboard.cli.commands.query import doubts as doubts_of
from scopeboard.cli.commands.query import points as points_of
from scopeboard.errors import QueryError
from scopeboard.logs.columns import Column
from scopeboard.logs.page_view import filter_of_tags, keys_of_runs
from scopeboard.logs.table import Table
from scopeboard.number_text import counted, plain_size
from scopeboard.run_filter.parse import parse_filter

if TYPE_CHECKING:  # see `arguments`
    from scopeboard.logs.log import Log
    from scopeboard.logs.run_table import RunTable

MAX_ROWS: Final = 20
MAX_POINTS: Final = 200
_MAX_LINKED: Final = 10  # runs in a link
_MAX_OP_TYPES: Final = 8
_Link = Mapping[str, str | Sequence[str]]
"""Keys of the address of the page; `runs` are names of runs."""


class AgentAnswers:
    """Answers about a log as it is when a method is called.

    Args:
        log: the log.
        url: the address of the dashboard, at which links begin.
    """

    def __init__(self, log: "Log", url: str) -> None:
        self._log = log
        self._url = url

    def overview(self) -> str:
        """Return sizes, states, the newest runs, tags of scalars, and damage."""
        self._log.refresh()
        found = contents(self._log)
        runs, tags = found["runs"], found["tags"]
        states = Counter(run["state"] for run in runs)
        kinds = Counter(tag["kind"] for tag in tags)
        scalars = [tag["tag"] for tag in tags if tag["kind"] == "scalars"]
        lines = [
            f"{counted(len(runs), 'run')} ({_counts(states)}), {plain_size(found['bytes'])}",
            f"tags: {_counts(kinds)}",
            f"scalars: {_listed(scalars)}",
            f"damaged records: {len(found['damage'])}",
        ]
        newest = [[run["run"], run["state"], run["last_step"]] for run in reversed(runs)]
        return self._answer([*lines, *_table(["run", "state", "step"], newest)], {})

    def tags(self, contains: str = "") -> str:
        """Return tags with their kinds, runs and points.

        Args:
            contains: a text in the tag, in either case.
        """
        self._log.refresh()
        text = contains.lower()
        found = [tag for tag in contents(self._log)["tags"] if text in tag["tag"].lower()]
        rows = [[tag["tag"], tag["kind"], tag["runs"], tag["points"]] for tag in found]
        return self._answer(
            _table(["tag", "kind", "runs", "points"], rows), {"tab": "scalars", "tags": contains}
        )

    def runs(self, filter: str = "", columns: Sequence[str] = ()) -> str:  # noqa: A002 - its name
        """Return runs, the newest first.

        Args:
            filter: such as `lr<1e-3 state:done loss.min<0.2`; empty for all.
            columns: further ones: hyper-parameters, tags (their last value), `TAG.min`, `TAG.max`.
        """
        self._log.refresh()
        query = parse_filter(filter)
        found, doubts = self._log.runs.matching(query), self._log.runs.doubts(query)
        names = ["name", "state", "step", *columns]
        listed = [list(self._column(found, name)) for name in names]
        rows = [list(row) for row in zip(*listed, strict=True)][::-1]
        table = _table(["run", *names[1:]], rows)
        return self._answer([*doubts, *table], {"runs": found.names})

    def best(
        self,
        tag: str,
        mode: Literal["max", "min"] | None = None,
        filter: str = "",  # noqa: A002 - its name
        top: int = 5,
    ) -> str:
        """Return the best value of a tag in each run, the best run first.

        Args:
            tag: the name of a tag of scalars.
            mode: whether the greatest or the least value is best; by default by the name.
            filter: of runs, as for `runs`.
            top: the number of runs.
        """
        self._log.refresh()
        query, runs = parse_filter(filter), self._log.runs
        found = self._log.best(tag, mode, (), runs.matching(query))[: max(1, top)]
        rows = [
            [run, step, value]
            for run, step, value in zip(found["run"], found["step"], found[tag], strict=True)
        ]
        link = {"tab": "scalars", "runs": list(found["run"]), "tags": filter_of_tags([tag])}
        table = _table(["run", "step", "value"], rows)
        return self._answer([*runs.doubts(query), f"tag {tag}", *table], link)

    def points(
        self, query: str, points: int = 10, first: int | None = None, stop: int | None = None
    ) -> str:
        """Return points of scalars, sampled with the first, the last and the extremes.

        Args:
            query: such as `tag:loss lr<1e-3`: `tag:TEXT` or `tag=NAME` for tags, and a filter of
                runs.
            points: the most points of each series.
            first: the first step.
            stop: the step before which to end.
        """
        self._log.refresh()
        found = points_of(self._log, query, slice(first, stop), max(1, points))
        rows = [[row["run"], row["tag"], row["step"], row["value"]] for row in found]
        link = {
            "tab": "scalars",
            "runs": list(dict.fromkeys(found.run)),
            "tags": filter_of_tags(found.tag.names),
        }
        table = _table(["run", "tag", "step", "value"], rows, MAX_POINTS)
        return self._answer([*doubts_of(self._log, query), *table], link)

    def graph(self, run: str | None = None) -> str:
        """Return size, costs, op types and the largest nodes of a graph.

        Args:
            run: the run; by default the first one with a graph.
        """
        self._log.refresh()
        found = summary(self._log.graph(run))
        least = "at least " if found["is_lower_bound"] else ""
        types = list(found["op_types"].items())[:_MAX_OP_TYPES]
        lines = [
            f"graph of run {found['run']}: {found['label']}",
            f"{found['ops']} ops, {found['edges']} edges, {found['scopes']} scopes",
            f"parameters {least}{found['parameters']}, FLOPs {least}{found['flops']}",
            f"op types: {', '.join(f'{name} {count}' for name, count in types)}",
        ]
        nodes = sorted(found["top_level"], key=lambda node: -node["ops"])
        rows = [[node["name"], node["ops"], node["parameters"]] for node in nodes]
        table = _table(["top level", "ops", "parameters"], rows)
        return self._answer([*lines, *table], {"tab": "graph", "runs": [found["run"]]})

    def damage(self) -> str:
        """Return what of the event files could not be read, and why."""
        self._log.refresh()
        rows = [[row["file"], row["offset"], row["message"]] for row in self._log.damage]
        return self._answer(_table(["file", "byte", "reason"], rows), {})

    @staticmethod
    def _column(runs: "RunTable", name: str) -> Column:
        """Return a column of the runs by its name, or a short form of that.

        Raises:
            QueryError: there is none.
        """
        column = runs[name]
        if isinstance(column, Table):  # the name was a filter
            raise QueryError(f"Runs have no column {name!r}.")
        found: Column = column
        return found

    def _answer(self, lines: Iterable[str], link: _Link) -> str:
        query = dict(link)
        runs = query.get("runs")
        if runs is not None:
            query["runs"] = keys_of_runs(runs, _MAX_LINKED)
        text = urlencode({key: value for key, value in query.items() if value}, doseq=True)
        return "\n".join([*lines, f"link: {self._url}{'?' + text if text else ''}"])


def _table(
    names: Sequence[str], rows: Sequence[Sequence[object]], most: int = MAX_ROWS
) -> list[str]:
    if not rows:
        return ["nothing found"]
    lines = ["\t".join(map(_text, row)) for row in (names, *rows[:most])]
    if len(rows) > most:
        lines.append(f"and {len(rows) - most} more rows: narrow the request, or follow the link")
    return lines


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else str(value)


def _counts(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.most_common())


def _listed(names: Sequence[str]) -> str:
    more = f", and {len(names) - MAX_ROWS} more" if len(names) > MAX_ROWS else ""
    return ", ".join(names[:MAX_ROWS]) + more
