"""GraphDefs for tests: written by hand, drawn by hypothesis, or read from real ones."""

from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

from scopeboard.graph.catalog.summary import GraphSummary, summary_of
from scopeboard.graph.graphdef.parser import parse
from scopeboard.graph.model.identity import identity_of
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT
from tools.examples import examples

DATA = Path(__file__).parent.parent / "data" / "graph"

# For properties over whole graphs: an example takes longer than most.
unhurried = examples(60)

Shape = Sequence[int] | None


def real_graph(name: str) -> bytes:
    """Return the bytes of a GraphDef that a real program logged."""
    return (DATA / f"{name}.pb").read_bytes()


def node(
    name: str,
    op: str = "Identity",
    inputs: Sequence[str] = (),
    shapes: Sequence[Shape] | None = None,
    device: str = "",
) -> NodeDef:
    """Return an op, of floats, with the shapes of its outputs if they are given."""
    made = NodeDef(name=name, op=op, input=inputs, device=device)
    made.attr["T"].type = DT_FLOAT
    for shape in shapes or ():
        proto = made.attr["_output_shapes"].list.shape.add()
        proto.unknown_rank = shape is None
        for size in shape or ():
            proto.dim.add(size=size)
    return made


def summarize(data: bytes) -> GraphSummary:
    """Return what the list says of a graph."""
    return summary_of(parse(data), identity_of(data))


def graph_bytes(*nodes: NodeDef) -> bytes:
    """Return a GraphDef of these ops."""
    return GraphDef(node=nodes).SerializeToString()


def ops(*lines: str) -> bytes:
    """Return a GraphDef from lines like `name Op input ^control other:1`."""
    words = [line.split() for line in lines]
    return graph_bytes(*(node(name, op, inputs) for name, op, *inputs in words))


_SEGMENTS = st.sampled_from(["a", "b", "", "c_1", "(a)", "a#2", "(empty)", "é", "__proto__"])
_NAMES = st.lists(_SEGMENTS, min_size=1, max_size=4).map("/".join)
_OPS = st.sampled_from(
    ["Add", "Add", "Const", "prim::Constant", "ScalarSummary", "MergeSummary", "Assign"]
)
_SHAPES = st.none() | st.lists(st.none() | st.lists(st.integers(-1, 4), max_size=3), max_size=2)


@st.composite
def any_graph(draw: st.DrawFn, max_ops: int = 14) -> bytes:
    """Draw a GraphDef: odd and repeated names, cycles, self-loops, ghosts, all kinds of input."""
    names = draw(st.lists(_NAMES, max_size=max_ops))
    sources = st.sampled_from([*names, "ghost"]) if names else st.just("ghost")
    inputs = st.lists(
        st.tuples(st.sampled_from(["", "", "^"]), sources, st.sampled_from(["", "", ":1", ":o:0"])),
        max_size=4,
    )
    nodes = [
        node(name, draw(_OPS), ["".join(parts) for parts in draw(inputs)], draw(_SHAPES))
        for name in names
    ]
    return graph_bytes(*nodes)


_PLAIN_NAMES = st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=4).map("/".join)


@st.composite
def ordinary_graph(draw: st.DrawFn) -> bytes:
    """Draw a GraphDef of unlike names without empty segments, as `oracle` wants it."""
    names = draw(st.lists(_PLAIN_NAMES, max_size=14, unique=True))
    sources = st.sampled_from(names) if names else st.nothing()
    inputs = st.lists(
        st.tuples(st.sampled_from(["", "", "^"]), sources, st.sampled_from(["", ":1"])), max_size=4
    )
    return graph_bytes(
        *(node(name, draw(_OPS), ["".join(parts) for parts in draw(inputs)]) for name in names)
    )
