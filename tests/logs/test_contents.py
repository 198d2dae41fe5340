"""The series, files and damage of a log as tables."""

from pathlib import Path

import pytest

import scopeboard as sb
from tools import writer
from tools.every_kind import STEPS, write_every_kind


def test_series_are_counted_by_run_and_tag(tmp_path: Path) -> None:
    write_every_kind(tmp_path)
    log = sb.open(tmp_path, use_index=False)
    rows = {(row["run"], row["kind"], row["tag"]): row for row in log.series}
    loss = rows["b", "scalars", "loss"]
    assert (loss["points"], loss["first_step"], loss["last_step"]) == (50, 0, 49)
    digits = rows["a", "images", "digits"]
    assert (digits["points"], digits["last_step"]) == (len(STEPS), STEPS[-1])
    assert len(rows) == len(log.series)
    assert {run for run, _, _ in rows} == {"a", "b", "g"}


def test_files_have_sizes(tmp_path: Path) -> None:
    first = writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1, 2]}))
    second = writer.write_run(tmp_path, "b", writer.scalar_file({"x": [1]}) + b"\x07")
    log = sb.open(tmp_path, use_index=False)
    sizes = [first.stat().st_size, second.stat().st_size]
    assert list(log.files) == [
        {"run": "a", "file": writer.FILE_NAME, "size": sizes[0], "read": sizes[0], "points": 2},
        {"run": "b", "file": writer.FILE_NAME, "size": sizes[1], "read": sizes[1] - 1, "points": 1},
    ]


def test_damage_has_its_place(tmp_path: Path) -> None:
    data = bytearray(writer.scalar_file({"x": [1, 2, 3]}))
    data[-1] ^= 1
    writer.write_run(tmp_path, "a", bytes(data) + writer.event(9, writer.tf1_scalar("x", 4)))
    log = sb.open(tmp_path, use_index=False)
    (damage,) = log.damage
    assert (damage["run"], damage["kind"]) == ("a", "data_checksum")
    assert 0 < damage["offset"] < len(data)
    assert log.scalars("x").step.tolist() == [0, 1, 9]


def test_an_empty_log_says_why(tmp_path: Path) -> None:
    log = sb.open(tmp_path, use_index=False)
    assert len(log.series) == len(log.files) == len(log.damage) == 0
    (sentence,) = log.notices
    assert sentence == f"{tmp_path}: there is no file in it."


@pytest.mark.parametrize("name", ["series", "files", "damage"])
def test_tables_become_data_frames(tmp_path: Path, name: str) -> None:
    write_every_kind(tmp_path)
    log = sb.open(tmp_path, use_index=False)
    table = getattr(log, name)
    assert list(table.to_pandas().columns) == list(table.columns)
