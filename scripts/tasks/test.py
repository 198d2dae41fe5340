"""`scripts/test [pytest arguments]`: everything that must hold before a change is done.

The quick parts come first and pytest last: its closing line ends the output, for whoever reads it.
"""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tasks import check, chromium, preparation
from tasks.checkout import FRONTEND, ROOT
from tasks.environment import PYTHON
from tasks.errors import TaskError
from tasks.node import Node
from tasks.process import say


def main(arguments: Sequence[str]) -> int:
    """Run the checks, the front end's unit tests and pytest; with arguments only pytest."""
    node = preparation.prepare_development()
    browser = _browser_environment(node)
    if arguments:
        return _pytest(arguments, browser)
    codes = {
        "scripts/check": check.main([]),
        "the front end's unit tests": _run([*node.npm, "test"], FRONTEND, node.environment),
        "pytest": _pytest([], browser),
    }
    failed = [name for name, code in codes.items() if code != 0]
    if failed:
        say(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


def _browser_environment(node: Node) -> dict[str, str]:
    """Return what tells the browser tests where Chromium is: nowhere, if they are skipped.

    Raises:
        TaskError: there is no Chromium, and `CI=true` says that nothing may be skipped.
    """
    # The Node.js that Playwright brings along wants a library that small systems do not have.
    driver = {"PLAYWRIGHT_NODEJS_PATH": str(node.programs / "node")}
    try:
        return {**driver, "SCOPEBOARD_CHROMIUM": chromium.get_chromium()}
    except TaskError as error:
        if os.environ.get("CI") == "true":
            raise
        say(f"{error.report()}\nThe browser tests are skipped.")
        return {"SCOPEBOARD_CHROMIUM": ""}


def _pytest(arguments: Sequence[str], environment: dict[str, str]) -> int:
    return _run([str(PYTHON), "-m", "pytest", *arguments], ROOT, environment)


def _run(command: Sequence[str], directory: Path, environment: dict[str, str]) -> int:
    """Run a command whose output is shown as it comes."""
    variables = {**os.environ, **environment}
    return subprocess.run(command, cwd=directory, env=variables, check=False).returncode
