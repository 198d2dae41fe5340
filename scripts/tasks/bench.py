"""`scripts/bench`: what the dashboard takes, and ratios against a peer where there is one.

`startup` starts the dashboard and another program by turns, so that whatever else the machine does
meanwhile meets them alike; `ingest` does so until everything is readable, and asks what a page
asks. `equal` compares what is served with what was written, `live` follows a log that grows,
`idle` a log that does not, `crash` kills the dashboard while it reads, and `crowd` has many clients
ask it at once. `graph` times the graph engine on a made-up graph, `layout` the drawing of many,
beside other engines, and `drawing`, `charts` and `media` what a person waits for in the browser.
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
    "buckets",
    "graph",
    "layout",
    "drawing",
    "charts",
    "media",
)
USAGE = f"usage: scripts/bench {{{','.join(BENCHMARKS)}}} …; each tells more with --help"


def main(arguments: Sequence[str]) -> int:
    """Measure what the first argument names, in the checkout's Python."""
    if not arguments or arguments[0] not in BENCHMARKS:
        raise TaskError(USAGE)
    preparation.prepare()
    if sys.prefix != str(VENV):  # the system's Python prepares, but it has no packages
        command = [str(PYTHON), str(ROOT / "scripts"), "bench", *arguments]
        os.execv(command[0], command)  # noqa: S606 - the same script goes on
    program = importlib.import_module(f"programs.bench.{arguments[0]}")
    return int(program.main(arguments[1:]))
