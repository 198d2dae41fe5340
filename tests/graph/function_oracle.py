"""A second opinion on function libraries: bodies in plain Python, straight over the protobuf.

Names must be unlike within each body. Places of named outputs are given, since no GraphDef has
them.
"""

from collections import Counter
from collections.abc import Mapping

from scopeboard.wire.graph_pb2 import FunctionDef, GraphDef

Wire = tuple[str, str, int, bool]  # source, target, place of the tensor, is it control


def ops_of_bodies(graph: GraphDef) -> dict[str, list[str]]:
    """Return for each function the full names of its ops."""
    return {
        f.signature.name: [
            f"(functions)/{f.signature.name}/{name}"
            for name in [
                *(arg.name for arg in f.signature.input_arg),
                *(node.name for node in f.node_def),
                *(f"result:{arg.name}" for arg in f.signature.output_arg),
                *(f"control_result:{name}" for name in f.control_ret),
            ]
        ]
        for f in graph.library.function
    }


def wires_of_bodies(graph: GraphDef, places: Mapping[tuple[str, str], int]) -> Counter[Wire]:
    """Return the edges in all bodies; `places` has the first place of each (op type, output)."""
    wires: Counter[Wire] = Counter()
    for function in graph.library.function:
        wires.update(_wires(function, places))
    return wires


def _wires(function: FunctionDef, places: Mapping[tuple[str, str], int]) -> list[Wire]:
    types = {node.name: node.op for node in function.node_def}
    home = f"(functions)/{function.signature.name}/"
    inputs = [(text, node.name) for node in function.node_def for text in node.input]
    inputs += [(text, f"result:{name}") for name, text in function.ret.items()]
    inputs += [
        (f"^{node}", f"control_result:{name}") for name, node in function.control_ret.items()
    ]
    wires = []
    for text, target in inputs:
        name, *port = text.removeprefix("^").split(":")
        place = 0
        if len(port) == 2:
            place = places.get((types[name], port[0]), 0) + int(port[1])
        wires.append((home + name, home + target, place, text.startswith("^")))
    return wires


def calls_of(graph: GraphDef) -> Counter[tuple[str, str]]:
    """Return how often which op calls which function of the library."""
    functions = {function.signature.name for function in graph.library.function}
    calls: Counter[tuple[str, str]] = Counter()
    nodes = [("", node) for node in graph.node]
    for function in graph.library.function:
        nodes += [(f"(functions)/{function.signature.name}/", node) for node in function.node_def]
    for home, node in nodes:
        named = [node.op]
        for value in node.attr.values():
            named += [value.func.name, *(called.name for called in value.list.func)]
        calls.update((home + node.name, name) for name in named if name in functions)
    return calls
