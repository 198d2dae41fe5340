"""Reads scalars in Python, with the index and without, beside tbparse and EventAccumulator.

Each turn is a process of its own, and the readers take turns: all points after the log was read
into an index that is empty, then with that index one tag of all runs and all points. tbparse and
TensorBoard's EventAccumulator read everything before they have one tag. All have to find the same
points, superseded ones included: run, tag, step, wall time and value, bit for bit, in any order.
Times are from the first call on; the peak is that of the process.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tasks.errors import TaskError

FIRST, INDEXED = "first", "indexed"
TBPARSE, TENSORBOARD = "tbparse", "tensorboard"
_MEASURED = """
import json, os, resource, sys, time
from importlib import import_module

def digest(run, tag, step, wall_time, value):
    # The finalizer of SplitMix64 over the numbers of each point; their sum knows no order.
    import zlib
    import numpy as np
    run = "" if run == "." else run
    mixed = np.full(len(step), zlib.crc32(repr((run, tag)).encode()), np.uint64)
    for column, dtype in ((step, np.int64), (wall_time, np.float64), (value, np.float64)):
        mixed += np.asarray(column, dtype).view(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
        mixed ^= mixed >> np.uint64(31)
    return int(mixed.sum(dtype=np.uint64)), len(mixed)

def report(one, everything, series):
    # `series` has run, tag, steps, wall times and values of each.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    found = [digest(*each) for each in series]
    print(json.dumps({
        "one tag, ms": 1e3 * one, "everything, s": everything, "peak memory, MB": peak,
        "points": sum(count for _, count in found),
        "digest": sum(each for each, _ in found) % 2**64,
    }))

def series_of(points):
    import numpy as np
    run, tag = points.run.codes, points.tag.codes
    firsts = np.flatnonzero(np.diff(run, prepend=-1) | np.diff(tag, prepend=-1)).tolist()
    for first, end in zip(firsts, [*firsts[1:], len(points)]):
        rows = slice(first, end)
        of_rows = points.step[rows], points.wall_time[rows], points.value[rows]
        yield points.run[first], points.tag[first], *of_rows
"""
PROGRAMS = {
    "import": """
before = time.perf_counter()
import scopeboard
print(json.dumps({"import, ms": 1e3 * (time.perf_counter() - before)}))
""",
    FIRST: """
import scopeboard as sb
logdir, tag, index = sys.argv[1:]
before = time.perf_counter()
with sb.open(logdir, index_dir=index) as log:
    points = log.scalars(superseded=True)
everything = time.perf_counter() - before
report(everything, everything, series_of(points))
""",
    INDEXED: """
import scopeboard as sb
logdir, tag, index = sys.argv[1:]
with sb.open(logdir, index_dir=index) as log:
    log.tags()
    before = time.perf_counter()
    log.scalars(tag)
    one = time.perf_counter() - before
    before = time.perf_counter()
    points = log.scalars(superseded=True)
    everything = time.perf_counter() - before
report(one, everything, series_of(points))
""",
    TBPARSE: """
from tbparse import SummaryReader
logdir, tag, _ = sys.argv[1:]
before = time.perf_counter()
kinds = {"scalars", "tensors"}  # TensorFlow 2 logs scalars as tensors
reader = SummaryReader(logdir, extra_columns={"dir_name", "wall_time"}, event_types=kinds)
frames = [frame for frame in (reader.scalars, reader.tensors) if len(frame)]
everything = time.perf_counter() - before
for frame in frames:
    frame[frame["tag"] == tag]
one = time.perf_counter() - before
report(one, everything, [
    (run, tag, part["step"], part["wall_time"], part["value"])
    for frame in frames
    for (run, tag), part in frame[frame["value"].map(type) == float].groupby(["dir_name", "tag"])
])
""",
    TENSORBOARD: """
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
logdir, tag, _ = sys.argv[1:]
before = time.perf_counter()
series = []
for folder, _, files in os.walk(logdir):
    if any("tfevents" in name for name in files):
        run = EventAccumulator(folder, {"scalars": 0, "tensors": 0}, purge_orphaned_data=False)
        run.Reload()
        tags = run.Tags()
        found = [
            (tag, [(point.step, point.wall_time, point.value) for point in run.Scalars(tag)])
            for tag in tags["scalars"]
        ]
        make_array = import_module("tensorboard.util.tensor_util").make_ndarray
        found += [
            (tag, [
                (point.step, point.wall_time, float(make_array(point.tensor_proto)))
                for point in run.Tensors(tag)
            ])
            for tag in tags["tensors"]
            if run.SummaryMetadata(tag).plugin_data.plugin_name == "scalars"
        ]
        name = os.path.relpath(folder, logdir)
        series += [(name, tag, *zip(*points)) for tag, points in found]
everything = time.perf_counter() - before
report(everything, everything, series)
""",
}
"""What is run in a process: with the log directory, a tag and the directory of the index."""
MEASURES = ("one tag, ms", "everything, s", "peak memory, MB")

Turns = dict[str, list[dict[str, Any]]]


def main(arguments: Sequence[str]) -> int:
    """Print the medians over all turns; return 1 when readers find other points."""
    options = _parser().parse_args(arguments)
    readers = {FIRST: sys.executable, INDEXED: sys.executable}
    readers |= {peer: options.vs for peer in (TBPARSE, TENSORBOARD) if options.vs is not None}
    turns: Turns = {name: [] for name in readers}
    imports = []
    tag = options.tag or _first_tag(options.logdir)
    for _ in range(options.turns):
        imports.append(float(_run(sys.executable, "import")["import, ms"]))
        with tempfile.TemporaryDirectory(prefix="scopeboard-index-") as index:
            for name, python in readers.items():
                turns[name].append(_run(python, name, str(options.logdir), tag, index))
    sys.stdout.write(f"import scopeboard: {statistics.median(imports):.1f} ms\n{_table(turns)}")
    found = {(turn["points"], turn["digest"]) for of_reader in turns.values() for turn in of_reader}
    if len(found) > 1:
        sys.stdout.write(f"The readers differ in points and their digest: {sorted(found)}.\n")
    elif options.vs is not None:
        sys.stdout.write("All readers have the same points, bit for bit.\n")
    return int(len(found) > 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench python", description=__doc__)
    parser.add_argument("logdir", type=Path, metavar="LOGDIR")
    parser.add_argument("--tag", help="the one tag (default: the first by name)")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument(
        "--vs", metavar="PYTHON", help="a Python with tbparse and TensorBoard, such as .../python"
    )
    return parser


def _first_tag(logdir: Path) -> str:
    import scopeboard as sb  # noqa: PLC0415 - as users of the interface have it

    with sb.open(logdir, use_index=False) as log:
        return log.tags()[0]


def _run(python: str, name: str, *arguments: str) -> dict[str, Any]:
    """Return the figures of one turn.

    Raises:
        TaskError: the reader fails.
    """
    command = [python, "-W", "ignore", "-c", _MEASURED + PROGRAMS[name], *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise TaskError(f"{name} fails in {python}:\n{done.stderr}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _table(turns: Turns) -> str:
    """Return a line per measure, with a column per reader and the ratio to `indexed`."""
    peers = [name for name in turns if name != INDEXED]
    lines = [["", *turns, *(f"{name} : {INDEXED}" for name in peers)]]
    for measure in MEASURES:
        median = {
            name: statistics.median(turn[measure] for turn in of_reader)
            for name, of_reader in turns.items()
        }
        ratios = [median[name] / median[INDEXED] for name in peers]
        lines.append([measure, *(f"{value:,.3g}" for value in [*median.values(), *ratios])])
    lines.append(["points", *(f"{of_reader[0]['points']:,}" for of_reader in turns.values())])
    return "".join(f"{line[0]:18}{''.join(f'{cell:>22}' for cell in line[1:])}\n" for line in lines)
