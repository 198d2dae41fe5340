"""Trainings side by side, from event files to JSON."""

from math import nan

from scopeboard.types import run_id_of
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_STRING
from tools import writer
from tools.hparam_values import hparams_event, start

from ..conftest import Serve


def text_event(tag: str, text: str, step: int = 0) -> bytes:
    value = Summary.Value(tag=tag, tensor=TensorProto(dtype=DT_STRING, string_val=[text.encode()]))
    value.metadata.CopyFrom(writer.plugin("text"))
    return writer.event(step, value)


def test_hparams_metrics_and_texts_by_row(serve: Serve) -> None:
    flags = writer.version() + text_event("flags", "old") + text_event("flags", "--x 1", step=3)
    client = serve(
        {
            "a": flags + hparams_event(start({"lr": 0.1, "bias": True})),
            "a/train": writer.scalar_file({"loss": [3, 1, 2]}),
            "b": writer.version() + text_event("args", '{"lr": 0.2, "bias": true}'),
            "b/train": writer.scalar_file({"loss": [nan]}),
            "b/val": writer.scalar_file({"loss": [5]}),
            "c": writer.scalar_file({"unseen": [5]}),
        }
    )
    ids = [run_id_of(name) for name in ("a", "a/train", "b", "b/train", "b/val")]
    found = client.get("/api/comparison", params={"run": [*ids, "gone"]}).json()
    assert [(t["training"], len(t["runs"])) for t in found["trainings"]] == [("a", 2), ("b", 3)]
    rows = [(r["section"], r["name"], r["phase"], r["differs"], r["values"]) for r in found["rows"]]
    assert rows == [
        ("hparams", "bias", "", False, [True, True]),
        ("hparams", "lr", "", True, [0.1, 0.2]),
        ("last", "loss", "train", True, [2.0, "NaN"]),
        ("last", "loss", "val", True, [None, 5.0]),
        ("least", "loss", "train", True, [1.0, "NaN"]),
        ("least", "loss", "val", True, [None, 5.0]),
        ("greatest", "loss", "train", True, [3.0, "NaN"]),
        ("greatest", "loss", "val", True, [None, 5.0]),
        ("texts", "args", "", True, [None, '{"lr": 0.2, "bias": true}']),
        ("texts", "flags", "", True, ["--x 1", None]),
        ("flags", "--x", "", True, ["1", None]),
        ("tags", "loss", "val", True, [None, "scalars"]),
        ("tags", "args", "", True, [None, "text"]),
        ("tags", "flags", "", True, ["text", None]),
        ("tags", "loss", "train", False, ["scalars", "scalars"]),
    ]
    assert (found["more_tags"], found["more_texts"], found["more_logged"]) == (0, 0, 0)


def test_the_answer_is_not_sent_twice(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": [1]})})
    params = {"run": [run_id_of("a")]}
    etag = client.get("/api/comparison", params=params).headers["etag"]
    again = client.get("/api/comparison", params=params, headers={"If-None-Match": etag})
    assert again.status_code == 304
