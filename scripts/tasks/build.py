"""`scripts/build`: the source distribution and the wheel, in `dist/`."""

import sys
from collections.abc import Sequence

from tasks import preparation
from tasks.checkout import ROOT
from tasks.environment import PYTHON
from tasks.errors import TaskError
from tasks.process import Command, run_quietly

DIST = ROOT / "dist"


def main(arguments: Sequence[str]) -> int:
    """Build both and print their paths."""
    if arguments:
        raise TaskError("scripts/build takes no arguments: it writes both files into dist/.")
    preparation.prepare()
    command: Command = [
        PYTHON,
        "-m",
        "hatchling",
        "build",
        "-d",
        DIST,
        "-t",
        "sdist",
        "-t",
        "wheel",
    ]
    run_quietly(command, "hatchling could not build the distributions.", directory=ROOT)
    files = sorted(DIST.iterdir(), key=lambda file: file.stat().st_mtime)[-2:]
    sys.stdout.writelines(f"{file.relative_to(ROOT)}\n" for file in files)
    return 0
