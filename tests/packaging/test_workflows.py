"""The workflows of GitHub Actions: what they use is pinned, and they may do little."""

import re
from pathlib import Path

import pytest

from tasks.checkout import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_to_a_commit_and_names_its_version(path: Path) -> None:
    used = re.findall(r"uses:\s*(.*)", path.read_text("utf-8"))
    assert used
    for action in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+(\.\d+)+", action), action


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_only_read(path: Path) -> None:
    text = path.read_text("utf-8")
    assert re.search(r"^permissions:\n  contents: read\n\n", text, re.MULTILINE)
    assert text.count("permissions:") == 1


def test_the_suite_runs_on_three_systems() -> None:
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    for system in ("ubuntu", "macos", "windows"):
        assert re.search(rf"os: \[.*\b{system}-", text)
    for version in ("3.11", "3.12", "3.13", "3.14"):
        assert f'"{version}"' in text
