"""Serves a log directory and checks that every scalar in it is served as it was written."""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from programs.bench.equality import compare
from programs.bench.log_api import LogApi
from programs.bench.serving import OURS, served


def main(arguments: Sequence[str]) -> int:
    """Compare, print the counts, and return 1 when anything differs."""
    parser = argparse.ArgumentParser("scripts/bench equal", description=__doc__)
    parser.add_argument("logdir", type=Path, metavar="LOGDIR")
    parser.add_argument("--flags", default="", help="more flags for the dashboard")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="scopeboard-index-") as index:
        places = {"logdir": str(options.logdir), "index": index}
        with served(f"{OURS} --index_dir {{index}} {options.flags}", places) as program:
            api = LogApi(program.url, program.check)
            api.wait_until_ready()
            comparison = compare(options.logdir, api)
    sys.stdout.write(f"{comparison}\n")
    return 1 if comparison.differences else 0
