"""Times the graph engine on a made-up graph.

The graph has scopes of 500 ops in two levels and one flat scope of 1,000, each op fed by the one
before it and by one of another scope.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence

from scopeboard.graph.prepared.prepared_graph import prepare_graph
from scopeboard.graph.scope.build import build_scope
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef

_SCOPE_OPS = 500
_FLAT_OPS = 1000


def made_up_graph(ops: int) -> bytes:
    """Return a GraphDef of about `ops` ops."""
    names = [
        f"part{n // _SCOPE_OPS // 10}/scope{n // _SCOPE_OPS}/op{n}" for n in range(ops - _FLAT_OPS)
    ] + [f"flat/op{n}" for n in range(_FLAT_OPS)]
    nodes = [
        NodeDef(name=name, op="Add", input=[names[n - 1], names[n * 7919 % n]] if n else [])
        for n, name in enumerate(names)
    ]
    return GraphDef(node=nodes).SerializeToString()


def seconds(work: Callable[[], object], runs: int) -> float:
    """Return the median of several runs."""
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def main(arguments: Sequence[str]) -> int:
    """Print what a made-up graph costs."""
    options = _parser().parse_args(arguments)
    data = made_up_graph(options.ops)
    graph = prepare_graph(data)
    work: dict[str, Callable[[], object]] = {
        "parse and group, s": lambda: prepare_graph(data),
        "the top level, s": lambda: build_scope(graph, ""),
        "a scope of 500, s": lambda: build_scope(graph, "part0/scope0"),
        "a scope of 1,000, s": lambda: build_scope(graph, "flat"),
    }
    for name, step in work.items():
        sys.stdout.write(f"{name:22}{seconds(step, options.runs):>10.3g}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench graph", description=__doc__)
    parser.add_argument("--ops", type=int, default=100_000, help="default: 100,000")
    parser.add_argument("--runs", type=int, default=5, help="runs of each (default: 5)")
    return parser
