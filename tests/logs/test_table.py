"""Tables: columns by name, and their forms in other libraries."""

import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from scopeboard.logs.columns import Names
from scopeboard.logs.table import Table

VALUES = [1.5, float("nan"), float("-inf")]


def table() -> Table:
    return Table(
        {
            "run": Names.of(["b", "a", "b"]),
            "step": np.array([1, 2, 2**62]),
            "value": np.array(VALUES),
            "is_last": np.array([False, False, True]),
            "note": np.array(["x\udc80", None, "y"], object),
        }
    )


def test_columns_rows_and_slices() -> None:
    full = table()
    assert full.columns == ("run", "step", "value", "is_last", "note")
    assert len(full) == 3
    assert full["step"].tolist() == [1, 2, 2**62]
    with pytest.raises(KeyError, match="the columns are run, step"):
        full["steps"]
    assert [row["step"] for row in full[1:]] == [2, 2**62]
    with pytest.raises(KeyError, match=r"c0, .*c29, …") as error:
        Table({f"c{number}": np.zeros(1) for number in range(3000)})["d"]
    assert len(str(error.value)) < 300
    some = full[full["run"] == "b"]
    assert [*some["run"]] == ["b", "b"]
    assert full[[2, 0]]["step"].tolist() == [2**62, 1]
    assert full[(2, 0)]["step"].tolist() == [2**62, 1]
    assert len(full[()]) == 0
    assert full[full["step"].argmax()]["step"].tolist() == [2**62]
    assert [row["step"] for row in full[-1]] == [2**62]
    assert len(Table({})) == 0
    with pytest.raises(IndexError):
        full[3]


def test_columns_are_chosen_by_their_names() -> None:
    full = table()
    two = full[["value", "run"]]
    assert two.columns == ("value", "run")
    assert two["value"] is full["value"]
    assert len(full[[]]) == 0
    with pytest.raises(KeyError, match="'steps'; the columns are run, step"):
        full[["run", "steps"]]
    assert full._ipython_key_completions_() == [*full.columns]


def test_arrays_and_data_frames_have_the_same_memory() -> None:
    full = table()
    assert full.to_numpy()["run"].tolist() == ["b", "a", "b"]
    frame = full.to_pandas()
    assert isinstance(frame, pd.DataFrame)
    assert frame["run"].tolist() == ["b", "a", "b"]
    assert frame["run"].dtype == "category"
    polars = full.to_polars()
    assert isinstance(polars, pl.DataFrame)
    assert polars["run"].to_list() == ["b", "a", "b"]
    arrow = full.to_arrow()
    assert isinstance(arrow, pa.Table)
    for values in (
        full.to_numpy()["value"],
        frame["value"].to_numpy(),
        polars["value"].to_numpy(),
        arrow["value"].chunk(0).to_numpy(),
    ):
        assert np.shares_memory(values, full["value"])
        assert np.array_equal(values, VALUES, equal_nan=True)


def test_a_table_is_an_arrow_stream() -> None:
    arrow = pa.RecordBatchReader.from_stream(table()).read_all()
    assert arrow.schema.field("run").type == pa.dictionary(pa.int32(), pa.string())
    assert arrow.schema.field("step").type == pa.int64()
    assert arrow["run"].to_pylist() == ["b", "a", "b"]
    assert arrow["is_last"].to_pylist() == [False, False, True]
    assert arrow["note"].to_pylist() == ["x?", None, "y"]
    assert str(arrow["value"].to_pylist()) == "[1.5, nan, -inf]"
    assert arrow["value"].null_count == 0


def test_a_stream_outlives_its_table() -> None:
    arrow = pa.table(Table({"step": np.arange(1000)}))
    assert arrow["step"].to_pylist() == list(range(1000))


def test_a_missing_library_is_named() -> None:
    program = (
        "import sys; sys.modules['pandas'] = None\n"
        "from scopeboard.logs.table import Table\n"
        "try: Table({}).to_pandas()\n"
        "except ImportError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert (
        done.stdout.strip() == "to_pandas needs pandas, which is not installed: pip install pandas"
    )


def test_the_text_of_a_table_is_short() -> None:
    text = repr(Table({"wall_time": np.full(1000, 1.7e9), "value": np.full(1000, 0.25)}))
    lines = text.splitlines()
    assert lines[0].split() == ["wall_time", "value"]
    assert lines[1].split() == ["1700000000.0", "0.25"]
    assert lines[-2:] == ["…", "[1,000 rows × 2 columns]"]
    assert len(lines) == 13
