"""`dashboard index` writes what `dashboard --index` shows, as processes."""

import json
from pathlib import Path
from urllib.request import urlopen

import pytest

from scopeboard import serve
from scopeboard.errors import SettingsError
from tools import writer
from tools.object_store import Bucket, bucket
from tools.served import dashboard

from .test_commands import run

__all__ = ["bucket"]


def test_a_dashboard_shows_what_was_indexed(bucket: Bucket, tmp_path: Path) -> None:
    place = f"s3://{bucket.name}/index"
    writer.write_run(tmp_path / "runs", "a", writer.scalar_file({"x": [1.0, 2.0]}))
    assert f"Generation 1 of {place} is new: 1 run, 2 points; " in run(
        tmp_path, "index", "runs", "--index", place
    )
    assert f"Generation 1 of {place} is up to date" in run(tmp_path, "index", "--index", place)
    with dashboard("--index", place, "--port", "0") as program:
        status = program.wait_until_read()
        assert status["loading"]["points"] == 2
        (run_of_index,) = program.answer("api/runs")["runs"]
        assert run_of_index["name"] == "a"
        series = program.answer("api/scalars?tag=x")["series"]
        assert series[0]["value"] == [1.0, 2.0]
    manifest = json.loads(run(tmp_path, "index", "runs", "--index", place, "--json"))
    assert manifest["generation"] == 1
    report = tmp_path / "report.html"
    run(tmp_path, "export", "--index", place, "-o", str(report))
    assert b"</html>" in report.read_bytes()


def test_python_refuses_an_index_beside_a_log(tmp_path: Path) -> None:
    writer.write_run(tmp_path / "runs", "a", writer.scalar_file({"x": [1.0]}))
    run(tmp_path, "index", "runs", "--index", "index")
    with pytest.raises(SettingsError, match="index brings its own log directory"):
        serve(tmp_path / "runs", index=tmp_path / "index", port=0)
    with (
        serve(index=tmp_path / "index", port=0) as board,
        urlopen(f"{board.url}api/runs") as answer,
    ):
        assert [each["name"] for each in json.load(answer)["runs"]] == ["a"]


def test_mistakes_are_told_in_a_sentence(tmp_path: Path) -> None:
    writer.write_run(tmp_path / "runs", "a", writer.scalar_file({"x": [1.0]}))
    run(tmp_path, "index", "runs", "--index", "index")
    assert "There is no index in" in run(tmp_path, "--index", "other", status=2)
    message = run(tmp_path, "runs", "--index", "index", status=2)
    assert "--index brings its own log directory" in message
    message = run(tmp_path, "--index", "index", "--allow_delete", "--token", "abc", status=2)
    assert "--index and --allow_delete exclude each other" in message
    (tmp_path / "other").mkdir()
    message = run(tmp_path, "index", "other", "--index", "index", status=2)
    assert "is the index of" in message
    (tmp_path / "file").write_text("")
    message = run(tmp_path, "index", "runs", "--index", "file/index", status=3)
    assert "cannot be" in message
    message = run(tmp_path, "index", "other", "--index", "new", status=1)
    assert "There are no event files in" in message
    manifest = tmp_path / "index" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"version": 1', '"version": 9'))
    message = run(tmp_path, "--index", "index", status=2)
    assert "has the format 9, and this version of Scopeboard reads format 1" in message
