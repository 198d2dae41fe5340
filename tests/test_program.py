"""The ways of `tensorboard.program`."""

import json
import threading
from pathlib import Path
from urllib.request import urlopen

import pytest

from scopeboard import program
from scopeboard.errors import SettingsError
from tools import writer
from tools.served import PATIENCE


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    writer.write_run(tmp_path / "logs", "run", writer.scalar_file({"x": [1.0, 2.0]}))
    return tmp_path / "logs"


@pytest.mark.parametrize("name", ["ScopeBoard", "TensorBoard"])
def test_arguments_are_configured_and_launched(logs: Path, name: str) -> None:
    before = {*threading.enumerate()}
    board = getattr(program, name)()
    assert board.configure(argv=[None, "--logdir", str(logs), "--port", "0"]) == [""]
    url = board.launch()
    assert url == board.server.url
    with urlopen(f"{url}api/status") as answer:
        assert json.load(answer)["name"] == "Scopeboard"
    board.server.close()
    for thread in {*threading.enumerate()} - before:
        thread.join(PATIENCE)
    assert {*threading.enumerate()} == before


def test_keywords_win_over_arguments(logs: Path) -> None:
    board = program.ScopeBoard()
    argv = ["tensorboard", "--port", "1", "--path_prefix=/a"]
    assert board.configure(argv, logdir=logs, port=0, window_title="Mine") == ["tensorboard"]
    url = board.launch()
    assert url.endswith("/a/")
    with urlopen(url) as page:
        assert "<title>Mine</title>" in page.read().decode()
    assert board.server is not None
    board.server.close()


def test_mistakes_are_told_when_it_is_configured(logs: Path) -> None:
    board = program.ScopeBoard()
    with pytest.raises(SettingsError, match=r"--lgdir \(did you mean --logdir\?\)\.$"):
        board.configure(argv=[None, "--lgdir", "x"])
    with pytest.raises(TypeError, match=r"^configure has no argument 'lgdir'\. Did you mean"):
        board.configure(lgdir=logs)  # type: ignore[call-arg]
