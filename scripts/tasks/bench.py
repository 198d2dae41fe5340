"""`scripts/bench`: medians, and ratios against a peer where there is one.

`startup LOGDIR [--vs COMMAND]` starts the dashboard and another program by turns, so that whatever
else the machine does meanwhile meets them alike. `graph` times the graph engine on a made-up graph.
"""

import argparse
import shlex
import socket
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence

from tasks import preparation, startup
from tasks.checkout import ROOT, VENV
from tasks.environment import PYTHON
from tasks.startup import Startup

Quantity = Callable[[Startup], float | None]
GRAPH_BENCHMARK = ROOT / "scripts" / "programs" / "scopes.py"
QUANTITIES: dict[str, Quantity] = {
    "address printed, s": lambda start: start.address,
    "everything read, s": lambda start: start.ready,
    "peak memory, MB": lambda start: start.peak / 1e6 if start.peak else None,
}


def main(arguments: Sequence[str]) -> int:
    """Measure what the arguments name, and print a table."""
    options = _parser().parse_args(arguments)
    preparation.prepare()
    if options.benchmark == "graph":
        words = [str(PYTHON), str(GRAPH_BENCHMARK), str(options.ops), str(options.runs)]
        return subprocess.run(words, check=False).returncode
    _startup(options)
    return 0


def _startup(options: argparse.Namespace) -> None:
    ours = shlex.join([str(VENV / "bin" / "dashboard"), "--logdir"])
    commands = [f"{ours} {{logdir}} --port {{port}}", *([options.vs] if options.vs else [])]
    starts: list[list[Startup]] = [[] for _ in commands]
    for _ in range(options.runs):
        for command, measured in zip(commands, starts, strict=True):
            measured.append(startup.measure(_words(command, options.logdir)))
    sys.stdout.writelines(_lines(starts))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench", description="Measure Scopeboard.")
    benchmarks = parser.add_subparsers(required=True, dest="benchmark")
    benchmark = benchmarks.add_parser("startup", help="time and memory of a start")
    benchmark.add_argument("logdir", metavar="LOGDIR")
    benchmark.add_argument("--runs", type=int, default=5, help="starts of each (default: 5)")
    benchmark.add_argument("--vs", help="a command to compare with, holding {logdir} and {port}")
    benchmark = benchmarks.add_parser("graph", help="time of the graph engine")
    benchmark.add_argument("--ops", type=int, default=100_000, help="default: 100,000")
    benchmark.add_argument("--runs", type=int, default=5, help="runs of each (default: 5)")
    return parser


def _words(command: str, logdir: str) -> list[str]:
    places = {"{logdir}": logdir, "{port}": str(_free_port())}
    return [places.get(word, word) for word in shlex.split(command)]


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _lines(starts: Sequence[Sequence[Startup]]) -> list[str]:
    """Return one line per quantity: our median, the peer's, and ours in parts of the peer's."""
    header = ["median", "here", "peer", "ratio"]
    rows = [header]
    for name, quantity in QUANTITIES.items():
        here = _median(quantity, starts[0])
        peer = _median(quantity, starts[1]) if len(starts) > 1 else None
        ratio = here / peer if here and peer else None
        rows.append([name, *map(_number, (here, peer, ratio))])
    return [f"{name:20}{here:>10}{peer:>10}{ratio:>10}\n" for name, here, peer, ratio in rows]


def _median(quantity: Quantity, starts: Sequence[Startup]) -> float | None:
    values = [value for start in starts if (value := quantity(start)) is not None]
    return statistics.median(values) if values else None


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}"
