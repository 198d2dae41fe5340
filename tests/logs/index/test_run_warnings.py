"""Warnings of runs in the filter language."""

from pathlib import Path

import pytest

import scopeboard as sb
from scopeboard.diagnostics import examine
from scopeboard.logs.index import run_warnings
from scopeboard.state.state_file import StateFile
from scopeboard.state.state_path import find_state_file
from tools import writer

NAN = float("nan")


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    path = tmp_path / "logs"
    writer.write_run(path, "fine", writer.scalar_file({"loss": [3, 2, 1], "acc": [1, 2, 3]}))
    writer.write_run(path, "odd", writer.scalar_file({"loss": [3, NAN, NAN], "acc": [1, NAN, 1]}))
    damaged = bytearray(writer.scalar_file({"loss": [3, 2, 1]}))
    damaged[len(damaged) // 2] ^= 0xFF
    writer.write_run(path, "damaged", bytes(damaged))
    return path


def opened(logs: Path) -> sb.Log:
    return sb.open(logs, use_index=False, state_dir=logs.parent / "state")


def test_runs_are_filtered_by_their_warnings(logs: Path) -> None:
    runs = opened(logs).runs
    assert {*runs["warnings>0"].names} == {"odd", "damaged"}
    assert runs["warnings>1"].names == ["odd"]
    assert runs["warnings=0"].names == ["fine"]


def test_muted_warnings_do_not_count(logs: Path) -> None:
    state = StateFile(find_state_file(logs, logs.parent / "state"))
    muted = [
        {"kind": "file_error", "run": "damaged", "tag": None},
        {"kind": "not_finite", "run": "odd", "tag": "loss"},
        "damaged",
    ]
    before = opened(logs).runs
    count = next(number for number in range(9) if not len(before[f"warnings>{number}"]))
    state.write("mutes", {"version": 1, "warnings": muted}, 0)
    runs = opened(logs).runs
    assert runs["warnings>0"].names == ["odd"]
    assert not len(runs[f"warnings>{count - 1}"])


def test_many_series_are_checked_in_rounds(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [opened(logs).runs[f"warnings={count}"].names for count in range(4)]
    for most in (2, 4, 5):  # a run has two
        monkeypatch.setattr(examine, "MAX_SERIES", most)
        monkeypatch.setattr(run_warnings, "MAX_SERIES", most)
        counted = [opened(logs).runs[f"warnings={count}"].names for count in range(4)]
        assert counted == expected
