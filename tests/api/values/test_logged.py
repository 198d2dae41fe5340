"""Single values as logged, over HTTP."""

import pytest

from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from tools import writer
from tools.media_events import sounds

from ..conftest import Serve


def histogram(bucket: float) -> Summary.Value:
    return Summary.Value(tag="h", histo=HistogramProto(bucket_limit=[1], bucket=[bucket]))


def test_a_value_is_as_logged(serve: Serve) -> None:
    client = serve({"a": b"".join(writer.event(5, histogram(n)) for n in (1, 2))})
    (run,) = (run["id"] for run in client.get("/api/runs").json()["runs"])
    for nth in (0, 1):
        query = {"kind": "histograms", "tag": "h", "run": run, "step": 5, "nth": nth}
        answer = client.get("/api/value", params=query)
        value = Summary.Value.FromString(answer.content)
        assert (value.tag, [*value.histo.bucket]) == ("h", [nth + 1])
        held = client.get(
            "/api/value", params=query, headers={"If-None-Match": answer.headers["etag"]}
        )
        assert held.status_code == 304


def test_a_value_has_the_metadata_of_its_tag(serve: Serve) -> None:
    client = serve({"a": sounds(0, b"RIFF", tag="s") + sounds(1, b"RIFF", tag="s")})
    (run,) = (run["id"] for run in client.get("/api/runs").json()["runs"])
    contents = set()
    for step in (0, 1):
        query = {"kind": "audio", "tag": "s", "run": run, "step": step}
        value = Summary.Value.FromString(client.get("/api/value", params=query).content)
        contents.add(value.metadata.plugin_data.content)
    assert len(contents) == 1


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("kind=histograms&tag=h&run=gone&step=5", 404),
        ("kind=histograms&tag=h&run={run}&step=6", 404),
        ("kind=histograms&tag=h&run={run}&step=5&nth=1", 404),
        ("kind=scalars&tag=h&run={run}&step=5", 422),
        ("kind=histograms&tag=h&run={run}&step=5&nth=-1", 422),
    ],
)
def test_what_is_no_value(serve: Serve, query: str, status: int) -> None:
    client = serve({"a": writer.event(5, histogram(1))})
    (run,) = (run["id"] for run in client.get("/api/runs").json()["runs"])
    answer = client.get(f"/api/value?{query.format(run=run)}")
    assert (answer.status_code, "message" in answer.json()["error"]) == (status, True)
