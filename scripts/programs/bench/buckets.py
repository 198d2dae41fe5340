"""Times the reduction of long series to buckets, with and without the summary pyramid.

Each query is measured in three variants by turns: without a pyramid, with an empty one (cold), and
with one that has answered the query before (warm). The server's response cache is not involved.
Processor time is the reliable figure on a machine that does other work.
"""

import argparse
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, process_time

from scopeboard.ingest.loader import Loader
from scopeboard.store.query.axis import Axis, Range
from scopeboard.store.query.query import QueryPlan, SeriesQuery
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.query.summary_pyramid import SummaryPyramids
from scopeboard.store.store import Store

_AXES: tuple[Axis, ...] = ("step", "wall_time")
_BUCKETS = 1000


def main(arguments: Sequence[str]) -> int:
    """Print a line for each tag and question: medians of wall and processor time, in ms."""
    parser = argparse.ArgumentParser(prog="scripts/bench buckets", description=__doc__)
    parser.add_argument("logdir", type=Path)
    parser.add_argument("tags", nargs="+", help="tags of scalars, each for all runs")
    parser.add_argument("--turns", type=int, default=9)
    options = parser.parse_args(arguments)
    index = SeriesIndex(_read(options.logdir).snapshot())
    for tag in options.tags:
        for line in _lines(index, tag, options.turns):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    return 0


def _read(log_directory: Path) -> Store:
    store = Store()
    loader = Loader(store, log_directory)
    loader.scan()
    while loader.read_next():
        pass
    return store


def _lines(index: SeriesIndex, tag: str, turns: int) -> list[str]:
    series = index.find(tag, None, superseded=False)
    if series is None:
        return [f"{tag}: no run has it"]
    steps = int(series.blocks["count"].sum()) // series.size
    lines = [f"{tag}: {series.size} series of about {steps:,} points"]
    for axis in _AXES:
        questions = {"whole": SeriesQuery(axis, points=_BUCKETS, context=True)}
        if axis == "step":
            half = Range(0.2 * steps, 0.7 * steps)
            questions["half"] = SeriesQuery(axis, half, points=_BUCKETS, context=True)
        for name, question in questions.items():
            warm = SummaryPyramids()
            _ask(index, tag, question, warm)
            times: dict[str, list[tuple[float, float]]] = {"without": [], "cold": [], "warm": []}
            for _ in range(turns):
                times["without"].append(_ask(index, tag, question, None))
                times["cold"].append(_ask(index, tag, question, SummaryPyramids()))
                times["warm"].append(_ask(index, tag, question, warm))
            cells = (f"{way} {_medians(each)}" for way, each in times.items())
            lines.append(f"  {axis}, {name}: {'; '.join(cells)}")
    return lines


def _ask(
    index: SeriesIndex, tag: str, question: SeriesQuery, pyramids: SummaryPyramids | None
) -> tuple[float, float]:
    """Return the wall time and the processor time of an answer, in seconds."""
    series = index.find(tag, None, superseded=False)
    if series is None:
        raise LookupError(tag)
    began, worked = perf_counter(), process_time()
    for _ in QueryPlan(series, question, index.snapshot.read, pyramids).portions():
        pass
    return perf_counter() - began, process_time() - worked


def _medians(times: Sequence[tuple[float, float]]) -> str:
    wall, processor = (1e3 * statistics.median(column) for column in zip(*times, strict=True))
    return f"{wall:.1f} ms, {processor:.1f} ms of a processor"
