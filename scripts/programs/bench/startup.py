"""Starts the dashboard and another program by turns: until the address, until all is read."""

import argparse
import sys
from collections.abc import Callable, Sequence
from statistics import median

from programs.bench.serving import OURS, filled, free_port
from tasks.startup import Startup, measure

Quantity = Callable[[Startup], float | None]
QUANTITIES: dict[str, Quantity] = {
    "address printed, s": lambda start: start.address,
    "everything read, s": lambda start: start.ready,
    "peak memory, MB": lambda start: start.peak / 1e6 if start.peak else None,
}


def main(arguments: Sequence[str]) -> int:
    """Measure, and print a line per quantity: our median, the peer's, ours in parts of that."""
    options = _parser().parse_args(arguments)
    commands = [OURS, *([options.vs] if options.vs else [])]
    starts: list[list[Startup]] = [[] for _ in commands]
    for _ in range(options.runs):
        for command, measured in zip(commands, starts, strict=True):
            places = {"logdir": options.logdir, "port": str(free_port())}
            measured.append(measure(filled(command, places)))
    sys.stdout.writelines(_lines(starts))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench startup", description=__doc__)
    parser.add_argument("logdir", metavar="LOGDIR")
    parser.add_argument("--runs", type=int, default=5, help="starts of each (default: 5)")
    parser.add_argument("--vs", help="a command to compare with, holding {logdir} and {port}")
    return parser


def _lines(starts: Sequence[Sequence[Startup]]) -> list[str]:
    rows = [["median", "here", "peer", "ratio"]]
    for name, quantity in QUANTITIES.items():
        here = _median(quantity, starts[0])
        peer = _median(quantity, starts[1]) if len(starts) > 1 else None
        ratio = here / peer if here and peer else None
        rows.append([name, *map(_number, (here, peer, ratio))])
    return [f"{name:20}{here:>10}{peer:>10}{ratio:>10}\n" for name, here, peer, ratio in rows]


def _median(quantity: Quantity, starts: Sequence[Startup]) -> float | None:
    values = [value for start in starts if (value := quantity(start)) is not None]
    return median(values) if values else None


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}"
