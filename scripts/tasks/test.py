"""`scripts/test [pytest arguments]`: everything that must hold before a change is done.

pytest takes longest, so it starts first, in a process per processor, and the quick parts run beside
it. Their output comes first: its closing line ends all, for whoever reads it.
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
PROCESSES: Final = ("--numprocesses=auto", "--maxprocesses=4", "--dist=loadfile")
"""The tests of a file stay together, so that a server or a graph that they share is made once."""

HASH_SEED: Final = os.environ.get("PYTHONHASHSEED", "0")
"""Sets of texts have the same order in each run, unless somebody looks for what another finds."""

FAILED: Final = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
BROWSER_TESTS: Final = "tests/e2e/"
MOST_AGAIN: Final = 3


def main(arguments: Sequence[str]) -> int:
    """Run the checks, the front end's unit tests and pytest; with arguments only pytest."""
    node = preparation.prepare_development()
    environment = {"PYTHONHASHSEED": HASH_SEED, **_browser_environment(node)}
    if arguments:
        return _run([*PYTEST, *arguments], ROOT, environment)
    colour = "yes" if sys.stdout.isatty() else "no"  # it writes into a file
    everything = [*PYTEST, *PROCESSES, f"--color={colour}"]
    with Background(everything, ROOT, environment) as pytest:
        codes = {
            "scripts/check": check.main([]),
            "the front end's unit tests": _run([*node.npm, "test"], FRONTEND, node.environment),
            "pytest": _settle(pytest.follow(), environment),
        }
    failed = [name for name, code in codes.items() if code != 0]
    if failed:
        say(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


def _settle(code: int, environment: dict[str, str]) -> int:
    """Run a few browser tests that failed once more, with nothing beside them.

    On a machine that others use too, a browser may rest for longer than a test waits. A defect
    shows itself again, and both outcomes stand in the output.
    """
    failed = sorted(json.loads(FAILED.read_text("utf-8"))) if code == 1 and FAILED.exists() else []
    few = 0 < len(failed) <= MOST_AGAIN
    if not few or not all(test.startswith(BROWSER_TESTS) for test in failed):
        return code
    say(f"Failed beside others; once more, alone: {', '.join(failed)}")
    return _run([*PYTEST, *failed], ROOT, environment)


def _browser_environment(node: Node) -> dict[str, str]:
    """Return what tells the browser tests where Chromium is: nowhere, if they are skipped.

    Raises:
        TaskError: there is no Chromium, and `CI=true` says that nothing may be skipped.
    """
    # The Node.js that Playwright brings along wants a library that small systems do not have.
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
    """Run a command whose output is shown as it comes."""
    variables = {**os.environ, **environment}
    return subprocess.run(command, cwd=directory, env=variables, check=False).returncode
