"""Lockfiles: every package with its version and hashes, for all platforms, without addresses."""

import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from tasks import tool
from tasks.checkout import LOCKS, ROOT
from tasks.environment import LOCK, PYTHON
from tasks.process import run_quietly, say

OLDEST_PYTHON = "3.11"
COMPILE = (
    "pip",
    "compile",
    "--universal",
    f"--python-version={OLDEST_PYTHON}",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--custom-compile-command=scripts/generate lock",
    "--quiet",
    "--upgrade",
)
ADVICE = "uv could not resolve the requirements; the package index must be in reach."


def refresh() -> None:
    """Pin the newest packages that `pyproject.toml` and `tool.REQUIREMENTS` allow.

    Raises:
        TaskError: the index is out of reach, or the requirements contradict one another.
    """
    uv = tool.install("uv", PYTHON, "20 MB, to refresh the lockfiles") / "bin" / "uv"
    say("Refreshing requirements.lock …")
    _compile(uv, ["--extra=dev", "pyproject.toml"], LOCK)
    for name, requirement in tool.REQUIREMENTS.items():
        _refresh_tool(uv, name, requirement)
    _refresh_notebooks(uv)
    _refresh_lowest(uv)


def _refresh_tool(uv: Path, name: str, requirement: str) -> None:
    say(f"Refreshing scripts/locks/{name}.lock …")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, f"{name}.in")
        source.write_text(requirement + "\n", encoding="utf-8")
        _compile(uv, ["--no-deps", "--no-annotate", str(source)], LOCKS / f"{name}.lock")


def _refresh_notebooks(uv: Path) -> None:
    """Pin the notebooks of browser tests, with what shows the page in them and all they need."""
    say(f"Refreshing scripts/locks/{tool.NOTEBOOKS}.lock …")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "notebooks.in")
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
        extra = project["optional-dependencies"]["notebook"]
        source.write_text("\n".join([*extra, *tool.NOTEBOOK_REQUIREMENTS]), encoding="utf-8")
        _compile(uv, ["--no-annotate", str(source)], LOCKS / f"{tool.NOTEBOOKS}.lock")


def _refresh_lowest(uv: Path) -> None:
    """Pin the lowest versions that `pyproject.toml` allows, with their newest requirements."""
    say(f"Refreshing scripts/locks/{tool.LOWEST}.lock …")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "tests.in")
        # Starlette's test client required httpx until 1.0; the newest pyarrow rejects NumPy 1.
        source.write_text("httpx>=0.27\npyarrow>=20\n")
        lock = LOCKS / f"{tool.LOWEST}.lock"
        _compile(uv, ["--resolution=lowest-direct", "pyproject.toml", str(source)], lock)


def _compile(uv: Path, inputs: Sequence[str], lock: Path) -> None:
    run_quietly([uv, *COMPILE, *inputs, "--output-file", lock], ADVICE, directory=ROOT)
