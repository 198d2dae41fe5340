"""The front end: its npm packages, and the page built from it into `server/scopeboard/static`.

The build hook (`hatch_build.py`) uses this module, too, so that a checkout, a source distribution
and `pip install` agree on whether the built page is current.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from tasks import stamp
from tasks.checkout import FRONTEND, STATIC
from tasks.errors import TaskError
from tasks.node import Node
from tasks.process import run_quietly, say

MANIFEST = STATIC / ".vite" / "manifest.json"
BUILT_FROM = STATIC / ".vite" / "sources.sha256"
INSTALLED_FROM = FRONTEND / "node_modules" / ".packages.sha256"

NO_PACKAGES = (
    "Could not install the front end's packages. The npm registry must be reachable; "
    "a mirror is set with npm_config_registry, a proxy with HTTPS_PROXY."
)
NOT_BUILT = "Could not build the front end from frontend/; see the output above."


def is_built() -> bool:
    """Return whether the page is built from the present sources."""
    return MANIFEST.is_file() and stamp.is_current(BUILT_FROM, _sources_fingerprint())


def prepare(get_node: Callable[[], Node]) -> None:
    """Build the page if it is missing or stale; call `get_node` only then.

    Raises:
        TaskError: Node.js is missing, npm's registry is not reachable, or the build fails.
    """
    if is_built():
        return
    node = get_node()
    install_packages(node)
    build(node)


def install_packages(node: Node) -> None:
    """Install `package-lock.json` into `frontend/node_modules`.

    Raises:
        TaskError: npm failed, probably since its registry is not reachable.
    """
    lock = FRONTEND / "package-lock.json"
    if not lock.is_file():
        raise TaskError("frontend/package-lock.json is missing: restore it with git.")
    wanted = stamp.fingerprint(FRONTEND, [lock], str(node.programs))
    if stamp.is_current(INSTALLED_FROM, wanted):
        return
    say("Installing the front end's packages …")
    quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
    # With npm's defaults, a user without a network would wait for more than a minute.
    timeouts = ["--fetch-retry-mintimeout=2000", "--fetch-retry-maxtimeout=8000"]
    run_quietly(
        [*node.npm, "ci", *quiet, *timeouts],
        NO_PACKAGES,
        directory=FRONTEND,
        environment=node.environment,
    )
    stamp.write(INSTALLED_FROM, wanted)


def build(node: Node) -> None:
    """Build the page with Vite.

    Raises:
        TaskError: the sources do not build; has the output of Vite.
    """
    say("Building the front end …")
    # Before the build: a file saved meanwhile makes the result stale, not current.
    sources = _sources_fingerprint()
    run_quietly(
        [*node.npm, "run", "build"], NOT_BUILT, directory=FRONTEND, environment=node.environment
    )
    if not MANIFEST.is_file():
        raise TaskError(f"Vite ended without writing {MANIFEST}: see frontend/vite.config.ts.")
    stamp.write(BUILT_FROM, sources)


def _sources_fingerprint() -> str:
    return stamp.fingerprint(FRONTEND, _sources())


def _sources() -> Iterator[Path]:
    """Yield every file that affects the page: all except tests, packages and dot files."""
    for folder, folders, names in os.walk(FRONTEND):
        folders[:] = [name for name in folders if name != "node_modules" and name[0] != "."]
        for name in names:
            if name[0] != "." and ".test." not in name:
                yield Path(folder, name)
