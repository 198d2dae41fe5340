"""Writes event files of public training graphs, for the other benchmarks of the graph tab.

The models come from packages of PyPI, or from published tutorials: classifiers, detectors'
backbones, language models, recurrent and adversarial networks, agents, estimators, Keras in its
three ways, and graphs at the edge of what is drawn. TensorFlow and the packages are installed, in
the versions of `training_graphs/requirements.txt`, into an environment of their own (1.5 GB) below
`.cache`; nothing of them is part of what is shipped. No model is trained for long: what is wanted
is its graph, which is written as its training program writes it.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from programs.training_graphs.names import GRAPHS
from tasks import stamp
from tasks.checkout import CACHE, ROOT
from tasks.errors import TaskError
from tasks.process import Command, run_quietly, say

SCRIPTS: Final = ROOT / "scripts"
REQUIREMENTS: Final = SCRIPTS / "programs" / "training_graphs" / "requirements.txt"
PYTHON_OF_PACKAGES: Final = (3, 11)
NO_PACKAGES: Final = "Could not install TensorFlow and the models; the package index is needed."
WRONG_PYTHON: Final = (
    "TensorFlow 2.15 and the models have wheels for Python 3.11: run it with that."
)


def main(arguments: Sequence[str]) -> int:
    """Write one log directory per graph; return how many could not be written."""
    options = _parser().parse_args(arguments)
    python = _environment()
    failed = 0
    for name in options.graphs or [name for names in GRAPHS.values() for name in names]:
        failed += not _write(python, name, options.folder.resolve() / name)
    return failed


def _write(python: Path, name: str, folder: Path) -> bool:
    """Run the program of one graph in a process of its own: some models change TensorFlow."""
    command: Command = [python, "-W", "ignore", "-m", "programs.training_graphs", name, folder]
    variables = {"PYTHONPATH": str(SCRIPTS), "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(
        command,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    last = (done.stderr.strip().splitlines() or ["no output"])[-1]
    sys.stdout.write(f"{name}: {'written' if done.returncode == 0 else last}\n")
    return done.returncode == 0


def _environment() -> Path:
    """Return the Python of the environment with TensorFlow; install a missing one.

    Raises:
        TaskError: the packages cannot be installed, or have no wheels for this Python.
    """
    folder = CACHE / f"training-graphs-{stamp.fingerprint(ROOT, [REQUIREMENTS])[:12]}"
    python = folder / "bin" / "python"
    done = folder / "packages.stamp"
    if done.exists():
        return python
    if sys.version_info[:2] != PYTHON_OF_PACKAGES:
        raise TaskError(WRONG_PYTHON)
    say("Installing TensorFlow and public models (1.5 GB, the first time only) …")
    run_quietly([sys.executable, "-m", "venv", "--clear", folder], NO_PACKAGES)
    pip: Command = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-input",
    ]
    run_quietly([*pip, "--no-deps", "-r", REQUIREMENTS], NO_PACKAGES)
    done.touch()
    return python


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench training-graphs", description=__doc__)
    add = parser.add_argument
    add("folder", type=Path, help="where the log directories are written, one for each graph")
    names = [name for group in GRAPHS.values() for name in group]
    add("graphs", nargs="*", metavar="GRAPH", help=f"which of {', '.join(names)} (default: all)")
    return parser
