"""`scripts/bench`: measurements of the dashboard, with ratios to another program if there is one.

`startup` starts the dashboard and another program by turns, so that other load of the machine
affects both; `ingest` does so until everything is read, and then sends the requests of a page.
`equal` compares served values with written ones, `live` follows a growing log, `idle` a quiet one,
`crash` kills the dashboard during reading, and `crowd` sends requests of many clients. `writer`
times the writer of event files, `python` the reading of scalars in Python, `graph` the graph engine
on a generated graph, `diff` the difference between two graphs, `layout` the layout of many graphs
beside other engines, and `drawing`, `opened`, `charts` and `media` the waiting times in a browser.
`exported` compares models with the reading of the framework that wrote them, `blocks` the blocks
that are found in flat graphs with the modules that they had. `first-view` measures what a graph
shows when it is opened, and `training-graphs` writes public graphs for it. `remote` reads logs from
S3 on this machine at a latency, `shared` shows a shared index from there, and `cluster` has a Dask
cluster write one, with every fault many times. `scale` simulates a deployment that is too large for
this machine, by service times that it measures, and checks that against real runs.
"""

import importlib
import os
import sys
from collections.abc import Sequence

from tasks import preparation
from tasks.checkout import ROOT, VENV
from tasks.environment import PYTHON
from tasks.errors import TaskError

BENCHMARKS = (
    "startup",
    "ingest",
    "equal",
    "live",
    "idle",
    "crash",
    "crowd",
    "writer",
    "python",
    "buckets",
    "graph",
    "graph-metrics",
    "diff",
    "exported",
    "blocks",
    "layout",
    "drawing",
    "opened",
    "first-view",
    "training-graphs",
    "charts",
    "media",
    "remote",
    "shared",
    "cluster",
    "scale",
)
USAGE = f"usage: scripts/bench {{{','.join(BENCHMARKS)}}} …; see --help of each"


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark of the first argument, with the Python of the checkout."""
    if not arguments or arguments[0] not in BENCHMARKS:
        raise TaskError(USAGE)
    preparation.prepare()
    if sys.prefix != str(VENV):  # the system's Python has no packages
        command = [str(PYTHON), str(ROOT / "scripts"), "bench", *arguments]
        os.execv(command[0], command)  # noqa: S606 - the same script
    program = importlib.import_module(f"programs.bench.{arguments[0].replace('-', '_')}")
    return int(program.main(arguments[1:]))
