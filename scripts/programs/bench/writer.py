"""Times calls of `SummaryWriter`, beside writers of other environments by turns.

Each turn is a process of its own. Of 20,000 calls of `add_scalar` in a loop it measures the median
and the slowest hundredth of a call, and the time for each until all are written; of 20 histograms
of 100,000 values and of 20 images of 256 × 256 pixels the same of a call.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence

OURS = "scopeboard"
PROGRAM = """
import importlib, json, sys, time
import numpy as np

def timed(call, count):
    taken = []
    begun = time.perf_counter()
    for number in range(count):
        before = time.perf_counter()
        call(number)
        taken.append(time.perf_counter() - before)
    writer.flush()
    taken.sort()
    whole = (time.perf_counter() - begun) / count
    return [1e6 * seconds for seconds in (taken[count // 2], taken[count * 99 // 100], whole)]

writer = importlib.import_module(sys.argv[1]).SummaryWriter(sys.argv[2])
noise = np.random.default_rng(0)
values, image = noise.standard_normal(100_000), noise.random((3, 256, 256))
found = {
    "scalar": timed(lambda step: writer.add_scalar("loss", 0.5, step), 20_000),
    "histogram": timed(lambda step: writer.add_histogram("weights", values, step), 20),
    "image": timed(lambda step: writer.add_image("image", image, step), 20),
}
writer.close()
print(json.dumps(found))
"""
MEASURES = ("call, median", "call, 99 %", "until written")


def main(arguments: Sequence[str]) -> int:
    """Print the medians over all turns in microseconds."""
    parser = argparse.ArgumentParser(prog="scripts/bench writer", description=__doc__)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument(
        "--vs",
        nargs=2,
        action="append",
        default=[],
        metavar=("PYTHON", "MODULE"),
        help="another writer, such as .../bin/python torch.utils.tensorboard",
    )
    options = parser.parse_args(arguments)
    writers = [(sys.executable, OURS), *map(tuple, options.vs)]
    turns: dict[str, list[dict[str, list[float]]]] = {module: [] for _, module in writers}
    for _ in range(options.turns):
        for python, module in writers:
            turns[module].append(_turn(python, module))
    medians = {module: _medians(results) for module, results in turns.items()}
    sys.stdout.write(" | ".join(["µs", *medians]) + "\n")
    for kind in turns[OURS][0]:
        for at, measure in enumerate(MEASURES):
            row = [f"{figures[kind][at]:,.1f}" for figures in medians.values()]
            sys.stdout.write(" | ".join([f"{kind}: {measure}", *row]) + "\n")
    return 0


def _medians(results: list[dict[str, list[float]]]) -> dict[str, list[float]]:
    return {
        kind: [
            statistics.median(column)
            for column in zip(*(result[kind] for result in results), strict=True)
        ]
        for kind in results[0]
    }


def _turn(python: str, module: str) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as directory:
        command = [python, "-c", PROGRAM, module, directory]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
    return found
