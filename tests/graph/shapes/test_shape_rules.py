"""Rules and formulas return values of the right types for any arguments that a file may have."""

from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.costs.registry import FORMULAS
from scopeboard.graph.model.op_view import OpView
from scopeboard.graph.shapes.facts import OpCall, TensorFacts
from scopeboard.graph.shapes.registry import RULES
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.types_pb2 import DT_INT32
from tools.examples import examples

SIZES = st.sampled_from([-1, 0, 1, 2, 3, 7, 2**40])
SHAPES = st.none() | st.lists(SIZES, max_size=5).map(tuple)
NUMBERS = st.none() | st.sampled_from([-5, -2, -1, 0, 1, 2, 3, 4, 2**31, -(2**63)])


@st.composite
def tensors(draw: st.DrawFn) -> TensorFacts:
    """Draw the facts of a tensor; its value fits its shape."""
    if draw(st.booleans()):
        return TensorFacts(draw(SHAPES), None, tuple(draw(st.lists(SHAPES, max_size=2))))
    count = draw(st.integers(0, 5))
    value = tuple(draw(st.lists(NUMBERS, min_size=count, max_size=count)))
    return (
        TensorFacts((count,), value)
        if count != 1 or draw(st.booleans())
        else TensorFacts((), value)
    )


def integers(*values: int) -> AttrValue:
    return AttrValue(list=AttrValue.ListValue(i=values))


MASKS = st.sampled_from([0, 1, 2, 3, 5, 2**62, -1]).map(lambda i: AttrValue(i=i))
AXES = st.sampled_from([-3, -1, 0, 1, 4, 2**40]).map(lambda i: AttrValue(i=i))
LISTS = st.lists(st.integers(-2, 3), max_size=5).map(lambda values: integers(*values))
TEXTS = st.sampled_from(
    [b"", b"NHWC", b"NCHW", b"NDHWC", b"NCHW_VECT_C", b"SAME", b"VALID", b"EXPLICIT", b"\xff"]
).map(lambda s: AttrValue(s=s))
FLAGS = st.booleans().map(lambda b: AttrValue(b=b))
EQUATIONS = st.sampled_from(
    [b"ij,jk->ik", b"...i,i...->...", b"ii->i", b"->", b",,", b"...", b"a,b"]
).map(lambda s: AttrValue(s=s))

ATTRIBUTES = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(["begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask"], MASKS),
        **dict.fromkeys(["shrink_axis_mask", "num", "N", "k"], MASKS),
        **dict.fromkeys(["axis", "batch_dims", "block_size"], AXES),
        **dict.fromkeys(["strides", "dilations", "ksize", "squeeze_dims"], LISTS),
        "explicit_paddings": LISTS,
        **dict.fromkeys(["padding", "data_format"], TEXTS),
        **dict.fromkeys(["keep_dims", "transpose_a", "adj_y", "is_training"], FLAGS),
        "equation": EQUATIONS,
        "DstT": st.just(AttrValue(type=DT_INT32)),
        "value": st.just(AttrValue()),
    },
)


@examples(500)
@given(
    st.sampled_from(sorted(RULES)), ATTRIBUTES, st.lists(tensors(), max_size=4), st.integers(0, 3)
)
def test_a_rule_returns_facts_for_any_arguments(
    op_type: str, attributes: dict[str, AttrValue], inputs: list[TensorFacts], count: int
) -> None:
    for known in RULES[op_type](OpCall(op_type, attributes, inputs, count)):
        assert isinstance(known, TensorFacts)
        assert known.shape is None or all(isinstance(size, int) for size in known.shape)
        assert known.value is None or isinstance(known.value, tuple)


@examples(300)
@given(
    st.sampled_from(sorted(FORMULAS)),
    ATTRIBUTES,
    st.lists(SHAPES, max_size=4),
    st.lists(SHAPES, max_size=2),
    st.lists(st.none() | st.lists(st.integers(-2, 5), max_size=3).map(tuple), max_size=9),
)
def test_a_formula_returns_a_number_for_any_arguments(
    op_type: str,
    attributes: dict[str, AttrValue],
    inputs: list[tuple[int, ...] | None],
    outputs: list[tuple[int, ...] | None],
    values: list[tuple[int, ...] | None],
) -> None:
    flops = FORMULAS[op_type](OpView(op_type, attributes, inputs, outputs, values))
    assert flops is None or flops >= 0
