"""Times the difference between graphs, and counts what it finds.

Each graph is compared with itself after a number of edits, which the difference must contain,
and with itself with all names replaced and all ops in another order: an op is right if its
counterpart is equal to it and their inputs are counterparts. What a page waits for is the
answer with the scopes that a comparison of both prepared graphs shows first. These times are of the
processor, whatever else the machine does. With --page, the page itself is timed in Chromium, as
someone waits for it: see `compared_drawing`.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from programs.bench.compared_drawing import time_drawings
from programs.bench.graph_edits import edit_often, scramble
from scopeboard.graph.diff.changes import Change
from scopeboard.graph.diff.graph_diff import GraphDiff, diff_graphs
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.prepared_graph import prepare_ops
from scopeboard.graph.prepared.united import unite_graphs
from scopeboard.graph.scope.build import ScopeOptions
from scopeboard.graph.scope.build_many import build_scopes
from scopeboard.wire.graph_pb2 import GraphDef

_SEED = 1
_MOST = 20_000  # nodes and edges of one answer, as in `api.graphs.scopes`
_HEAD = ("graph", "ops", "edits", "s", "differ", "first scopes, s", "scrambled, s", "right")
_PAGE_HEAD = ("graph", "ops", "edits", "unread graphs, s", "read, s", "again, s")


def main(arguments: Sequence[str]) -> int:
    """Print a line for each graph."""
    options = _parser().parse_args(arguments)
    _write(_PAGE_HEAD if options.page else _HEAD)
    for path in options.graphs:
        name, graph = path.stem, _graph_of(path)
        chance = random.Random(_SEED)  # noqa: S311 - no secret
        edited = edit_often(graph, options.edits, chance)
        if options.page:
            _write(
                (name, f"{len(graph.node):,}", str(options.edits), *_page(graph, edited, options))
            )
            continue
        before, after = _parsed(graph), _parsed(edited)
        seconds, diff = _timed(before, after, options.runs)
        differ = diff.added.size + diff.removed.size + diff.changed.size
        shown = _timed_first_scopes(before, after, options.runs)
        scrambled = _parsed(scramble(graph, chance)[0])
        slow, found = _timed(before, scrambled, options.runs)
        is_right = (found.counterpart >= 0) & (found.changes & ~Change.NAME == 0)
        _write(
            (
                name,
                f"{len(before):,}",
                str(options.edits),
                f"{seconds:.2f}",
                str(differ),
                f"{shown:.2f}",
                f"{slow:.2f}",
                f"{is_right.mean():.1%}",
            )
        )
    return 0


def _page(before: GraphDef, after: GraphDef, options: argparse.Namespace) -> list[str]:
    """Return the seconds until the page has drawn a comparison."""
    with tempfile.TemporaryDirectory(prefix="scopeboard-bench-") as scratch:
        drawings = time_drawings(before, after, Path(scratch) / "log", options.runs)
    return [f"{seconds:.2f}" for seconds in drawings]


def _graph_of(path: Path) -> GraphDef:
    """Return the main graph of a GraphDef's file, without functions."""
    return GraphDef(node=GraphDef.FromString(path.read_bytes()).node)


def _parsed(graph: GraphDef) -> OpGraph:
    return parse_graph(graph.SerializeToString())


def _timed(before: OpGraph, after: OpGraph, runs: int) -> tuple[float, GraphDiff]:
    """Return the median of the seconds that a difference takes, and the difference."""
    times = []
    for _ in range(runs):
        begun = time.process_time()
        diff = diff_graphs(before, after)
        times.append(time.process_time() - begun)
    return statistics.median(times), diff


def _timed_first_scopes(before: OpGraph, after: OpGraph, runs: int) -> float:
    """Return the median of the seconds to unite two prepared graphs and build the first view."""
    graphs = prepare_ops(before), prepare_ops(after)
    times = []
    for _ in range(runs):
        begun = time.process_time()
        build_scopes(unite_graphs(*graphs), [""], ScopeOptions(), _MOST, with_first_view=True)
        times.append(time.process_time() - begun)
    return statistics.median(times)


def _write(cells: Sequence[str]) -> None:
    sys.stdout.write(f"{cells[0]:24}" + "".join(f"{cell:>16}" for cell in cells[1:]) + "\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench diff", description=__doc__)
    parser.add_argument("graphs", nargs="+", type=Path, help="files of GraphDefs (.pb)")
    parser.add_argument("--edits", type=int, default=100, help="(default: 100)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each (default: 3)")
    parser.add_argument("--page", action="store_true", help="time the page's first drawing")
    return parser
