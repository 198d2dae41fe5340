"""Limits of steps, for clients that expect those of TensorBoard."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from scopeboard.compat.http.downsampling import sampled_rows
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings
from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from tools import writer
from tools.loading import Log
from tools.media_events import images, strings
from tools.mesh_events import SQUARE, SQUARE_FACES, mesh

STEPS = 1200
PICTURE = (Path(__file__).resolve().parents[2] / "data/pictures/rgb.png").read_bytes()
SERIES = {
    "scalars": "scalars/scalars?run=a&tag=x",
    "histograms": "histograms/histograms?run=a&tag=h",
    "distributions": "distributions/distributions?run=a&tag=h",
    "images": "images/images?run=a&tag=im",
    "text": "text/text?run=a&tag=t",
    "mesh": "mesh/meshes?run=a&tag=cube",
}
LOGGED = {
    name: STEPS if name in ("scalars", "histograms", "distributions") else 30 for name in SERIES
}
LIMITS = {
    "scalars": 1000,
    "histograms": 51,
    "distributions": 500,
    "images": 10,
    "text": 10,
    "mesh": 10,
}


@given(count=st.integers(0, 5000), limit=st.integers(0, 5000))
def test_the_first_and_the_last_row_and_evenly_spaced_others(count: int, limit: int) -> None:
    rows = sampled_rows(count, limit)
    if limit == 0 or count <= limit:
        assert rows is None
        return
    assert rows is not None
    positions = rows.tolist()
    assert len(set(positions)) == len(positions) == limit
    assert positions == sorted(positions)
    assert positions[-1] == count - 1
    if limit > 1:
        assert positions[0] == 0
        gaps = [after - before for before, after in pairwise(positions)]
        assert max(gaps) - min(gaps) <= 1


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """Return a log with long series of several plugins."""
    directory = tmp_path_factory.mktemp("logs")
    histo = HistogramProto(min=0, max=1, bucket_limit=[0.5, 1], bucket=[1, 2])
    records = [
        writer.event(step, writer.tf1_scalar("x", step), Summary.Value(tag="h", histo=histo))
        for step in range(STEPS)
    ]
    for step in range(30):
        records.append(images(step, PICTURE))
        records.append(writer.event(step, strings("t", "text", b"%d" % step, shape=())))
        records.append(mesh(step, vertices=[SQUARE], faces=[SQUARE_FACES]))
    writer.write_run(directory, "a", b"".join(records))
    log = Log(directory)
    log.load()
    return log


def client(log: Log, **samples: int) -> TestClient:
    app = create_app(log.store, AppSettings(samples=samples))
    return TestClient(app, base_url="http://localhost:6006", raise_server_exceptions=False)


def steps(browser: TestClient, plugin: str, samples: str | None = None) -> list[int]:
    """Return the distinct steps of the series of a plugin."""
    query = "" if samples is None else f"&samples={samples}"
    rows: list[Any] = browser.get(f"/data/plugin/{SERIES[plugin]}{query}").json()
    return sorted({row["step"] if isinstance(row, dict) else row[1] for row in rows})


@pytest.mark.parametrize("plugin", SERIES)
def test_every_step_is_returned_without_a_limit(log: Log, plugin: str) -> None:
    browser, count = client(log), LOGGED[plugin]
    assert steps(browser, plugin) == steps(browser, plugin, "0") == [*range(count)]
    assert steps(browser, plugin, "1") == [count - 1]
    assert steps(browser, plugin, "3") == [0, round((count - 1) / 2), count - 1]
    assert len(steps(browser, plugin, "tensorboard")) == LIMITS[plugin]
    assert steps(browser, plugin, str(count + 1)) == [*range(count)]


def test_the_flag_names_plugins(log: Log) -> None:
    browser = client(log, scalars=500, histograms=7, images=0)
    assert {plugin: len(steps(browser, plugin)) for plugin in SERIES} == {
        **LOGGED,
        "scalars": 500,
        "histograms": 7,
        "distributions": 7,
    }
    assert steps(browser, "scalars", "0") == [*range(STEPS)]


def test_the_flag_may_select_the_limits_of_tensorboard(log: Log) -> None:
    browser = client(log, tensorboard=0, scalars=0, distributions=20)
    assert {plugin: len(steps(browser, plugin)) for plugin in SERIES} == {
        **LIMITS,
        "scalars": STEPS,
        "distributions": 20,
    }


def test_all_routes_of_scalars_and_time_series_follow(log: Log) -> None:
    browser = client(log, scalars=5, histograms=4, images=3)
    path = "/data/plugin/scalars/scalars_multirun"
    assert len(browser.post(path, data={"tag": "x", "runs": "a"}).json()["a"]) == 5
    query = {"tag": "x", "runs": "a"}
    assert len(browser.post(f"{path}?samples=2", data=query).json()["a"]) == 2
    custom = browser.get("/data/plugin/custom_scalars/scalars?run=a&tag=x").json()
    assert len(custom["tag_to_events"]["x"]) == 5
    download = browser.get("/data/plugin/custom_scalars/download_data?run=a&tag=x").json()
    assert len(download) == 5
    requests = (
        '[{"plugin": "scalars", "tag": "x"}, {"plugin": "histograms", "tag": "h", "run": "a"},'
        ' {"plugin": "images", "tag": "im", "run": "a", "sample": 0}]'
    )
    answers = browser.get(
        "/data/plugin/timeseries/timeSeries", params={"requests": requests}
    ).json()
    assert [len(answer["runToSeries"]["a"]) for answer in answers] == [5, 4, 3]


def test_sampled_images_belong_to_their_steps(log: Log) -> None:
    rows = client(log).get("/data/plugin/images/images?run=a&tag=im&samples=3").json()
    for row in rows:
        answer = client(log).get(f"/data/plugin/images/individualImage?{row['query']}")
        assert answer.content == PICTURE


@pytest.mark.parametrize("samples", ["x", "-1", "1.5", "", "9" * 30])
def test_invalid_limits_are_rejected(log: Log, samples: str) -> None:
    for plugin in SERIES.values():
        answer = client(log).get(f"/data/plugin/{plugin}&samples={samples}")
        assert answer.status_code == 400
        assert "number of steps" in answer.text
