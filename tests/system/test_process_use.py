"""What a process uses."""

import os
import sys
from pathlib import Path

import pytest

from scopeboard.system.process_use import process_use


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_memory_and_descriptors_grow_with_what_is_taken() -> None:
    before = process_use()
    assert before.resident_bytes is not None
    assert before.descriptors is not None
    block = bytearray(os.urandom(1 << 10) * (32 << 10))
    with Path(os.devnull).open("rb"):
        after = process_use()
        assert after.descriptors == before.descriptors + 1
    assert after.resident_bytes is not None
    assert after.resident_bytes >= before.resident_bytes + len(block) // 2
    assert after.processor_seconds >= before.processor_seconds > 0
