"""TensorBoard's API: paths, parameters and shapes as its clients expect them."""

import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from scopeboard.wire import plugins_pb2
from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_FLOAT
from tools import writer
from tools.media_events import images, sounds, strings, wav

Serve = Callable[[dict[str, bytes]], TestClient]
BUCKETS = [[-1.0, 0, 3], [0, 2, 1]]


def histogram(*, is_old: bool) -> Summary.Value:
    """Return `BUCKETS` in either form; the old one has empty buckets at both ends."""
    if is_old:
        limits, counts = [-5, 0, 3, 1e308], [0, 3, 1, 0]
        histo = HistogramProto(min=-1, max=2, bucket_limit=limits, bucket=counts)
        return Summary.Value(tag="h", histo=histo)
    tensor = TensorProto(dtype=DT_FLOAT, tensor_content=np.array(BUCKETS, "<f4").tobytes())
    for size in (2, 3):
        tensor.tensor_shape.dim.add(size=size)
    return Summary.Value(tag="h", tensor=tensor, metadata=writer.plugin("histograms"))


def later(seconds: float, *values: float) -> bytes:
    points = enumerate(values)
    return b"".join(
        writer.event(step, writer.tf1_scalar("x", value), wall_time=1000 + seconds + step)
        for step, value in points
    )


def get_json(client: TestClient, path: str, **query: str) -> Any:  # noqa: ANN401 - JSON
    answer = client.get(f"/data/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_runs_are_ordered_by_their_first_event(serve: Serve) -> None:
    client = serve({"b": later(0, 1), "a": later(50, 1), "c/d": later(20, 1)})
    assert get_json(client, "runs") == ["b", "c/d", "a"]
    assert client.get("/experiment/any/data/runs").json() == ["b", "c/d", "a"]


def test_the_server_information(serve: Serve, tmp_path: Path) -> None:
    client = serve({"a": later(0, 1)})
    assert get_json(client, "environment")["data_location"] == str(tmp_path)
    assert get_json(client, "logdir") == {"logdir": str(tmp_path)}
    assert get_json(client, "window_properties") == {"window_title": ""}
    assert get_json(client, "experiments") == get_json(client, "experiment_runs") == []


def test_plugins_that_have_data_are_enabled(serve: Serve) -> None:
    listing = get_json(serve({"a": later(0, 1)}), "plugins_listing")
    enabled = {name for name, plugin in listing.items() if plugin["enabled"]}
    assert enabled == {"scalars", "timeseries"}
    assert listing["timeseries"]["loading_mechanism"] == {"type": "NG_COMPONENT"}
    assert listing["scalars"]["loading_mechanism"]["element_name"] == "tf-scalar-dashboard"


def test_scalars_are_rows_of_wall_time_step_and_value(serve: Serve) -> None:
    client = serve({"a": later(0, 0.5, math.nan, -math.inf)})
    assert get_json(client, "plugin/scalars/scalars", run="a", tag="x") == [
        [1000, 0, 0.5],
        [1001, 1, "NaN"],
        [1002, 2, "-Infinity"],
    ]
    info = {"displayName": "x", "description": ""}
    assert get_json(client, "plugin/scalars/tags") == {"a": {"x": info}}


def test_scalars_as_csv(serve: Serve) -> None:
    client = serve({"a": later(0, 0.5, math.nan)})
    answer = client.get("/data/plugin/scalars/scalars?run=a&tag=x&format=csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.text == "Wall time,Step,Value\r\n1000.0,0,0.5\r\n1001.0,1,nan\r\n"


@pytest.mark.parametrize("in_parts", [False, True])
def test_scalars_of_several_runs(serve: Serve, *, in_parts: bool) -> None:
    client = serve({"a": later(0, 1), "b": later(0, 2)})
    form = [("tag", "x"), ("runs", "a"), ("runs", "b"), ("runs", "c")]
    url = "/data/plugin/scalars/scalars_multirun"
    if in_parts:
        answer = client.post(url, files=[(name, (None, value)) for name, value in form])
    else:
        answer = client.post(url, data={"tag": "x", "runs": ["a", "b", "c"]})
    assert answer.json() == {"a": [[1000, 0, 1]], "b": [[1000, 0, 2]]}


@pytest.mark.parametrize("is_old", [True, False])
def test_histograms_of_both_forms(serve: Serve, *, is_old: bool) -> None:
    rows = [writer.event(step, histogram(is_old=is_old)) for step in (0, 7)]
    client = serve({"a": b"".join(rows)})
    assert get_json(client, "plugin/histograms/histograms", run="a", tag="h") == [
        [1.7e9, 0, BUCKETS],
        [1.7e9 + 7, 7, BUCKETS],
    ]
    ((_, _, first), _) = get_json(client, "plugin/distributions/distributions", run="a", tag="h")
    assert [point for point, _ in first] == [0, 668, 1587, 3085, 5000, 6915, 8413, 9332, 10000]
    assert [value for _, value in first] == pytest.approx(
        [-1, -0.9109333, -0.7884, -0.5886667, -0.3333333, -0.078, 0.7304, 1.4656, 2]
    )
    for plugin in ("histograms", "distributions"):
        assert list(get_json(client, f"plugin/{plugin}/tags")["a"]) == ["h"]


def test_missing_series_are_answered_with_404(serve: Serve) -> None:
    client = serve({"a": later(0, 1)})
    for path in (
        "plugin/scalars/scalars?run=a&tag=y",
        "plugin/scalars/scalars?run=b&tag=x",
        "plugin/histograms/histograms?run=a&tag=x",
        "plugin/audio/audio?run=a&tag=x",
        "plugin/custom_scalars/download_data?run=a&tag=y",
        "nothing",
    ):
        answer = client.get(f"/data/{path}")
        assert answer.status_code == 404, path
        assert answer.text


def test_a_missing_parameter_is_named(serve: Serve) -> None:
    answer = serve({}).get("/data/plugin/scalars/scalars?run=a")
    assert answer.status_code == 400
    assert "'tag'" in answer.text
    url = "/data/plugin/scalars/scalars_multirun"
    assert serve({}).post(url, data={"runs": "a"}).status_code == 400


def test_a_form_in_very_many_parts(serve: Serve) -> None:
    client = serve({"a": later(0, 1)})
    names = [("tag", "x"), *(("runs", f"b{number}") for number in range(50)), ("runs", "a")]
    parts = [
        f'--"\r\nContent-Disposition: form-data; filename="y"; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in names
    ]
    long = f'--"\r\nContent-Disposition: {"a=b;" * 50_000}\r\n\r\n\r\n'
    body = "".join(["preamble\r\n", long, *parts, '--"--\r\nepilogue'])
    url = "/data/plugin/scalars/scalars_multirun"
    headers = {"Content-Type": 'multipart/form-data; boundary=";x'}
    assert client.post(url, content=body, headers=headers).json() == {"a": [[1000, 0, 1]]}
    headers = {"Content-Type": "multipart/form-data"}
    assert client.post(url, content=body, headers=headers).status_code == 400


def test_every_image_of_every_step(serve: Serve) -> None:
    one, other = b"\x89PNG\r\n\x1a\n1", b"GIF89a-2"
    client = serve({"a": images(3, one, other) + images(4, one)})
    tags = get_json(client, "plugin/images/tags")["a"]
    assert tags == {"im": {"displayName": "im", "description": "", "samples": 1}}
    listed = get_json(client, "plugin/images/images", run="a", tag="im", sample="0")
    assert [entry["step"] for entry in listed] == [3, 4]
    (second,) = get_json(client, "plugin/images/images", run="a", tag="im", sample="1")
    answer = client.get(f"/data/plugin/images/individualImage?{second['query']}")
    assert answer.content == other


def test_audio_with_its_content_type(serve: Serve) -> None:
    client = serve({"a": sounds(3, wav(0.1))})
    assert get_json(client, "plugin/audio/tags")["a"]["au"]["samples"] == 1
    (entry,) = get_json(client, "plugin/audio/audio", run="a", tag="au")
    assert (entry["step"], entry["label"]) == (3, "")  # TensorBoard's page takes it for HTML
    assert entry["contentType"] == "application/octet-stream"  # of a summary without an encoding
    answer = client.get(f"/data/plugin/audio/individualAudio?{entry['query']}")
    assert (answer.content, answer.headers["content-type"]) == (wav(0.1), "audio/wav")


def test_texts_as_html(serve: Serve) -> None:
    table = strings("t", "text", b"<b>", b"*i*", shape=(1, 2))
    note = strings("n", "text", b"*i*", shape=())
    client = serve({"a": writer.event(1, table, note)})
    assert {run: sorted(tags) for run, tags in get_json(client, "plugin/text/tags").items()} == {
        "a": ["n", "t"]
    }
    (entry,) = get_json(client, "plugin/text/text", run="a", tag="n")
    assert (entry["step"], entry["text"]) == (1, "<p><em>i</em></p>")
    (entry,) = get_json(client, "plugin/text/text", run="a", tag="t", markdown="false")
    assert entry["text"] == (
        "<table>\n<tbody>\n<tr>\n<td>&lt;b&gt;</td>\n<td>*i*</td>\n</tr>\n</tbody>\n</table>"
    )


def test_tokens_in_texts_and_descriptions_are_text(serve: Serve) -> None:
    metadata = writer.plugin("text")
    metadata.summary_description = "accuracy at <mask>"
    note = strings("n", "text", b'<s> "a" <mask> b</s>', shape=())
    note.metadata.CopyFrom(metadata)
    loss = writer.tf2_scalar("x", 1.0, first=True)
    loss.metadata.summary_description = "accuracy at <mask>"
    client = serve({"a": writer.event(1, note, loss)})
    (entry,) = get_json(client, "plugin/text/text", run="a", tag="n")
    assert entry["text"] == '<p>&lt;s&gt; "a" &lt;mask&gt; b&lt;/s&gt;</p>'
    (entry,) = get_json(client, "plugin/text/text", run="a", tag="n", markdown="false")
    assert entry["text"] == '&lt;s&gt; "a" &lt;mask&gt; b&lt;/s&gt;'
    description = get_json(client, "plugin/scalars/tags")["a"]["x"]["description"]
    assert description == "<p>accuracy at &lt;mask&gt;</p>"


@pytest.mark.parametrize(
    "key", ["", "x", "W10", "WzEsMiwzXQ", "WyJpbWFnZXMiLCJhIiwiYiIsMSwtMSwwXQ"]
)
def test_invalid_keys_are_rejected(serve: Serve, key: str) -> None:
    answer = serve({}).get("/data/plugin/images/individualImage", params={"blob_key": key})
    assert answer.status_code == 400


def test_series_longer_than_a_block(serve: Serve) -> None:
    values = np.random.default_rng(1).normal(size=20_000).astype(np.float32).tolist()
    client = serve({"a": later(0, *values), "b": later(9, 1), "c": later(0, *values[:5000])})
    rows = [[1000 + step, step, value] for step, value in enumerate(values)]
    assert get_json(client, "plugin/scalars/scalars", run="a", tag="x") == rows
    form = {"tag": "x", "runs": ["a", "b", "c"]}
    answer = client.post("/data/plugin/scalars/scalars_multirun", data=form)
    assert answer.json() == {"a": rows, "b": [[1009, 0, 1]], "c": rows[:5000]}


def test_equal_charts_of_one_layout_stay_and_those_of_another_join_them(serve: Serve) -> None:
    def layout(*titles: str) -> bytes:
        lines = plugins_pb2.MultilineChartContent(tag=["x"])
        charts = [plugins_pb2.Chart(title=title, multiline=lines) for title in titles]
        category = plugins_pb2.Category(title="c", chart=charts)
        content = plugins_pb2.Layout(category=[category]).SerializeToString()
        return writer.event(
            0, strings("custom_scalars__config__", "custom_scalars", content, shape=())
        )

    client = serve({"a": layout("t", "t"), "b": layout("t", "u")})
    (category,) = get_json(client, "plugin/custom_scalars/layout")["category"]
    assert [chart["title"] for chart in category["chart"]] == ["t", "t", "u"]


def test_a_tensor_is_found_by_the_name_that_the_list_has(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    config = 'embeddings { tensor_name: "w:0:0" tensor_path: "w.tsv" }'
    (tmp_path / "a" / "projector_config.pbtxt").write_text(config)
    (tmp_path / "a" / "w.tsv").write_text("1\t2\n3\t4\n")
    client = serve({"a": later(0, 1)})
    (embedding,) = get_json(client, "plugin/projector/info", run="a")["embeddings"]
    query = {"run": "a", "name": embedding["tensorName"]}
    answer = client.get("/data/plugin/projector/tensor", params=query)
    assert answer.content == np.array([[1, 2], [3, 4]], "<f4").tobytes()


def test_a_tensor_of_a_checkpoint(serve: Serve, tmp_path: Path) -> None:
    checkpoint = Path(__file__).parents[1] / "data" / "checkpoints" / "parts"
    run = Path(shutil.copytree(checkpoint, tmp_path / "a"))
    (run / "projector_config.pbtxt").write_text('embeddings { tensor_name: "parted" }')
    expected = np.load(run / "expected.npz")["parted"]
    client = serve({"a": later(0, 1)})
    info = get_json(client, "plugin/projector/info", run="a")
    assert info["modelCheckpointPath"] == "model.ckpt-100"
    assert info["embeddings"][0] == {"tensorName": "parted", "tensorShape": [10, 4]}
    for rows in (None, 3):
        query = "run=a&name=parted" + (f"&num_rows={rows}" if rows else "")
        answer = client.get(f"/data/plugin/projector/tensor?{query}")
        assert answer.content == expected[:rows].astype("<f4").tobytes()
