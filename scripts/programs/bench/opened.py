"""Times an ONNX model in Chromium, from navigation to the first drawing.

The model is made up, with layers of a product and a sum, and a weight for each; ops are these and
the weights. It is drawn three times: *cold*, by a server that has just answered for the first time
and has no index; *again*, by the same server in a browser without a cache; and after a *restart* of
the server. Times are medians. What takes longer than 3 s cold, or 1 s otherwise, counts as a
failure.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from programs.bench.drawing import ARGUMENTS, PATIENCE_MS
from programs.bench.graph import made_up_model
from programs.bench.serving import OURS, served
from programs.bench.viewers import VIEWERS
from tasks.chromium import get_chromium

LIMITS: Final = {"cold": 3.0, "again": 1.0, "restart": 1.0}
"""Seconds."""


def main(arguments: Sequence[str]) -> int:
    """Print a line for each time; return how many are too long."""
    options = _parser().parse_args(arguments)
    times: dict[str, list[float]] = {name: [] for name in LIMITS}
    with (
        tempfile.TemporaryDirectory(prefix="scopeboard-bench-") as scratch,
        sync_playwright() as playwright,
    ):
        log = Path(scratch) / "log"
        log.mkdir()
        (log / "model.onnx").write_bytes(made_up_model(options.ops))
        browser = playwright.chromium.launch(executable_path=get_chromium(), args=list(ARGUMENTS))
        for run in range(options.runs):
            command = f"{OURS} --index_dir {{index}}"
            places = {"logdir": str(log), "index": str(Path(scratch) / f"index{run}")}
            for names in (("cold", "again"), ("restart",)):
                with served(command, places) as program:
                    program.wait()
                    for name in names:
                        times[name].append(first_drawing(browser, program.url))
        browser.close()
    medians = {name: statistics.median(each) for name, each in times.items()}
    for name, seconds in medians.items():
        sys.stdout.write(f"{name:10}{seconds:>8.2f} s of {LIMITS[name]:.0f} s\n")
    return sum(seconds > LIMITS[name] for name, seconds in medians.items())


def first_drawing(browser: Browser, url: str) -> float:
    """Return the seconds until a page without a cache has drawn the graph."""
    viewer, size = VIEWERS["here"], ViewportSize(width=1400, height=900)
    with browser.new_context(viewport=size) as context:
        page = context.new_page()
        begun = time.perf_counter()
        page.goto(url, wait_until="commit")
        page.wait_for_function(f"() => {viewer.is_drawn}", polling="raf", timeout=PATIENCE_MS)
        return time.perf_counter() - begun


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench opened", description=__doc__)
    parser.add_argument("--ops", type=int, default=100_000, help="default: 100,000")
    parser.add_argument("--runs", type=int, default=3, help="runs of each (default: 3)")
    return parser
