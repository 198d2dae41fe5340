"""HLO modules as op graphs: instructions, operands and shapes as XLA itself has them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.hlo.models import (
    F32,
    FOLDER,
    PRED,
    bytes_of,
    computation,
    converted,
    graph_of,
    module,
    op,
    oracle,
    parameter,
    parsed,
    read,
    shape,
    tuple_of,
)
from graph.onnx.models import edges_of, labels_of, types_of
from programs.bench.exported_hlo import compare_reading
from scopeboard.errors import DamagedDataError
from scopeboard.graph.costs.costs import count_costs
from scopeboard.graph.hierarchy.annotations import annotate
from scopeboard.graph.hierarchy.calls import CallTable
from scopeboard.graph.hierarchy.tree import build_tree
from scopeboard.graph.hlo import flatten, read_module
from scopeboard.graph.hlo import module as limits
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.wire import hlo_pb2 as wire
from tools.examples import examples

ORACLE = oracle()
NAMES = sorted(ORACLE)


def calls_of(graph: OpGraph) -> set[tuple[str, str]]:
    """Return the types of the ops that open, each with the attribute that names the function."""
    return {
        (graph.op_types[graph.op_type[row]], attribute)
        for row, attribute in zip(graph.calls.op.tolist(), graph.calls.attribute, strict=True)
    }


@pytest.mark.parametrize("name", NAMES)
def test_ops_inputs_and_shapes_are_those_of_xla(name: str) -> None:
    wrong = compare_reading(graph_of(name, by_program=False), ORACLE[name])
    assert wrong == {"ops": 0, "inputs": 0, "dtypes or shapes": 0}


@pytest.mark.parametrize("by_program", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_the_number_of_parameters_is_that_of_jax(name: str, *, by_program: bool) -> None:
    graph = graph_of(name, by_program=by_program)
    counted = int(count_costs(graph).parameters[: graph.main_count].sum())
    expected = ORACLE[name]["parameters"]
    assert not expected or counted == expected


def test_all_files_are_compared() -> None:
    files = {path.name.removesuffix(".hlo.pb") for path in FOLDER.glob("*.hlo.pb")}
    assert {name for name in files if "tensorflow" not in name} == set(NAMES)
    assert all(path.stat().st_size < 100_000 for path in FOLDER.iterdir())


def test_scopes_are_those_of_the_program() -> None:
    for name in ("classifier", "classifier_compiled"):
        types = types_of(graph_of(name))
        assert sum(kind in {"convolution", "dot"} for kind in types.values()) == 8
        assert types["stem/kernel"] == types["block_0/depthwise_bn/mean"] == "Weight"
        assert types["x"] == "Input"
        assert not any(each.startswith("jit(classifier)") for each in types)
        assert any(each.startswith("block_1/depthwise/conv_general_dilated") for each in types)


def test_fusions_dissolve_by_the_program_and_open_as_compiled() -> None:
    program, compiled = (graph_of("classifier_compiled", by_program=each) for each in (True, False))
    assert "fusion" not in types_of(program).values()
    assert ("fusion", "calls") in calls_of(compiled)
    assert b"fused_in" in converted(bytes_of("classifier_compiled")).graph_def
    assert "/" not in compiled.names[0]


@pytest.mark.parametrize("by_program", [True, False])
def test_bodies_of_loops_and_conditionals_open(*, by_program: bool) -> None:
    graph = graph_of("control", by_program=by_program)
    opened = {("while", "body"), ("while", "condition"), ("conditional", "branch[0]"),
              ("conditional", "branch[2]")}  # fmt: skip
    assert opened <= calls_of(graph)
    assert (("call", "to_apply") in calls_of(graph)) is not by_program or by_program


def test_a_body_repeats_no_scope_of_the_op_that_it_belongs_to() -> None:
    graph = graph_of("control")
    loops = [name for name, kind in types_of(graph).items() if kind == "while"]
    assert [name.rpartition("/")[0] for name in loops] == ["encoder"]
    inside = [name for name in graph.names[graph.main_count :] if "dot_general" in name]
    assert [name.split("/")[2:] for name in inside] == [["closed_call", inside[0].split("/")[-1]]]


def test_a_combiner_of_one_op_is_an_attribute() -> None:
    data = converted(bytes_of("control_compiled"), by_program=False).graph_def
    assert b"to_apply\x12\x05\x12\x03add" in data
    assert ("reduce", "to_apply") in calls_of(graph_of("control", by_program=False))  # of argmax


def test_the_card_has_source_layout_and_sharding() -> None:
    data = converted(bytes_of("sharded")).graph_def
    for text in (
        b'File "/models/programs/hlo_models/small.py", line ',
        b", in sharded.<locals>.program",
        b"{1,0}",
        b"{devices=[2,1,2]<=[4] last_tile_dim_replicate}",
        b"{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}",
    ):
        assert text in data


def test_settings_are_written_as_in_the_text_of_xla() -> None:
    data = converted(bytes_of("classifier")).graph_def
    for text in (b"b01f_01io->b01f", b"size=3x3 pad=1_1x1_1", b"feature_group_count"):
        assert text in data


def test_properties_say_what_was_left_out() -> None:
    properties = dict(converted(bytes_of("control_compiled")).properties)
    assert properties["format"] == "HLO"
    assert properties["module"] == "jit_control"
    assert int(properties["tuples, shown as lines"]) > 5


def test_modules_of_tensorflow_open() -> None:
    graph = graph_of("tensorflow_compiled")
    assert "dot" in types_of(graph).values()


# What follows is written by hand.


def test_tuples_are_lines() -> None:
    pair = tuple_of(shape(2), tuple_of(shape(3), shape()))
    data = module(
        computation(
            1, parameter(1, shape=pair),
            op(2, "get-tuple-element", 1, tuple_index=1, shape=tuple_of(shape(3), shape())),
            op(3, "get-tuple-element", 2, tuple_index=1, shape=shape()),
            op(4, "negate", 3, shape=shape()), op(5, "tuple", 4, 1, shape=tuple_of(shape(), pair)),
        )
    )  # fmt: skip
    graph = parsed(data).graph
    assert labels_of(graph)["parameter.1"] == ["2", "3", "scalar"]
    assert edges_of(graph) == [
        ("parameter.1", 2, "negate.4", 0), ("negate.4", 0, "output", 0),
        ("parameter.1", 0, "output#2", 0), ("parameter.1", 1, "output#3", 0),
        ("parameter.1", 2, "output#4", 0),
    ]  # fmt: skip


def conditional() -> bytes:
    """Return a module with a conditional whose branches have inputs of their own."""
    one = computation(1, parameter(1, shape=tuple_of(shape(2), shape(3))),
                      op(2, "get-tuple-element", 1, shape=shape(2)), name="first")  # fmt: skip
    two = computation(2, parameter(3, shape=shape(2)), op(4, "negate", 3, shape=shape(2)),
                      name="second")  # fmt: skip
    return module(
        one, two,
        computation(
            3, parameter(5, shape=shape(dtype=PRED)), parameter(6, 1, shape=shape(2)),
            parameter(7, 2, shape=shape(3)),
            op(8, "tuple", 6, 7, shape=tuple_of(shape(2), shape(3))),
            op(9, "conditional", 5, 8, 6, shape=shape(2), called_computation_ids=[1, 2]),
        ),
    )  # fmt: skip


def test_each_branch_has_inputs_of_its_own() -> None:
    graph = parsed(conditional()).graph
    annotated = annotate(graph)
    table = CallTable(annotated, build_tree(annotated))
    bodies = table.bodies_of(graph.names.index("conditional.9"))
    assert [(each.label, each.wiring and each.wiring.skipped) for each in bodies] == [
        ("branch[0]", 1), ("branch[1]", 3),
    ]  # fmt: skip


def test_a_computation_that_two_call_stays_a_function() -> None:
    inner = computation(1, parameter(1), op(2, "negate", 1), name="inner")
    outer = computation(
        2, parameter(3), op(4, "call", 3, called_computation_ids=[1]),
        op(5, "call", 4, called_computation_ids=[1]),
    )  # fmt: skip
    graph = parsed(module(inner, outer)).graph
    assert graph.functions.names == ["inner"]
    assert [kind for kind in types_of(graph).values() if kind == "call"] == ["call", "call"]


def test_a_computation_that_calls_itself_is_no_endless_loop() -> None:
    inner = computation(1, parameter(1), op(2, "fusion", 1, called_computation_ids=[1]))
    outer = computation(2, parameter(3), op(4, "fusion", 3, called_computation_ids=[2]))
    for data in (module(inner), module(inner, outer)):
        for by_program in (True, False):
            assert len(parsed(data, by_program=by_program).graph) >= 2


def test_what_is_not_there_is_counted() -> None:
    data = module(
        computation(1, parameter(1), op(2, "add", 1, 77, called_computation_ids=[9])), name="f"
    )
    assert converted(data).damaged == 2
    assert edges_of(parsed(data).graph) == [
        ("parameter.1", 0, "add.2", 0), ("add.2", 0, "output", 0),
    ]  # fmt: skip


def test_an_instruction_without_a_name_of_the_program_stands_with_those_that_use_it() -> None:
    data = module(
        computation(
            1, parameter(1), op(2, "constant"), op(3, "broadcast", 2),
            op(4, "add", 1, 3, path="jit(f)/net/a/add"),
            op(5, "add", 4, 3, path="jit(f)/net/b/add"),
        )
    )  # fmt: skip
    assert {"net/constant.2", "net/broadcast.3", "net/a/add.4"} <= set(parsed(data).graph.names)


def test_an_open_size_has_its_bound_as_its_name() -> None:
    open_shape = shape(4, 8, is_dynamic_dimension=[False, True])
    data = module(computation(1, parameter(1, shape=open_shape)))
    assert labels_of(parsed(data).graph)["parameter.1"] == ["4×≤8"]


def test_small_constants_have_their_values_and_large_ones_stay_unread() -> None:
    small = wire.Literal(f32s=[0.5, 1, 2, 4]).SerializeToString()
    large = wire.Literal(f32s=[0.25] * 50_000).SerializeToString()
    data = module(
        computation(
            1, op(1, "constant", literal=small),
            op(2, "constant", literal=large, shape=shape(50_000)),
            op(3, "tuple", 1, 2, shape=tuple_of(shape(4), shape(50_000))),
        )
    )  # fmt: skip
    result = converted(data).graph_def
    assert len(result) < 2000
    assert b"value" in result
    assert labels_of(parsed(data).graph)["constant.2"] == ["50000"]


def test_a_module_without_a_computation_is_an_error() -> None:
    with pytest.raises(DamagedDataError, match="no computation"):
        converted(module(name="f"))


def test_tuples_in_tuples_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = shape(4)
    for _ in range(limits.MAX_NESTING + 2):
        deep = tuple_of(deep)
    with pytest.raises(DamagedDataError, match="deep"):
        read(module(computation(1, parameter(1, shape=deep))))
    monkeypatch.setattr("scopeboard.graph.hlo.shapes.MAX_LEAVES", 3)
    with pytest.raises(DamagedDataError, match="tuple of more"):
        read(module(computation(1, parameter(1, shape=tuple_of(*[shape()] * 4)))))


def test_a_tuple_that_doubles_each_time_has_a_limit() -> None:
    ops = [parameter(1)]
    ops += [op(number, "tuple", number - 1, number - 1) for number in range(2, 40)]
    with pytest.raises(DamagedDataError, match="inputs"):
        converted(module(computation(1, *ops)))


@pytest.mark.parametrize(
    ("limit", "place", "message"),
    [
        ("MAX_INSTRUCTIONS", read_module, "instructions"),
        ("MAX_VALUES", read_module, "values"),
        ("MAX_OUTLINE_BYTES", read_module, "besides its constants"),
        ("MAX_INSTRUCTIONS", flatten, "ops"),
    ],
)
def test_a_module_has_limits(
    limit: str, place: object, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, limit, 3)
    with pytest.raises(DamagedDataError, match=message):
        converted(bytes_of("control"))


@pytest.mark.parametrize("name", ["control_compiled", "sharded"])
def test_every_beginning_of_a_file_is_refused_or_read(name: str) -> None:
    data = bytes_of(name)
    for size in range(0, len(data), 7 if len(data) < 5000 else 53):
        with suppress(DamagedDataError):
            names = parsed(data[:size]).graph.names
            assert len(names) == len(set(names))


@examples(300)
@given(
    st.sampled_from(NAMES),
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=4)),
             min_size=1, max_size=4),
    st.booleans(),
)  # fmt: skip
def test_changed_bytes_give_a_graph_or_an_error(
    name: str,
    changes: list[tuple[float, bytes]],
    by_program: bool,
) -> None:
    data = bytearray(bytes_of(name))
    for place, new in changes:
        at = int(place * len(data))
        data[at : at + len(new)] = new
    with suppress(DamagedDataError):
        names = parsed(bytes(data), by_program=by_program).graph.names
        assert len(names) == len(set(names))


def test_a_dtype_without_a_width_has_none() -> None:
    data = module(computation(1, parameter(1, shape=shape(2, dtype=17)), op(2, "negate", 1)))
    assert labels_of(parsed(data).graph)["parameter.1"] == [None]
    assert shape().element_type == F32
