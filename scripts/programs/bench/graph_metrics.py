"""Times metrics of scopes on a made-up run: 10,000 modules with 1,000 values each.

Measured are the match of all tags, the first answer for a window of steps, which reads all points,
and the size of the answer. The page shows any step of the window without a request.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import TypeVar

from scopeboard.concurrency.cancellation import never_cancelled
from scopeboard.events.records.record_reader import frame
from scopeboard.graph.prepared.prepared_graph import prepare_graph
from scopeboard.graph.scope_metrics.answer import Metric, MetricQuery, MetricSeries
from scopeboard.graph.scope_metrics.logged_matrix import Window
from scopeboard.graph.tag_scopes.match import match_tags
from scopeboard.graph.tag_scopes.tag_rules import parse_tag_rules
from scopeboard.ingest.loader import Loader
from scopeboard.store.store import Store
from scopeboard.types import TagKey, run_id_of
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.writer.event_file import FILE_VERSION

Result = TypeVar("Result")


def main(arguments: Sequence[str]) -> int:
    """Print a line for each measurement: wall and processor time."""
    parser = argparse.ArgumentParser(prog="scripts/bench graph-metrics", description=__doc__)
    parser.add_argument("--scopes", type=int, default=10_000)
    parser.add_argument("--steps", type=int, default=1_000)
    options = parser.parse_args(arguments)
    paths = [f"layer.{n // 100}.block.{n // 10 % 10}.unit{n % 10}" for n in range(options.scopes)]
    with tempfile.TemporaryDirectory() as directory:
        store = _read(Path(directory), paths, options.steps)
        graph = prepare_graph(_graph(paths))
        keys = [TagKey("scalars", f"grad_norm/{path}.weight") for path in paths]
        found = _timed("match the tags, with a new index", lambda: match_tags(graph, keys))
        rules = parse_tag_rules(["other/* -> *"])
        found = _timed("match them with a rule", lambda: match_tags(graph, keys, rules))
        metric = Metric("grad_norm", "scalars")
        query = MetricQuery(metric, "value", Window(None, None, 1000), run_id_of("run"))
        series = MetricSeries(store, graph, found.matches, query)
        _timed("digest", lambda: series.digest(0))
        answer = _timed("read a window", lambda: series.read(never_cancelled))
        rows, steps = answer.values.shape
        sys.stdout.write(
            f"{len(found.matches):,} tags matched, {rows:,} scopes × {steps:,} steps, "
            f"{answer.values.nbytes / 1e6:.1f} MB\n"
        )
    return 0


def _timed(what: str, work: Callable[[], Result]) -> Result:
    wall, processor = perf_counter(), process_time()
    result = work()
    wall, processor = perf_counter() - wall, process_time() - processor
    sys.stdout.write(f"{what:36} {wall * 1e3:8.0f} ms {processor * 1e3:8.0f} ms\n")
    sys.stdout.flush()
    return result


def _graph(paths: Sequence[str]) -> bytes:
    """Return a graph with a scope for each module, named as a trace names it."""
    names = []
    for path in paths:
        _, layer, _, block, unit = path.split(".")
        names.append(f"Net/Layer[{layer}]/Block[{block}]/Linear[{unit}]/mm")
    return GraphDef(node=[NodeDef(name=name, op="aten::mm") for name in names]).SerializeToString()


def _read(directory: Path, paths: Sequence[str], steps: int) -> Store:
    (directory / "run").mkdir()
    with (directory / "run" / "events.out.tfevents.1").open("wb") as file:
        file.write(frame(Event(file_version=FILE_VERSION).SerializeToString()))
        for step in range(steps):
            values = [
                Summary.Value(tag=f"grad_norm/{path}.weight", simple_value=(n * 31 + step) % 97)
                for n, path in enumerate(paths)
            ]
            event = Event(step=step, wall_time=1.7e9 + step, summary=Summary(value=values))
            file.write(frame(event.SerializeToString()))
    store = Store()
    loader = Loader(store, directory)
    loader.scan()
    while loader.read_next():
        pass
    return store
