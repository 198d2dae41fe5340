"""The Python environment of the checkout, `.venv`: created, installed, kept current."""

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
    "Could not create .venv. On Debian or Ubuntu the module for it is a package of its own: "
    f"apt install python{VERSION}-venv."
)
NO_PACKAGES = (
    "Could not install the Python packages. The package index must be in reach; "
    "a mirror is set with PIP_INDEX_URL, a proxy with HTTPS_PROXY."
)
NOT_INSTALLED = "Could not install the checkout into .venv; the reason stands above."


def create() -> None:
    """Make `.venv` a Python that runs, with pip.

    Raises:
        TaskError: the module `venv` is missing.
    """
    if not _runs():
        _create()


def fill() -> None:
    """Make `.venv` hold what `requirements.lock` says, and this checkout, editable and compiled.

    Raises:
        TaskError: the package index is out of reach.
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
    """Tell whether `.venv` is whole: its base Python may be gone, or the checkout moved."""
    made_here = stamp.is_current(VENV / "checkout.stamp", str(VENV))
    return made_here and PYTHON.exists() and _starts(PYTHON)


def _starts(python: Path) -> bool:
    return attempt([python, "-c", ""]).returncode == 0


def _create() -> None:
    say(f"Creating .venv with Python {sys.version.split()[0]} …")
    create: Command = [sys.executable, "-m", "venv", "--clear", VENV]
    try:
        run_quietly(create, NO_VENV)
    except TaskError:
        # Debian's Python comes without the half of venv that installs pip.
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
    # hatchling is in the lockfile, so nothing unpinned is fetched to build with; the front end
    # is built by its own step, which shows what it is doing.
    run_quietly(
        [*_pip("install"), "--no-deps", "--no-build-isolation", "--editable", ROOT],
        NOT_INSTALLED,
        environment={"SCOPEBOARD_SKIP_FRONTEND_BUILD": "1"},
    )
    stamp.write(mark, wanted)


def _compile() -> None:
    """Write the bytecode of the package, which Python may have been told not to write itself.

    Each start and each process that reads a log would compile every module anew.
    """
    mark = VENV / "bytecode.stamp"
    wanted = stamp.fingerprint(ROOT, SERVER.rglob("*.py"))
    if stamp.is_current(mark, wanted):
        return
    if attempt([PYTHON, "-m", "compileall", "-q", SERVER]).returncode == 0:
        stamp.write(mark, wanted)


def _build_tables() -> str:
    """Return what decides how the project installs; linter settings beside it do not."""
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return json.dumps([tables["build-system"], tables["project"], tables["tool"]["hatch"]])


def _pip(verb: str) -> Command:
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
    return [PYTHON, "-m", "pip", verb, *quiet]
