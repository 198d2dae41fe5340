"""A command that runs beside others: what it says, when, and how it ends."""

import os
import sys
from pathlib import Path

import pytest

from tasks.background import Background

TELLS = "import sys, time; print('one', flush=True); time.sleep(0.5); print('two'); sys.exit(3)"


def test_output_waits_for_its_turn_and_comes_whole(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    with Background([sys.executable, "-c", TELLS], tmp_path, {}) as beside:
        os.write(1, b"first\n")
        assert beside.follow() == 3
    assert capfdbinary.readouterr().out.splitlines() == [b"first", b"one", b"two"]


def test_a_command_that_is_left_is_ended(tmp_path: Path) -> None:
    with Background([sys.executable, "-c", "import time; time.sleep(600)"], tmp_path, {}) as beside:
        pass
    assert beside.ended
