"""Measures the processor time and memory of an idle dashboard."""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from programs.bench.log_api import LogApi
from programs.bench.serving import OURS, Served, served
from tasks.process_tree import tree_bytes, tree_cpu_seconds

REST_SECONDS = 3.0


def main(arguments: Sequence[str]) -> int:
    """Serve a log directory, wait, and print processor time and memory."""
    parser = argparse.ArgumentParser("scripts/bench idle", description=__doc__)
    parser.add_argument("logdir", type=Path, metavar="LOGDIR")
    parser.add_argument("--seconds", type=float, default=20, help="default: 20")
    parser.add_argument("--flags", default="", help="more flags for the dashboard")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="scopeboard-index-") as index:
        places = {"logdir": str(options.logdir.absolute()), "index": index}
        with served(f"{OURS} --index_dir {{index}} {options.flags}", places) as program:
            LogApi(program.url, program.check).wait_until_ready()
            time.sleep(REST_SECONDS)
            sys.stdout.write(rest(program, options.seconds))
    return 0


def rest(program: Served, seconds: float) -> str:
    """Return a line with the processor time and memory of an idle program."""
    before, begun = tree_cpu_seconds(program.pid), time.perf_counter()
    time.sleep(seconds)
    share = (tree_cpu_seconds(program.pid) - before) / (time.perf_counter() - begun)
    memory = tree_bytes(program.pid) / 1e6
    return f"at rest for {seconds:.0f} s: {share:.2%} of a core, {memory:.0f} MB\n"
