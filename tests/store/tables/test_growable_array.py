"""Distinct numbers, and growable arrays."""

import subprocess
import sys
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.store.tables.growable_array import distinct
from tools import writer


@given(st.lists(st.integers(-9, 9)))
def test_each_is_there_once_in_order(numbers: list[int]) -> None:
    assert distinct(np.array(numbers, np.int64)).tolist() == sorted(set(numbers))


def test_a_start_does_not_import_masked_arrays(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": range(20)}))
    program = """
import sys
from pathlib import Path
from scopeboard.ingest.loader import Loader
from scopeboard.store.store import Store
store = Store()
loader = Loader(store, Path(sys.argv[1]))
loader.scan()
while loader.read_next():
    loader.flush()
assert store.snapshot().count_tags() == 1
print("numpy.ma" in sys.modules)
"""
    told = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], check=True, capture_output=True, text=True
    )
    assert told.stdout == "False\n"
