"""`log_system`: measurements of the machine are scalars until it is closed."""

import math
from pathlib import Path

import pytest

import scopeboard as sb
from scopeboard.writer import log_system as module


def test_measurements_are_scalars_by_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "gpu_use", lambda: [{"busy_percent": 41.0}, {"watts": 70.0}])
    monkeypatch.setattr(module, "memory_use", lambda: 1024)
    ticks = iter([(10.0, 100.0), (35.0, 150.0)])
    monkeypatch.setattr(module, "processor_times", lambda: next(ticks))
    with sb.SummaryWriter(tmp_path / "a") as writer:
        system = sb.log_system(writer, every=3600)
        system.close()
        system.close()
    with sb.open(tmp_path, use_index=False) as log:
        last = {tag: float(log.scalars(tag)["value"][-1]) for tag in log.tags()}
    assert last["system/gpu0_busy_percent"] == 41
    assert last["system/gpu1_watts"] == 70
    assert last["system/memory_bytes"] == 1024
    assert last["system/processors_percent"] == 50
    assert math.isfinite(last["system/process_percent"])


def test_what_the_system_does_not_tell_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("memory_use", "processor_times"):
        monkeypatch.setattr(module, name, lambda: None)
    monkeypatch.setattr(module, "gpu_use", list)
    with sb.SummaryWriter(tmp_path / "a") as writer, sb.log_system(writer, every=3600):
        pass
    with sb.open(tmp_path, use_index=False) as log:
        assert "system/process_percent" in log.tags()
        assert not {"system/memory_bytes", "system/processors_percent"} & set(log.tags())


def test_measurements_less_than_a_tenth_of_a_second_apart_are_refused(tmp_path: Path) -> None:
    with (
        sb.SummaryWriter(tmp_path / "a") as writer,
        pytest.raises(ValueError, match="between two measurements"),
    ):
        sb.log_system(writer, every=math.nan)
