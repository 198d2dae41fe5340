"""The Python environment of the checkout, `.venv`: created, installed, updated."""

import json
import sys
import tomllib
from pathlib import Path

from tasks import apt, stamp
from tasks.checkout import ROOT, SERVER, VENV, program
from tasks.errors import TaskError
from tasks.process import Command, attempt, run_quietly, say

PYTHON = program("python")
LOCK = ROOT / "requirements.lock"

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"

NO_VENV = (
    "Could not create .venv. On Debian or Ubuntu its module is in a separate package: "
    f"apt install python{VERSION}-venv."
)
NO_PACKAGES = (
    "Could not install the Python packages. The package index must be reachable; "
    "a mirror is set with PIP_INDEX_URL, a proxy with HTTPS_PROXY."
)
NOT_INSTALLED = "Could not install the checkout into .venv; see the output above."


def create() -> None:
    """Create `.venv` with pip unless it works.

    Raises:
        TaskError: the module `venv` is missing.
    """
    if not _runs():
        _create()


def fill() -> None:
    """Install `requirements.lock` and this checkout, editable and compiled, into `.venv`.

    Raises:
        TaskError: the package index is not reachable.
    """
    _install_locked()
    _install_checkout()
    _compile()


def python_version() -> tuple[int, int]:
    """Return the (major, minor) version of the Python in `.venv`."""
    settings = (VENV / "pyvenv.cfg").read_text("utf-8").splitlines()
    version = next(line for line in settings if line.startswith("version"))
    major, minor = version.partition("=")[2].strip().split(".")[:2]
    return int(major), int(minor)


def _runs() -> bool:
    """Return whether `.venv` works: its base Python may be gone, or the checkout moved."""
    is_here = stamp.is_current(VENV / "checkout.stamp", str(VENV))
    return is_here and PYTHON.exists() and _starts(PYTHON)


def _starts(python: Path) -> bool:
    return attempt([python, "-c", ""]).returncode == 0


def _create() -> None:
    say(f"Creating .venv with Python {sys.version.split()[0]} …")
    create: Command = [sys.executable, "-m", "venv", "--clear", VENV]
    try:
        run_quietly(create, NO_VENV)
    except TaskError:
        # Debian's Python lacks the module that installs pip.
        if not apt.install(f"python{VERSION}-venv", advice=NO_VENV):
            raise
        run_quietly(create, NO_VENV)
    stamp.write(VENV / "checkout.stamp", str(VENV))


def _install_locked() -> None:
    mark = VENV / "requirements.stamp"
    wanted = stamp.fingerprint(ROOT, [LOCK])
    if stamp.is_current(mark, wanted):
        return
    say("Installing Python packages (about 100 MB, the first time only) …")
    run_quietly([*_pip("install"), "--require-hashes", "-r", LOCK], NO_PACKAGES)
    stamp.write(mark, wanted)


def _install_checkout() -> None:
    mark = VENV / "project.stamp"
    wanted = stamp.fingerprint(ROOT, [ROOT / "hatch_build.py"], _build_tables())
    if stamp.is_current(mark, wanted):
        return
    # hatchling is in the lockfile, so the build fetches nothing unpinned; a separate step builds
    # the front end and shows its progress.
    run_quietly(
        [*_pip("install"), "--no-deps", "--no-build-isolation", "--editable", ROOT],
        NOT_INSTALLED,
        environment={"SCOPEBOARD_SKIP_FRONTEND_BUILD": "1"},
    )
    stamp.write(mark, wanted)


def _compile() -> None:
    """Write the bytecode of the package, since Python may be configured not to write it.

    Otherwise each start and each worker process compiles every module again.
    """
    mark = VENV / "bytecode.stamp"
    wanted = stamp.fingerprint(ROOT, SERVER.rglob("*.py"))
    if stamp.is_current(mark, wanted):
        return
    if attempt([PYTHON, "-m", "compileall", "-q", SERVER]).returncode == 0:
        stamp.write(mark, wanted)


def _build_tables() -> str:
    """Return the settings that affect the installation; others, such as linters', do not."""
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return json.dumps([tables["build-system"], tables["project"], tables["tool"]["hatch"]])


def _pip(verb: str) -> Command:
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
    return [PYTHON, "-m", "pip", verb, *quiet]
