"""Texts, from event files to JSON."""

from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_STRING
from tools import writer

from ..conftest import Serve


def text(step: int, *texts: str, shape: tuple[int, ...] = ()) -> bytes:
    """Return the record of a text."""
    dims = [TensorShapeProto.Dim(size=size) for size in shape]
    tensor = TensorProto(
        dtype=DT_STRING,
        tensor_shape=TensorShapeProto(dim=dims),
        string_val=[one.encode() for one in texts],
    )
    return writer.event(
        step, Summary.Value(tag="note", tensor=tensor, metadata=writer.plugin("text"))
    )


def test_the_last_text_of_each_run_is_rendered(serve: Serve) -> None:
    client = serve({"a": text(0, "old") + text(5, "*new*"), "b": text(1, "b")})
    values = client.get("/api/text", params={"tag": "note"}).json()["values"]
    assert [(value["step"], value["shape"]) for value in values] == [(5, []), (1, [])]
    emphasis = {"tag": "em", "attributes": {}, "children": ["new"]}
    assert values[0]["rows"][0][0][0] == {"tag": "p", "attributes": {}, "children": [emphasis]}


def test_costly_text_is_sent_as_logged(serve: Serve) -> None:
    costly = "[" * 100_000
    client = serve({"a": text(1, costly, "*b*", shape=(2,))})
    (value,) = client.get("/api/text", params={"tag": "note"}).json()["values"]
    assert value["rows"][0][0] == [costly]
    assert value["rows"][1][0][0]["tag"] == "p"
    assert value["unrendered"] == 1
    (raw,) = client.get("/api/text?tag=note&form=raw").json()["values"]
    assert (raw["rows"], raw["unrendered"]) == ([[[costly]], [["*b*"]]], 0)
    (row,) = client.get("/data/plugin/text/text?run=a&tag=note").json()
    assert f"<td>{costly}</td>" in row["text"]


def test_unknown_markup_is_sent_as_text(serve: Serve) -> None:
    client = serve({"a": text(0, "<s> Paris is <mask>. <b>x</b> <think>y")})
    (value,) = client.get("/api/text?tag=note").json()["values"]
    (paragraph, _) = value["rows"][0][0]
    bold = {"tag": "b", "attributes": {}, "children": ["x"]}
    assert paragraph["children"] == ["<s> Paris is <mask>. ", bold, " <think>y"]


def test_raw_texts_of_a_step_as_a_table(serve: Serve) -> None:
    client = serve({"a": text(3, "*a*", "b", "c", "d", shape=(2, 2)) + text(4, "later")})
    (value,) = client.get("/api/text?tag=note&step=3&step=99&form=raw").json()["values"]
    assert (value["step"], value["shape"]) == (3, [2, 2])
    assert value["rows"] == [[["*a*"], ["b"]], [["c"], ["d"]]]


def test_an_invalid_text_is_reported(serve: Serve) -> None:
    odd = Summary.Value(
        tag="note",
        tensor=TensorProto(dtype=DT_FLOAT, float_val=[1]),
        metadata=writer.plugin("text"),
    )
    (value,) = serve({"a": writer.event(0, odd)}).get("/api/text?tag=note").json()["values"]
    assert value["rows"] == []
    assert "float instead of strings" in value["message"]


def test_an_unknown_tag_is_not_found(serve: Serve) -> None:
    assert serve({"a": text(0, "x")}).get("/api/text?tag=other").status_code == 404
