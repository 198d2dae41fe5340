"""Killed at any moment, the dashboard shows everything when it is started again."""

import random
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from programs.bench import event_writer
from tasks.process_tree import kill, tree, wait_for_end
from tools.served import PATIENCE, dashboard

from .logs import assert_all_is_served, copy_runs

KILLS = 3
LONGEST = 0.8  # seconds: about what reading takes


@pytest.mark.parametrize("whole_tree", [True, False])
def test_killed_while_it_reads_it_shows_all_when_started_again(
    tmp_path: Path, whole_tree: bool
) -> None:
    logs, chance = tmp_path / "logs", random.Random(5)  # noqa: S311 - moments, not secrets
    copy_runs(logs, runs=12, steps=3000)
    arguments = [str(logs), "--port", "0", "--index_dir", str(tmp_path / "index")]
    arguments += ["--load_processes", "2"]
    for _ in range(KILLS):
        with dashboard(*arguments) as board:
            sleep(chance.uniform(0, LONGEST))
            members = tree(board.process.pid)
            kill(members if whole_tree else members[:1])
            board.process.wait()
            assert wait_for_end(members, PATIENCE) == []
    with dashboard(*arguments) as board:
        assert_all_is_served(board, logs)


def test_killed_while_it_follows_it_shows_all_when_started_again(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    file = logs / "run" / "events.out.tfevents.1700000000.host"
    file.parent.mkdir(parents=True)
    arguments = [str(logs), "--port", "0", "--index_dir", str(tmp_path / "index")]
    words = [sys.executable, event_writer.__file__, str(file), "2000", "3"]
    with subprocess.Popen(words) as job:
        while job.poll() is None:
            with dashboard(*arguments) as board:  # killed on leaving
                board.wait_until_read()
                sleep(0.5)
    with dashboard(*arguments) as board:
        assert_all_is_served(board, logs)
