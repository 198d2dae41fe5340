"""How busy the machine is: numbers of this one, and the answers of `nvidia-smi` read."""

import sys
from pathlib import Path

import pytest

from scopeboard.system import machine_use
from scopeboard.system.machine_use import gpu_use, memory_use, parse_gpus, processor_times

ANSWER = "41, 1024, 56, 71.25\n[N/A], 8, 40, [Not Supported]\n\n"


def test_each_gpu_has_the_numbers_that_it_supports() -> None:
    mib = 1024 * 1024
    assert parse_gpus(ANSWER) == [
        {"busy_percent": 41.0, "memory_bytes": 1024.0 * mib, "celsius": 56.0, "watts": 71.25},
        {"memory_bytes": 8.0 * mib, "celsius": 40.0},
    ]
    assert parse_gpus("") == []


def test_gpus_are_those_of_the_program_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert gpu_use() == []
    program = tmp_path / "nvidia-smi"
    program.write_text(f"#!{sys.executable}\nprint({ANSWER!r})\n", "utf-8")
    program.chmod(0o755)
    assert [gpu["celsius"] for gpu in gpu_use()] == [56.0, 40.0]
    program.write_text(f"#!{sys.executable}\nraise SystemExit(9)\n", "utf-8")
    assert gpu_use() == []


def test_memory_and_processors_are_those_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "meminfo").write_text("MemTotal: 100 kB\nMemAvailable: 40 kB\n", "ascii")
    (tmp_path / "stat").write_text("cpu 10 1 5 80 4 0 0 0 0 0\ncpu0 1 1 1 1\n", "ascii")
    monkeypatch.setattr(machine_use, "_PROC", tmp_path)
    assert memory_use() == 60 * 1024
    assert processor_times() == (16.0, 100.0)
    monkeypatch.setattr(machine_use, "_PROC", tmp_path / "none")
    assert memory_use() is None
    assert processor_times() is None
