"""What Python reads is what TensorBoard's own reader has of the same files, bit for bit."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tensorboard.util.tensor_util import make_ndarray

import scopeboard as sb
from scopeboard.logs.values.sequence import LoggedValue, Values
from tools import writer
from tools.event_reader import accumulated
from tools.served import excerpt

Series = list[tuple[int, float, Any]]
FILES = ("pytorch", "tensorflow_v1", "tensorflow_v2")
NUMBERS = [0.1, np.nan, np.inf, -np.inf, 5e-324, -0.0, 1e300]


@pytest.fixture(params=[*FILES, "odd"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    name: str = request.param
    odd = writer.scalar_file({"odd": NUMBERS, "ä|ö": [2**53 + 1]})
    data = odd if name == "odd" else excerpt(f"events/{name}.tfevents")
    writer.write_run(tmp_path, "run", data)
    return tmp_path / "run"


def tensors(run: Path, plugin: str) -> dict[str, list[Any]]:
    """Return the tensors of a plugin by tag, as TensorBoard reads them."""
    found = accumulated(run)
    return {
        tag: found.Tensors(tag)
        for tag in found.Tags()["tensors"]
        if found.SummaryMetadata(tag).plugin_data.plugin_name == plugin
    }


def bits(number: float) -> bytes:
    return np.float64(number).tobytes()


def test_scalars(run: Path) -> None:
    found = accumulated(run)
    expected = {
        tag: [
            (event.step, bits(event.wall_time), bits(event.value)) for event in found.Scalars(tag)
        ]
        for tag in found.Tags()["scalars"]
    }
    for tag, events in tensors(run, "scalars").items():
        expected[tag] = [
            (event.step, bits(event.wall_time), bits(float(make_ndarray(event.tensor_proto))))
            for event in events
        ]
    read: dict[str, list[tuple[int, bytes, bytes]]] = {}
    log = sb.open(run.parent, use_index=False)
    for row in log.scalars():
        point = row["step"], bits(row["wall_time"]), bits(row["value"])
        read.setdefault(row["tag"], []).append(point)
    assert read == expected


def by_tag(values: Values[Any], content: Callable[[Any], object]) -> dict[str, Series]:
    read: dict[str, Series] = {}
    for value in values:
        read.setdefault(value.tag, []).append((value.step, value.wall_time, content(value)))
    return read


def texts_of(value: LoggedValue[Any]) -> list[str]:
    texts: list[str] = value.array.reshape(-1).tolist()  # type: ignore[attr-defined] # of a text
    return texts


def test_values(run: Path) -> None:
    log, found = sb.open(run.parent, use_index=False), accumulated(run)
    images, audio, texts, histograms = (
        by_tag(log.images(), lambda value: value.samples),
        by_tag(log.audio(), lambda value: value.samples),
        by_tag(log.text(), texts_of),
        by_tag(log.histograms(), lambda value: value.count.tolist()),
    )
    expected = {
        tag: [
            (each.step, each.wall_time, [each.encoded_image_string]) for each in found.Images(tag)
        ]
        for tag in found.Tags()["images"]
    }
    for tag, events in tensors(run, "images").items():
        expected[tag] = [
            (each.step, each.wall_time, make_ndarray(each.tensor_proto)[2:].tolist())
            for each in events
        ]
    assert images == expected
    expected = {
        tag: [(each.step, each.wall_time, [each.encoded_audio_string]) for each in found.Audio(tag)]
        for tag in found.Tags()["audio"]
    }
    for tag, events in tensors(run, "audio").items():
        expected[tag] = [
            (each.step, each.wall_time, make_ndarray(each.tensor_proto)[:, 0].tolist())
            for each in events
        ]
    assert audio == expected
    assert texts == {
        tag: [
            (
                each.step,
                each.wall_time,
                [item.decode() for item in make_ndarray(each.tensor_proto).reshape(-1)],
            )
            for each in events
        ]
        for tag, events in tensors(run, "text").items()
    }
    expected = {
        tag: [
            (each.step, each.wall_time, _filled(each.histogram_value.bucket))
            for each in found.Histograms(tag)
        ]
        for tag in found.Tags()["histograms"]
    }
    for tag, events in tensors(run, "histograms").items():
        expected[tag] = [
            (each.step, each.wall_time, make_ndarray(each.tensor_proto)[:, 2].tolist())
            for each in events
        ]
    assert histograms == expected


def _filled(counts: Any) -> list[float]:  # noqa: ANN401 - of a message
    """Return counts from the first bucket with any to the last one."""
    rows = np.flatnonzero(np.array(counts))
    return list(counts)[rows[0] : rows[-1] + 1]
