"""The commands that an installation brings resolve and start."""

import subprocess
import sys
from importlib.metadata import entry_points

import pytest

import scopeboard


@pytest.mark.parametrize("name", ["dashboard", "scopeboard"])
def test_console_script_resolves(name: str) -> None:
    (script,) = entry_points(group="console_scripts", name=name)
    assert callable(script.load())


def test_module_tells_its_version() -> None:
    command = [sys.executable, "-m", "scopeboard", "--version"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert scopeboard.__version__ in told
