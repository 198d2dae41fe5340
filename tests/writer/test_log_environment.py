"""`log_environment`: command, commit, machine and packages as a text of the log."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import scopeboard as sb
from scopeboard.writer.log_environment import git_state, masked


def git(folder: Path, *words: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@b")
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("train.py --lr 0.1 --token abc", "train.py --lr 0.1 --token ***"),
        ("train.py --api_key=abc -v", "train.py --api_key=*** -v"),
        ("train.py --hf-token --lr 1", "train.py --hf-token --lr 1"),
        ("train.py --tokens_per_batch 8", "train.py --tokens_per_batch 8"),
        ("train.py model.secret=x key", "train.py model.secret=*** key"),
    ],
)
def test_secrets_of_a_command_are_masked(command: str, shown: str) -> None:
    assert masked(command.split()) == shown.split()


def test_a_repository_has_a_commit_and_changed_files(tmp_path: Path) -> None:
    assert git_state(tmp_path) is None
    git(tmp_path, "init", "-q", "-b", "work")
    (tmp_path / "train.py").write_text("a = 1\n", "utf-8")
    git(tmp_path, "add", "train.py")
    git(tmp_path, "commit", "-q", "-m", "first")
    clean = git_state(tmp_path)
    assert clean is not None
    assert (clean["branch"], clean["changed"]) == ("work", [])
    assert len(str(clean["commit"])) == 40
    (tmp_path / "train.py").write_text("a = 2\n", "utf-8")
    assert git_state(tmp_path) == {**clean, "changed": ["train.py"]}


def test_without_git_there_is_no_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert git_state(Path(__file__).parent) is None


def test_the_text_is_json_of_this_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "orig_argv", ["python", "train.py", "--password", "abc", "--lr", "1"])
    with sb.SummaryWriter(tmp_path / "a") as writer:
        sb.log_environment(writer, step=7)
    with sb.open(tmp_path, use_index=False) as log:
        (text,) = log.text("environment/text_summary")
    environment = json.loads(text.text)
    assert text.step == 7
    assert environment["command"] == "python train.py --password '***' --lr 1"
    assert environment["packages"]["numpy"]
    assert b"abc" not in next((tmp_path / "a").iterdir()).read_bytes()
