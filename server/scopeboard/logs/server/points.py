"""The points and the metrics of scalars of a server."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from scopeboard.errors import NotFoundError
from scopeboard.logs.run_metrics import TagMetrics
from scopeboard.logs.scalars import SeriesPoints
from scopeboard.logs.server.client import ServerClient
from scopeboard.logs.server.runs import parameters_of_runs
from scopeboard.logs.view import LogView
from scopeboard.store.query.axis import Range
from scopeboard.types import RunId


def read_points(
    client: ServerClient,
    view: LogView,
    tags: Sequence[str],
    runs: Sequence[RunId] | None,
    steps: Range,
    *,
    superseded: bool,
) -> SeriesPoints:
    """Return points of tags in runs, with a request for each tag; see `LogView.points`."""
    names = view.names
    chosen = frozenset(names if runs is None else runs)
    rank_of = {run: rank for rank, run in enumerate(names)}
    options: list[tuple[str, object]] = [("points", 0), ("superseded", superseded)]
    options += [("from", steps.start)] if steps.start is not None else []
    options += [("to", steps.end)] if steps.end is not None else []
    options += parameters_of_runs(runs, names)
    found: list[tuple[int, int, dict[str, Any]]] = []
    for number, tag in enumerate(tags):
        if chosen.isdisjoint(view.runs_of_tags("scalars").get(tag, ())):
            continue
        try:
            answer = client.columns("/api/scalars", [("tag", tag), *options])
        except NotFoundError:  # it is gone since the tags were listed
            continue
        with client.understood():
            listed = [each for each in answer["series"] if each["run"] in chosen]
            listed.sort(key=lambda each: rank_of[each["run"]])
            found += [(number, rank_of[each["run"]], each) for each in listed]
    with client.understood():
        ends = np.cumsum([len(each["step"]) for _, _, each in found], dtype=np.int64)
        step, wall_time, value = (
            np.concatenate([np.empty(0, dtype), *(each[name] for _, _, each in found)])
            for name, dtype in (("step", np.int64), ("wall_time", float), ("value", float))
        )
        return SeriesPoints(
            np.array([tag for tag, _, _ in found], np.int32),
            np.array([run for _, run, _ in found], np.int32),
            ends,
            step,
            wall_time,
            value,
        )


def read_metrics(client: ServerClient, tag: str, runs: Sequence[RunId]) -> TagMetrics:
    """Return the metrics of a tag in runs, in their order."""
    answer = client.json("/api/metrics", [("tag", tag)])
    with client.understood():
        (found,) = answer["metrics"]
        row_of = {run: row for row, run in enumerate(runs)}
        pairs = [(row_of[run], at) for at, run in enumerate(found["runs"]) if run in row_of]
        rows, places = [row for row, _ in pairs], [at for _, at in pairs]
        there = np.zeros(len(runs), np.bool_)
        there[rows] = True
        columns = []
        for name in ("last", "min", "max"):
            column = np.full(len(runs), np.nan)
            column[rows] = [float(found[name][at]) for at in places]
            columns.append(column)
        return TagMetrics(there, *columns)
