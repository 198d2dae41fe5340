"""GraphDefs with function libraries for tests: written as lines, or drawn by hypothesis."""

from hypothesis import strategies as st

from graph.graphdefs import node
from scopeboard.wire.graph_pb2 import FunctionDef, GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT


def line_node(line: str) -> NodeDef:
    """Return an op from a line like `name Op input ^control f=function branches=g,h`."""
    name, op, *words = line.split()
    made = node(name, op, [word for word in words if "=" not in word])
    for word in words:
        key, is_attribute, value = word.partition("=")
        if is_attribute and key == "branches":
            for each in value.split(","):
                made.attr[key].list.func.add(name=each)
        elif is_attribute:
            made.attr[key].func.name = value
    return made


def function(name: str, args: str | list[str], results: str, *lines: str) -> FunctionDef:
    """Return a function; results are written `name=input`."""
    made = FunctionDef(node_def=[line_node(line) for line in lines])
    made.signature.name = name
    for arg in args.split() if isinstance(args, str) else args:
        made.signature.input_arg.add(name=arg, type=DT_FLOAT)
    for result in results.split():
        output, _, source = result.partition("=")
        made.signature.output_arg.add(name=output, type=DT_FLOAT)
        made.ret[output] = source
    return made


def library(functions: list[FunctionDef], *lines: str) -> bytes:
    """Return a GraphDef of these ops and functions."""
    graph = GraphDef(node=[line_node(line) for line in lines])
    graph.library.function.extend(functions)
    return graph.SerializeToString()


_NAMES = st.sampled_from(
    ["a", "s/a", "s/b", "s/t/c", "s", "n0", "n1", "n2", "s/n1", "s/n2", "x//y", "(functions)/f/a"]
)
_ARGS = st.sampled_from(["arg0", "arg1", "n0", "s/a", "s", ""])
_FUNCTIONS = ["f", "g", "h/k"]
_CALLS = st.one_of(
    st.sampled_from(_FUNCTIONS).map(lambda f: ("PartitionedCall", f"f={f}")),
    st.sampled_from(_FUNCTIONS).map(lambda f: (f, "")),
    st.sampled_from(_FUNCTIONS).map(lambda f: ("MapDataset", f"f={f}")),
    st.tuples(st.sampled_from(_FUNCTIONS), st.sampled_from(_FUNCTIONS)).flatmap(
        lambda two: st.sampled_from(
            [
                ("While", f"cond={two[0]} body={two[1]}"),
                ("If", f"then_branch={two[0]} else_branch={two[1]}"),
                ("Case", f"branches={two[0]},{two[1]}"),
            ]
        )
    ),
)
_OPS = st.one_of(
    st.sampled_from(["Add", "Add", "Const", "HistogramSummary", "Mul"]).map(lambda op: (op, "")),
    _CALLS,
)


@st.composite
def _lines(draw: st.DrawFn, args: list[str], *, is_body: bool) -> list[str]:
    names = draw(st.lists(_NAMES, max_size=8, unique=True))
    named = [*names, *filter(None, args)]
    sources = st.sampled_from(named) if named else st.nothing()
    suffix = st.sampled_from([":o:0", ":o:1"] if is_body else ["", "", ":1"])
    lines = []
    for name in names:
        op, attributes = draw(_OPS)
        inputs = [
            f"{source}{draw(suffix) if source in names else ''}"
            for source in draw(st.lists(sources, max_size=4))
        ]
        inputs += [f"^{source}" for source in draw(st.lists(sources, max_size=1))]
        lines.append(" ".join([name, op, *inputs, attributes]))
    return lines


@st.composite
def any_library(draw: st.DrawFn) -> bytes:
    """Draw a GraphDef with up to three functions that call each other, recursion included."""
    functions = []
    for name in draw(st.lists(st.sampled_from(_FUNCTIONS), unique=True)):
        args = draw(st.lists(_ARGS, max_size=3, unique=True))
        lines = draw(_lines(args, is_body=True))
        ends = [*(f"{line.split()[0]}:o:0" for line in lines), *filter(None, args)]
        count = draw(st.integers(0, 3)) if ends else 0
        results = [f"r{number}={draw(st.sampled_from(ends))}" for number in range(count)]
        functions.append(function(name, args, " ".join(results), *lines))
    return library(functions, *draw(_lines([], is_body=False)))
