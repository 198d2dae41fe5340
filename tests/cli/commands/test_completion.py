"""Completion in the shells themselves."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scopeboard.cli.commands.names import COMMANDS

BASH = """
source "$0"
COMP_WORDS=("$@")
COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
_dashboard
printf '%s\\n' "${COMPREPLY[@]}"
"""

LINES = [
    (["dashboard", "ins"], "inspect"),
    (["dashboard", "export", "--vi"], "--view"),
    (["dashboard", "query", "--poi"], "--points"),
    (["dashboard", "query", "--format", "cs"], "csv"),
    (["dashboard", "export", "--format", "graph"], "graphml"),
    (["dashboard", "--theme", "da"], "dark"),
    (["dashboard", "graph", "su"], "summary"),
    (["scopeboard", "completion", "zs"], "zsh"),
]


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"this machine has no {shell}")


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the script of each shell."""
    folder = tmp_path_factory.mktemp("scripts")
    for shell in ("bash", "zsh", "fish"):
        command = [sys.executable, "-m", "scopeboard", "completion", shell]
        (folder / shell).write_bytes(
            subprocess.run(command, check=True, capture_output=True).stdout
        )
    return folder


@needs("bash")
@pytest.mark.parametrize(("words", "completed"), LINES)
def test_bash_completes(scripts: Path, words: list[str], completed: str) -> None:
    command = ["bash", "-c", BASH, str(scripts / "bash"), *words]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.split() == [completed]


@needs("fish")
@pytest.mark.parametrize(("words", "completed"), LINES)
def test_fish_completes(scripts: Path, words: list[str], completed: str) -> None:
    line = " ".join(words)
    command = ["fish", "-c", f"source {scripts / 'fish'}; complete -C '{line}'"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == [completed]


@needs("zsh")
def test_zsh_takes_the_script(scripts: Path) -> None:
    program = (
        f"autoload -U compinit; compinit -u -D; source {scripts / 'zsh'}; echo $_comps[dashboard]"
    )
    done = subprocess.run(["zsh", "-fc", program], check=True, capture_output=True, text=True)
    assert done.stdout == "_dashboard\n"
    assert done.stderr == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_script_has_each_command(scripts: Path, shell: str) -> None:
    text = (scripts / shell).read_text("utf-8")
    assert [name for name in (*COMMANDS, "export") if name not in text] == []
