"""Thousands of runs need no more descriptors than one."""

from pathlib import Path

from tools.platforms import needs_shell
from tools.served import dashboard

from .logs import assert_all_is_served, write_runs

FEW_DESCRIPTORS = ["sh", "-c", 'ulimit -n 256; exec "$@"', "sh"]


@needs_shell
def test_1500_runs_are_read_with_few_descriptors(tmp_path: Path) -> None:
    write_runs(tmp_path, runs=1500, steps=4)
    arguments = [str(tmp_path), "--port", "0", "--load_processes", "1"]
    with dashboard(*arguments, before=FEW_DESCRIPTORS) as board:
        assert_all_is_served(board, tmp_path)
