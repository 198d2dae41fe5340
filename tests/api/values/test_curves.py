"""Curves, from event files to JSON."""

from collections.abc import Sequence

import numpy as np
import pytest

from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DT_FLOAT
from tools import writer

from ..conftest import Serve


def curve(step: int, *rows: Sequence[float]) -> bytes:
    """Return the record of a curve."""
    table = np.array(rows, "<f4")
    dims = [TensorShapeProto.Dim(size=size) for size in table.shape]
    tensor = TensorProto(
        dtype=DT_FLOAT,
        tensor_shape=TensorShapeProto(dim=dims),
        tensor_content=table.tobytes(),
    )
    value = Summary.Value(tag="pr", tensor=tensor, metadata=writer.plugin("pr_curves"))
    return writer.event(step, value)


ROWS = ([2, 1, 0], [2, 0, 0], [0, 2, 2], [0, 1, 2], [0.5, 1, 0], [1, 0.5, 0])


def test_curves_with_their_counts_and_areas(serve: Serve) -> None:
    client = serve({"a": curve(0, *ROWS), "b": writer.scalar_file({"x": [1]})})
    (found,) = client.get("/api/curves?tag=pr").json()["curves"]
    points = found["curve"]
    assert points["threshold"] == [0, 0.5, 1]
    assert points["precision"] == [0.5, 1, "NaN"]
    assert points["recall"] == [1, 0.5, 0]
    assert points["false_positive_rate"] == [1, 0, 0]
    assert (points["average_precision"], points["roc_area"]) == (0.75, 0.75)
    assert points["true_negatives"] == [0, 2, 2]


@pytest.mark.parametrize(("asked", "step"), [("", 30), ("&step=12", 10), ("&step=-99", 0)])
def test_each_run_answers_at_its_nearest_step(serve: Serve, asked: str, step: int) -> None:
    client = serve({"a": b"".join(curve(at, *ROWS) for at in (0, 10, 30))})
    (found,) = client.get(f"/api/curves?tag=pr{asked}").json()["curves"]
    assert found["step"] == step


def test_an_invalid_curve_is_reported(serve: Serve) -> None:
    client = serve({"a": curve(0, *ROWS[:5])})
    (found,) = client.get("/api/curves?tag=pr").json()["curves"]
    assert found["curve"] is None
    assert "(5, 3) instead of [6, thresholds]" in found["message"]
    assert client.get("/api/curves?tag=gone").status_code == 404


def test_extreme_steps_are_distinct(serve: Serve) -> None:
    largest = 2**63 - 1
    client = serve({"a": curve(largest - 1, *ROWS) + curve(largest, *ROWS)})
    for asked, found in ((None, largest), (largest, largest), (largest - 1, largest - 1)):
        answer = client.get(
            "/api/curves", params={"tag": "pr", "step": asked} if asked else "tag=pr"
        )
        assert [one["step"] for one in answer.json()["curves"]] == [str(found)]
    answer = client.get("/api/curves", params={"tag": "pr", "step": 10**30})
    assert [one["step"] for one in answer.json()["curves"]] == [str(largest)]
