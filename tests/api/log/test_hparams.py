"""Sessions and their hyper-parameters, from event files to JSON."""

from math import nan

from scopeboard.wire import plugins_pb2 as pb
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_STRING
from tools import writer
from tools.hparam_values import end, experiment, hparams_event, start

from ..conftest import Serve


def test_a_log_without_hparams_has_no_sessions(serve: Serve) -> None:
    found = serve({"a": writer.scalar_file({"x": [1]})}).get("/api/hparams").json()
    assert (found["sessions"], found["hparams"], found["metrics"]) == ([], [], [])


def test_sessions_by_row_and_hparams_by_column(serve: Serve) -> None:
    loss = pb.MetricInfo(name=pb.MetricName(group="train", tag="loss"))
    client = serve(
        {
            ".": hparams_event(experiment(metric_infos=[loss])),
            "a": hparams_event(start({"lr": 0.1, "opt": "adam"})) + hparams_event(end(1)),
            "a/train": writer.scalar_file({"loss": [1]}),
            "b": hparams_event(start({"lr": nan, "bias": True})),
        }
    )
    found = client.get("/api/hparams").json()
    assert [(s["name"], s["status"]) for s in found["sessions"]] == [("a", "success"), ("b", None)]
    assert [(m["group"], m["place"]) for m in found["sessions"][0]["members"]] == [
        ("", "session"),
        ("train", "below"),
    ]
    assert [(h["name"], h["type"], h["values"]) for h in found["hparams"]] == [
        ("bias", "bool", [None, True]),
        ("lr", "number", [0.1, "NaN"]),
        ("opt", "string", ["adam", None]),
    ]
    assert [(m["group"], m["tag"]) for m in found["metrics"]] == [("train", "loss")]


def test_the_answer_is_not_sent_twice(serve: Serve) -> None:
    client = serve({"a": hparams_event(start({"lr": 1}))})
    etag = client.get("/api/hparams").headers["etag"]
    assert client.get("/api/hparams", headers={"If-None-Match": etag}).status_code == 304


def test_a_configuration_makes_a_session(serve: Serve) -> None:
    text = writer.plugin("text")
    tensor = TensorProto(dtype=DT_STRING, string_val=[b'{"lr": 0.1, "bias": true}'])
    args = writer.event(0, Summary.Value(tag="args", tensor=tensor, metadata=text))
    client = serve({"a": hparams_event(start({"lr": 0.5})) + args, "b": writer.version() + args})
    found = client.get("/api/hparams").json()
    assert [s["name"] for s in found["sessions"]] == ["a", "b"]
    columns = {h["name"]: h["values"] for h in found["hparams"]}
    assert columns == {"bias": [True, True], "lr": [0.5, 0.1]}
