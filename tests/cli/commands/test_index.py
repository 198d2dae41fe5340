"""`dashboard index` writes what `dashboard --index` shows, as processes."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from scopeboard import serve
from scopeboard.errors import SettingsError
from scopeboard.files.local_objects import LocalObjects
from scopeboard.store.open_shared import SharedStore
from tools import writer
from tools.object_store import Bucket, bucket
from tools.served import dashboard
from tools.shared_indexes import points, read_here

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


@contextmanager
def following(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run `dashboard index --follow` in a folder, with short intervals."""
    flags = ("runs", "--index", "index", "--follow", "--interval", "1")
    process = subprocess.Popen(
        [sys.executable, "-m", "scopeboard", "index", *flags, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def line_of(process: subprocess.Popen[str]) -> str:
    """Return the next line on standard output."""
    assert process.stdout
    return process.stdout.readline()


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL")
def test_following_goes_on_after_a_kill_and_ends_with_a_signal(tmp_path: Path) -> None:
    log, place = tmp_path / "runs", tmp_path / "index"
    path = writer.write_run(log, "a", writer.scalar_file({"x": [1.0, 2.0]}))
    with following(tmp_path) as process:
        assert line_of(process).startswith(f"Generation 1 of {place} is new: 1 run, 2 points; ")
        with path.open("ab") as file:
            file.write(writer.scalar_file({"x": [3.0]}))
        assert line_of(process).startswith(f"Generation 2 of {place} is new: 1 run, 3 points; ")
        process.kill()
        process.wait()
    writer.write_run(log, "b", writer.scalar_file({"y": [4.0]}))
    with following(tmp_path, "--json") as process:
        assert json.loads(line_of(process))["generation"] == 3
        writer.write_run(log, "c", writer.scalar_file({"y": [5.0]}))
        assert json.loads(line_of(process))["points"] == 5
        process.send_signal(signal.SIGTERM)
        output, errors = process.communicate()
        assert (output, process.returncode) == ("", 0)
    assert errors.splitlines() == [
        "Waiting for new data. Ctrl+C ends.",
        "dashboard index: stopped; the index has what the last generation has.",
    ]
    assert points(SharedStore(LocalObjects(place))) == points(read_here(log))


@pytest.mark.skipif(sys.platform == "win32", reason="renames no open directory")
def test_following_waits_for_a_log_that_comes_and_goes(tmp_path: Path) -> None:
    log = tmp_path / "runs"
    log.mkdir()
    with following(tmp_path) as process:
        assert process.stderr
        assert "There are no event files in" in process.stderr.readline()
        writer.write_run(log, "a", writer.scalar_file({"x": [1.0]}))
        assert f"Generation 1 of {tmp_path / 'index'} is new" in line_of(process)
        assert "Waiting for new data" in process.stderr.readline()
        log.rename(tmp_path / "elsewhere")
        assert "The index stays as it is" in process.stderr.readline()
        (tmp_path / "elsewhere").rename(log)
        assert f"Generation 1 of {tmp_path / 'index'} is up to date" in line_of(process)
        manifest = tmp_path / "index" / "manifest.json"
        manifest.write_text("{}")
        writer.write_run(log, "b", writer.scalar_file({"x": [1.0]}))
        _, errors = process.communicate()
        assert "is not that of an index" in errors
        assert process.returncode == 2
