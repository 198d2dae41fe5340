"""The benchmarks' own judgement: what differs is found, and what was started is ended."""

import subprocess
import sys
from pathlib import Path

import pytest

from programs.bench.contents import Series, contents_of
from programs.bench.equality import compare
from programs.bench.log_api import LogApi
from programs.bench.table import table
from tasks.process_tree import end_tree, tree, wait_for_end
from tools.served import PATIENCE, dashboard
from tools.writer import event, scalar_file, tf1_scalar, version, write_run

LEAVES_A_HELPER = """
import signal, subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; print('up', flush=True); time.sleep(60)"])
signal.pause()
"""


def test_every_difference_from_the_event_files_is_found(tmp_path: Path) -> None:
    served, written = tmp_path / "served", tmp_path / "written"
    for logs, value, steps in ((served, 2.0, 3), (written, 2.5, 4)):
        write_run(logs, "same", scalar_file({"x": [1, float("nan"), -0.0]}))
        write_run(logs, "a value", scalar_file({"x": [1, value]}))
        write_run(logs, "a point", scalar_file({"x": [1.0] * steps}))
        write_run(logs, f"only {logs.name}", scalar_file({"x": [1]}))
    with dashboard(str(served), "--port", "0") as board:
        board.wait_until_read()
        assert compare(served, LogApi(board.url)).differences == []
        assert compare(written, LogApi(board.url)).differences == [
            "a point, x: 4 points were written and 3 are served",
            "a value, x: 1 of 2 points differ",
            "only written, x: 1 points are missing",
            "only served, x: not in the files",
        ]


def test_points_of_equal_steps_may_be_in_any_order(tmp_path: Path) -> None:
    served, written = tmp_path / "served", tmp_path / "written"
    rows = [event(1, tf1_scalar("x", value), wall_time=5) for value in (1.0, 2.0)]
    write_run(served, "a", version() + rows[0] + rows[1])
    write_run(written, "a", version() + rows[1] + rows[0])
    with dashboard(str(served), "--port", "0") as board:
        board.wait_until_read()
        assert compare(written, LogApi(board.url)).differences == []


def test_contents_are_counted_by_kind_tag_and_run(tmp_path: Path) -> None:
    logs, cache = tmp_path / "logs", tmp_path / "cache"
    write_run(logs, "a", scalar_file({"x": [1, 2], "y": [1]}))
    write_run(logs, "b", scalar_file({"x": [1, 2, 3]}))
    counted = contents_of(logs, cache)
    assert counted.tags == {"x": {"a": Series(2, 1), "b": Series(3, 2)}, "y": {"a": Series(1, 0)}}
    assert counted.last_tag == "y"
    assert contents_of(logs, cache) == counted
    write_run(logs, "b", scalar_file({"x": [1]}))
    assert contents_of(logs, cache).tags["x"]["b"] == Series(1, 0)


def test_a_table_has_medians_and_ratios_to_each_peer() -> None:
    starts = {"cold": [{"ready": 1.0}, {"ready": 3.0}, {"ready": 2.0}], "peer 1": [{"ready": 8.0}]}
    title, ready = table("W1", starts, ["peer 1"]).splitlines()
    assert title.split() == ["W1", "cold", "peer", "1", "cold", ":", "peer", "1"]
    assert ready.split() == ["ready,", "s", "2", "8", "0.25"]


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs Linux's /proc")
def test_what_a_program_leaves_behind_is_ended_with_it() -> None:
    words = [sys.executable, "-c", LEAVES_A_HELPER]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as program:
        assert program.stdout
        assert program.stdout.readline() == b"up\n"
        members = tree(program.pid)
        assert len(members) == 2
        end_tree(program.pid)
    assert wait_for_end(members, PATIENCE) == []
