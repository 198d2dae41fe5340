"""The pictures of README and guide: screenshots of the demo in a real browser."""

import os
import subprocess

from tasks import chromium
from tasks.checkout import ROOT
from tasks.environment import PYTHON
from tasks.errors import TaskError
from tasks.node import Node

PROGRAM = "programs.pictures.take"
DOCS = ROOT / "docs"


def take(node: Node) -> None:
    """Take the screenshots again; `node` drives the browser.

    Raises:
        TaskError: there is no Chromium, or the page could not be pictured.
    """
    words = [str(PYTHON), "-m", PROGRAM, chromium.get_chromium(), str(DOCS)]
    driver = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "scripts"),
        "PLAYWRIGHT_NODEJS_PATH": str(node.programs / "node"),
    }
    if subprocess.run(words, env=driver, check=False).returncode != 0:
        raise TaskError(
            "Could not take the screenshots of the documentation; see the output above."
        )
