"""The lockfiles pin what pyproject.toml asks for, with hashes and without addresses."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement

from tasks import tool
from tasks.checkout import LOCKS, ROOT
from tasks.environment import LOCK

LOCKFILES = sorted([LOCK, *LOCKS.glob("*.lock")])


def test_every_requirement_is_pinned_within_its_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    _assert_pinned(LOCK, wanted)


@pytest.mark.parametrize(("name", "requirement"), tool.REQUIREMENTS.items())
def test_every_tool_is_pinned_within_its_bounds(name: str, requirement: str) -> None:
    _assert_pinned(LOCKS / f"{name}.lock", [requirement])


def test_the_notebooks_of_tests_are_pinned_with_the_extra_for_notebooks() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extra = project["optional-dependencies"]["notebook"]
    _assert_pinned(LOCKS / f"{tool.NOTEBOOKS}.lock", [*extra, *tool.NOTEBOOK_REQUIREMENTS])


@pytest.mark.parametrize("lock", LOCKFILES, ids=lambda lock: lock.name)
def test_every_pin_has_a_hash_and_no_address(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    pins = re.findall(r"^\S+==(?:.*\\\n)*.*", text, re.MULTILINE)
    assert pins
    assert all("--hash=sha256:" in pin for pin in pins)
    assert "://" not in text


def _assert_pinned(lock: Path, wanted: list[str]) -> None:
    pinned = _pins(lock)
    for line in wanted:
        requirement = Requirement(line)
        if requirement.marker and not requirement.marker.evaluate():
            continue
        assert requirement.specifier.contains(pinned[requirement.name]), line


def _pins(lock: Path) -> dict[str, str]:
    """The version of each package that the lockfile pins for the running Python."""
    lines = re.findall(
        r"^(\S+)==(\S+)(?: ; (.+?))?\s*\\$", lock.read_text(encoding="utf-8"), re.MULTILINE
    )
    return {
        name: version for name, version, marker in lines if not marker or Marker(marker).evaluate()
    }
