"""`scripts/bench startup LOGDIR [--runs N] [--vs COMMAND]`: medians, and ratios against a peer.

Both programs take turns, so that whatever else the machine does meanwhile meets them alike.
"""

import argparse
import shlex
import socket
import statistics
import sys
from collections.abc import Callable, Sequence

from tasks import preparation, startup
from tasks.checkout import VENV
from tasks.startup import Startup

Quantity = Callable[[Startup], float | None]
QUANTITIES: dict[str, Quantity] = {
    "address printed, s": lambda start: start.address,
    "everything read, s": lambda start: start.ready,
    "peak memory, MB": lambda start: start.peak / 1e6 if start.peak else None,
}


def main(arguments: Sequence[str]) -> int:
    """Measure what the arguments name, and print a table."""
    options = _parser().parse_args(arguments)
    preparation.prepare()
    ours = shlex.join([str(VENV / "bin" / "dashboard"), "--logdir"])
    commands = [f"{ours} {{logdir}} --port {{port}}", *([options.vs] if options.vs else [])]
    starts: list[list[Startup]] = [[] for _ in commands]
    for _ in range(options.runs):
        for command, measured in zip(commands, starts, strict=True):
            measured.append(startup.measure(_words(command, options.logdir)))
    sys.stdout.writelines(_lines(starts))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench", description="Measure Scopeboard.")
    benchmarks = parser.add_subparsers(required=True)
    benchmark = benchmarks.add_parser("startup", help="time and memory of a start")
    benchmark.add_argument("logdir", metavar="LOGDIR")
    benchmark.add_argument("--runs", type=int, default=5, help="starts of each (default: 5)")
    benchmark.add_argument("--vs", help="a command to compare with, holding {logdir} and {port}")
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
