"""Info cards, attributes, neighbours and tensors over HTTP."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from graph.graphdefs import real_graph
from graph.libraries import function, library
from graph.run_metadatas import real_metadata
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.tensor_pb2 import TensorShapeProto
from scopeboard.wire.types_pb2 import DT_FLOAT
from tools import writer

from ..conftest import Serve
from .test_statistics import measured_event


@pytest.fixture
def client(serve: Serve) -> TestClient:
    values = {"layer1/weights/mean": [1.0], "accuracy": [0.5], "layer10/x": [1.0]}
    return serve(
        {
            "train": writer.scalar_file(values)
            + writer.graph_event(real_graph("seed_mnist"))
            + measured_event("step099", 99, real_metadata())
        }
    )


def ask(client: TestClient, path: str, **parameters: Any) -> Any:  # noqa: ANN401 - JSON
    (graph,) = [g for g in client.get("/api/graphs").json()["graphs"] if g["tag"] == ""]
    answer = client.get(f"/api/graphs/{graph['id']}/{path}", params=parameters)
    return answer.json() | {"status": answer.status_code}


def test_the_card_of_an_op(client: TestClient) -> None:
    card = ask(client, "node", name="layer1/MatMul")
    assert (card["kind"], card["op"], card["label"], card["count"]) == ("op", "MatMul", "MatMul", 1)
    attributes = {each["name"]: (each["type"], each["text"]) for each in card["attributes"]}
    assert attributes["transpose_a"] == ("bool", "false")
    assert attributes["T"] == ("type", "float32")
    assert "_output_shapes" not in attributes
    first, second = card["ends"]["inputs"]
    assert (first["slot"], first["source"]["name"], first["port"]) == (0, "input/x-input", 0)
    assert (first["tensor"]["label"], first["tensor"]["dtype"]) == ("?×784", "float32")
    assert second["source"]["name"] == "layer1/weights/read"
    assert second["tensor"]["bytes"] == 784 * 500 * 4
    (output,) = card["ends"]["outputs"]
    assert output["tensor"]["shape"] == [-1, 500]
    assert output["consumers"][0]["target"]["name"] == "layer1/add"
    assert card["costs"]["flops"] is not None
    assert card["neighbours"] is None


def test_the_card_of_a_scope(client: TestClient) -> None:
    card = ask(client, "node", name="layer1")
    assert (card["kind"], card["count"], card["attributes"], card["ends"]) == (
        "metanode",
        58,
        [],
        None,
    )
    assert sum(each["ops"] for each in card["op_types"]) == 58
    inward = {each["name"]: each for each in card["neighbours"]["inward"]}
    assert (inward["input"]["label"], inward["input"]["tensors"]) == ("?×784", 1)
    outward = {(e["name"], e["kind"]): e["tensors"] for e in card["neighbours"]["outward"]}
    assert outward["train_step", "data"] == 8
    assert [(tag["tag"], tag["rule"]) for tag in card["tags"]["tags"]] == [
        ("layer1/weights/mean", "prefix")
    ]


def test_the_card_of_an_annotation(client: TestClient) -> None:
    card = ask(client, "node", name="Const")
    assert (card["kind"], card["op"], card["hosts"]) == ("constant", "Const", ["Mean"])
    (value,) = [each for each in card["attributes"] if each["name"] == "value"]
    assert value["text"] == "int32 1 [0]"
    summary = ask(client, "node", name="accuracy")
    assert (summary["kind"], summary["hosts"]) == ("summary", ["Mean"])
    assert [(tag["tag"], tag["rule"]) for tag in summary["tags"]["tags"]] == [
        ("accuracy", "summary")
    ]
    host = ask(client, "node", name="Mean")
    assert [each["name"] for each in host["annotations"]] == ["Const", "accuracy"]


def test_the_measurements_of_a_node(client: TestClient) -> None:
    card = ask(client, "node", name="layer1/Relu", tag="step099")
    told = card["statistics"]
    assert (told["runs"], told["totals"]["peak"]) == (1, 200_000)
    assert told["outputs"][0] | {"dtype": ""} == {
        "slot": 0,
        "shape": [100, 500],
        "label": "100×500",
        "dtype": "",
        "bytes": 200_000,
    }
    assert ask(client, "node", name="layer1", tag="step099")["statistics"]["totals"]["ran"] == 25
    assert ask(client, "node", name="Const", tag="step099")["statistics"]["runs"] == 0
    assert ask(client, "node", name="layer1")["statistics"] is None


def test_large_attributes_are_read_on_request(serve: Serve) -> None:
    weights = NodeDef(name="weights", op="Const")
    weights.attr["value"].tensor.dtype = DT_FLOAT
    weights.attr["value"].tensor.tensor_shape.dim.append(TensorShapeProto.Dim(size=50_000))
    weights.attr["value"].tensor.tensor_content = b"\0\0\x80\x3f" * 50_000
    weights.attr["note"].s = b"x" * 3000
    weights.attr["dtype"].type = DT_FLOAT
    graph = GraphDef(node=[NodeDef(name="first", op="NoOp"), weights])
    client = serve({"a": writer.graph_event(graph.SerializeToString())})
    card = ask(client, "node", name="weights")
    assert [(each["name"], each["text"]) for each in card["attributes"]] == [
        ("dtype", "float32"),
        ("note", None),
        ("value", None),
    ]
    assert card["attributes"][2]["bytes"] > 200_000
    assert ask(client, "attribute", name="weights", key="note")["text"] == "x" * 3000
    value = ask(client, "attribute", name="weights", key="value")
    assert value["type"] == "tensor"
    assert value["text"].startswith("float32 50000 [1.0, 1.0")
    assert value["text"].endswith("… 40,000 more]")
    assert ask(client, "attribute", name="weights", key="no")["status"] == 404
    assert ask(client, "attribute", name="no", key="no")["status"] == 404


BODY = function("body", "x", "y=add:z:0", "mul Mul x", "add Add mul:z:0 x")


def test_cards_of_functions(serve: Serve) -> None:
    calls = ("s/call PartitionedCall a f=body", "t/call PartitionedCall a f=body")
    client = serve({"a": writer.graph_event(library([BODY], "a Add", *calls, "c Add s/call"))})
    call = ask(client, "node", name="s/call")
    assert (call["kind"], call["count"]) == ("function", 4)
    assert call["calls"] == [{"function": "body", "attribute": "f", "recursive": False}]
    assert {each["name"]: each["ops"] for each in call["op_types"]}["Mul"] == 1
    body = ask(client, "node", name="(functions)/body")
    assert (body["kind"], body["usages"]["callers"]) == ("function", ["s/call", "t/call"])
    inner = ask(client, "node", name="t/call/add")
    assert inner["function"] == "body"
    sources = [each["source"]["name"] for each in inner["ends"]["inputs"]]
    assert sources == ["t/call/mul", "t/call/x"]
    argument = ask(client, "node", name="s/call/x")
    assert [each["source"]["name"] for each in argument["ends"]["inputs"]] == ["a"]
    (output,) = ask(client, "node", name="s/call/result:y")["ends"]["outputs"]
    assert [each["target"]["name"] for each in output["consumers"]] == ["c"]
    around = ask(client, "neighbours", name="s/call/x")
    assert [each["name"] for each in around["inward"]] == ["a"]
    assert sorted(each["name"] for each in around["outward"]) == ["s/call/add", "s/call/mul"]


def test_neighbours_have_a_bound(client: TestClient) -> None:
    told = ask(client, "neighbours", name="layer1", limit=1)
    assert (len(told["inward"]), len(told["outward"])) == (1, 1)
    assert told["total_out"] > 1
    total = told["total_in"] + told["total_out"]
    assert told["bound"] == f"2 of {total} neighbours are listed."


def test_the_tensors_of_a_metaedge(client: TestClient) -> None:
    told = ask(client, "tensors", source="layer1", target="train_step", control=False, limit=2)
    assert (told["total"], len(told["tensors"])) == (8, 2)
    assert all(each["source"].startswith("layer1/") for each in told["tensors"])


@pytest.mark.parametrize("path", ["node", "neighbours"])
def test_missing_nodes_are_refused_with_a_sentence(client: TestClient, path: str) -> None:
    answer = ask(client, path, name="no")
    assert answer["status"] == 404
    assert answer["error"]["message"] == "The graph has no node called “no”."
