"""The API answers alike with the lowest versions of its dependencies that `pyproject.toml` allows.

Their lockfile is `scripts/locks/lowest.lock`. The packages shadow those of the environment; what
only tests need, pytest and hypothesis, stays the environment's.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tasks import tool
from tasks.checkout import LOCKS, ROOT
from tasks.errors import TaskError

TESTS = ("api", "compat/test_recorded_answers.py", "web/test_app.py", "web/test_startup_routes.py")
VERSIONS = "import importlib.metadata as m, sys; print(*map(m.version, sys.argv[1:]))"
pytestmark = pytest.mark.skipif(
    sys.version_info >= (3, 13), reason="the lowest versions have wheels for Python 3.11 and 3.12"
)


@pytest.fixture(scope="module")
def lowest() -> dict[str, str]:
    """The environment of a process that imports the lowest versions."""
    try:
        packages = tool.install(tool.LOWEST, Path(sys.executable), "90 MB, for a test")
    except TaskError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))
    return {**os.environ, "PYTHONPATH": str(packages)}


def test_every_dependency_is_imported_in_its_lowest_version(lowest: dict[str, str]) -> None:
    lock = (LOCKS / f"{tool.LOWEST}.lock").read_text()
    pins = dict(re.findall(r"^(\S+)==(\S+) \\$", lock, re.MULTILINE))
    found = _run(["-c", VERSIONS, *pins], lowest)
    assert found.stdout.split() == list(pins.values()), found.stderr


def test_the_api_tests_pass(lowest: dict[str, str]) -> None:
    quiet = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    # Old packages use what newer ones, which only these tests combine them with, deprecate.
    warnings = [f"-Wignore::{kind}" for kind in ("DeprecationWarning", "PendingDeprecationWarning")]
    # A minute of wrong parameters, which tell no more of the versions than right ones.
    paths = ["--ignore=tests/api/test_limits.py", *(f"tests/{name}" for name in TESTS)]
    found = _run(["-m", "pytest", *quiet, *warnings, *paths], lowest)
    assert found.returncode == 0, found.stdout[-20_000:] + found.stderr


def _run(arguments: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
