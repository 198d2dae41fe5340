"""The documentation's images: screenshots of the demo in a real browser."""

import os
import subprocess

from tasks import chromium
from tasks.checkout import ROOT
from tasks.environment import PYTHON
from tasks.errors import TaskError
from tasks.node import Node

PROGRAM = ROOT / "scripts" / "programs" / "pictures.py"
FOLDER = ROOT / "docs" / "images"


def take(node: Node) -> None:
    """Take the screenshots again; `node` drives the browser.

    Raises:
        TaskError: there is no Chromium, or the page could not be pictured.
    """
    words = [str(PYTHON), str(PROGRAM), chromium.get_chromium(), str(FOLDER)]
    driver = {**os.environ, "PLAYWRIGHT_NODEJS_PATH": str(node.programs / "node")}
    if subprocess.run(words, env=driver, check=False).returncode != 0:
        raise TaskError(
            "Could not take the screenshots of the documentation; see the output above."
        )
