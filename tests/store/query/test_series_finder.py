"""From a tag to the blocks of its series, in a real store."""

from pathlib import Path

import numpy as np
import pytest

from scopeboard.store.query.query import SeriesQuery, select
from scopeboard.store.query.range import NEVER, SeriesSet
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.types import RunId
from tools import writer
from tools.loading import Log


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """Return a log directory with two plain runs and one that was resumed."""
    for run in ("a", "b"):
        writer.write_run(tmp_path, run, writer.scalar_file({"x": [1, 2], run: [3]}))
    for file, (start, steps) in enumerate([(1000, (0, 1, 2)), (2000, (1, 2)), (1996.5, (5,))]):
        rows = (writer.event(s, writer.tf1_scalar("x", s), wall_time=start + s) for s in steps)
        writer.write_run(tmp_path, "c", b"".join(rows), f"events.out.tfevents.{file}")
    log = Log(tmp_path)
    log.load()
    return log


def found(store: Store, tag: str, runs: list[str] | None = None, **options: bool) -> SeriesSet:
    series = SeriesIndex(store.snapshot()).find(tag, runs, **options)
    assert series is not None
    return series


def test_every_run_that_has_the_tag(log: Log) -> None:
    ids = {name: run.id for name, run in log.runs().items()}
    assert found(log.store, "x").runs == [ids["a"], ids["b"], ids["c"]]
    assert found(log.store, "x").series.tolist() == [0, 1, 2, 2, 2]
    assert found(log.store, "b").runs == [ids["b"]]


def test_only_the_requested_runs_are_returned(log: Log) -> None:
    ids = {name: run.id for name, run in log.runs().items()}
    assert found(log.store, "x", [ids["c"], "gone", ids["a"]]).runs == [ids["a"], ids["c"]]
    assert found(log.store, "b", [ids["a"]]).runs == []
    assert found(log.store, "b", []).runs == []


def test_known_ids_are_those_of_runs(log: Log) -> None:
    ids = sorted(run.id for run in log.runs().values())
    assert SeriesIndex(log.store.snapshot()).known(["gone", *ids]) == ids


def test_a_tag_that_no_run_has_is_not_found(log: Log) -> None:
    assert SeriesIndex(log.store.snapshot()).find("nothing", None) is None
    log.store.drop_runs([RunId(found(log.store, "b").runs[0])])
    assert SeriesIndex(log.store.snapshot()).find("b", None) is None


def test_repeated_values_of_a_resumed_job_are_returned_on_request_only(log: Log) -> None:
    hidden = found(log.store, "x").superseded_from
    assert sorted(hidden.tolist()) == [1, NEVER, NEVER, NEVER, NEVER]
    shown = found(log.store, "x", superseded=True).superseded_from
    assert set(shown.tolist()) == {NEVER}


def test_nothing_is_lost(log: Log) -> None:
    series = found(log.store, "x")
    counts = select(series, SeriesQuery(), log.store.snapshot().read).counts
    points = np.bincount(series.series, series.blocks["count"])
    assert (counts.total + counts.hidden).tolist() == points.tolist() == [2, 2, 6]
