"""Starts the dashboard and its peers by turns on log directories, and compares them.

Each turn starts the dashboard twice, with an empty index (cold) and with what that start left
behind (restart), and each peer once. Whatever else the machine does meanwhile meets them alike.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from programs.bench import event_files
from programs.bench.contents import Contents, contents_of
from programs.bench.questions import Scopeboard, TensorBoard
from programs.bench.serving import OURS
from programs.bench.start import Figures, folder_bytes, measure
from programs.bench.table import table
from tasks.errors import TaskError

COLD, RESTART = "cold", "restart"
WARMING_BYTES = 1 << 22

Starts = dict[str, list[Figures]]


def main(arguments: Sequence[str]) -> int:
    """Measure, print a table per log directory, and write the figures to a file if requested."""
    options = _parser().parse_args(arguments)
    peers = {f"peer {number}": command for number, command in enumerate(options.vs, 1)}
    for log_directory in options.logdir:
        contents = contents_of(log_directory)
        _warm(log_directory)
        starts: Starts = {}
        for turn in range(options.runs):
            for name, figures in _turn(options, log_directory, contents, peers):
                starts.setdefault(name, []).append(figures)
                _write_line(options.out, log_directory, name, turn, figures)
        sys.stdout.write(f"{table(log_directory.name, starts, list(peers))}\n")
        sys.stdout.flush()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench ingest", description=__doc__)
    parser.add_argument("logdir", nargs="+", type=Path, metavar="LOGDIR")
    parser.add_argument("--runs", type=int, default=3, help="turns (default: 3)")
    parser.add_argument(
        "--vs",
        action="append",
        default=[],
        metavar="COMMAND",
        help="a peer that speaks TensorBoard's API; holds {logdir} and {port}; may be repeated",
    )
    parser.add_argument("--flags", default="", help="more flags for the dashboard")
    parser.add_argument("--only", choices=["here", "peers"], help="leave the others out")
    parser.add_argument("--out", type=Path, metavar="FILE", help="append a JSON line per start")
    return parser


def _turn(
    options: argparse.Namespace, log_directory: Path, contents: Contents, peers: dict[str, str]
) -> list[tuple[str, Figures]]:
    places = {"logdir": str(log_directory)}
    figures: list[tuple[str, Figures]] = []
    if options.only != "peers":
        with tempfile.TemporaryDirectory(prefix="scopeboard-index-") as index:
            command = f"{OURS} --index_dir {{index}} {options.flags}"
            for name in (COLD, RESTART):
                here = measure(command, {**places, "index": index}, Scopeboard, contents)
                here["index"] = float(folder_bytes(Path(index)))
                figures.append((name, here))
    if options.only != "here":
        for name, command in peers.items():
            figures.append((name, _measured_peer(command, places, contents)))
    return figures


def _measured_peer(command: str, places: dict[str, str], contents: Contents) -> Figures:
    """Return a peer's figures; none if it never shows everything, which is reported."""
    try:
        return measure(command, places, TensorBoard, contents)
    except TaskError as error:
        sys.stderr.write(f"{error.report(f'{command}: ')}\n")
        return {}


def _write_line(
    out: Path | None, log_directory: Path, name: str, turn: int, figures: Figures
) -> None:
    if out is None:
        return
    load = None
    if sys.platform != "win32":
        load = os.getloadavg()[0]
    row = {"logdir": str(log_directory), "program": name, "turn": turn, "load": load}
    with out.open("a") as file:
        file.write(json.dumps(row | figures) + "\n")


def _warm(log_directory: Path) -> None:
    """Read every file once, so that no program pays for the disk in another's stead."""
    for files in event_files.find_runs(log_directory).values():
        for path in files:
            with path.open("rb") as file:
                while file.read(WARMING_BYTES):
                    pass
