"""Function bodies become ops and edges below the library, and calls map ops to functions."""

from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.function_oracle import calls_of, ops_of_bodies, wires_of_bodies
from graph.graphdefs import graph_bytes, node, real_graph, unhurried
from scopeboard.errors import DamagedDataError
from scopeboard.graph.graphdef import message_index
from scopeboard.graph.graphdef.parser import parse, parse_graph
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.wire.graph_pb2 import FunctionDef, GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_INT32


def function(
    name: str, args: str = "", results: str = "", *nodes: NodeDef, controls: str = ""
) -> FunctionDef:
    """Return a function; results are written `name=input`."""
    made = FunctionDef(node_def=nodes)
    made.signature.name = name
    for arg in args.split():
        made.signature.input_arg.add(name=arg, type=DT_FLOAT)
    for result in results.split():
        output, _, source = result.partition("=")
        made.signature.output_arg.add(name=output, type=DT_FLOAT)
        if source:
            made.ret[output] = source
    for control in controls.split():
        output, _, source = control.partition("=")
        made.control_ret[output] = source
        made.signature.control_output.append(output)
    return made


def library(*functions: FunctionDef, nodes: tuple[NodeDef, ...] = ()) -> bytes:
    graph = GraphDef(node=nodes)
    graph.library.function.extend(functions)
    return graph.SerializeToString()


def calling(name: str, op: str, **attributes: str | list[str]) -> NodeDef:
    made = NodeDef(name=name, op=op)
    for key, value in attributes.items():
        if isinstance(value, str):
            made.attr[key].func.name = value
        for each in value if isinstance(value, list) else ():
            made.attr[key].list.func.add(name=each)
    return made


def wires(graph: OpGraph) -> Counter[tuple[str, str, int, bool]]:
    """Return the edges of bodies."""
    edges = graph.edges
    rows = zip(
        edges.source.tolist(),
        edges.target.tolist(),
        edges.port.tolist(),
        (edges.kind == CONTROL).tolist(),
        strict=True,
    )
    return Counter(
        (graph.names[source], graph.names[target], port, control)
        for source, target, port, control in rows
        if target >= graph.main_count
    )


def called(graph: OpGraph) -> list[tuple[str, str, str]]:
    calls = graph.calls
    rows = zip(calls.op.tolist(), calls.function.tolist(), calls.attribute, strict=True)
    return [(graph.names[op], graph.functions.names[row], key) for op, row, key in rows]


def test_a_body_follows_the_main_graph() -> None:
    body = function("f", "x y", "z=sum:z:0", node("sum", "AddV2", ["x", "y", "^x"]))
    graph = parse_graph(library(body, nodes=(node("a"), node("b", inputs=["a"]))))
    assert graph.names == [
        "a", "b", "(functions)/f/x", "(functions)/f/y", "(functions)/f/sum",
        "(functions)/f/result:z",
    ]  # fmt: skip
    assert [graph.op_types[code] for code in graph.op_type[2:]] == [
        "_Arg",
        "_Arg",
        "AddV2",
        "_Retval",
    ]
    assert graph.main_count == 2
    assert (graph.functions.first.tolist(), graph.functions.end.tolist()) == ([2], [6])
    assert graph.functions.args_of(0).tolist() == [2, 3]
    assert graph.functions.results_of(0).tolist() == [5]
    assert graph.edges.source.tolist() == [0, 2, 3, 2, 4]
    assert graph.spans[2:].min(axis=1).tolist()[::3] == [-1, -1]
    assert graph.spans[:2].min() > 0


def test_nodes_have_the_offsets_of_their_bytes() -> None:
    data = library(function("f", "x", "", node("n", inputs=["x"])), nodes=(node("a"),))
    graph = parse_graph(data)
    spans = {graph.names[op]: graph.spans[op].tolist() for op in range(len(graph))}
    assert NodeDef.FromString(data[slice(*spans["a"])]) == node("a")
    assert NodeDef.FromString(data[slice(*spans["(functions)/f/n"])]) == node("n", inputs=["x"])


def test_a_name_refers_to_ops_of_the_same_body() -> None:
    bodies = [function(name, "x", "", node("n", inputs=["x"])) for name in "fg"]
    graph = parse_graph(library(*bodies, nodes=(node("x"), node("n", inputs=["x"]))))
    assert wires(graph) == Counter(
        {(f"(functions)/{f}/x", f"(functions)/{f}/n", 0, False): 1 for f in "fg"}
    )
    assert graph.edges.source[graph.edges.target < 2].tolist() == [0]


@pytest.mark.parametrize(
    ("op", "text", "port"),
    [
        ("FusedBatchNormV3", "n:batch_variance:0", 2),
        ("Split", "n:output:3", 3),
        ("TopKV2", "n:indices:0", 1),
        ("Switch", "n:output_true:0", 1),
        ("IteratorGetNext", "n:components:2", 2),
        ("While", "n:output:1", 1),
        ("MatMul", "n:product:0", 0),
        ("Unknown", "n:whatever:1", 1),
        ("g", "n:second:0", 1),  # a call by type
    ],
)
def test_named_outputs_have_ports(op: str, text: str, port: int) -> None:
    body = function("f", "", f"z={text}", node("n", op))
    graph = parse_graph(library(body, function("g", "", "first second")))
    assert graph.edges.port.tolist() == [port]


def test_ports_follow_a_list_of_outputs() -> None:
    split = node("n", "SparseSplit")
    split.attr["num_split"].i = 3
    names = ["n:output_indices:2", "n:output_values:0", "n:output_shape:1"]
    results = " ".join(f"r{index}={name}" for index, name in enumerate(names))
    graph = parse_graph(library(function("f", "", results, split)))
    assert graph.edges.port.tolist() == [2, 3, 7]
    split.ClearField("attr")
    graph = parse_graph(library(function("f", "", results, split)))
    assert (graph.edges.port < 0).all()
    assert len(set(graph.edges.port.tolist())) == 3


def test_uncertain_ports_separate_tensors_and_refer_to_none() -> None:
    results = "a=n:left:0 b=n:right:0 c=n:left:0"
    graph = parse_graph(library(function("f", "", results, node("n", "Own", shapes=[[1], [2]]))))
    left, right, again = graph.edges.port.tolist()
    assert left == again != right
    assert max(left, right) < 0
    assert graph.edges.tensor.tolist() == [-1, -1, -1]


def test_arguments_have_the_attributes_of_the_signature() -> None:
    body = function("f", "x y")
    body.arg_attr[0].attr["_user_specified_name"].s = b"images"
    shape = body.arg_attr[0].attr["_output_shapes"].list.shape.add()
    shape.dim.add(size=-1)
    shape.dim.add(size=784)
    body.signature.input_arg[1].type = DT_INT32
    graph = parse_graph(library(body))
    x = NodeDef.FromString(graph.attribute_sets[graph.attributes[0]])
    assert x.attr["_user_specified_name"].s == b"images"
    assert [graph.tensors.find_label(row) for row in (0, 1)] == ["?×784", None]
    assert graph.tensors.dtype.tolist() == [DT_FLOAT, DT_INT32]
    assert graph.tensors.bytes.tolist() == [784 * 4, -1]


def test_a_control_result_has_a_control_edge() -> None:
    graph = parse_graph(library(function("f", "", "", node("n", "Assign"), controls="done=n")))
    assert wires(graph) == {("(functions)/f/n", "(functions)/f/control_result:done", 0, True): 1}
    assert graph.functions.results_of(0).size == 0


def test_calls_by_type_and_by_attribute() -> None:
    nodes = (
        node("by_type", "g"),
        calling("loop", "While", body="g", cond="f"),
        calling("choice", "Case", branches=["f", "g", "f"]),
        calling("gone", "PartitionedCall", f="nowhere"),
    )
    graph = parse_graph(library(function("f"), function("g"), nodes=nodes))
    assert called(graph) == [
        ("by_type", "g", ""),
        ("loop", "f", "cond"),
        ("loop", "g", "body"),
        ("choice", "f", "branches[0]"),
        ("choice", "g", "branches[1]"),
        ("choice", "f", "branches[2]"),
    ]
    assert list(graph.calls.of_op(1)) == [1, 2]
    assert list(graph.calls.of_op(3)) == []


def test_any_function_name_becomes_one_unique_segment() -> None:
    graph = parse_graph(
        library(*(function(name, "x") for name in ("a/b", "", "f", "f")), nodes=(node("c", "f"),))
    )
    assert graph.functions.names == ["a|b", "(empty)", "f", "f#2"]
    assert called(graph) == [("c", "f", "")]
    assert len(set(graph.names)) == len(graph)


def test_a_function_that_protobuf_refuses_keeps_its_name_and_nodes() -> None:
    body = function("f", "XXXX", "", node("n"))
    parsed = parse(
        library(body, function("g", "", "", node("m"))).replace(b"XXXX", b"\xff\xfe\xfd\xfc")
    )
    mangled = "(functions)/f/" + "\ufffd" * 4
    assert parsed.graph.names == [mangled, "(functions)/f/n", "(functions)/g/m"]
    assert parsed.faults.damaged_ops == 1


def test_a_truncated_library_keeps_the_functions_before_the_cut() -> None:
    data = library(function("f", "x"), function("g", "x", "", *(node(f"n{k}") for k in range(9))))
    parsed = parse(graph_bytes(node("a")) + data[:-20])
    assert parsed.faults.is_cut
    assert parsed.graph.names[0] == "a"


def test_functions_are_counted_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_index, "MAX_FUNCTIONS", 2)
    assert len(parse_graph(library(function("f"), function("g"))).functions) == 2
    with pytest.raises(DamagedDataError, match="more than 2 functions"):
        parse_graph(library(*(function(name) for name in "fgh")))


def test_a_traced_loop_agrees_with_the_oracle() -> None:
    data = real_graph("traced_while")
    graph, raw = parse_graph(data), GraphDef.FromString(data)
    assert (graph.main_count, graph.functions.names) == (
        12, ["enc_while_cond_132991", "enc_while_body_132992"]
    )  # fmt: skip
    for row, names in enumerate(ops_of_bodies(raw).values()):
        assert graph.names[graph.functions.first[row] : graph.functions.end[row]] == names
    assert wires(graph) == wires_of_bodies(raw, {})
    assert Counter(pair[:2] for pair in called(graph)) == calls_of(raw)


_NAMES = st.sampled_from(["x", "y", "n", "m", "a/b"])
_TYPES = {"Add": ["z"], "TopKV2": ["values", "indices"], "Split": ["output"]}
_PLACES = {("TopKV2", "indices"): 1}


@st.composite
def any_library(draw: st.DrawFn) -> GraphDef:
    """Draw functions that call one another, themselves too."""
    names = ["f", "g", "h"][: draw(st.integers(1, 3))]
    graph = GraphDef()
    for name in names:
        args = draw(st.lists(st.sampled_from(["p", "q"]), unique=True))
        inside = draw(st.lists(_NAMES, unique=True, max_size=4))
        types = {op: draw(st.sampled_from([*_TYPES, *names])) for op in inside}
        tensors = [*args]
        for op, kind in types.items():
            tensors += [f"{op}:{port}:0" for port in _TYPES.get(kind, ["out"])]
        texts = st.sampled_from(tensors) if tensors else st.nothing()
        nodes = []
        for op, kind in types.items():
            inputs = draw(st.lists(texts, max_size=3))
            inputs += [f"^{op}"] if draw(st.booleans()) else []
            made = calling(
                op, kind, **({"f": draw(st.sampled_from(names))} if kind == "Add" else {})
            )
            made.input.extend(inputs)
            nodes.append(made)
        result = f"out={draw(texts)}" if tensors else "out"
        graph.library.function.append(function(name, " ".join(args), result, *nodes))
    graph.node.append(calling("main", "If", then_branch=names[0], else_branch=names[-1]))
    return graph


@unhurried
@given(any_library())
def test_any_library_agrees_with_the_oracle(raw: GraphDef) -> None:
    graph = parse_graph(raw.SerializeToString())
    assert len(set(graph.names)) == len(graph)
    for row, names in enumerate(ops_of_bodies(raw).values()):
        assert graph.names[graph.functions.first[row] : graph.functions.end[row]] == names
    assert wires(graph) == wires_of_bodies(raw, _PLACES)
    assert Counter(pair[:2] for pair in called(graph)) == calls_of(raw)


@unhurried
@given(any_library(), st.data())
def test_damage_in_a_library_is_read_or_refused(raw: GraphDef, draw: st.DataObject) -> None:
    data = raw.SerializeToString(deterministic=True)
    index = draw.draw(st.integers(0, len(data)))
    damaged = data[:index] + draw.draw(st.binary(max_size=3)) + data[index + 1 :]
    with suppress(DamagedDataError):
        graph = parse_graph(damaged)
        assert len(set(graph.names)) == len(graph)
        assert graph.edges.source.max(initial=-1) < len(graph)
