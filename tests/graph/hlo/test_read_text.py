"""Programs in StableHLO: ops, operands and types as MLIR has them; regions, and texts that end."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.hlo.models import FOLDER, oracle
from graph.hlo.models import graph_of as module_of
from graph.onnx.models import edges_of, labels_of, types_of
from programs.bench.exported_hlo import compare_blocks
from scopeboard.concurrency.cancellation import never_cancelled
from scopeboard.errors import DamagedDataError
from scopeboard.graph.costs.costs import count_costs
from scopeboard.graph.graphdef.parser import parse
from scopeboard.graph.hlo import read_text as module
from scopeboard.graph.hlo.convert import convert_module
from scopeboard.graph.hlo.module import Module
from scopeboard.graph.hlo.read_text import looks_like_text, read_text
from scopeboard.graph.model.op_graph import OpGraph
from tools.examples import examples

TEXTS = json.loads((FOLDER / "texts.json").read_bytes())
NAMES = sorted(TEXTS)


def bytes_of(name: str) -> bytes:
    return (FOLDER / f"{name}.mlir").read_bytes()


def read(data: bytes) -> Module:
    return read_text(data, never_cancelled)


def graph_of(data: bytes) -> OpGraph:
    return parse(convert_module(read(data)).graph_def, flavour="hlo").graph


def main_of(body: str) -> bytes:
    """Return a program whose only function takes a value of four numbers."""
    return f"func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{\n{body}\n}}".encode()


@pytest.mark.parametrize("name", NAMES)
def test_ops_inputs_and_types_are_those_of_mlir(name: str) -> None:
    wrong = compare_blocks(read(bytes_of(name)), TEXTS[name])
    assert wrong == {"blocks": 0, "ops": 0, "inputs": 0, "dtypes or shapes": 0}
    assert read(bytes_of(name)).damaged == 0


def test_parameters_are_those_of_jax() -> None:
    graph = graph_of(bytes_of("classifier"))
    counted = int(count_costs(graph).parameters[: graph.main_count].sum())
    assert counted == oracle()["classifier"]["parameters"]


def test_products_cost_what_they_cost_in_the_module() -> None:
    """The same program as HLO and as text: convolutions and products of matrices."""
    sums = []
    for graph in (module_of("classifier"), graph_of(bytes_of("classifier"))):
        flops = count_costs(graph).flops
        rows = graph.ops_of_types(frozenset({"convolution", "dot", "dot_general"}))
        sums.append(int(flops[rows].sum()))
    assert sums[0] == sums[1] > 0


def test_scopes_and_source_are_those_of_the_locations() -> None:
    types = types_of(graph_of(bytes_of("classifier")))
    assert types["stem/convolution"] == "convolution"
    assert types["block_0/depthwise/kernel"] == "Weight"
    data = convert_module(read(bytes_of("classifier"))).graph_def
    assert b'File "/models/programs/hlo_models/networks.py", line ' in data
    assert b", in conv.<locals>.run" in data


def test_the_card_has_the_sharding() -> None:
    data = convert_module(read(bytes_of("sharded"))).graph_def
    assert b'#sdy.sharding<@mesh, [{"data"}, {}]>' in data


def test_each_output_has_the_sharding_that_shardy_found_for_it() -> None:
    """The lines are those of Shardy after propagation, in JAX 0.10."""
    graph = graph_of(
        main_of("""
    %a = stablehlo.sine %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}]>]>, \
sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=4}>} : tensor<4xf32>
    %v, %i = mhlo.topk(%a, k = 2) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}], \
replicated={"model"}>, <@mesh, [{?}]>]>} : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
    %w:2 = stablehlo.while(%p = %v, %q = %i) : tensor<2xf32>, tensor<2xi32> attributes \
{mhlo.sharding = "{{devices=[2]<=[2]}, {replicated}}"}
    cond {
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      stablehlo.return %p, %q : tensor<2xf32>, tensor<2xi32>
    }
    %s:2 = "stablehlo.sort"(%w#0, %w#1) <{dimension = 0 : i64}> ({
    ^bb0(%k: tensor<f32>, %l: tensor<f32>, %m: tensor<i32>, %n: tensor<i32>):
      %o = stablehlo.compare LT, %k, %l : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %o : tensor<i1>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{"model"}]>]>} : \
(tensor<2xf32>, tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>)
    %t = stablehlo.custom_call @xla.sdy.FuncResultSharding(%s#0) {mhlo.frontend_attributes = \
{xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\\22data\\22}]>]>"}} : \
(tensor<2xf32>) -> tensor<2xf32>
    %u = stablehlo.sine %t {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}]>, \
<@mesh, [{}]>]>} : tensor<2xf32>
    return %u : tensor<2xf32>""")
    )
    tensors = graph.tensors
    assert {
        name: [
            tensors.find_edge_label(row) for row in range(tensors.first[op], tensors.first[op + 1])
        ]
        for op, name in enumerate(graph.names[: graph.main_count])
    } == {
        "x": ["4"],
        "sine": ["4 ÷ data"],
        "topk": ["2 ÷ data", "2"],
        "while": ["2 ÷ 2", "2"],
        "sort": ["2", "2 ÷ model"],
        "custom_call": ["2 ÷ data"],
        "sine#2": ["2"],
        "output": ["2"],
    }


def test_a_loop_has_what_its_regions_use_once() -> None:
    graph = graph_of(
        main_of("""
    %a = stablehlo.negate %x : tensor<4xf32>
    %b = stablehlo.abs %x : tensor<4xf32>
    %r = stablehlo.while(%i = %x) : tensor<4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
      stablehlo.return %p : tensor<4xi1>
    } do {
      %n = stablehlo.add %i, %b : tensor<4xf32>
      %m = stablehlo.add %n, %a : tensor<4xf32>
      stablehlo.return %m : tensor<4xf32>
    }
    return %r : tensor<4xf32>""")
    )
    into = [(source, slot) for source, _, target, slot in edges_of(graph) if target == "while"]
    assert into == [("x", 0), ("negate", 1), ("abs", 2)]
    functions = graph.functions
    assert [functions.args_of(row).size for row in range(len(functions))] == [3, 3]
    body = next(name for name in functions.names if name.endswith("_1"))
    inner = f"(functions)/{body}"
    assert (f"{inner}/b", 0, f"{inner}/add", 1) in edges_of(graph)
    assert (f"{inner}/a", 0, f"{inner}/add#2", 1) in edges_of(graph)


def test_a_region_in_a_region_passes_values_on() -> None:
    graph = graph_of(
        main_of("""
    %p = stablehlo.constant dense<true> : tensor<i1>
    %r = "stablehlo.if"(%p) ({
      %q = "stablehlo.if"(%p) ({
        %s = stablehlo.negate %x : tensor<4xf32>
        stablehlo.return %s : tensor<4xf32>
      }, {
        stablehlo.return %x : tensor<4xf32>
      }) : (tensor<i1>) -> tensor<4xf32>
      stablehlo.return %q : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    return %r : tensor<4xf32>""")
    )
    assert sum(kind == "negate" for kind in types_of(graph).values()) == 1
    into = [(source, slot) for source, _, target, slot in edges_of(graph) if target == "if"]
    assert into == [("constant", 0), ("constant", 1), ("x", 2), ("x", 3)]
    assert not [each for each in edges_of(graph) if "undefined" in each[0]]


def test_an_output_of_several_has_its_number() -> None:
    graph = graph_of(
        main_of("""
    %0:2 = "stablehlo.two"(%x) : (tensor<4xf32>) -> (tensor<2xui64>, tensor<4xf32>)
    %a, %b = "stablehlo.two"(%0#1) : (tensor<4xf32>) -> (tensor<2xui64>, tensor<4xf32>)
    return %b : tensor<4xf32>""")
    )
    name = "two"
    assert (name, 1, f"{name}#2", 0) in edges_of(graph)
    assert (f"{name}#2", 1, "output", 0) in edges_of(graph)
    assert labels_of(graph)[name] == ["2", "4"]


def test_a_value_that_nothing_makes_and_a_line_that_is_none_are_counted() -> None:
    lines = ("%r = stablehlo.add %x, %y : tensor<4xf32>", "???", "return %r : tensor<4xf32>")
    assert read(main_of("\n".join(lines))).damaged == 2


def test_a_long_constant_is_left_out() -> None:
    values = "FF" * 200_000
    data = main_of(
        f'%c = stablehlo.constant dense<"0x{values}"> : tensor<4xf32> loc("net/c"(#loc))\n'
        "%r = stablehlo.add %x, %c : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    graph = graph_of(data)
    assert labels_of(graph)["constant"] == ["4"]


@pytest.mark.parametrize(
    ("limit", "message"),
    [("MAX_TEXT_BYTES", "text"), ("MAX_INSTRUCTIONS", "ops"), ("MAX_VALUES", "ops"),
     ("MAX_NESTING", "nests"), ("MAX_LEAVES", "results")],
)  # fmt: skip
def test_a_text_has_limits(limit: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, limit, 0)
    with pytest.raises(DamagedDataError, match=message):
        read(bytes_of("control"))


@pytest.mark.parametrize(
    ("head", "is_text"),
    [
        (b"#loc = loc(unknown)\nmodule @f {", True),
        (b"module @jit_f attributes {} {\n func.func public @main(", True),
        (b"func.func @main(", True),
        (b"module load cuda", False),
        (b"node { name: 'func.func' }", False),
        (b"", False),
    ],
)
def test_a_text_is_known_by_its_beginning(head: bytes, *, is_text: bool) -> None:
    assert looks_like_text(head) is is_text


@pytest.mark.parametrize("name", ["control", "sharded"])
def test_every_beginning_of_a_text_is_read_or_refused(name: str) -> None:
    data = bytes_of(name)
    for size in range(0, len(data), 97):
        with suppress(DamagedDataError):
            names = graph_of(data[:size]).names
            assert len(names) == len(set(names))


@examples(200)
@given(
    st.sampled_from(NAMES),
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=4)),
             min_size=1, max_size=4),
)  # fmt: skip
def test_changed_bytes_give_a_graph_or_an_error(
    name: str, changes: list[tuple[float, bytes]]
) -> None:
    data = bytearray(bytes_of(name))
    for place, new in changes:
        at = int(place * len(data))
        data[at : at + len(new)] = new
    with suppress(DamagedDataError):
        names = graph_of(bytes(data)).names
        assert len(names) == len(set(names))
