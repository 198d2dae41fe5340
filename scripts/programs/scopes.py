"""Times the graph engine on a made-up graph; run by `scripts/bench graph` in the checkout's Python.

The graph has scopes of 500 ops in two levels and one flat scope of 1,000, each op fed by the one
before it and by one of another scope.
"""

import statistics
import sys
import time
from collections.abc import Callable

from scopeboard.graph.build_scope import build_scope
from scopeboard.graph.prepared import prepare_graph
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


def main(ops: int, runs: int) -> None:
    """Print what a graph of `ops` ops costs."""
    data = made_up_graph(ops)
    graph = prepare_graph(data)
    rows = {
        "parse and group, s": seconds(lambda: prepare_graph(data), runs),
        "the top level, s": seconds(lambda: build_scope(graph, ""), runs),
        "a scope of 500, s": seconds(lambda: build_scope(graph, "part0/scope0"), runs),
        "a scope of 1,000, s": seconds(lambda: build_scope(graph, "flat"), runs),
    }
    sys.stdout.writelines(f"{name:22}{value:>10.3g}\n" for name, value in rows.items())


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
