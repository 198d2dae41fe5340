"""`scripts/test [pytest arguments]`: all checks and tests that a change must pass.

pytest takes longest, so it starts first, and the quick parts run beside it. Their output comes
first, so that the last line is the summary of pytest.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tasks import check, chromium, preparation
from tasks.background import Background
from tasks.checkout import FRONTEND, ROOT
from tasks.environment import PYTHON
from tasks.errors import TaskError
from tasks.node import Node
from tasks.process import say

PYTEST: Final = (str(PYTHON), "-m", "pytest")
PER_PROCESSOR: Final = 2
"""Processes: a browser test waits for more than half of its time."""
MAX_PROCESSES: Final = 6
PROCESSES: Final = (
    f"--numprocesses={min(PER_PROCESSOR * (os.cpu_count() or 1), MAX_PROCESSES)}",
    "--dist=loadfile",
    "--no-loadscope-reorder",  # `tests/conftest.py` puts long files first
)
"""The tests of a file run in one process, so that they share servers and graphs."""

HASH_SEED: Final = os.environ.get("PYTHONHASHSEED", "0")
"""By default, sets of texts have the same order in each run."""

FAILED: Final = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
BROWSER_TESTS: Final = "tests/e2e/"
MAX_RETRIED: Final = 3


def main(arguments: Sequence[str]) -> int:
    """Run the checks, the front end's unit tests and pytest; with arguments only pytest."""
    node = preparation.prepare_development()
    environment = {"PYTHONHASHSEED": HASH_SEED, **_browser_environment(node)}
    if arguments:
        return _run([*PYTEST, *arguments], ROOT, environment)
    colour = "yes" if sys.stdout.isatty() else "no"  # pytest writes into a file
    everything = [*PYTEST, *PROCESSES, f"--color={colour}"]
    with Background(everything, ROOT, environment) as pytest:
        failed = [f"the check of {name}" for name in check.run_all(node)]
        others = {
            "the front end's unit tests": _run([*node.npm, "test"], FRONTEND, node.environment),
            "pytest": _retry_browser_tests(pytest.follow(), environment),
        }
    failed += [name for name, code in others.items() if code != 0]
    if failed:
        say(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


def _retry_browser_tests(code: int, environment: dict[str, str]) -> int:
    """Run failed browser tests once more, alone, if they are few; return the exit code.

    On a loaded machine, a browser may pause for longer than a test waits. A defect fails again, and
    both results are in the output.
    """
    failed = sorted(json.loads(FAILED.read_text("utf-8"))) if code == 1 and FAILED.exists() else []
    are_few = 0 < len(failed) <= MAX_RETRIED
    if not are_few or not all(test.startswith(BROWSER_TESTS) for test in failed):
        return code
    say(f"Failed beside others, running again alone: {', '.join(failed)}")
    return _run([*PYTEST, *failed], ROOT, environment)


def _browser_environment(node: Node) -> dict[str, str]:
    """Return the variables of the browser tests; an empty path of Chromium skips them.

    Raises:
        TaskError: there is no Chromium, and with `CI=true` nothing may be skipped.
    """
    # The Node.js of Playwright needs a library that minimal systems lack.
    driver = {
        "PLAYWRIGHT_NODEJS_PATH": str(node.programs / ("node.exe" if os.name == "nt" else "node"))
    }
    try:
        return {**driver, "SCOPEBOARD_CHROMIUM": chromium.get_chromium()}
    except TaskError as error:
        if os.environ.get("CI") == "true":
            raise
        say(f"{error.report()}\nThe browser tests are skipped.")
        return {"SCOPEBOARD_CHROMIUM": ""}


def _run(command: Sequence[str], directory: Path, environment: dict[str, str]) -> int:
    """Run a command that writes to the terminal; return its exit code."""
    variables = {**os.environ, **environment}
    return subprocess.run(command, cwd=directory, env=variables, check=False).returncode
