"""Hashes of models: the same for one model under other names, settings and batch sizes."""

from graph.graphdefs import graph_bytes, node, real_graph
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.prepared.model_hash import model_hash
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT


def weight(name: str, *shape: int) -> NodeDef:
    found = node(name, "VariableV2")
    for size in shape:
        found.attr["shape"].shape.dim.add(size=size)
    found.attr["dtype"].CopyFrom(AttrValue(type=DT_FLOAT))
    return found


def network(scope: str = "net", width: int = 8, batch: int = 2, rate: float = 0.5) -> list[NodeDef]:
    dropout = node(f"{scope}/drop", "Dropout", [f"{scope}/product"])
    dropout.attr["rate"].CopyFrom(AttrValue(f=rate))
    return [
        node("input", "Placeholder", [], [[batch, 4]]),
        weight(f"{scope}/weight", 4, width),
        node(f"{scope}/product", "MatMul", ["input", f"{scope}/weight"], [[batch, width]]),
        dropout,
    ]


def hash_of(nodes: list[NodeDef]) -> str:
    return model_hash(parse_graph(graph_bytes(*nodes)))


def test_names_batch_sizes_and_settings_do_not_count() -> None:
    model = hash_of(network())
    assert hash_of(network(scope="net_1")) == model
    assert hash_of(network(batch=64)) == model
    assert hash_of(network(rate=0.1)) == model
    assert hash_of(network()[::-1]) == model


def test_ops_wires_scopes_and_parameters_count() -> None:
    model = hash_of(network())
    more = [*network(), node("net/out", "Relu", ["net/drop"])]
    deeper = network(scope="a/net")
    wired = network()
    wired[3].input[:] = ["input"]
    others = {hash_of(nodes) for nodes in (network(width=9), more, deeper, wired)}
    assert len({model, *others}) == 5


def test_a_real_graph_has_the_same_hash_each_time() -> None:
    graph = parse_graph(real_graph("seed_mnist"))
    assert model_hash(graph) == model_hash(parse_graph(real_graph("seed_mnist")))
    assert len(model_hash(graph)) == 16
