"""Times the graph engine on a made-up graph.

The graph has scopes of 500 ops in two levels and one flat scope of 1,000, each op fed by the one
before it and by one of another scope. An ONNX model of as many ops has layers of a product and a
sum with a weight each, whose values are zero bytes.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from math import prod

from scopeboard.graph.graphdef.parser import parse
from scopeboard.graph.onnx.convert import convert_model
from scopeboard.graph.prepared.prepared_graph import prepare_graph
from scopeboard.graph.scope.build import build_scope
from scopeboard.protowire.nested import Window
from scopeboard.wire import onnx_pb2
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef

_SCOPE_OPS = 500
_FLAT_OPS = 1000


def made_up_graph(ops: int) -> bytes:
    """Return a GraphDef of about `ops` ops."""
    names = [
        f"part{n // _SCOPE_OPS // 10}/scope{n // _SCOPE_OPS}/op{n}" for n in range(ops - _FLAT_OPS)
    ] + [f"flat/op{n}" for n in range(_FLAT_OPS)]
    nodes = [
        NodeDef(name=name, op="Add", input=[names[n - 1], names[n * 7919 % n]] if n else [])
        for n, name in enumerate(names)
    ]
    return GraphDef(node=nodes).SerializeToString()


def made_up_model(ops: int) -> bytes:
    """Return an ONNX model of about `ops` ops, weights among them."""
    graph = onnx_pb2.Graph(input=[onnx_pb2.ValueInfo(name=b"x").SerializeToString()])
    before = b"x"
    for n in range(ops // 4):
        scope = b"layer.%d" % n
        for op_type, weight, dims in ((b"MatMul", b"weight", (16, 16)), (b"Add", b"bias", (16,))):
            name, output = b"%b.%b" % (scope, weight), b"/%b/%b_output_0" % (scope, op_type)
            values = bytes(4 * prod(dims))
            tensor = onnx_pb2.Tensor(name=name, data_type=1, dims=dims, raw_data=values)
            node = onnx_pb2.Node(name=b"/%b/%b" % (scope, op_type), op_type=op_type)
            node.input.extend([before, name])
            node.output.append(output)
            graph.initializer.append(tensor.SerializeToString())
            graph.node.append(node.SerializeToString())
            before = output
    return onnx_pb2.Model(ir_version=8, graph=graph.SerializeToString()).SerializeToString()


def convert(model: bytes) -> bytes:
    """Return the GraphDef of an ONNX model."""
    window = Window(lambda start, end: model[start:end], len(model), may_be_cut=True)
    return convert_model(window).graph_def


def seconds(work: Callable[[], object], runs: int) -> float:
    """Return the median of several runs."""
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def main(arguments: Sequence[str]) -> int:
    """Print what a made-up graph costs."""
    options = _parser().parse_args(arguments)
    data = made_up_graph(options.ops)
    graph = prepare_graph(data)
    model = made_up_model(options.ops)
    converted = convert(model)
    work: dict[str, Callable[[], object]] = {
        "parse and group, s": lambda: prepare_graph(data),
        "the top level, s": lambda: build_scope(graph, ""),
        "a scope of 500, s": lambda: build_scope(graph, "part0/scope0"),
        "a scope of 1,000, s": lambda: build_scope(graph, "flat"),
        "ONNX: convert, s": lambda: convert(model),
        "ONNX: parse, s": lambda: parse(converted, flavour="onnx"),
    }
    for name, step in work.items():
        sys.stdout.write(f"{name:22}{seconds(step, options.runs):>10.3g}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench graph", description=__doc__)
    parser.add_argument("--ops", type=int, default=100_000, help="default: 100,000")
    parser.add_argument("--runs", type=int, default=5, help="runs of each (default: 5)")
    return parser
